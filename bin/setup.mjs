/**
 * Makes a clone ready: installs the packages of the lock files and builds, each only if something has changed. `node bin/setup.mjs`
 * does what the program needs; a word says what else is to run. Uses only Node itself, because it runs before the packages are installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What else can run, and the folders with packages of their own that it needs. All of them need the packages of the tests. */
const others = {
  test: { folders: [], builds: true },
  bench: { folders: ['bench'], builds: true },
  // The types of the benchmarks come with their packages.
  types: { folders: ['bench'], builds: false },
  checks: { folders: ['bench', '.config'], builds: false },
  // Node for each system: 300 MB to download.
  release: { folders: ['.release'], builds: true },
};
/** The packages that only the build uses. */
const builders = ['rolldown'];

const [, , what] = process.argv;
if (what !== undefined && !Object.hasOwn(others, what)) fail(`${what} is not one of ${Object.keys(others).join(', ')}`);
const { folders, builds } = others[what] ?? { folders: [], builds: true };

await installRoot();
for (const folder of folders) {
  if (!isInstalled(folder)) await step(`install ${folder}`, () => npm(join(root, folder), 'ci'));
}

const stamp = join(root, 'dist', '.built-from');
if (builds) {
  const key = hashOf([
    'package.json',
    'package-lock.json',
    ...filesIn('bin'),
    join('docs', 'guide.md'),
    ...filesIn('src'),
  ]);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== key) await step('build', () => buildFrom(key));
}

async function buildFrom(key) {
  const { build } = await import('./build.mjs');
  await build().catch(({ message }) => fail(`src could not be built: ${message}`));
  writeFileSync(stamp, key);
}

async function step(name, run) {
  const started = performance.now();
  process.stderr.write(`${name}…\n`);
  await run();
  process.stderr.write(`${name} done in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

async function installRoot() {
  const { '': locked } = packagesOf('package-lock.json');
  const declared = readJson('package.json');
  if (!['dependencies', 'devDependencies'].every((kind) => isSame(declared[kind], locked[kind])))
    fail('package.json and package-lock.json name other packages\nhint: npm install writes the second again');
  // Once the packages of the tests are there, they stay: a start between two runs of the tests installs nothing.
  const all = what !== undefined || Object.values(installedIn('.')).some(({ dev }) => dev);
  if (isInstalled('.', ([path, { dev }]) => all || !dev || builders.includes(path.replace('node_modules/', ''))))
    return;
  // Adds what is missing. `npm ci` would install again what is there.
  await step(
    'install',
    all ? () => npm(root, 'install', '--no-save', '--include=dev') : () => installProgram(declared),
  );
}

/** npm leaves out all of devDependencies or nothing, so it installs from a copy in which the builders are dependencies. */
function installProgram({ dependencies, devDependencies, ...declared }) {
  const copy = mkdtempSync(join(root, 'node_modules.'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const file of ['package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(copy, file));
  const tools = Object.fromEntries(builders.map((name) => [name, devDependencies[name]]));
  const rest = Object.entries(devDependencies).filter(([name]) => !builders.includes(name));
  const changed = { dependencies: { ...dependencies, ...tools }, devDependencies: Object.fromEntries(rest) };
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...declared, ...changed }));
  npm(copy, 'ci', '--omit=dev');
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(copy, 'node_modules'), join(root, 'node_modules'));
}

function npm(cwd, ...args) {
  // The lock files name exact versions with their checksums, so npm does not need to ask for what it has downloaded before.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  // Windows runs npm only through a shell.
  const ended = spawnSync('npm', [...args, ...options], { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (ended.status === 0) return;
  process.stderr.write(`${ended.stdout ?? ''}${ended.stderr ?? ''}`);
  fail('the packages could not be installed');
}

function fail(message) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(1);
}

/** Compares the lock file with the list that npm keeps of the packages it installed. */
function isInstalled(folder, isWanted = () => true) {
  const installed = installedIn(folder);
  return (
    Object.entries(packagesOf(join(folder, 'package-lock.json')))
      // Optional packages are usually for other platforms.
      .filter(([path, { optional, devOptional }]) => path !== '' && !optional && !devOptional)
      .filter(isWanted)
      .every(([path, { version }]) => installed[path]?.version === version)
  );
}

function installedIn(folder) {
  const list = join(folder, 'node_modules', '.package-lock.json');
  return existsSync(join(root, list)) ? packagesOf(list) : {};
}

function packagesOf(file) {
  return readJson(file).packages;
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function isSame(a = {}, b = {}) {
  return Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);
}

function hashOf(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}
