// @module-tag node
// @module-tag long
/**
 * A fresh clone installs, builds and packs itself. Users install that package: in an empty prefix,
 * without a network.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, posix, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import declared from '../package.json' with { type: 'json' };
import { cleanEnvironment } from './support/environment.ts';
import { linksOf } from './support/markdown.ts';
import { collect, node } from './support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'rental-package-'));
const clone = join(folder, 'clone');
const prefix = join(folder, 'prefix');
const windows = process.platform === 'win32';
const installed = join(prefix, windows ? '' : 'lib', 'node_modules');
const launcher = windows ? join(prefix, 'rental.cmd') : join(prefix, 'bin', 'rental');
const clean = cleanEnvironment(folder);
/** npm and the launcher both run on the `node` that comes first. */
const env = {
  ...clean,
  PATH: `${dirname(node)}${delimiter}${clean['PATH'] ?? ''}`,
  npm_config_update_notifier: 'false',
};

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}
let packed: Packed;
const pathsOf = ({ files }: Packed): string[] => files.map(({ path }) => path);

/** For each start of the clone: what it printed, and which of four packages were installed then. */
const starts: { readonly said: string; readonly packages: readonly string[] }[] = [];

beforeAll(() => {
  const left = ['node_modules', 'bench', 'test', 'package', 'dist', '.git'].map((name) =>
    resolve(name),
  );
  cpSync(resolve(), clone, { recursive: true, filter: (path) => !left.includes(path) });
  for (const words of [[], [], ['all'], ['all'], []]) start(words);
  execFileSync(node, ['bin/pack.mjs'], { cwd: clone, env });
  const json = npm(['pack', './package', '--json', '--pack-destination', folder], clone);
  [packed] = JSON.parse(json) as [Packed];
  npm(
    ['install', '--global', '--offline', '--prefix', prefix, join(folder, packed.filename)],
    folder,
  );
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(words: readonly string[]): void {
  // With the user's own store of downloads.
  const options = {
    cwd: clone,
    env: { ...process.env, PATH: env.PATH },
    encoding: 'utf8',
  } as const;
  const { status, stderr } = spawnSync(node, ['bin/setup.mjs', ...words], options);
  if (status !== 0) throw new Error(stderr);
  const packages = ['undici', 'rolldown', 'vitest', 'typescript'];
  const isThere = (name: string): boolean => existsSync(join(clone, 'node_modules', name));
  starts.push({ said: stderr, packages: packages.filter(isThere) });
}

function npm(args: readonly string[], cwd: string): string {
  // Windows runs npm only through a shell.
  return execFileSync('npm', args, {
    cwd,
    env,
    encoding: 'utf8',
    shell: windows,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function rental(args: readonly string[], options: { env?: Record<string, string> } = {}) {
  const child = spawn(launcher, args, {
    env: { ...env, ...options.env },
    shell: windows,
    stdio: 'pipe',
  });
  return { child, ...collect(child) };
}

test('a start of a fresh clone installs its packages once, and leaves those of the tests', () => {
  const install = 'install…\n';
  const own = ['undici', 'rolldown'];
  const all = [...own, 'vitest', 'typescript'];
  expect(starts).toEqual([
    { said: `${install}build…\n`, packages: own },
    { said: '', packages: own },
    { said: install, packages: all },
    { said: '', packages: all },
    { said: '', packages: all },
  ]);
  expect(readFileSync(join(clone, 'package-lock.json'))).toEqual(readFileSync('package-lock.json'));
});

test('the package is small, and holds the program, its notices and the pages, and nothing else', () => {
  expect(packed.size).toBeLessThan(1_500_000);
  expect(readdirSync(installed)).toEqual([declared.name]);
  expect(existsSync(join(installed, declared.name, 'node_modules'))).toBe(false);
  const paths = pathsOf(packed);
  const allowed = [
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|SECURITY\.md|dist\/THIRD-PARTY-NOTICES\.txt)$/,
    /^bin\/(rental\.js|package\.json)$/,
    /^dist\/([\w-]+\.js|jq\.wasm\.br|package\.json|man\/[\w-]+\.[17]|packages\/[\w-]+\.js|report\/page\.css)$/,
    /^docs\/images\/[\w-]+\.(svg|png)$/,
    /^docs\/(agents|architecture|budget|ci|compare|cookbook|guide|sandbox|slots|speed|trips|wizard)\.md$/,
  ];
  expect(paths.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
  const pages = ['README.md', 'LICENSE', 'CHANGELOG.md', 'docs/guide.md', 'docs/cookbook.md'];
  expect(paths).toEqual(expect.arrayContaining(pages));
});

test('links of the packed pages lead to packed files', () => {
  const paths = pathsOf(packed);
  const dead = paths
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) => {
      const links = linksOf(readFileSync(join(installed, declared.name, page), 'utf8'));
      return links.flatMap(({ path }) =>
        path === '' ? [] : [posix.join(posix.dirname(page), path)],
      );
    })
    .filter((target) => !paths.includes(target));
  expect(dead).toEqual([]);
});

test('its package.json lacks what only a clone needs, so it names no packages', () => {
  const text = readFileSync(join(installed, declared.name, 'package.json'), 'utf8');
  const { man, ...published } = JSON.parse(text) as Record<string, unknown>;
  expect(man).toEqual(pathsOf(packed).filter((path) => path.startsWith('dist/man/')));
  const page = join(prefix, 'share', 'man', 'man1', 'rental.1');
  expect(existsSync(page), 'the manual page is installed').toBe(!windows);
  const keys = ['name', 'version', 'description', 'license', 'type', 'bin', 'engines', 'keywords'];
  expect(Object.keys(published)).toEqual(keys);
  expect(declared).toMatchObject(published);
});

test('the installed program has the version of the package, and jq, whose authors it names', async () => {
  expect(await rental(['--version']).ended).toMatchObject({
    code: 0,
    stdout: `${declared.version}\n`,
    stderr: '',
  });
  const ended = await rental(['schema', '--jq', '.[0].name']).ended;
  expect(ended).toMatchObject({ code: 0, stdout: 'plan\n' });
  const notices = readFileSync(
    join(installed, declared.name, 'dist', 'THIRD-PARTY-NOTICES.txt'),
    'utf8',
  );
  for (const author of ['Stephen Dolan', 'K.Kosako', 'Lucent']) expect(notices).toContain(author);
});

test('the installed program lists depots and plans a trip on the sandbox', async () => {
  const depots = await rental(['depots', '--sandbox', '--json']).ended;
  expect(depots).toMatchObject({ code: 0, stderr: '' });
  expect((JSON.parse(depots.stdout) as unknown[]).length).toBeGreaterThan(5);
  const trip = [
    '--pick-up',
    'auckland airport',
    '--drop-off',
    'queenstown',
    '--from',
    '+30d',
    '--to',
    '+7d',
  ];
  const extras = ['--accessory', 'child seat', '--insurance', 'zero excess'];
  const plan = await rental([
    'plan',
    ...trip,
    '--vehicle',
    'cheapest',
    ...extras,
    '--sandbox',
    '--json',
    '-q',
  ]).ended;
  expect(plan).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(plan.stdout)).toMatchObject({
    quote: { currency: 'NZD', totalAmount: expect.any(Number) as number },
    checkoutUrl: expect.stringContaining('/book?') as string,
  });
});

test('every file of the installed program loads', () => {
  const dist = join(installed, declared.name, 'dist');
  const files = [dist, join(dist, 'packages')].flatMap((of) =>
    readdirSync(of).map((file) => join(of, file)),
  );
  const scripts = files.filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  execFileSync(node, ['-e', 'process.argv.slice(1).forEach((file) => require(file))', ...scripts], {
    env,
  });
});

test('with -v, the trace of a bug in the installed program names the files and the functions', async () => {
  // The clock of the machine fails, which the program does not expect.
  const planted = `--import=data:text/javascript,Date.now=()=>{throw%20TypeError('planted')}`;
  const ended = await rental(['limits', '--base-url', 'http://127.0.0.1:9', '-v'], {
    env: { NODE_OPTIONS: planted },
  }).ended;
  expect(ended).toMatchObject({ code: 70, stdout: '' });
  const frames = ended.stderr
    .split('\n')
    .filter((line) => /^ +at /.test(line) && !line.includes('data:text'));
  expect(frames[0]).toMatch(/at Object\.now \(\S+dist[\\/]main\.js:\d+:\d+\)/);
  // The names of functions stay when the build shortens the others.
  expect(frames).toContainEqual(
    expect.stringMatching(/at (async )?[a-z]+[A-Z]\w+ \(\S+dist[\\/][\w-]+\.js:\d+:\d+\)/),
  );
});
