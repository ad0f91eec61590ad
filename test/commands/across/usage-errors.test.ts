/** How mistakes on a command line are refused, and which hint they get. */
import { describe, expect, test } from 'vitest';
import { run } from '../../support/run.ts';

const dates = ['--from', '2030-01-05', '--to', '2030-01-12'];

describe('flags that would have no effect are refused', () => {
  test.each([
    [
      ['book-link', '--pick-up', '1', ...dates, '--insurance', '7'],
      /need a vehicle/,
      /only a link to the checkout/,
    ],
    [
      ['book-link', '--pick-up', '1', ...dates, '--qr', '--json'],
      /"--qr works only with table output"/,
      /^$/,
    ],
    [
      ['quote', '11', '--pick-up', '1', ...dates, '--qr'],
      /--qr works only with table output/,
      /--format table/,
    ],
    [
      [
        'quote',
        '11',
        '--pick-up',
        '1',
        ...dates,
        '--qr',
        '--format',
        'table',
        '--fields',
        'currency',
      ],
      /--qr works only with table output/,
      /, or leave out --fields$/,
    ],
    [['extras', '11', '--from', '2030-01-05'], /--to is also needed/, /both dates, or neither/],
  ])('%j', async (line, message, hint) => {
    const ended = await run([...line, '--base-url', 'http://127.0.0.1:1']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr.split('\n')[0]).toMatch(message);
    expect(ended.stderr.split('\n')[1]).toMatch(hint);
  });
});

describe('the error of a command line that is not understood', () => {
  test.each([
    [['depots', '--nope', '--json'], {}, true],
    [['depots', '--nope'], { RENTAL_JSON: '1' }, true],
    [['depots', '--nope'], { RENTAL_JSON: 'FALSE' }, false],
    [['depots', '--nope'], { RENTAL_FORMAT: 'json' }, true],
  ])('with %j and environment %j is JSON: %j', async (line, env, json) => {
    const { stderr, stdout } = await run(line, { env });
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      json ? /^\{"error":\{"code":"usage".*\}\n$/ : /^error: unknown option "--nope"/,
    );
  });

  test.each([
    [['--color', 'always'], [], {}, true],
    [['--color', 'never'], ['stderr'], { FORCE_COLOR: '1' }, false],
    [[], ['stderr'], { RENTAL_NO_COLOR: '1' }, false],
    [[], ['stderr'], {}, true],
  ] as const)(
    'with %j, terminals %j and environment %j is coloured: %j',
    async (flags, tty, env, coloured) => {
      const { stderr } = await run(['depots', '--nope', ...flags], {
        tty,
        env: { TERM: 'xterm', ...env },
      });
      expect(stderr.includes('\u001B')).toBe(coloured);
    },
  );
});

test('an argument that is given as a flag, as other commands have it, gets a hint', async () => {
  expect(await run(['quote', '--vehicle', '101'])).toMatchObject({
    code: 2,
    stderr:
      'error: unknown option "--vehicle"\nhint: give it without --vehicle: rental quote <vehicle>\n',
  });
});
