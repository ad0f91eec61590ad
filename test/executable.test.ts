/** How a single executable loads the program, on this Node. `.ci/executable` makes real ones, and runs all tests of the program with one. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from './support/environment.ts';
import { program } from './support/program.ts';

const loader = resolve('.release/code-cache.cjs');

function loaded(compiled: string, folder: string, ...words: readonly string[]) {
  const args = [loader, resolve('.'), compiled, ...words];
  return spawnSync(process.execPath, args, { env: cleanEnvironment(folder), encoding: 'utf8' });
}

test('it prints what the program prints, ends with its code, and keeps the compiled code of what it loads', async () => {
  const folder = temporaryFolder();
  const compiled = join(folder, 'compiled');
  for (const words of [['depots', '--sandbox'], ['depots', '--sandbox', '--jq', '.[0].name'], ['quote']]) {
    const { status, stdout, stderr } = loaded(compiled, folder, ...words);
    expect({ code: status, stdout, stderr }).toEqual(expect.objectContaining(await outputOf(words)));
  }
  const main = join(compiled, 'dist/main.js.cache');
  expect(existsSync(join(compiled, 'dist/jq.js.cache'))).toBe(true);
  // What is there stays.
  const { mtimeMs } = statSync(main);
  loaded(compiled, folder, '--version');
  expect(statSync(main).mtimeMs).toBe(mtimeMs);
  // Node's own cache of compiled code is not needed.
  expect(existsSync(join(folder, 'cache', 'rental', 'compiled'))).toBe(false);
});

test('each file that the program loads or reads is inside', async () => {
  const { programFiles } = (await import(resolve('.release/executables.mjs'))) as { programFiles: () => string[] };
  const files = programFiles();
  expect(files).toEqual(
    expect.arrayContaining(['bin/rental.js', 'dist/main.js', 'dist/jq.wasm.br', 'dist/report/page.js']),
  );
  const code = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  expect(code.map((file) => `dist/${file.replaceAll('\\', '/')}`).filter((file) => !files.includes(file))).toEqual([]);
});

async function outputOf(words: readonly string[]) {
  const { code, stdout, stderr } = await program(words);
  return { code, stdout, stderr };
}
