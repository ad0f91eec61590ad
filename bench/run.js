#!/usr/bin/env node
// Run by npm run bench -- <name> [arguments]: bundles bench/<name>/main.ts and runs it. Without a
// name, it lists the benchmarks.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';

const here = dirname(fileURLToPath(import.meta.url));
const [name = '', ...args] = process.argv.slice(2);
const entry = join(here, name, 'main.ts');

if (!/^[a-z-]+$/.test(name) || !existsSync(entry)) {
  const names = readdirSync(here).filter((folder) => existsSync(join(here, folder, 'main.ts')));
  // The first lines of each say what it measures.
  const texts = names.map(
    (folder) =>
      /^\/\*\*\n([^]*?)\n \*\//.exec(readFileSync(join(here, folder, 'main.ts'), 'utf8'))?.[1],
  );
  console.error(texts.map((text) => text.replaceAll(/^ \* ?/gm, '')).join('\n\n'));
  process.exitCode = name === '' ? 0 : 2;
} else {
  const { file, remove } = await bundle(dirname(here), relative(dirname(here), entry));
  const child = spawn(process.execPath, [file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_ROOT: dirname(here) },
  });
  child.on('exit', (code) => {
    remove();
    process.exitCode = code ?? 1;
  });
}
