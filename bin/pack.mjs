/**
 * Run by npm run package: puts together the folder that is published, what users need of the
 * project and of dist. All packages are in the bundle, so the published package.json names none.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { writeManual } from './build.mjs';

const root = dirname(import.meta.dirname);
const to = join(root, 'package');

// Pages for developers too, so that every link of a page leads to one.
const parts =
  'README.md LICENSE CHANGELOG.md CONTRIBUTING.md SECURITY.md bin/rental.js bin/package.json docs dist';

rmSync(to, { recursive: true, force: true });
for (const part of parts.split(' ')) cpSync(join(root, part), join(to, part), { recursive: true });
rmSync(join(to, 'dist', '.built-from'));
await writeManual(join(to, 'dist', 'man'));
// The build packs fast instead of small.
const packed = join(to, 'dist', 'jq.wasm.br');
writeFileSync(packed, brotliCompressSync(brotliDecompressSync(readFileSync(packed))));
// Leaves out fields that only a clone needs.
const clone = ['private', 'scripts', 'dependencies', 'devDependencies'];
const declared = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const manifest = Object.fromEntries(declared.filter(([key]) => !clone.includes(key)));
const man = readdirSync(join(to, 'dist', 'man')).map((page) => `dist/man/${page}`);
writeFileSync(join(to, 'package.json'), `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);
