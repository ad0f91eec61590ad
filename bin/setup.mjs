/**
 * Makes a clone ready to run: installs the packages of the lock file and builds, each only if something has changed. Uses only
 * Node itself, because it runs before the packages are installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (!isInstalled()) await step('install', install);

const stamp = join(root, 'dist', '.built-from');
const key = hashOf([
  'package.json',
  'package-lock.json',
  ...filesIn('bin'),
  join('docs', 'guide.md'),
  ...filesIn('src'),
]);
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== key) {
  await step('build', async () => {
    const { build } = await import('./build.mjs');
    await build().catch(({ message }) => fail(`src could not be built: ${message}`));
    writeFileSync(stamp, key);
  });
}

async function step(name, run) {
  const started = performance.now();
  process.stderr.write(`${name}…\n`);
  await run();
  process.stderr.write(`${name} done in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

function install() {
  const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    // Windows runs npm only through a shell.
    shell: process.platform === 'win32',
  });
  if (npm.status === 0) return;
  process.stderr.write(`${npm.stdout ?? ''}${npm.stderr ?? ''}`);
  fail('the packages could not be installed');
}

function fail(message) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(1);
}

/** Compares the lock file with the list that npm keeps of the packages it installed. */
function isInstalled() {
  const installed = packagesOf(join('node_modules', '.package-lock.json'));
  const locked = packagesOf('package-lock.json');
  if (installed === undefined || locked === undefined) return false;
  const declared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const agree = ['dependencies', 'devDependencies'].every((kind) => same(declared[kind], locked['']?.[kind]));
  // Optional packages are usually for other platforms.
  const wanted = Object.entries(locked).filter(([path, entry]) => path !== '' && !entry.optional && !entry.devOptional);
  return agree && wanted.every(([path, { version }]) => installed[path]?.version === version);
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function same(a = {}, b = {}) {
  const names = Object.keys({ ...a, ...b });
  return names.every((name) => a[name] === b[name]);
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
