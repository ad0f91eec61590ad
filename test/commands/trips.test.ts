/** Saved trips: what was answered can be looked at again without the service, and asked again. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator, type OperatorOptions } from '../support/operator.ts';
import { run } from '../support/run.ts';

const price = (totalAmount: number, routeFee = 0) => ({
  totalAmount,
  priceBreakdown: {
    rentalFee: totalAmount - routeFee,
    routeFee,
    accessoriesFee: 0,
    insuranceFee: 0,
    accessories: [],
    insurance: null,
  },
});

let env: Record<string, string>;
const folder = (): string =>
  join(env['XDG_DATA_HOME'] ?? join(env['HOME'] ?? '', '.local', 'share'), 'rental', 'trips');
const fileOf = (name: string): string => join(folder(), `${name}.json`);
const rental = (...args: string[]) => run(args, { env });
const json = async (...args: string[]) => JSON.parse((await rental(...args, '--json')).stdout) as unknown;
const checked = async (...args: string[]) => {
  const { code, stdout, stderr } = await rental('trips', 'check', ...args, '--json');
  const documents =
    stdout === ''
      ? []
      : (JSON.parse(stdout) as {
          reason?: string;
          end?: string;
          changes: { field: string; since: string; difference: string | null }[];
        }[]);
  return { code, stderr, documents, [0]: documents[0] };
};

const dates = ['--from', '2026-12-20', '--to', '+7d'];
const trip = ['--pick-up', '1', '--drop-off', '2', ...dates];
const sweep = ['--pick-up', '1', '--from', '2026-12-20..+2d', '--nights', '7'];

/** From now on nobody answers at the trip's address. */
function goDown(name: string): void {
  const file = fileOf(name);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:9'));
}

async function savedQuote(options: OperatorOptions = {}) {
  const service = operator(options);
  const saved = await rental('quote', '11', ...trip, '--base-url', service.baseUrl, '--save', 'one');
  return { service, saved };
}

beforeEach(() => {
  env = cleanEnvironment(temporaryFolder());
});

describe('what is saved can be shown without a request', () => {
  const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['a quote by names', ['quote', 'Kea Camper', ...trip, '--accessory', '2x snow', '--insurance', 'full cover'], []],
    ['a comparison with what is missing', ['compare', ...sweep, '--insurance', 'full cover', '--quote', 'all'], []],
    [
      'several depots in groups',
      ['compare', ...sweep, '--pick-up', 'all', '--drop-off', 'all', '--quote', 'all'],
      ['--group-by', 'vehicle'],
    ],
  ];
  test.each(rows)('%s', async (_, command, view) => {
    const service = operator();
    const asked = await rental(...command, ...view, '--base-url', service.baseUrl, '--save', 'it', '--json');
    expect(asked).toMatchObject({ code: 0 });
    const requests = service.requests.length;
    const shown = await rental('trips', 'show', 'it', ...view, '--json');
    expect(shown.code).toBe(0);
    expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(asked.stdout));
    expect(service.requests).toHaveLength(requests);
  });

  test('as records, also if it was saved so', async () => {
    const service = operator();
    const line = ['compare', ...sweep, '--base-url', service.baseUrl, '--format', 'csv'];
    expect(await rental(...line, '--save', 'it')).toMatchObject({ code: 0 });
    const [again, shown] = [
      await rental(...line, '--limit', '99'),
      await rental('trips', 'show', 'it', '--format', 'csv', '--limit', '99'),
    ];
    const plainly = (text: string): string => text.replaceAll(/\btrue\b/g, 'false');
    expect(plainly(shown.stdout)).toBe(plainly(again.stdout));
  });

  test('the quote of a plan', async () => {
    const { baseUrl } = operator();
    const line = ['plan', ...trip, '--vehicle', 'cheapest', '--accessory', 'Snow chains', '--base-url', baseUrl];
    const asked = JSON.parse((await rental(...line, '--save', 'it', '--json')).stdout) as Record<string, unknown>;
    const { checkoutUrl, quote, vehicle } = asked as { checkoutUrl: string; quote: object; vehicle: { name: string } };
    expect(await json('trips', 'show', 'it')).toMatchObject({ ...quote, checkoutUrl, vehicle: { name: vehicle.name } });
  });
});

