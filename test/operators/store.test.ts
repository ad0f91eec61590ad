/** The file of a store: what it survives, how large it grows, and what processes find of each other. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, valueOf } from '../../src/operators/store.ts';
import { temporaryFolder } from '../support/environment.ts';
import { replace } from '../support/user.ts';

const day = 24 * 3_600_000;

/** A file, and the stores of processes that share it. */
function world(path = join(temporaryFolder(), 'cache', 'answers.jsonl')) {
  const clock = { now: 1_000_000 };
  const notices: string[] = [];
  const open = () => {
    const store = openStore(path, { now: () => clock.now, onFullDisk: () => void notices.push('full') });
    onTestFinished(() => store.close());
    return {
      ...store,
      keep: (key: string, answer: unknown, ms = day) => store.keep({ key }, answer, clock.now + ms),
      find: (key: string) => {
        const stored = store.get({ key });
        return stored && valueOf(stored);
      },
    };
  };
  return { path, clock, notices, open, size: () => fs.statSync(path).size, text: () => fs.readFileSync(path, 'utf8') };
}

test('the last answer counts, until its time is over', () => {
  const { open, clock } = world();
  const store = open();
  store.keep('a', { text: 'Māui\n\t\u2028' });
  store.keep('b', 1, 5);
  store.keep('b', 2, 10);
  for (const one of [store, open()]) expect([one.find('a'), one.find('b')]).toEqual([{ text: 'Māui\n\t\u2028' }, 2]);
  clock.now += 10;
  for (const one of [store, open()]) expect([one.find('b'), one.every().length]).toEqual([undefined, 1]);
});

test('the file and its folder are readable only by the user', () => {
  const { open, path } = world();
  open().keep('a', 1);
  expect([path, join(path, '..')].map((one) => fs.statSync(one).mode & 0o777)).toEqual([0o600, 0o700]);
});

test('at whatever byte a kill cuts the file, the whole lines before and after it count', () => {
  const { open, path } = world();
  open().keep('a', { list: [1, 2], text: 'x' });
  const whole = fs.readFileSync(path);
  for (let size = whole.length - 1; size > 0; size--) {
    fs.writeFileSync(path, Buffer.concat([whole, Buffer.from('\n'), whole.subarray(1, size)]));
    open().keep('b', size);
    expect([open().find('a'), open().find('b')]).toEqual([{ list: [1, 2], text: 'x' }, size]);
  }
});

test.each([
  ['no key', (line: string) => line.replace('"a"', 'null')],
  ['a time in words', (line: string) => line.replace(/1000000/, '"now"')],
  ['invalid JSON', (line: string) => line.replace('12345', '12a45')],
  ['no tab', (line: string) => line.replace('\t', ' ')],
  ['a million brackets', () => '['.repeat(1_000_000)],
  ['null', () => 'null\tnull'],
])('a line with %s counts as absent, and the next is read', (_, change) => {
  const { open, path, text } = world();
  open().keep('a', 12345);
  const line = text().trim();
  fs.writeFileSync(path, `${change(line)}\n${line.replace('"a"', '"b"')}\n`);
  const store = open();
  expect([store.find('a'), store.find('b')]).toEqual([undefined, 12345]);
});

test('what processes append at the same time is kept, also while one of them rewrites the file', () => {
  const { open, clock, size } = world();
  const [first, second] = [open(), open()];
  for (let index = 0; index < 20; index++) first.keep(`old ${index}`, 'x'.repeat(100), 5);
  second.keep('second', 1);
  clock.now += 5;
  const before = size();
  const third = open();
  third.keep('third', 3);
  expect(size()).toBeLessThan(before / 5);
  first.keep('first', 1);
  second.keep('second too', 2);
  expect(['first', 'second', 'second too', 'third'].map((key) => open().find(key))).toEqual([1, 1, 2, 3]);
});

test.each([
  ['renameSync', 'before'],
  ['renameSync', 'after'],
  ['writeSync', 'before'],
  ['writeSync', 'after'],
] as const)('nothing is lost if one process rewrites and one appends: %s, one acts just %s', (call, when) => {
  const { open, clock, size } = world();
  const appender = open();
  appender.keep('old', 'x'.repeat(1000), 5);
  appender.keep('opened', 1);
  clock.now += 5;
  const rewriter = open();
  const append = () => appender.keep('appended', 1);
  const rewrite = () => rewriter.keep('rewritten', 1);
  const [outer, inner] = call === 'renameSync' ? [rewrite, append] : [append, rewrite];
  let inside = () => {
    inside = () => {};
    inner();
  };
  replace(fs, call, (original: (...args: never[]) => unknown) => (...args: never[]) => {
    if (when === 'before') inside();
    const result = original(...args);
    inside();
    return result;
  });
  outer();
  expect(['opened', 'appended', 'rewritten'].map((key) => open().find(key))).toEqual([1, 1, 1]);
  expect(size()).toBeLessThan(1000);
});

