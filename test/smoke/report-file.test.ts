// @module-tag long
/** A report is written whole or not at all; a wrong path is found before the first request. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { binary, node } from '../support/program.ts';
import { run } from '../support/run.ts';
import { always, plant } from '../support/service.ts';

const smoke = ['smoke', '--sandbox', '--only', 'depots', '--json'];

/** A folder with a report of an earlier run. */
function earlierReport() {
  const folder = temporaryFolder();
  const file = join(folder, 'smoke.xml');
  writeFileSync(file, 'earlier\n');
  return { folder, file };
}

test('a report file is replaced as a whole, with its permissions', async () => {
  const { folder, file } = earlierReport();
  chmodSync(file, 0o640);
  const { ino } = statSync(file);
  const before = openSync(file, 'r');
  expect((await run([...smoke, '--report', `junit=${file}`])).code).toBe(0);
  // A reader that opened the earlier report reads it to its end.
  expect(readFileSync(before, 'utf8')).toBe('earlier\n');
  closeSync(before);
  expect(readFileSync(file, 'utf8')).toMatch(/^<\?xml /);
  expect([statSync(file).mode & 0o777, statSync(file).ino === ino]).toEqual([0o640, false]);
  expect(readdirSync(folder)).toEqual(['smoke.xml']);
});

test.each(['earlier.xml', 'missing.xml'])(
  'a report is found through a link to %s, and the link stays',
  async (target) => {
    const { folder, file } = earlierReport();
    mkdirSync(join(folder, 'reports'));
    if (target !== 'missing.xml') writeFileSync(join(folder, 'reports', target), 'earlier\n');
    const link = join(folder, 'link.xml');
    symlinkSync(join('reports', target), link);
    expect((await run([...smoke, '--report', `junit=${link}`])).code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'reports', target), 'utf8')).toMatch(/^<\?xml /);
    expect(readFileSync(file, 'utf8')).toBe('earlier\n');
    expect(readdirSync(join(folder, 'reports'))).toEqual([target]);
  },
);

test('the earlier report stays if a signal comes while another waits for the reader of its pipe', async () => {
  const { folder, file } = earlierReport();
  const [first, pipe] = [join(folder, 'first.xml'), join(folder, 'pipe')];
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const reports = `junit=${first},markdown=${pipe},junit=${file}`;
  const child = spawn(node, [binary, ...smoke, '--report', reports], {
    env: cleanEnvironment(temporaryFolder()),
  });
  const ended = once(child, 'close');
  await vi.waitFor(() => expect(readFileSync(first, 'utf8')).toMatch(/<\/testsuites>/), {
    timeout: 20_000,
  });
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  expect(readFileSync(file, 'utf8')).toBe('earlier\n');
  expect(readdirSync(folder).sort()).toEqual(['first.xml', 'pipe', 'smoke.xml']);
});

const toStdout = '--report junit=/dev/stdout';
test.each([
  ['a named pipe', 'mkfifo p; cat p & $smoke --report junit=p > out; wait; cat out'],
  ['stdout that is a pipe', `$smoke ${toStdout} | cat`],
  ['stdout that is a file', `$smoke ${toStdout} > out; cat out`],
])('a report that cannot be replaced is written in place, into %s', (_, line) => {
  const folder = temporaryFolder();
  const script = `smoke='${node} ${binary} smoke --sandbox --only depots --format plain --quiet'\n${line}`;
  const env = cleanEnvironment(folder);
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^<\?xml [^]*<\/testsuites>\n(pass\t.*\n){4}$/);
});

test('a wrong path is found before the first request, and the other files stay as they are', async () => {
  const { folder, file } = earlierReport();
  const { baseUrl, requests } = plant(always(503, ''));
  mkdirSync(join(folder, 'folder'));
  symlinkSync('loop', join(folder, 'loop'));
  for (const wrong of ['folder', 'missing/x', 'smoke.xml/x', 'new/', 'loop']) {
    const reports = `junit=${file},markdown=${folder}/${wrong}`;
    const ended = await run(['smoke', '--base-url', baseUrl, '--report', reports]);
    expect([wrong, ended.code, ended.stdout]).toEqual([wrong, 9, '']);
    expect(ended.stderr).toMatch(/^error: the report .* could not be written: .*\nhint: /);
    const hint = ['folder', 'new/'].includes(wrong)
      ? 'name a file in it'
      : 'check that its folder exists';
    expect(ended.stderr).toContain(`\nhint: ${hint}`);
  }
  const unnamed = await run(['smoke', '--base-url', baseUrl, '--report', 'junit=-']);
  expect(unnamed.stderr).toContain('a file needs a name\nhint: standard output is /dev/stdout\n');
  expect(requests).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe('earlier\n');
  expect(readdirSync(folder).sort()).toEqual(['folder', 'loop', 'smoke.xml']);
});