describe('the question is kept as values', () => {
  test('a comparison has no calendar file, and says which line has one', async () => {
    const { baseUrl } = operator();
    await rental('compare', ...sweep, '--base-url', baseUrl, '--save', 'week');
    const { code, stderr } = await rental('trips', 'show', 'week', '--ics', 'my trip.ics');
    expect(code).toBe(2);
    const [, line = ''] = /for one offer: rental (.*) --ics 'my trip\.ics'$/m.exec(stderr) ?? [];
    const again = await rental(...line.split(' '), '--json');
    const { offers } = (await json('trips', 'show', 'week')) as { offers: { selection: unknown }[] };
    expect(JSON.parse(again.stdout)).toMatchObject({ selection: offers[0]?.selection });
  });

  test('a relative start is fixed, and that is said; what counts from a start still does; no option of the view is kept', async () => {
    const service = operator();
    const words = [
      '--from',
      'tomorrow..+2d',
      '--to',
      'fri',
      '--limit',
      '1',
      '--max-total',
      '900',
      '--view',
      'calendar',
    ];
    const saved = await rental(
      'compare',
      '--pick-up',
      'auck',
      ...words.slice(0, -2),
      '--base-url',
      service.baseUrl,
      '--save',
      'it',
    );
    const kept = JSON.parse(readFileSync(fileOf('it'), 'utf8')) as { question: { sweep: { from: string } } };
    const { sweep: asked } = kept.question;
    expect(asked).toEqual({
      pickUp: ['1'],
      dropOff: ['same'],
      from: asked.from,
      to: 'fri',
      accessory: [],
      insurance: [],
      quote: 'best:1',
      by: ['all'],
    });
    expect(asked.from).toMatch(/^\d{4}-\d\d-\d\d\.\.\+2d$/);
    expect(saved.stderr).toMatch(
      /note: the saved trip starts on \w+ \d+ \w+ \d+; --from tomorrow is not counted again/,
    );
  });

  test('the command asks the same by ids, with the site and the limit of the operator', async () => {
    const service = operator();
    const flags = ['--base-url', service.baseUrl, '--site-url', 'https://book.example.com', '--rate-limit', '90/1s'];
    await rental('quote', 'Kea Camper', ...trip, ...flags, '--accessory', 'snow chains', '--save', 'it');
    const [listed] = (await json('trips')) as { command: string; total: number }[];
    const { command = '' } = listed ?? {};
    expect(command).toMatch(
      /^rental quote 11 --base-url http\S+ --site-url https:\/\/book\.example\.com\/? --rate-limit 90\/1s /,
    );
    const again = await rental(...command.split(' ').slice(1), '--json');
    const [one, other] = [JSON.parse(again.stdout), await json('trips', 'show', 'it')] as {
      selection: unknown;
      checkoutUrl: string;
    }[];
    expect(one?.selection).toEqual(other?.selection);
    expect(one?.checkoutUrl).toBe(other?.checkoutUrl);
  });

  test('the same question under the same name is one answer more, another question is refused', async () => {
    const { service } = await savedQuote();
    await rental('quote', 'kea camper', ...trip, '--base-url', service.baseUrl, '--save', 'ONE');
    expect(await json('trips')).toMatchObject([{ name: 'one', answers: 2 }]);
    const others = [
      ['quote', '12', ...trip],
      ['plan', '--vehicle', '12', ...trip, '--json'],
    ];
    for (const line of others) {
      const other = await rental(...line, '--base-url', service.baseUrl, '--save', 'one');
      expect(other).toMatchObject({ code: 2, stdout: '' });
      expect(other.stderr).toContain('asks something else');
    }
    for (const [code, nights] of [
      [0, '7'],
      [2, '8'],
    ] as const) {
      const line = [
        'compare',
        ...sweep.slice(0, -1),
        nights,
        '--base-url',
        service.baseUrl,
        '--save',
        'many',
        '--json',
      ];
      const { code: ended, stdout } = await rental(...line);
      expect([ended, stdout === '']).toEqual([code, code === 2]);
    }
    expect(await json('trips')).toMatchObject([{ answers: 1 }, { answers: 2 }]);
    const [before, elsewhere] = [service.requests.length, operator()];
    const sweeps = ['compare', ...sweep, '--save', 'one'];
    for (const line of [
      [...sweeps, '--base-url', service.baseUrl],
      ['quote', '11', ...trip, '--base-url', elsewhere.baseUrl, '--save', 'one'],
    ])
      expect(await rental(...line)).toMatchObject({ code: 2, stdout: '' });
    expect([service.requests.length, elsewhere.requests]).toEqual([before, []]);
  });

  test('the wizard refuses a name that is taken before its first question', async () => {
    const { service } = await savedQuote();
    const before = service.requests.length;
    const tty = ['stdin', 'stdout', 'stderr'] as const;
    const asked = await run(['plan', '--base-url', service.baseUrl, '--save', 'one'], { env, tty });
    expect(asked).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the trip "one" asks something else') as string,
    });
    expect(service.requests).toHaveLength(before);
  });

  test('in a pipe that closes early, a comparison is still saved', async () => {
    const { baseUrl } = operator();
    const closed = {
      stdout: { write: (_: string, end: (error: Error) => void) => end(Object.assign(new Error(), { code: 'EPIPE' })) },
    };
    const ended = await run(['compare', ...sweep, '--base-url', baseUrl, '--save', 'it'], { env, ...closed });
    expect(ended.code).toBe(0);
    expect(await json('trips')).toMatchObject([{ name: 'it', end: 'priced' }]);
  });

  test('several processes that save the same at once lose nothing', async () => {
    const service = operator();
    const line = ['quote', '11', ...trip, '--base-url', service.baseUrl, '--save', '北島'];
    const ended = await Promise.all(Array.from({ length: 4 }, () => rental(...line)));
    expect(ended.map(({ code }) => code)).toEqual(Array(4).fill(0));
    expect(await json('trips')).toMatchObject([{ name: '北島', answers: 4 }]);
    expect(readdirSync(folder())).toEqual(['北島.json']);
  });

  test('nothing is saved after an error, or for a dry run', async () => {
    const service = operator({ failures: 99 });
    const line = ['quote', '11', ...trip, '--base-url', service.baseUrl, '--retries', '0', '--save', 'it'];
    expect((await rental(...line)).code).toBe(4);
    const gone = operator({ soldOut: [11] });
    expect((await rental('quote', '11', ...trip, '--base-url', gone.baseUrl, '--save', 'it')).code).toBe(1);
    const dry = await rental('compare', ...sweep, '--base-url', service.baseUrl, '--dry-run', '--save', 'it');
    expect(dry).toMatchObject({ code: 2, stdout: '' });
    expect(await json('trips')).toEqual([]);
  });
});

