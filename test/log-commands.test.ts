/** A runner reads commands in the log of a job, at the start of a line. Nothing written for people gives it one of an operator. */
import { describe, expect, test } from 'vitest';
import { operator } from './support/operator.ts';
import { run } from './support/run.ts';
import { always, serve } from './support/server.ts';

const command = '::set-output name=total::0';
const trip = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];

/** As the runner of GitHub finds them. */
function commandsIn(log: string): string[] {
  return log.split(/[\r\n\u0085\u2028\u2029]/).filter((line) => /^\s*::[^:]/.test(line));
}

/** In a terminal, whose lines are wrapped, and in a log, whose lines are not. */
describe.each([[['stdout', 'stderr'] as const], [[]]])('with %j as terminals', (tty) => {
  const options = { tty, columns: 60, env: { NO_COLOR: '1' } };

  test.each([
    ['depots'],
    ['availability', ...trip],
    ['extras', '11'],
    ['quote', '11', ...trip, '--accessory', '1', '--insurance', '7'],
    ['compare', ...trip, '--accessory', '1'],
  ])('%s %s', async (...words) => {
    const names = { depot: command, vehicle: command, accessory: command };
    // However wide a column is, some name breaks before its command.
    const depots = Array.from({ length: 60 }, (_, length) => `${'x'.repeat(length)}${command}`);
    const quotes = [{ note: command }];
    const { baseUrl } = await operator({ names, depots, plans: { 7: command }, quotes });
    const { stdout, stderr } = await run([...words, '--format', 'table', '-v', '--base-url', baseUrl], options);
    expect(stdout).toContain('set-output');
    expect(commandsIn(stdout + stderr)).toEqual([]);
  });

  test.each([400, 500])('an error with status %d', async (status) => {
    const words = ['depots', '--retries', '0', '--format', 'table', '-vv'];
    // Wherever the line of the message breaks.
    for (let length = 0; length < 60; length += 7) {
      const { baseUrl } = await serve(always(status, { error: `${'x'.repeat(length)} ${command}` }));
      const { stdout, stderr } = await run([...words, '--base-url', baseUrl], options);
      expect(stderr).toContain('set-output');
      expect(commandsIn(stdout + stderr)).toEqual([]);
    }
  });
});

test.each([
  ['plain', command],
  ['csv', command],
  ['json', command],
  ['ndjson', command],
])('%s is data and stays as it is', async (format, expected) => {
  const { baseUrl } = await operator({ depots: [command] });
  const { stdout } = await run(['depots', '--format', format, '--base-url', baseUrl]);
  expect(stdout).toContain(expected);
});
