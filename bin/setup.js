/**
 * Makes a fresh clone ready: installs the packages of the lock file and builds, each only when something changed since.
 * Plain Node, no packages: it runs before there are any.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const started = performance.now();

step(
  'install',
  join(root, 'node_modules', '.rental-installed'),
  ['package.json', 'package-lock.json', '.npmrc'],
  () => {
    // What npm says is only worth reading when it fails.
    const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      // Windows finds npm only through a shell.
      shell: process.platform === 'win32',
    });
    if (npm.status !== 0) {
      process.stderr.write(`${npm.stdout ?? ''}error: the packages could not be installed\nhint: npm ci says why\n`);
      process.exit(1);
    }
  },
);
await step(
  'build',
  join(root, 'dist', '.rental-built'),
  ['package.json', 'package-lock.json', 'bin/build.js', ...filesIn('src')],
  async () => {
    const { build } = await import('./build.js');
    await build(root);
  },
);

function step(name, stamp, files, run) {
  const key = hashOf([process.version, process.platform, process.arch], files);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  process.stderr.write(`${name}…\n`);
  const done = () => {
    writeFileSync(stamp, key);
    process.stderr.write(`${name} done, ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  };
  const running = run();
  return running ? running.then(done) : done();
}

function hashOf(words, files) {
  const hash = createHash('sha256').update(words.join(' '));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
