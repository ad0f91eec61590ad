/** Depot lists kept for looking names up, one file an operator. */
import { createHash } from 'node:crypto';
import { lstat, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { homeFolder, makeFolder, type Env } from './folders.ts';
import { readSmallFile } from './read-file.ts';

export interface StoredDepots {
  /** Epoch ms. */
  readonly savedAt: number;
  /** As the service sent them; to be validated again by who reads them: the file may have been changed. */
  readonly depots: unknown;
}

export type ReadDepots =
  | { readonly kind: 'found'; readonly stored: StoredDepots }
  | { readonly kind: 'absent' }
  /** Set aside under another name. */
  | { readonly kind: 'corrupt'; readonly path: string };

/** `$XDG_CACHE_HOME/rental/depots-<hash of the base address>.json`. */
export function depotCachePath(env: Env, baseUrl: URL): string {
  const key = createHash('sha256').update(baseUrl.href).digest('hex').slice(0, 16);
  return join(homeFolder(env, 'XDG_CACHE_HOME', '.cache'), 'rental', `depots-${key}.json`);
}

/** No answer is larger than that, and a list is stored as it was answered. */
const mostBytes = 16 * 1024 * 1024;

/** Never throws: a cache that cannot be read is an absent one. */
export async function readDepots(path: string): Promise<ReadDepots> {
  let text: string;
  try {
    const found = await readSmallFile(path, mostBytes);
    if (found === undefined) return { kind: 'absent' };
    text = found;
  } catch {
    return { kind: 'absent' };
  }
  const stored = parseStored(text);
  return stored === undefined ? setAside(path) : { kind: 'found', stored };
}

/** Moves a file that cannot be used out of the way, so that it stops nothing and is still there to look at. */
export async function setAside(path: string): Promise<ReadDepots> {
  const aside = `${path}.corrupt`;
  await rename(path, aside).catch(() => {});
  return { kind: 'corrupt', path: aside };
}

/** Never throws: a list that cannot be kept is asked for again next time. */
export async function storeDepots(path: string, stored: StoredDepots): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  try {
    await makeFolder(dirname(path));
    // A link would be followed, and what it leads to replaced: a device, for a user who may.
    if ((await lstat(path).catch(() => undefined))?.isFile() === false) return;
    await writeFileAtomic(path, JSON.stringify(stored), { mode: 0o600 });
  } catch {
    // Read-only home, full disk: the answer itself is there.
  }
}

function parseStored(text: string): StoredDepots | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('savedAt' in value) || !('depots' in value)) return undefined;
    return typeof value.savedAt === 'number' ? { savedAt: value.savedAt, depots: value.depots } : undefined;
  } catch {
    return undefined;
  }
}
