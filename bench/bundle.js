import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { build } from 'rolldown';

/**
 * Bundles a TypeScript file into a program, because Node.js 20 does not run TypeScript.
 * @param {string} root
 * @param {string} entry
 */
export async function bundle(root, entry) {
  // Node.js finds the packages that are not bundled there.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'rental-bench-'));
  const file = join(folder, 'main.mjs');
  await build({
    input: join(root, entry),
    platform: 'node',
    // Packages are not bundled. A path is a file of ours, and the bundler adds @oxc-project.
    external: (id) => !/^([./]|@oxc-project)/.test(id) && !isAbsolute(id),
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'warn',
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
