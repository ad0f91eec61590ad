/** `trips list`, `trips` alone, and what all its subcommands have in common. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tripsFolder } from '../../../src/trips/folder.ts';
import { cli } from '../../support/cli.ts';
import { operator, operatorService } from '../../support/operator.ts';
import { part, savedQuote, compareFlags, trip } from '../../support/saved-trips.ts';

test('the list has the dates of a trip, and of a comparison the first day and the last one', async () => {
  const rental = await savedQuote();
  await rental.run(`compare ${compareFlags.replace('7', '7,9')} --save many`);
  expect(await rental.json('trips list')).toMatchObject([
    { name: 'many', pickUpDate: '2026-12-20', dropOffDate: '2026-12-31' },
    {
      name: 'one',
      pickUpDate: '2026-12-20',
      dropOffDate: '2026-12-27',
      total: 696.5,
      currency: 'NZD',
      change: 0,
    },
  ]);
  expect(await rental.screen('trips list', 160)).toMatch(
    /^one +2026-12-20 +2026-12-27 +696\.50 NZD +Kea Camper, /m,
  );
});

test('80 columns have room for the day of the last check, but not for the number of answers', async () => {
  const rental = await savedQuote();
  const screen = await rental.screen('trips list', 80);
  expect(screen).toMatch(/ CHECKED +CHANGE\n.* \d{4}-\d\d-\d\d +0\.00\n/);
  expect(screen).toContain('No room for: answers.');
});

test('trips alone lists, with flags before and after it', async () => {
  const rental = await savedQuote();
  const { stdout } = await rental.run('trips list --json');
  for (const line of ['trips --json', '--json trips', '--json trips list', 'trips --json list'])
    expect(await rental.run(line)).toMatchObject({ code: 0, stdout });
  expect((await rental.run('trips --fields name,total')).stdout).toBe('one\t696.5\n');
});

test('with no trip it says how to save one, and an empty list in JSON is a success', async () => {
  const rental = cli(operatorService());
  expect(await rental.screen('trips')).toBe(
    'No trip is saved: --save <name> on quote, plan and compare saves one.\n',
  );
  expect(await rental.run('trips --json')).toMatchObject({ code: 0, stdout: '[]\n' });
});

test('the command of a listed trip asks the same by ids, with the site and the limit', async () => {
  const rental = cli(operatorService());
  const { baseUrl } = operator();
  const flags = `--base-url ${baseUrl} --site-url https://book.example.com --rate-limit 90/1s`;
  const line = `quote 'Kea Camper' ${trip} ${flags} --accessory 'snow chains' --save it`;
  expect(await rental.run(line)).toMatchObject({ code: 0 });
  const [{ command = '' } = {}] = await rental.json<{ command?: string }[]>('trips');
  expect(command).toMatch(
    /^rental plan --base-url http\S+ --site-url https:\/\/book\.example\.com\/? --rate-limit 90\/1s --pick-up 1 /,
  );
  const { quote, checkoutUrl } = await rental.json<Record<string, object>>(
    command.replace('rental ', ''),
  );
  const { quoteId } = quote as { quoteId: string };
  expect(await rental.json('trips show it')).toMatchObject({ quoteId, checkoutUrl });
});

test('a folder that cannot be read is an error, because it may have trips', async () => {
  const { env, run } = cli(operatorService());
  mkdirSync(dirname(tripsFolder(env)), { recursive: true });
  writeFileSync(tripsFolder(env), '');
  expect(await run('trips')).toMatchObject({
    code: 9,
    stdout: '',
    stderr: part('cannot be read: ENOTDIR\nhint: '),
  });
});

describe('every subcommand', () => {
  const subcommands = [
    '',
    'list',
    'show one',
    'check one',
    'history one',
    'watch one --once',
    'remove one',
  ];

  test.each(['--sandbox', '--operator demo', '--base-url http://127.0.0.1:9'])(
    'refuses %s',
    async (flag) => {
      const rental = await savedQuote();
      const before = rental.requests().length;
      const refused = {
        code: 2,
        stdout: '',
        stderr: part('error: a saved trip uses its own operator, '),
      };
      for (const subcommand of subcommands) {
        expect(await rental.run(`trips ${subcommand} ${flag}`), subcommand).toMatchObject(refused);
        expect(await rental.run(`${flag} trips ${subcommand}`), subcommand).toMatchObject(refused);
      }
      expect(rental.requests()).toHaveLength(before);
      expect(await rental.json('trips')).toMatchObject([{ answers: 1 }]);
    },
  );

  test('goes on with a variable that names an operator, because it is for other commands too', async () => {
    const rental = await savedQuote();
    const env = { RENTAL_OPERATOR: 'demo' };
    for (const subcommand of subcommands)
      expect(await rental.run(`trips ${subcommand}`, { env }), subcommand).toMatchObject({
        code: 0,
      });
  });

  test.each(['show', 'check', 'history', 'watch', 'remove'])(
    '%s says that it needs a name',
    async (subcommand) => {
      const { run, requests } = cli(operatorService());
      const hint = `hint: rental trips ${subcommand} <name>`;
      expect(await run(`trips ${subcommand}`)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: part(`error: trips ${subcommand} needs a name\n${hint}`),
      });
      expect(requests()).toEqual([]);
    },
  );

  test.each(['show', 'check', 'history', 'watch --once', 'remove'])(
    '%s names the trip nearest to one that is not saved',
    async (subcommand) => {
      const rental = await savedQuote();
      const stderr = part('error: no trip is called "ome"\nhint: did you mean one?');
      expect(await rental.run(`trips ${subcommand} ome`)).toMatchObject({
        code: 2,
        stdout: '',
        stderr,
      });
    },
  );

  test.each([
    ['chekc', 'rental trips has no subcommand "chekc"\nhint: did you mean check?'],
    ['shwo one', 'rental trips has no subcommand "shwo"\nhint: did you mean show?'],
    [
      'one',
      'rental trips has no subcommand "one"\nhint: subcommands: list, show, check, history, watch, remove',
    ],
    ['list one', 'is one too many'],
    ['remove one two', 'is one too many'],
    ['history one --max-total 1', 'unknown option \"--max-total\"'],
    ['show one --every 5m', 'unknown option \"--every\"'],
    ['check one --target 5', 'unknown option \"--target\"'],
    ['watch one --once --max-total 5', 'unknown option \"--max-total\"'],
    ['check one --all', 'trips check takes no name with --all'],
    ['watch one --once --all', 'trips watch takes no name with --all'],
  ])('%s is a mistake', async (words, message) => {
    const rental = await savedQuote();
    expect(await rental.run(`trips ${words}`)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: part(message),
    });
    expect(await rental.json('trips')).toMatchObject([{ name: 'one', answers: 1 }]);
  });

  test('can be the name of a trip, whose flags are still those of the subcommand that runs', async () => {
    const rental = cli(operatorService());
    await rental.run(`quote 11 ${trip} --save check`);
    expect(await rental.run('trips show check --max-total 9999')).toMatchObject({ code: 0 });
    expect(await rental.run('trips --max-total 1 check check')).toMatchObject({ code: 10 });
    await rental.run(`quote 11 ${trip} --save watch`);
    const stderr = part('--every');
    expect(await rental.run('trips show watch --every 5m')).toMatchObject({
      code: 2,
      stdout: '',
      stderr,
    });
  });
});

describe('help', () => {
  test('of a subcommand is the same with --help and with help, and has its own flags only', async () => {
    const { run } = cli(operatorService());
    const { stdout } = await run('trips check --help');
    expect(stdout).toMatch(/^USAGE: rental trips check \[name\] \[flags\]\n/);
    expect(stdout.match(/^ +--[a-z-]+/gm)?.map((flag) => flag.trim())).toEqual([
      '--all',
      '--max-total',
    ]);
    expect((await run('help trips check')).stdout).toBe(stdout);
    expect((await run('trips --help')).stdout).toMatch(/^ {2}check +get new prices/m);
  });

  test('of a subcommand that does not exist names the nearest', async () => {
    const { run } = cli(operatorService());
    const stderr = part('hint: did you mean check?');
    expect(await run('help trips chekc')).toMatchObject({ code: 2, stdout: '', stderr });
  });
});

describe('schema', () => {
  test.each([
    ['list', ['answers', 'command']],
    ['check', ['changes', 'total']],
    ['history', ['askedAt', 'end']],
    ['show', ['quoteId', 'offers']],
    ['watch', ['event', 'before']],
    ['remove', ['answers', 'command']],
  ])('trips %s has its fields', async (subcommand, fields) => {
    const { stdout } = await cli(operatorService()).run(`schema trips ${subcommand}`);
    for (const field of fields) expect(stdout).toContain(`"${field}":`);
  });

  test('--fields knows the fields of each', async () => {
    const rental = await savedQuote();
    expect(await rental.run('trips check one --fields changes,total')).toMatchObject({ code: 0 });
    expect(await rental.run('trips show one --fields quoteId')).toMatchObject({ code: 0 });
    for (const line of [
      'list --fields changes',
      'history one --fields command',
      'check one --fields command',
    ])
      expect(await rental.run(`trips ${line}`)).toMatchObject({
        code: 2,
        stderr: part('has no field'),
      });
  });
});
