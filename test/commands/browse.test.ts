/** Flags that do not go together, and the form of the error. */
import { describe, expect, test } from 'vitest';
import { run } from '../support/run.ts';
import { operator } from '../support/operator.ts';

const dates = ['--from', '2030-01-05', '--to', '2030-01-12'];

describe('flags that would have no effect are refused', () => {
  test.each([
    [['book-link', '--pick-up', '1', ...dates, '--insurance', '7'], /need a vehicle/, /book-link <vehicle>/],
    [['book-link', '--pick-up', '1', ...dates, '--accessory', '1'], /need a vehicle/, /book-link <vehicle>/],
    [['extras', '11', '--from', '2030-01-05'], /--to is also needed/, /both dates, or neither/],
    [['extras', '11', '--to', '2030-01-05'], /--from is also needed/, /both dates, or neither/],
  ])('%j', async (line, message, hint) => {
    const ended = await run([...line, '--base-url', 'http://127.0.0.1:1']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr.split('\n')[0]).toMatch(message);
    expect(ended.stderr.split('\n')[1]).toMatch(hint);
  });
});

test('a quote shows the name of a vehicle given by name, and the id of a vehicle given by id', async () => {
  const { baseUrl } = await operator();
  const quote = (vehicle: string) =>
    run(['quote', vehicle, '--pick-up', '1', ...dates, '--base-url', baseUrl], { tty: ['stdout'] });
  expect((await quote('kea camper')).stdout).toMatch(/^(\u001B\[1m)?Kea Camper/);
  expect((await quote('11')).stdout).toMatch(/^(\u001B\[1m)?Vehicle 11/);
});

describe('the error of a command line that is not understood', () => {
  test.each([
    [['depots', '--nope', '--json'], {}, true],
    [['depots', '--nope', '--format', 'JSON'], {}, true],
    [['depots', '--nope', '--format=json'], { RENTAL_JSON: '0' }, true],
    [['depots', '--nope'], { RENTAL_JSON: '1' }, true],
    [['depots', '--nope'], { RENTAL_JSON: 'FALSE' }, false],
    [['depots', '--nope', '--format', 'csv'], { RENTAL_FORMAT: 'json' }, false],
    [['depots', '--nope'], { RENTAL_FORMAT: 'json' }, true],
  ])('with %j and environment %j is JSON: %j', async (line, env, json) => {
    const { stderr, stdout } = await run(line, { env });
    expect(stdout).toBe('');
    expect(stderr).toMatch(json ? /^\{"error":\{"code":"usage".*\}\n$/ : /^error: rental depots has no flag --nope/);
  });

  test.each([
    [['--color', 'always'], [], {}, true],
    [['--color=always'], [], { NO_COLOR: '1' }, true],
    [[], [], { RENTAL_COLOR: 'always' }, true],
    [['--no-color'], ['stderr'], {}, false],
    [['--color', 'never'], ['stderr'], { FORCE_COLOR: '1' }, false],
    [[], ['stderr'], { RENTAL_NO_COLOR: '1' }, false],
    [[], ['stderr'], {}, true],
  ] as const)('with %j, terminals %j and environment %j is coloured: %j', async (flags, tty, env, coloured) => {
    const { stderr } = await run(['depots', '--nope', ...flags], { tty, env: { TERM: 'xterm', ...env } });
    expect(stderr.includes('\u001B')).toBe(coloured);
  });
});

describe('book-link in a pipe', () => {
  const link = (...args: string[]) =>
    run(['book-link', ...args, '--pick-up', '1', ...dates, '--base-url', 'http://127.0.0.1:1']);

  test('prints the address alone', async () => {
    const query = 'pick_up_depot_id=1&drop_off_depot_id=1&pick_up_date=2030-01-05&drop_off_date=2030-01-12';
    expect((await link()).stdout).toBe(`http://127.0.0.1:1/book?${query}\n`);
    expect((await link('11')).stdout).toBe(`http://127.0.0.1:1/book?${query}&vehicle_id=11\n`);
  });

  test('keeps the kind in json, ndjson, csv and with --fields', async () => {
    expect(JSON.parse((await link('--json')).stdout)).toMatchObject({ kind: 'search' });
    expect(JSON.parse((await link('11', '--format', 'ndjson')).stdout)).toMatchObject({ kind: 'checkout' });
    expect((await link('--format', 'csv')).stdout).toMatch(/^kind,url\r\nsearch,http/);
    expect((await link('--fields', 'kind')).stdout).toBe('search\n');
  });
});
