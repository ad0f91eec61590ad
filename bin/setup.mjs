/**
 * Run by the scripts of package.json: installs the packages of the lock file and builds, each only if something has changed. Without a
 * word, only what the program and its build need; `node bin/setup.mjs all` also installs the packages of development. Uses only Node
 * itself, because it runs before the packages are installed.
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

/** The packages that only the build uses. */
const builders = ['rolldown'];

await install(process.argv[2] === 'all');
const stamp = join(root, 'dist', '.built-from');
const key = hashOf([
  'package.json',
  'package-lock.json',
  ...filesIn('bin'),
  join('docs', 'guide.md'),
  ...filesIn('src'),
]);
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== key) await step('build', () => buildFrom(key));

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

async function install(wantsAll) {
  const { '': locked, ...packages } = packagesOf('package-lock.json');
  const declared = readJson('package.json');
  if (!['dependencies', 'devDependencies'].every((kind) => isSame(declared[kind], locked[kind])))
    fail('package.json and package-lock.json name other packages\nhint: npm install writes the second again');
  const list = join('node_modules', '.package-lock.json');
  const installed = existsSync(join(root, list)) ? packagesOf(list) : {};
  // Once the packages of development are there, they stay: a start between two runs of the tests installs nothing.
  const all = wantsAll || Object.values(installed).some(({ dev }) => dev);
  const missing = Object.entries(packages)
    // Optional packages are usually for other platforms.
    .filter(([, { optional, devOptional }]) => !optional && !devOptional)
    .filter(([path, { dev }]) => all || !dev || builders.includes(path.replace('node_modules/', '')))
    .filter(([path, { version }]) => installed[path]?.version !== version);
  if (missing.length === 0) return;
  // Adds what is missing. `npm ci` would install again what is there.
  await step('install', () => (all ? npm(root, 'install', '--no-save', '--include=dev') : installProgram(declared)));
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
  // The lock file names exact versions with their checksums, so npm does not need to ask for what it has downloaded before.
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
