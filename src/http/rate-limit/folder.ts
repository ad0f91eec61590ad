import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeWhole } from './ledger.ts';
import type { Terms } from './terms.ts';
import { freshNames } from './view.ts';

/** Who the budget is kept for: the limit is counted per address, and a proxy is another address. */
export interface Account {
  /** `https://host[:port]` */
  readonly origin: string;
  readonly proxy?: string | undefined;
}

/** What is kept of the account, for people and for `rental limits`. */
export const aboutFile = 'about.json';
/** No lease lasts as long; what is older is of no use to anybody. */
const forgottenMs = 24 * 3_600_000;

/**
 * The folder of one account, made whole on its first use.
 *
 * @throws what the file system throws
 */
export function accountFolder(home: string, account: Account, { limit, windowMs }: Terms, now: number): string {
  const folder = join(home, keyOf(account));
  if (!isFolder(folder)) {
    sweep(home, now);
    const about = { origin: account.origin, proxy: bareProxy(account.proxy), limit, windowMs };
    const files = Object.fromEntries(freshNames(limit).map((name) => [name, '']));
    const scratch = join(home, `new-${randomBytes(6).toString('hex')}`);
    makeWhole(folder, scratch, { ...files, [aboutFile]: `${JSON.stringify(about)}\n` });
    rmSync(scratch, { recursive: true, force: true });
    if (!isFolder(folder)) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  }
  return folder;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The key says nothing about the account: names of hosts are hostile, too. */
export function keyOf({ origin, proxy }: Account): string {
  return createHash('sha256')
    .update(`${origin}\n${proxy ?? ''}`)
    .digest('hex')
    .slice(0, 20);
}

/** Without user and password. */
function bareProxy(proxy: string | undefined): string | undefined {
  return proxy !== undefined && URL.canParse(proxy) ? new URL(proxy).origin : undefined;
}

/** Removes the folders that nobody used for a day: each sandbox has a port, and so an account, of its own. */
function sweep(home: string, now: number): void {
  for (const name of readdirSync(home)) {
    if (!/^(?:[0-9a-f]{20}|new-[0-9a-f]{12})$/.test(name)) continue;
    const path = join(home, name);
    try {
      const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (now - changed > forgottenMs) rmSync(path, { recursive: true, force: true });
    } catch {
      // What cannot be removed is in nobody's way.
    }
  }
}
