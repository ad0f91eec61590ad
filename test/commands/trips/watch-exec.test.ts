/** `trips watch --exec`: a command gets each event. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quoteShell } from '../../../src/base/shell-words.ts';
import { run } from '../../support/run.ts';
import { watchedTrip } from '../../support/watched-trip.ts';

test('a command gets the event on stdin and in variables; one that fails is a warning, once', async () => {
  const watched = await watchedTrip({ 0: 700, 1: 650, 2: 600 });
  const file = join(watched.env['HOME'] ?? '', 'event');
  const script = `cat > ${file}.json; printf '%s|' "$RENTAL_EVENT" "$RENTAL_TRIP" "$RENTAL_TEXT" > ${file}`;
  // Each word in quotes: the flag takes a command line.
  const tell = (...words: string[]) => {
    const line = quoteShell(words);
    return run(['trips', 'watch', 'it', '--once', '--exec', line], { env: watched.env });
  };
  await tell('sh', '-c', script);
  expect(JSON.parse(readFileSync(`${file}.json`, 'utf8'))).toMatchObject({
    event: 'low',
    name: 'it',
    total: 650,
    before: 700,
    label: expect.stringContaining('Kea, Auckland') as string,
  });
  expect(readFileSync(file, 'utf8')).toBe('low|it|it: 650.00 NZD, down from 700.00 (a new low)|');
  // A word that is $RENTAL_TEXT alone becomes the text; within another word it stays as it is.
  const failed = await tell('sh', '-c', `printf %s "$0" > ${file}; false`, '$RENTAL_TEXT');
  expect(readFileSync(file, 'utf8')).toBe('it: 600.00 NZD, down from 650.00 (a new low)');
  const stderr = 'warning: the command sh ended with exit code 1: it, low\n';
  expect(failed).toMatchObject({
    code: 0,
    stderr,
    stdout: expect.stringContaining('600.00') as string,
  });
  expect(await tell('false')).toMatchObject({ code: 0, stdout: '', stderr: 'note: no change\n' });
});

test('an interrupt kills a command', async () => {
  const watched = await watchedTrip({ 0: 700, 1: 650 });
  const file = join(watched.env['HOME'] ?? '', 'pid');
  let interrupt = (_: 'SIGINT'): void => {};
  const exec = quoteShell(['sh', '-c', `echo $$ > ${file}; exec sleep 60`]);
  const ended = run(['trips', 'watch', 'it', '--once', '--exec', exec], {
    env: watched.env,
    onStart: (signal) => (interrupt = signal),
  });
  const child = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  await expect.poll(child).toBeGreaterThan(0);
  interrupt('SIGINT');
  expect(await ended).toMatchObject({ code: 130 });
  await expect.poll(() => existsSync(`/proc/${child()}/cwd`)).toBe(false);
});

test('--exec of a program that is not found ends before anything is asked', async () => {
  const watched = await watchedTrip({ 0: 700, 1: 650 });
  const before = watched.service.requests.length;
  const { code, stdout, stderr } = await watched.watch(
    `it --exec 'no-such-command --token s3cret'`,
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(
    /^error: --exec names a command that cannot be started: no-such-command \(ENOENT\)\nhint: .+\n$/,
  );
  expect(watched.service.requests).toHaveLength(before);
});

test('an event whose command was interrupted is reported again', async () => {
  const watched = await watchedTrip({ 0: 700, 1: 650 });
  const file = join(watched.env['HOME'] ?? '', 'started');
  let interrupt = (_: 'SIGTERM'): void => {};
  const exec = quoteShell(['sh', '-c', `echo > ${file}; exec sleep 60`]);
  const ended = run(['trips', 'watch', 'it', '--once', '--exec', exec], {
    env: watched.env,
    onStart: (signal) => (interrupt = signal),
  });
  await expect.poll(() => existsSync(file)).toBe(true);
  interrupt('SIGTERM');
  expect(await ended).toMatchObject({ code: 143 });
  expect(await watched.once()).toMatchObject({
    code: 0,
    stdout: 'it: 650.00 NZD, down from 700.00 (a new low)\n',
  });
});

test.each(['/', '/dev/null/command'])('--exec %s ends the watch at once', async (command) => {
  const watched = await watchedTrip({ 0: 700, 1: 650 });
  const line = `it --exec '${command} --token s3cret'`;
  const event = 'it: 650.00 NZD, down from 700.00 (a new low)\n';
  for (let round = 0; round < 2; round += 1) {
    const { code, stdout, stderr } = await watched.watch(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: event });
    const words = `^error: --exec names a command that cannot be started: ${command} \\(E[A-Z]+\\)\nhint: .+\n$`;
    expect(stderr.replace(/^note: .*\n/, '')).toMatch(new RegExp(words));
  }
  // What the command did not get is reported again.
  expect(await watched.once()).toMatchObject({ code: 0, stdout: event });
});
