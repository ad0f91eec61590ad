/**
 * Puts together the folder that is published: what users need of the project and of dist. All packages are in the bundle, so the
 * published package.json names none.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const to = join(root, 'package');

const parts = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'bin/rental.js',
  'bin/package.json',
  'docs',
  'skills',
];
const forDevelopers = ['architecture', 'budget-results', 'messages', 'speed'].map((name) => `docs/${name}.md`);

rmSync(to, { recursive: true, force: true });
for (const part of [...parts, 'dist']) cpSync(join(root, part), join(to, part), { recursive: true });
for (const part of [...forDevelopers, 'dist/.built-from']) rmSync(join(to, part), { force: true });
// What only a clone needs is left out.
const clone = ['private', 'scripts', 'dependencies', 'devDependencies', 'allowScripts', 'scarfSettings'];
const declared = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const manifest = Object.fromEntries(declared.filter(([key]) => !clone.includes(key)));
const man = readdirSync(join(to, 'dist', 'man')).map((page) => `dist/man/${page}`);
writeFileSync(join(to, 'package.json'), `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);
