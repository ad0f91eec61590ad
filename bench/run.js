#!/usr/bin/env node
// Run by npm run bench -- <name> [arguments]: bundles bench/<name>/main.ts and runs it. Without a name, it lists the benchmarks.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
const [name = '', ...args] = process.argv.slice(2);
const entry = join(here, name, 'main.ts');

if (!/^[a-z-]+$/.test(name) || !existsSync(entry)) {
  const names = readdirSync(here).filter((folder) => existsSync(join(here, folder, 'main.ts')));
  // The first lines of each say what it measures.
  const texts = names.map(
    (folder) => /^\/\*\*\n([^]*?)\n \*\//.exec(readFileSync(join(here, folder, 'main.ts'), 'utf8'))?.[1],
  );
  console.error(texts.map((text) => text.replaceAll(/^ \* ?/gm, '')).join('\n\n'));
  process.exitCode = name === '' ? 0 : 2;
} else {
  // Inside node_modules, so that Node.js finds the packages that are not bundled.
  const cache = join(dirname(here), 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, 'rental-bench-'));
  const outfile = join(out, 'main.mjs');
  await build({
    input: entry,
    platform: 'node',
    // Only what is named by its path is ours, and what the bundler adds.
    external: (id) => !/^([./]|@oxc-project)/.test(id) && !isAbsolute(id),
    output: { file: outfile, format: 'esm', codeSplitting: false },
    logLevel: 'warn',
  });
  const child = spawn(process.execPath, [outfile, ...args], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_ROOT: dirname(here) },
  });
  child.on('exit', (code) => {
    rmSync(out, { recursive: true, force: true });
    process.exitCode = code ?? 1;
  });
}