test('the list has the dates of a trip, and of a comparison the first day and the last one', async () => {
  const { service } = await savedQuote();
  const save = (name: string, ...dates: string[]) =>
    rental('compare', '--pick-up', '1', ...dates, '--base-url', service.baseUrl, '--save', name);
  await save('many', '--from', '2026-12-20..+2d', '--nights', '7,9');
  await save('year', '--from', '2026-12-28', '--to', '2027-01-04');
  expect(await json('trips')).toMatchObject([
    { name: 'many', pickUpDate: '2026-12-20', dropOffDate: '2026-12-31' },
    { name: 'one', pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' },
    { name: 'year', pickUpDate: '2026-12-28', dropOffDate: '2027-01-04' },
  ]);
  const { stdout } = await run(['trips', '--format', 'table'], { env: { ...env, COLUMNS: '160' } });
  for (const words of ['20 – 31 Dec 2026', '20 → 27 Dec 2026', '28 Dec 2026 → 4 Jan 2027'])
    expect(stdout).toContain(`  ${words}  `);
});

test('a saved quote above --max-total ends as the quote does', async () => {
  await savedQuote({ quotes: [price(700)] });
  expect(await rental('trips', 'show', 'one', '--max-total', '700')).toMatchObject({ code: 0 });
  expect(await rental('trips', 'show', 'one', '--max-total', '699')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the total is too high: 700.00 NZD is above --max-total, 699.00 NZD') as string,
  });
});