test.each([
  ['while another process rewrites it, no second one does', 0, false],
  ['after a process was killed while it did, the next one does', 120, true],
])('%s', (_, secondsAgo, isRewritten) => {
  const { open, path, clock, size } = world();
  open().keep('old', 'x'.repeat(1000), 5);
  clock.now += 5;
  fs.writeFileSync(`${path}.new`, 'half of');
  fs.utimesSync(`${path}.new`, 0, clock.now / 1000 - secondsAgo);
  open().keep('new', 1);
  expect([size() < 1000, fs.existsSync(`${path}.new`), open().find('new')]).toEqual([isRewritten, !isRewritten, 1]);
});

test('a file that cannot be rewritten is not read again at every answer', () => {
  const { open, path, clock } = world();
  open().keep('old', 'x'.repeat(1000), 5);
  clock.now += 5;
  fs.mkdirSync(`${path}.new`);
  const store = open();
  store.keep('first', 1);
  fs.rmdirSync(`${path}.new`);
  const { ino } = fs.statSync(path);
  for (let index = 0; index < 20; index++) store.keep(`key ${index}`, 'x'.repeat(1_000_000));
  expect(fs.statSync(path).ino).toBe(ino);
});

test('a file with too many answers loses the oldest', { tags: ['long'] }, () => {
  const { open, text } = world();
  const store = open();
  for (let index = 0; index < 12_000; index++) store.keep(`key ${index}`, index);
  const stored = open().every().length;
  expect(stored).toBeGreaterThanOrEqual(7_500);
  expect(stored).toBeLessThanOrEqual(10_000);
  expect(text().split('\n').length).toBeLessThan(20_010);
  expect([open().find('key 0'), open().find('key 11999'), store.find('key 0')]).toEqual([undefined, 11_999, 0]);
});

test('a file stays below 17 MB, whatever the answers are', { tags: ['long'] }, () => {
  const { open, size } = world();
  const [store, other] = [open(), open()];
  for (let index = 0; index < 20; index++) (index % 2 ? store : other).keep(`key ${index}`, 'x'.repeat(1_000_000));
  expect(size()).toBeLessThan(17 * 2 ** 20);
  store.keep('huge', 'x'.repeat(5_000_000));
  expect([store.find('huge') !== undefined, open().find('huge'), typeof open().find('key 19')]).toEqual([
    true,
    undefined,
    'string',
  ]);
});

test('a file that is far too large is not read, and replaced', () => {
  const { open, path, size } = world();
  open().keep('a', 1);
  fs.truncateSync(path, 2 ** 40);
  const store = open();
  expect(store.find('a')).toBeUndefined();
  store.keep('b', 2);
  expect([size() < 100, open().find('b')]).toEqual([true, 2]);
});

test('after the folder was deleted, later answers are stored again', () => {
  const { open, path } = world();
  const store = open();
  store.keep('a', 1);
  fs.rmSync(join(path, '..'), { recursive: true });
  store.keep('b', 2);
  expect([open().find('a'), open().find('b'), store.find('a')]).toEqual([undefined, 2, 1]);
});

test.skipIf(process.platform === 'win32').each([
  ['a link', (path: string, victim: string) => fs.symlinkSync(victim, path)],
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a device', (path: string) => fs.symlinkSync('/dev/zero', path)],
  ['a folder', (path: string) => fs.mkdirSync(path)],
])('%s in the place of the file is neither written nor read', (_, put) => {
  const { open, path } = world();
  const victim = join(temporaryFolder(), 'victim');
  fs.writeFileSync(victim, 'precious');
  fs.mkdirSync(join(path, '..'));
  put(path, victim);
  const store = open();
  store.keep('a', 1);
  expect([store.find('a'), open().find('a'), fs.readFileSync(victim, 'utf8')]).toEqual([1, undefined, 'precious']);
});

test.runIf(process.geteuid?.() === 0)('the file of another user is neither written nor read', () => {
  const { open, path, text } = world();
  open().keep('a', 1);
  fs.chownSync(path, 12_345, 12_345);
  const before = text();
  const store = open();
  store.keep('b', 2);
  expect([store.find('a'), store.find('b'), text()]).toEqual([undefined, 2, before]);
});

test('a folder that cannot be made causes no error', () => {
  const file = join(temporaryFolder(), 'file');
  fs.writeFileSync(file, '');
  const { open, notices } = world(join(file, 'answers.jsonl'));
  const store = open();
  store.keep('a', 1);
  expect([store.find('a'), notices]).toEqual([1, []]);
});

test('a full disk is said once, and the answers count in this process', { tags: ['mounts'] }, () => {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]);
  const { open, notices } = world(join(folder, 'answers.jsonl'));
  const store = open();
  for (let index = 0; index < 100; index++) store.keep(`key ${index}`, 'x'.repeat(500));
  expect([store.every().length, notices]).toEqual([100, ['full']]);
  expect(open().every().length).toBeGreaterThan(10);
  execFileSync('umount', ['-l', folder]);
});
