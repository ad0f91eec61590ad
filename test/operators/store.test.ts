/**
 * The file of a store: what it survives, how large it grows, and what processes find of each other.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/operators/store.ts';
import { temporaryFolder } from '../support/environment.ts';

const day = 24 * 3_600_000;

/** A file, and the stores of processes that share it. */
function world(path = join(temporaryFolder(), 'cache', 'answers.jsonl')) {
  const clock = { now: 1_000_000 };
  const notices: string[] = [];
  const open = () => {
    const store = openStore(path, {
      now: () => clock.now,
      onFullDisk: () => void notices.push('full'),
    });
    return {
      ...store,
      put: (key: string, answer: unknown, ms = day) => store.save({ key }, answer, clock.now + ms),
      find: (key: string) => store.get({ key })?.value,
    };
  };
  return { path, clock, notices, open, size: () => fs.statSync(path).size };
}

test('the last answer counts, until its time is over', () => {
  const { open, clock } = world();
  const store = open();
  store.put('a', { text: 'Māui\n\t\u2028' });
  store.put('b', 1, 5);
  store.put('b', 2, 10);
  for (const one of [store, open()])
    expect([one.find('a'), one.find('b')]).toEqual([{ text: 'Māui\n\t\u2028' }, 2]);
  clock.now += 10;
  for (const one of [store, open()])
    expect([one.find('b'), one.all().length]).toEqual([undefined, 1]);
});

test('the file and its folder are readable only by the user', () => {
  const { open, path } = world();
  open().put('a', 1);
  expect([path, join(path, '..')].map((one) => fs.statSync(one).mode & 0o777)).toEqual([
    0o600, 0o700,
  ]);
});

test("a link and another user's file in its place are neither read nor changed", () => {
  const link = (path: string, other: string): void => fs.symlinkSync(other, path);
  const strange = (path: string, other: string): void => {
    fs.copyFileSync(other, path);
    fs.chownSync(path, 12345, -1);
  };
  for (const take of process.getuid?.() === 0 ? [link, strange] : [link]) {
    for (const when of ['before it starts', 'while it runs']) {
      const way = `${take.name} ${when}`;
      const { open, path } = world();
      open().put('a', 1);
      const other = `${path}.other`;
      fs.renameSync(path, other);
      const before = fs.readFileSync(other, 'utf8');
      if (when === 'before it starts') take(path, other);
      const store = open();
      if (when === 'while it runs') take(path, other);
      expect([way, store.find('a')]).toEqual([way, undefined]);
      store.put('b', 2);
      const found = [other, path].map((one) => fs.readFileSync(one, 'utf8'));
      expect([way, store.find('b'), ...found]).toEqual([way, 2, before, before]);
    }
  }
});

test('a damaged file of millions of empty lines is replaced without memory for each line', () => {
  const { open, path, size } = world();
  open().put('a', 1);
  fs.appendFileSync(path, '\n'.repeat(20_000_000));
  expect(open().find('a')).toBe(1);
  expect(size()).toBeLessThan(100);
});

test('a line that a kill cut off at any byte leaves the lines before and after it readable', () => {
  const { open, path } = world();
  open().put('a', { list: [1, 2], text: 'x' });
  const whole = fs.readFileSync(path);
  for (let size = whole.length - 1; size > 0; size--) {
    fs.writeFileSync(path, Buffer.concat([whole, Buffer.from('\n'), whole.subarray(1, size)]));
    open().put('b', size);
    expect([open().find('a'), open().find('b')]).toEqual([{ list: [1, 2], text: 'x' }, size]);
  }
});

test.each([
  ['no key', (line: string) => line.replace('"a"', 'null')],
  ['a time in words', (line: string) => line.replace(/1000000/, '"now"')],
  ['invalid JSON', (line: string) => line.replace('12345', '12a45')],
  ['a million brackets', () => '['.repeat(1_000_000)],
  ['null', () => 'null'],
])('a line with %s counts as absent, and the next is read', (_, change) => {
  const { open, path } = world();
  open().put('a', 12345);
  const line = fs.readFileSync(path, 'utf8').trim();
  fs.writeFileSync(path, `${change(line)}\n${line.replace('"a"', '"b"')}\n`);
  const store = open();
  expect([store.find('a'), store.find('b')]).toEqual([undefined, 12345]);
});

test('what processes append is kept, also after another one has made the file smaller', () => {
  const { open, clock, path, size } = world();
  const first = open();
  for (let index = 0; index < 300; index++) first.put(`old ${index}`, 'x'.repeat(100), 5);
  first.put('live', 0);
  clock.now += 5;
  const before = size();
  // As completion does.
  openStore(path, { now: () => clock.now, readsOnly: true });
  expect(size()).toBe(before);
  const second = open();
  expect(size()).toBeLessThan(before / 100);
  first.put('first', 1);
  second.put('second', 2);
  expect(['live', 'first', 'second'].map((key) => open().find(key))).toEqual([0, 1, 2]);
});

test(
  'a file that has grown too large loses the oldest answers, and stays small',
  { tags: ['long'] },
  () => {
    const { open, size } = world();
    const store = open();
    for (let index = 0; index < 12_000; index++) store.put(`key ${index}`, index);
    // It is made smaller when it is opened.
    open();
    expect([open().find('key 0'), open().find('key 11999'), store.find('key 0')]).toEqual([
      undefined,
      11_999,
      0,
    ]);
    for (let index = 0; index < 20; index++) store.put(`large ${index}`, 'x'.repeat(1_000_000));
    open();
    expect([open().find('large 0'), typeof open().find('large 19')]).toEqual([undefined, 'string']);
    expect(size()).toBeLessThan(2 ** 24);
  },
);

test('a file that is far too large is not read, and replaced', () => {
  const { open, path, size } = world();
  open().put('a', 1);
  fs.truncateSync(path, 2 ** 40);
  const store = open();
  expect(store.find('a')).toBeUndefined();
  store.put('b', 2);
  expect([size() < 100, open().find('b')]).toEqual([true, 2]);
});

test.skipIf(process.platform === 'win32').each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a device', (path: string) => fs.symlinkSync('/dev/zero', path)],
  ['a folder', (path: string) => fs.mkdirSync(path)],
])('%s instead of the file is neither written nor read', (_, put) => {
  const { open, path } = world();
  fs.mkdirSync(join(path, '..'));
  put(path);
  const store = open();
  store.put('a', 1);
  expect([store.find('a'), open().find('a')]).toEqual([1, undefined]);
});

test('a folder that cannot be made causes no error', () => {
  const file = join(temporaryFolder(), 'file');
  fs.writeFileSync(file, '');
  const { open, notices } = world(join(file, 'answers.jsonl'));
  const store = open();
  store.put('a', 1);
  expect([store.find('a'), notices]).toEqual([1, []]);
});

test(
  'a full disk is said once, and the answers count in this process',
  { tags: ['mounts'] },
  () => {
    const folder = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]);
    const { open, notices } = world(join(folder, 'answers.jsonl'));
    const store = open();
    for (let index = 0; index < 100; index++) store.put(`key ${index}`, 'x'.repeat(500));
    expect([store.all().length, notices]).toEqual([100, ['full']]);
    expect(open().all().length).toBeGreaterThan(10);
    execFileSync('umount', ['-l', folder]);
  },
);