describe('check', () => {
  test('says what changed since the last answer and since the first', async () => {
    await savedQuote({ quotes: [price(700), price(650), price(690, 40)] });
    expect(await checked('one')).toMatchObject({
      code: 0,
      0: {
        total: 650,
        changes: [
          { since: 'last', field: 'totalAmount', before: 700, after: 650, difference: -50 },
          { field: 'rentalFee' },
        ],
      },
    });
    const { documents } = await checked('one');
    const changes = documents[0]?.changes.map(({ since, field, difference }) => `${since} ${field} ${difference}`);
    expect(changes).toEqual([
      'last totalAmount 40',
      'last routeFee 40',
      'first totalAmount -10',
      'first rentalFee -50',
      'first routeFee 40',
    ]);
  });

  test('sold out is recorded once each time, never as a price, and back again is a change', async () => {
    const soldOut: number[] = [];
    await savedQuote({ soldOut });
    soldOut.push(11);
    expect(await checked('one')).toMatchObject({
      code: 1,
      0: { end: 'not_available', total: null, changes: [{ field: 'totalAmount', after: null }] },
    });
    expect(await checked('one')).toMatchObject({
      code: 1,
      0: { changes: [{ since: 'last', before: 696.5, after: null }] },
    });
    soldOut.pop();
    // Since the last answer that had a price.
    expect(await checked('one')).toMatchObject({ code: 0, 0: { changes: [] } });
    const past = (await json('trips', 'history', 'one')) as { total: number | null }[];
    expect(past.map(({ total }) => total === null)).toEqual([false, true, true, false]);
  });

  test('the history compares the prices in the currency of the last one', async () => {
    const inDollars = (amount: number) => ({ ...price(amount), currency: 'AUD' });
    await savedQuote({ quotes: [price(700), inDollars(500), inDollars(450)] });
    for (let round = 0; round < 2; round++) await checked('one');
    expect((await rental('trips', 'history', 'one', '--format', 'table')).stdout.replace(/\s+/g, ' ')).toMatch(
      /^one: 3 answers, lowest 450\.00 AUD, highest 500\.00 AUD, now 450\.00 AUD; 1 price in another currency /,
    );
  });

  test('a price that lacks an extra is none for this trip, and says so in every form', async () => {
    const { baseUrl } = operator({ quotes: [{}, {}, price(1)] });
    expect((await rental('quote', '11', ...trip, '--accessory', '1', '--base-url', baseUrl, '--save', 'it')).code).toBe(
      0,
    );
    expect(await checked('it')).toMatchObject({ code: 0, 0: { changes: [] } });
    const reason = 'not in the quote: Snow chains';
    expect(await checked('it')).toMatchObject({ code: 8, 0: { end: 'incomplete', total: null, reason } });
    const shown = await run(['trips', 'check', 'it'], { env, tty: ['stdout'] });
    expect(shown.stdout).toContain(`it: incomplete`);
    expect(shown.stdout).toContain(reason);
    expect(await json('trips')).toMatchObject([{ end: 'incomplete', total: null, change: null }]);
    const past = (await json('trips', 'history', 'it')) as { total: number | null; reason?: string }[];
    expect(past.map((one) => one.total ?? one.reason)).toEqual([696.5, 696.5, reason, reason]);
    const again = await rental('trips', 'show', 'it', '--json');
    expect(again).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(`the last answer is "incomplete": ${reason}`) as string,
    });
  });

  test('a comparison that lost a part is none either', async () => {
    const soldOut = new Set<string>();
    const service = operator({
      vehicles: (date) => (soldOut.has(date) ? { status: 503, error: 'Back soon' } : { 11: 'Kea' }),
    });
    await rental('compare', ...sweep, '--base-url', service.baseUrl, '--save', 'it');
    soldOut.add('2026-12-21');
    expect(await checked('it', '--retries', '0')).toMatchObject({
      code: 8,
      0: { end: 'partial', total: null, changes: [] },
    });
    expect((await rental('trips', '--format', 'table')).stdout).toMatch(/not all *20 – 29 Dec 2026 /);
  });

  test('days without times are said again', async () => {
    const { baseUrl } = operator({ days: ['weekday'] });
    const close = ['quote', '11', '--pick-up', 'auckland', '--from', '2026-12-19', '--to', '+2d'];
    await rental(...close, '--base-url', baseUrl, '--save', 'one');
    const said = 'Auckland lists no pick-up times';
    expect((await checked('one')).documents[0]).toMatchObject({ warnings: [expect.stringContaining(said) as string] });
    expect((await rental('trips', 'show', 'one', '--format', 'plain')).stderr).toContain(said);
    expect((await rental('trips', 'check', 'one')).stderr).toContain(`note: one: ${said}`);
  });

  test('of a comparison, days that have passed are left out, and then it is over', async () => {
    const service = operator();
    await rental('compare', ...sweep, '--base-url', service.baseUrl, '--save', 'it');
    const checkOn = async (day: string) => {
      const before = service.requests.length;
      const at = () => Date.parse(`${day}T12:00:00Z`);
      const ended = await run(['trips', 'check', 'it', '--json'], { env, now: at });
      const starts = service.requests
        .slice(before)
        .flatMap((path) => /availability.*pick_up_date=([\d-]+)/.exec(path)?.[1] ?? []);
      return [ended.code, (JSON.parse(ended.stdout) as { end: string }[])[0]?.end, starts.sort().join()];
    };
    expect(await checkOn('2026-12-20')).toEqual([0, 'priced', '2026-12-21,2026-12-22']);
    expect(await checkOn('2027-01-20')).toEqual([8, 'over', '']);
    expect((await rental('trips', '--format', 'table')).stdout).toContain('over');
  });

  test('a comparison that nobody answers says why, and has not changed', async () => {
    const service = operator();
    await rental('compare', ...sweep, '--base-url', service.baseUrl, '--save', 'it');
    goDown('it');
    const { code, documents } = await checked('it', '--retries', '0');
    expect(code).toBe(8);
    expect(documents[0]).toMatchObject({
      end: 'failed',
      changes: [],
      reason: expect.stringContaining('refused') as string,
    });
  });

  test('an operator that is down is asked for the first of its trips only', async () => {
    const { service } = await savedQuote();
    for (const name of ['two', 'three']) {
      await rental('quote', '11', ...trip, '--base-url', service.baseUrl, '--save', name);
    }
    for (const name of ['one', 'two', 'three']) goDown(name);
    const { code, documents } = await checked('--all', '--retries', '0', '--rate-limit', '1/60s', '--max-wait', '0');
    expect(code).toBe(8);
    expect(documents.map(({ reason }) => reason)).toEqual(Array(3).fill(documents[0]?.reason));
    const shown = await run(['trips', 'check', 'one', '--retries', '0'], { env, tty: ['stdout'] });
    expect(shown.stdout).toContain('rental trips show one prints the last answer.');
    expect(shown.stdout).not.toContain('Nothing has changed');
  });

  test('after Ctrl-C, what was checked is printed', async () => {
    const { service } = await savedQuote();
    await rental('quote', '12', ...trip, '--base-url', service.baseUrl, '--save', 'two');
    let interrupt = (_: 'SIGINT'): void => {};
    const ended = await run(['trips', 'check', '--all', '--json'], {
      env,
      onStart: (signal) => (interrupt = signal),
      sleep: async () => {},
      now: () => {
        if (service.requests.filter((path) => path.startsWith('/quotes')).length >= 4) interrupt('SIGINT');
        return Date.now();
      },
    });
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain('note: stopped early: 1 of 2 trips checked');
    expect(JSON.parse(ended.stdout)).toMatchObject([{ name: 'one', end: 'priced' }]);
  });

  test('a trip that could not be asked counts for more than one above the limit', async () => {
    const { service } = await savedQuote({ quotes: [price(700)] });
    await rental('quote', '11', ...trip, '--base-url', service.baseUrl, '--save', 'down');
    goDown('down');
    const { code, documents } = await checked('--all', '--max-total', '699', '--retries', '0');
    expect([code, documents.map(({ end }) => end)]).toEqual([8, ['failed', 'priced']]);
  });

  test('a limit, several trips and all of them', async () => {
    const { service } = await savedQuote({ quotes: [price(700)] });
    await rental('compare', ...sweep, '--base-url', service.baseUrl, '--save', 'many');
    const above = 'note: one: the total is too high: 700.00 NZD is above --max-total, 699.00 NZD\n';
    expect(await checked('one', '--max-total', '699')).toMatchObject({ code: 1, stderr: above });
    expect(await checked('one', '--max-total', '9999 AUD')).toMatchObject({ code: 1 });
    expect(await checked('one,many', '--max-total', '700')).toMatchObject({
      code: 0,
      documents: [{ name: 'one' }, { name: 'many' }],
    });
    expect((await checked('--all')).documents).toHaveLength(2);
  });
});

