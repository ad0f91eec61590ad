/**
 * Run by npm run package: puts together the folder that is published, what users need of the project and of dist. All packages are in the
 * bundle, so the published package.json names none.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { writeManual } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const to = join(root, 'package');

const parts = 'README.md LICENSE CHANGELOG.md SECURITY.md bin/rental.js bin/package.json docs dist'.split(' ');
const forDevelopers = ['docs/architecture.md', 'docs/speed.md', 'dist/.built-from'];

rmSync(to, { recursive: true, force: true });
// Pictures of pages are large, and users can make the pages themselves.
const filter = (path) => !path.endsWith('.png');
for (const part of parts) cpSync(join(root, part), join(to, part), { recursive: true, filter });
for (const part of forDevelopers) rmSync(join(to, part), { force: true });
await writeManual(join(to, 'dist', 'man'));
unlinkMissing();
for (const path of readdirSync(to, { recursive: true })) if (path.endsWith('.br')) packBest(join(to, path));
// What only a clone needs is left out.
const clone = ['private', 'scripts', 'dependencies', 'devDependencies'];
const declared = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const manifest = Object.fromEntries(declared.filter(([key]) => !clone.includes(key)));
const man = readdirSync(join(to, 'dist', 'man')).map((page) => `dist/man/${page}`);
writeFileSync(join(to, 'package.json'), `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);

/** The build packs fast instead of small. */
function packBest(file) {
  writeFileSync(file, brotliCompressSync(brotliDecompressSync(readFileSync(file))));
}

/** Pages for developers and large pictures are not packed, so a link to one keeps its words alone. */
function unlinkMissing() {
  const pages = readdirSync(to, { recursive: true }).filter((path) => path.endsWith('.md') && !path.startsWith('dist'));
  for (const page of pages) {
    const path = join(to, page);
    const isPacked = (target) => /^(https?:|#)/.test(target) || existsSync(join(dirname(path), target.split('#')[0]));
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replaceAll(/!?\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words, target) => (isPacked(target) ? link : words)),
    );
  }
}
