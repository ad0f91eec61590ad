// @module-tag node
/**
 * Where the program keeps compiled code, and that nothing there can stop a command: Node does it
 * from 22.8 on, `bin/rental.js` before.
 */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/environment.ts';
import { program } from './support/program.ts';
import { sample } from './support/thorough.ts';

const cacheOn = { NODE_DISABLE_COMPILE_CACHE: '' };
const places = [
  ['linux', { HOME: '/home/me' }, '/home/me/.cache/rental/compiled'],
  [
    'linux',
    { HOME: '/home/me', XDG_CACHE_HOME: '/cache', LOCALAPPDATA: '/local' },
    '/cache/rental/compiled',
  ],
  ['linux', { HOME: '', LOCALAPPDATA: '/local' }, undefined],
  ['win32', { HOME: '', LOCALAPPDATA: '/local' }, '/local/rental/compiled'],
] as const;

test.each(sample(places, 4))(
  'compiled code on %s, with %j, is kept in %s',
  async (platform, env, folder) => {
    const hook = join(temporaryFolder(), 'hook.cjs');
    writeFileSync(
      hook,
      `const { resolve } = require('node:path');
    const show = (path) => console.log('kept in ' + resolve(path));
    require('node:module').enableCompileCache = show;
    require('node:fs').mkdirSync = show;
    Object.defineProperty(process, 'platform', { value: '${platform}' });`,
    );
    const more = { XDG_CACHE_HOME: '', ...env, NODE_OPTIONS: `--require=${hook}` };
    const ended = await program(['help'], { env: { ...cacheOn, ...more } });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const [, shown] = /^kept in (.*?)(?:\/v20[^/]*)?$/m.exec(ended.stdout) ?? [];
    expect(shown).toBe(folder);
  },
);

test.each([['config'], ['complete', 'bash']])(
  '%s makes no folder for compiled code',
  async (...args) => {
    const cache = temporaryFolder();
    await program(args, { env: { ...cacheOn, XDG_CACHE_HOME: cache } });
    expect(readdirSync(cache)).toEqual([]);
  },
);

/** What another user could have prepared: each returns the folder that must stay empty. */
const foreignFolders: readonly [string, (folder: string, elsewhere: string) => string][] = [
  ['others can write to', (folder) => (mkdirSync(folder), chmodSync(folder, 0o777), folder)],
  ['is a link', (folder, elsewhere) => (symlinkSync(elsewhere, folder), elsewhere)],
  [
    'others can replace',
    (folder) => (mkdirSync(folder), chmodSync(join(folder, '..'), 0o777), folder),
  ],
];

test.each(foreignFolders)('a folder that %s is not used for compiled code', async (_, make) => {
  const cache = temporaryFolder();
  mkdirSync(join(cache, 'rental'));
  const folder = make(join(cache, 'rental', 'compiled'), temporaryFolder());
  const ended = await program(['help'], { env: { ...cacheOn, XDG_CACHE_HOME: cache } });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  'a folder of another user is not used for compiled code',
  async () => {
    const cache = temporaryFolder();
    const folder = join(cache, 'rental', 'compiled');
    mkdirSync(folder, { recursive: true });
    chownSync(folder, 65_534, 65_534);
    await program(['help'], { env: { ...cacheOn, XDG_CACHE_HOME: cache } });
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('a folder for compiled code that can never be made does not stop a command', async () => {
  const env = { ...cacheOn, XDG_CACHE_HOME: '/proc/1/x' };
  expect(await program(['help'], { env })).toMatchObject({ code: 0, stderr: '' });
});

// RENTAL_TEST_NODE names a newer Node.
const isNode20 = !process.env['RENTAL_TEST_NODE'] && process.versions.node.startsWith('20.');

describe.runIf(isNode20)('on Node 20', { tags: ['long'] }, () => {
  const listing = (folder: string): string[] =>
    readdirSync(folder, { recursive: true }).map(String).sort();

  function setUp() {
    const cache = temporaryFolder();
    const help = () => program(['help', 'dates'], { env: { ...cacheOn, XDG_CACHE_HOME: cache } });
    const compiledFolder = () => {
      const folder = join(cache, 'rental', 'compiled');
      return join(folder, readdirSync(folder)[0]!);
    };
    return { cache, help, compiledFolder };
  }

  test('compiled code is stored once, whole, and used by the next run', async () => {
    const { help, compiledFolder } = setUp();
    const first = await help();
    const stored = listing(compiledFolder());
    expect(stored).toContain('main.js');
    expect(stored.filter((name) => !name.endsWith('.js'))).toEqual([]);
    const { ino } = statSync(join(compiledFolder(), 'main.js'));
    expect(await help()).toEqual(first);
    expect(listing(compiledFolder())).toEqual(stored);
    // A run that did not use it would have replaced it.
    expect(statSync(join(compiledFolder(), 'main.js')).ino).toBe(ino);
  });

  test.each<[string, (stored: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (stored) => stored.subarray(0, stored.length / 2)],
    [
      'changed inside',
      (stored) =>
        Buffer.from(stored.map((byte, index) => (index === stored.length >> 1 ? byte ^ 1 : byte))),
    ],
    ['of another source', (stored) => Buffer.concat([Buffer.alloc(8), stored.subarray(8)])],
  ])('a stored file that is %s is ignored and replaced', async (_, damage) => {
    const { help, compiledFolder } = setUp();
    const first = await help();
    const file = join(compiledFolder(), 'main.js');
    const damaged = damage(readFileSync(file));
    writeFileSync(file, damaged);
    expect(await help()).toEqual(first);
    expect(readFileSync(file).equals(damaged)).toBe(false);
  });

  test('a cache folder that cannot be made changes nothing', { tags: ['long'] }, async () => {
    const { cache, help } = setUp();
    writeFileSync(join(cache, 'rental'), 'a file');
    const blocked = await help();
    expect(blocked).toMatchObject({ code: 0, stderr: '' });
    expect(await program(['help', 'dates'])).toEqual(blocked);
  });

  test('a stored file that is a folder changes nothing', async () => {
    const { help, compiledFolder } = setUp();
    const first = await help();
    const other = setUp();
    mkdirSync(
      join(other.cache, 'rental', 'compiled', compiledFolder().split('/').at(-1)!, 'main.js'),
      {
        recursive: true,
      },
    );
    expect(await other.help()).toEqual(first);
  });

  test('NODE_DISABLE_COMPILE_CACHE turns the cache of compiled code off', async () => {
    const cache = temporaryFolder();
    await program(['help'], { env: { NODE_DISABLE_COMPILE_CACHE: '1', XDG_CACHE_HOME: cache } });
    expect(existsSync(join(cache, 'rental'))).toBe(false);
  });
});
