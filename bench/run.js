#!/usr/bin/env node
// npm run bench -- <name> [arguments]: bundles bench/<name>/main.ts and runs it.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const [name = '', ...args] = process.argv.slice(2);
const entry = join(here, name, 'main.ts');

if (!/^[a-z-]+$/.test(name) || !existsSync(entry)) {
  console.error('usage: npm run bench -- <name>, where bench/<name>/main.ts is a benchmark');
  process.exitCode = 2;
} else {
  // Inside node_modules, so that Node.js finds the packages that are not bundled.
  const cache = join(here, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, 'rental-bench-'));
  const outfile = join(out, 'main.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    loader: { '.md': 'text' },
    logLevel: 'warning',
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
