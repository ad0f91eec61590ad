/** What the listing commands show, and how mistakes in their flags are refused. */
import { describe, expect, test } from 'vitest';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { always, plant } from '../support/service.ts';

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

test('a quote by name says nights × rate where that is the fee', async () => {
  const { baseUrl } = operator();
  const options = { tty: ['stdout'], env: { NO_COLOR: '1' } } as const;
  const line = ['--pick-up', '1', ...dates, '--base-url', baseUrl];
  const named = await run(['quote', 'kea camper', ...line], options);
  expect(named.stdout).toMatch(/^Kea Camper\n/);
  expect(named.stdout).toMatch(/\nRental, 7 nights × 99\.50 \.+ 696\.50\n/);
  const byId = await run(['quote', '11', ...line], options);
  expect(byId.stdout).toMatch(/^Vehicle 11\n[^]*\nRental \.+ 696\.50\n/);
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

test('in a pipe book-link prints the address alone, and the kind of link only with --fields', async () => {
  const line = ['book-link', '11', '--pick-up', '1', ...dates, '--base-url', 'http://127.0.0.1:1'];
  const query =
    'pick_up_depot_id=1&drop_off_depot_id=1&pick_up_date=2030-01-05&drop_off_date=2030-01-12&vehicle_id=11';
  expect((await run(line)).stdout).toBe(`http://127.0.0.1:1/book?${query}\n`);
  expect((await run([...line, '--fields', 'kind'])).stdout).toBe('checkout\n');
});

test('on a terminal availability has bars, and the addresses of images only if they fit', async () => {
  const { baseUrl } = operator();
  const list = (columns: number, format?: string) =>
    run(
      [
        'availability',
        '--pick-up',
        '1',
        ...dates,
        '--base-url',
        baseUrl,
        ...(format ? ['--format', format] : []),
      ],
      {
        tty: ['stdout'],
        columns,
        env: { NO_COLOR: '1' },
      },
    );
  const narrow = (await list(52)).stdout;
  expect(narrow).toMatch(/^ID +VEHICLE +NZD A DAY +ABOUT$/m);
  expect(narrow).toMatch(/ 99\.50 {2}\S+ +696\.50$/m);
  expect(narrow).toMatch(/^2 vehicles\. "about" is an estimate: the/m);
  expect((await list(160)).stdout).toMatch(/NZD A DAY +ABOUT +IMAGE\n(.*http.*\n)+\n2 vehicles\. /);
  expect((await list(160, 'plain')).stdout).not.toContain('█');
});

test('extras of an id note the name of a depot that is not looked up', async () => {
  const { baseUrl, requests } = operator();
  const ask = (...depots: string[]) => run(['extras', '11', ...depots, '--base-url', baseUrl]);
  expect(await ask('--pick-up', '1', '--drop-off', 'nowhere')).toMatchObject({
    code: 0,
    stderr:
      'note: the depot "nowhere" was not looked up: with the id of a vehicle, its extras need no depot\n',
  });
  expect(await ask('--pick-up', '1', '--drop-off', '2')).toMatchObject({ code: 0, stderr: '' });
  expect(requests).not.toContain('/depots');
});

test('a vehicle without extras gets no note on the unit of prices', async () => {
  const ended = await run(['extras', '12', '--base-url', operator().baseUrl, '--format', 'table']);
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.not.stringMatching(/per day|does not say/) as string,
  });
});

test('an argument that is given as a flag, as other commands have it, gets a hint', async () => {
  expect(await run(['quote', '--vehicle', '101'])).toMatchObject({
    code: 2,
    stderr:
      'error: unknown option "--vehicle"\nhint: give it without --vehicle: rental quote <vehicle>\n',
  });
});

test.each(['ndjson', 'csv', 'plain'])(
  'in %s, the kind of a record of extras is ours, even if the service sends a kind',
  async (format) => {
    const { baseUrl } = plant(
      always(200, [{ id: 3, name: 'Seat', price: 5, kind: 'toy', colour: 'red' }]),
    );
    const extras = (form: string) => run(['extras', '11', '--base-url', baseUrl, '--format', form]);
    const { stdout } = await extras(format);
    expect(stdout).toMatch(/accessory.*Seat.*\r?\n.*insurance.*Seat/);
    expect(stdout).not.toContain('toy');
    expect((await extras('json')).stdout).toContain('"kind":"toy"');
  },
);
