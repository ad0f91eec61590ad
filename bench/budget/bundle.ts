import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

export interface Bundle {
  /** The program that Node.js runs. */
  readonly file: string;
  remove(): void;
}

/** Bundles a TypeScript file into a program, because Node.js 20 does not run TypeScript. */
export async function bundle(root: string, entry: string): Promise<Bundle> {
  // Node.js finds the packages that are not bundled there.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'rental-worker-'));
  const file = join(folder, `${basename(entry, '.ts')}.mjs`);
  await build({
    entryPoints: [join(root, entry)],
    outfile: file,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
