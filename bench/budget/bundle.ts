import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { build } from 'rolldown';

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
    input: join(root, entry),
    platform: 'node',
    // Only what is named by its path is ours, and what the bundler adds.
    external: (id) => !/^([./]|@oxc-project)/.test(id) && !isAbsolute(id),
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'warn',
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