describe('keeping', () => {
  test('remove', async () => {
    await savedQuote();
    expect(await rental('trips', 'remove', 'ONE')).toMatchObject({ code: 0, stdout: 'one\tremoved\n' });
    expect(await json('trips')).toEqual([]);
  });

  test.each([
    ['a flag that writes a file', { sweep: { report: 'important.txt' } }],
    ['an option of the wrong kind', { sweep: { pickUp: 1 } }],
    ['an address that is none', { operators: [{ baseUrl: 'file:///etc/passwd' }] }],
    ['an older format', { format: 1 }, 'an earlier version of this program wrote it'],
  ])(
    'a trip file with %s costs that trip only, and is said once',
    async (_, other, why = 'it is no trip of this program') => {
      const { baseUrl } = operator();
      for (const name of ['one', 'two']) await rental('compare', ...sweep, '--base-url', baseUrl, '--save', name);
      const saved = JSON.parse(readFileSync(fileOf('one'), 'utf8')) as {
        question: { sweep: object; operators: object[] };
      };
      const { question } = saved;
      const changed = {
        ...question,
        sweep: { ...question.sweep, ...('sweep' in other && other.sweep) },
        operators: question.operators.map((one) => ({ ...one, ...('operators' in other && other.operators[0]) })),
      };
      writeFileSync(fileOf('one'), JSON.stringify({ ...saved, question: changed, ...('format' in other && other) }));
      const all = await checked('--all');
      expect(all).toMatchObject({ code: 0, documents: [{ name: 'two' }] });
      expect(all.stderr).toBe(`warning: the trip "one" cannot be read: ${why}\n`);
      expect(await rental('trips', 'check', 'one')).toMatchObject({ code: 2 });
      expect(readdirSync('.')).not.toContain('important.txt');
    },
  );

  test.each(['', '../up', 'com1.txt', '\u001b[31m'])(
    'the name %j is refused before anything is asked',
    async (name) => {
      const service = operator();
      const { code, stderr } = await rental('quote', '11', ...trip, '--base-url', service.baseUrl, `--save=${name}`);
      expect({ code, requests: service.requests.length }).toEqual({ code: 2, requests: 0 });
      expect(stderr).not.toContain('\u001b');
    },
  );

  test('pipes, links, folders and huge files are no trips, and are not waited for', async () => {
    await savedQuote();
    execFileSync('mkfifo', [fileOf('pipe')]);
    symlinkSync('/dev/zero', fileOf('link'));
    symlinkSync('/nonexistent', fileOf('dead'));
    mkdirSync(fileOf('place'));
    writeFileSync(fileOf('huge'), '');
    truncateSync(fileOf('huge'), 600 * 1024 * 1024);
    writeFileSync(fileOf('half'), readFileSync(fileOf('one'), 'utf8').slice(0, -9));
    const { documents, stderr } = await checked('--all');
    expect(documents).toMatchObject([{ name: 'one' }]);
    const strange = ['pipe', 'link', 'dead', 'place', 'huge', 'half'];
    for (const name of strange) expect(stderr).toContain(`"${name}" cannot be read`);
    expect(await rental('trips', 'show', 'dead')).toMatchObject({
      code: 2,
      stderr:
        'error: the trip "dead" cannot be read: it is a link to a file that is missing\nhint: rental trips remove dead\n',
    });
    for (const name of strange) expect(await rental('trips', 'remove', name)).toMatchObject({ code: 0 });
    expect(readdirSync(folder())).toEqual(['one.json']);
  });

  test('a damaged document is not shown, and a new one takes its place', async () => {
    await savedQuote();
    const text = readFileSync(fileOf('one'), 'utf8');
    writeFileSync(fileOf('one'), text.replaceAll(/"packed":"..../g, '"packed":"AAAA'));
    const damaged = await rental('trips', 'show', 'one');
    expect(damaged).toMatchObject({ code: 2, stdout: '' });
    expect(damaged.stderr).toContain('no answer that can be shown');
    expect(await checked('one')).toMatchObject({ code: 0 });
    expect(await rental('trips', 'show', 'one')).toMatchObject({ code: 0 });
  });

  test(
    'on a full disk what was asked is printed, no answer is lost, and nothing half made stays',
    { tags: ['mounts'] },
    async () => {
      const disk = temporaryFolder();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
      onTestFinished(() => void execFileSync('umount', ['-l', disk]));
      env = { ...env, XDG_DATA_HOME: disk };
      const { service } = await savedQuote();
      const rest = join(disk, 'rest');
      expect(() => {
        for (;;) appendFileSync(rest, 'x'.repeat(4096));
      }).toThrow('ENOSPC');
      const full = {
        code: 9,
        stdout: expect.stringContaining('696.5') as string,
        stderr: expect.stringContaining('ENOSPC') as string,
      };
      expect(await rental('trips', 'check', 'one')).toMatchObject(full);
      expect(await rental('quote', '12', ...trip, '--base-url', service.baseUrl, '--save', 'two')).toMatchObject(full);
      const watched = await rental('trips', 'watch', 'one', '--once');
      expect(watched).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('warning: the trip "one" could not be written: ENOSPC') as string,
      });
      // With a page more each time: another write is the one that fails.
      for (let [room, answers] = [0, 1]; answers < 4; room += 4096) {
        truncateSync(rest, Math.max(0, statSync(rest).size - room));
        const { code } = await rental('trips', 'check', 'one');
        expect([0, 9]).toContain(code);
        if (code === 0) answers += 1;
        expect(readdirSync(folder())).toEqual(['one.json']);
        const saved = JSON.parse(readFileSync(fileOf('one'), 'utf8')) as { answers: unknown[] };
        expect(saved.answers).toHaveLength(answers);
      }
      rmSync(rest);
      expect(await json('trips')).toMatchObject([{ name: 'one', answers: 4, end: 'priced' }]);
      expect(readdirSync(folder())).toEqual(['one.json']);
    },
  );

  test('mistakes', async () => {
    await savedQuote();
    for (const [words, message] of [
      [['shwo'], 'rental trips has no action "shwo"'],
      [['show', 'on'], 'no trip is called "on"'],
      [['check', 'one', '--sandbox'], 'a saved trip keeps its operator, so --sandbox would have no effect'],
      [['show', 'one', '--limit', '1'], '"one" is one price, of which trips show has no --limit'],
      [['remove', 'one', 'two'], 'rental trips takes at most 2 arguments, not 3'],
      [['show', 'one', '--fields', 'total'], 'rental trips has no field "total"'],
    ] as const)
      expect(await rental('trips', ...words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(message) as string,
      });
  });
});
