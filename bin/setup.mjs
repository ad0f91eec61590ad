/**
 * Run by the scripts of package.json: installs the packages of the lock file and builds, each only
 * if something has changed. Without a word, only what the program and its build need; `node
 * bin/setup.mjs all` also installs the packages of development. Uses only Node itself, because it
 * runs before the packages are installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const installed = packagesOf(join('node_modules', '.package-lock.json'));
// Once the packages of development are there, they stay: a start between two runs of the tests
// installs nothing.
const all = process.argv[2] === 'all' || Object.values(installed).some(({ dev }) => dev);
const missing = Object.entries(packagesOf('package-lock.json'))
  // Optional packages are usually for other platforms.
  .filter(
    ([path, { dev, optional, devOptional }]) =>
      path !== '' && (all || !dev) && !optional && !devOptional,
  )
  .filter(([path, { version }]) => installed[path]?.version !== version);
if (missing.length > 0) install();

const stamp = join(root, 'dist', '.built-from');
const key = hashOf([
  'package.json',
  'package-lock.json',
  'docs/guide.md',
  ...filesIn('bin'),
  ...filesIn('src'),
]);
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== key) await build();

function install() {
  process.stderr.write('install…\n');
  // The lock file names exact versions with their checksums, so npm does not need to ask for what
  // it has downloaded before.
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  // Windows runs npm only through a shell.
  const options = { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' };
  const ended = spawnSync('npm', ['ci', `--${all ? 'include' : 'omit'}=dev`, ...flags], options);
  if (ended.status === 0) return;
  process.stderr.write(`${ended.stdout ?? ''}${ended.stderr ?? ''}`);
  fail('the packages could not be installed');
}

async function build() {
  process.stderr.write('build…\n');
  const { build } = await import('./build.mjs');
  await build().catch(({ message }) => fail(`src could not be built: ${message}`));
  writeFileSync(stamp, key);
}

function fail(message) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(1);
}

function packagesOf(file) {
  return existsSync(join(root, file))
    ? JSON.parse(readFileSync(join(root, file), 'utf8')).packages
    : {};
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
