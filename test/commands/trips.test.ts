/** Saved trips: what was answered can be looked at again without the service, and asked again. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { wordsOf } from '../../src/terminal/pager.ts';
import { tripsFolder } from '../../src/trips/store.ts';
import { cleanEnvironment, configuredEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator, operatorService, type OperatorOptions } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { answer, plant } from '../support/service.ts';

const trip = '--pick-up 1 --drop-off 2 --from 2026-12-20 --to +7d';
const sweep = '--pick-up 1 --from 2026-12-20..+2d --nights 7';

let env: Record<string, string>;
let service: ReturnType<typeof operator>;
beforeEach(() => {
  env = cleanEnvironment(temporaryFolder());
});

type Options = Parameters<typeof run>[1];
const rental = (line: string, options: Options = {}) => run(wordsOf(line), { env, ...options });
const json = async (line: string) => JSON.parse((await rental(`${line} --json`)).stdout) as unknown;
/** In the place of a part of a text. */
const part = (text: string) => expect.stringContaining(text) as string;
const fileOf = (name: string) => join(tripsFolder(env), `${name}.json`);
const save = (line: string, name: string, options: Options = {}) =>
  rental(`${line} --base-url ${service.baseUrl} --save ${name}`, options);

interface Checked {
  readonly end: string;
  readonly reason?: string;
  readonly changes: readonly { readonly field: string; readonly since: string; readonly difference: number | null }[];
}

async function checked(flags: string, options: Options = {}) {
  const { code, stdout, stderr } = await rental(`trips check ${flags} --json`, options);
  const documents = stdout === '' ? [] : (JSON.parse(stdout) as Checked[]);
  return { code, stderr, documents, first: documents[0] };
}

async function savedQuote(options: OperatorOptions = {}) {
  service = operator(options);
  return save(`quote 11 ${trip}`, 'one');
}

async function savedSweep(options: OperatorOptions = {}) {
  service = operator(options);
  return save(`compare ${sweep}`, 'it');
}

/** From now on nobody answers at the trip's address. */
function goDown(name: string): void {
  const text = fs.readFileSync(fileOf(name), 'utf8');
  fs.writeFileSync(fileOf(name), text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:9'));
}

function price(totalAmount: number, routeFee = 0) {
  const fees = { rentalFee: totalAmount - routeFee, routeFee, accessoriesFee: 0, insuranceFee: 0 };
  return { totalAmount, priceBreakdown: { ...fees, accessories: [], insurance: null } };
}

describe('what is saved can be shown without a request', () => {
  test.each([
    ['a quote by names', `quote 'Kea Camper' ${trip} --accessory '2x snow' --insurance 'full cover'`, ''],
    ['a comparison with what is missing', `compare ${sweep} --insurance 'full cover' --quote all`, ''],
    [
      'several depots in groups',
      `compare ${sweep} --pick-up all --drop-off all --quote all`,
      '--group-by vehicle --limit 99',
    ],
    ['records', `compare ${sweep} --quote all`, '--format csv --limit 99'],
  ])('%s', async (_, command, view) => {
    service = operator();
    const form = view.includes('csv') ? '' : '--json';
    const asked = await save(`${command} ${view} ${form}`, 'it');
    expect(asked).toMatchObject({ code: 0 });
    const requests = service.requests.length;
    const shown = await rental(`trips show it ${view} ${form}`);
    expect(shown.code).toBe(0);
    const read = (text: string): unknown => (form === '' ? text : JSON.parse(text));
    expect(read(shown.stdout)).toEqual(read(asked.stdout));
    expect(service.requests).toHaveLength(requests);
  });

  test('the quote of a plan', async () => {
    service = operator();
    const { stdout } = await save(`plan ${trip} --vehicle cheapest --accessory 'Snow chains' --json`, 'it');
    const { checkoutUrl, quote, vehicle } = JSON.parse(stdout) as {
      checkoutUrl: string;
      quote: object;
      vehicle: { name: string };
    };
    expect(await json('trips show it')).toMatchObject({ ...quote, checkoutUrl, vehicle: { name: vehicle.name } });
  });

  test('a quote above --max-total ends as the quote does', async () => {
    await savedQuote({ quotes: [price(700)] });
    expect(await rental('trips show one --max-total 700')).toMatchObject({ code: 0 });
    const above = part('the total is too high: 700.00 NZD is above --max-total, 699.00 NZD');
    expect(await rental('trips show one --max-total 699')).toMatchObject({ code: 1, stderr: above });
  });
});

test('the list has the dates of a trip, and of a comparison the first day and the last one', async () => {
  await savedQuote();
  await save('compare --pick-up 1 --from 2026-12-20..+2d --nights 7,9', 'many');
  await save('compare --pick-up 1 --from 2026-12-28 --to 2027-01-04', 'year');
  expect(await json('trips')).toMatchObject([
    { name: 'many', pickUpDate: '2026-12-20', dropOffDate: '2026-12-31' },
    { name: 'one', pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' },
    { name: 'year', pickUpDate: '2026-12-28', dropOffDate: '2027-01-04' },
  ]);
  const { stdout } = await rental('trips --format table', { env: { ...env, COLUMNS: '160' } });
  for (const words of ['20 – 31 Dec 2026', '20 → 27 Dec 2026', '28 Dec 2026 → 4 Jan 2027'])
    expect(stdout).toContain(`  ${words}  `);
  const text = fs.readFileSync(fileOf('year'), 'utf8');
  fs.writeFileSync(fileOf('year'), text.replace(/"timeZone":".*?"/, '"timeZone":"Nowhere"'));
  expect(await json('trips')).toMatchObject([{}, {}, { name: 'year', pickUpDate: null }]);
});

test.each(['Pacific/Auckland', 'Pacific/Pago_Pago'])(
  'the list says when a trip was asked at %s, without its zone',
  async (timeZone) => {
    service = operator();
    env = { ...env, ...configuredEnvironment({ operators: { lucky: { baseUrl: service.baseUrl, timeZone } } }) };
    await rental(`quote 11 ${trip} --operator lucky --save one`);
    const { stdout } = await rental('trips --format table', { env: { ...env, COLUMNS: '160' } });
    expect(stdout).toMatch(/ \d+ \w+ \d{4}, \d\d:\d\d$/m);
  },
);

describe('the question is kept as values', () => {
  test('a comparison has no calendar file, and says which line has one', async () => {
    await savedSweep();
    const { code, stderr } = await rental(`trips show it --ics 'my trip.ics'`);
    expect(code).toBe(2);
    const [, line = ''] = /for one offer: rental (.*) --ics 'my trip\.ics'$/m.exec(stderr) ?? [];
    const { offers } = (await json('trips show it')) as { offers: { selection: unknown }[] };
    expect(await json(line)).toMatchObject({ selection: offers[0]?.selection });
  });

  test('a relative start is fixed, and that is said; what counts from a start still does; no option of the view is kept', async () => {
    service = operator();
    const saved = await save('compare --pick-up auck --from tomorrow..+2d --to fri --limit 1 --max-total 900', 'it');
    const { question } = JSON.parse(fs.readFileSync(fileOf('it'), 'utf8')) as { question: { sweep: object } };
    expect(question.sweep).toEqual({
      ...{ pickUp: ['1'], dropOff: ['same'], from: expect.stringMatching(/^\d{4}-\d\d-\d\d\.\.\+2d$/) as string },
      ...{ to: 'fri', accessory: [], insurance: [], quote: 'best:1', by: ['all'] },
    });
    const fixed = /note: the saved trip starts on \w+ \d+ \w+ \d+; --from tomorrow is not counted again/;
    expect(saved.stderr).toMatch(fixed);
  });

  test('the command asks the same by ids, with the site and the limit of the operator', async () => {
    service = operator();
    const flags = '--site-url https://book.example.com --rate-limit 90/1s';
    await save(`quote 'Kea Camper' ${trip} ${flags} --accessory 'snow chains'`, 'it');
    const [listed] = (await json('trips')) as { command: string }[];
    const { command = '' } = listed ?? {};
    const own = /^rental quote 11 --base-url http\S+ --site-url https:\/\/book\.example\.com\/? --rate-limit 90\/1s /;
    expect(command).toMatch(own);
    const { selection, checkoutUrl } = (await json(command.replace('rental ', ''))) as Record<string, unknown>;
    expect(await json('trips show it')).toMatchObject({ selection, checkoutUrl });
  });

  test('the same question under the same name is one answer more, another question is refused', async () => {
    await savedQuote();
    await save(`quote 'kea camper' ${trip}`, 'ONE');
    expect(await json('trips')).toMatchObject([{ name: 'one', answers: 2 }]);
    const other = { code: 2, stdout: '', stderr: part('the trip "one" asks something else') };
    for (const line of [`quote 12 ${trip}`, `plan --vehicle 12 ${trip} --format table`])
      expect(await save(line, 'one')).toMatchObject(other);
    expect(await save(`compare ${sweep} --json`, 'many')).toMatchObject({ code: 0 });
    expect(await save(`compare ${sweep.replace('7', '8')} --json`, 'many')).toMatchObject({ code: 2, stdout: '' });
    expect(await json('trips')).toMatchObject([{ answers: 1 }, { answers: 2 }]);
    // Another kind of question, another operator, and in the wizard any question: nothing is asked.
    const before = service.requests.length;
    expect(await save(`compare ${sweep}`, 'one')).toMatchObject(other);
    expect(await save('plan', 'one', { tty: ['stdin', 'stdout', 'stderr'] })).toMatchObject(other);
    expect(service.requests).toHaveLength(before);
    service = operator();
    expect(await save(`quote 11 ${trip}`, 'one')).toMatchObject(other);
    expect(service.requests).toEqual([]);
  });

  test('an operator that is not meant is not saved, and the same command saves again', async () => {
    const line = `compare ${sweep} --sandbox=a,b --pick-up sandbox:1 --save it`.replace('--pick-up 1 ', '');
    for (let round = 0; round < 2; round++) expect(await rental(line)).toMatchObject({ code: 0 });
    const command = part('--sandbox --pick-up 1 ');
    expect(await json('trips')).toMatchObject([{ answers: 2, command }]);
  });

  test('one without the depots that were asked for is not saved, which is said', async () => {
    const [lucky, south] = [operator(), operator({ depots: ['Picton'] })];
    const operators = { south: { baseUrl: south.baseUrl }, lucky: { baseUrl: lucky.baseUrl } };
    env = { ...env, ...configuredEnvironment({ operators }) };
    const stderr = part('note: the saved trip is without south: it has none of the depots');
    const line = `compare ${sweep.replace('1', 'auckland')} --operator south,lucky --save it`;
    for (let round = 0; round < 2; round++) expect(await rental(line)).toMatchObject({ code: 8, stderr });
    expect(await json('trips')).toMatchObject([{ answers: 2, end: 'priced', command: part('--operator lucky ') }]);
  });

  test.each(['auckland', 'dead:1,lucky:1'])(
    'nothing is saved without the offers of an operator, from %s',
    async (depot) => {
      const lucky = operator();
      const operators = { dead: { baseUrl: 'http://127.0.0.1:9' }, lucky: { baseUrl: lucky.baseUrl } };
      env = { ...env, ...configuredEnvironment({ operators }) };
      const line = `compare ${sweep.replace('1', depot)} --operator dead,lucky --retries 0 --save it`;
      const stderr = part('warning: not saved: there is no offer of dead: ');
      for (let round = 0; round < 2; round++) expect(await rental(line)).toMatchObject({ code: 8, stderr });
      expect(await json('trips')).toEqual([]);
      // An answer of the trip without it would be one to another question.
      await rental(line.replace('dead,', '').replace(depot, '1'));
      expect(await rental(line)).toMatchObject({ code: 8, stderr });
      expect(await json('trips')).toMatchObject([{ answers: 1 }]);
    },
  );

  test('in a pipe that closes early, a comparison is still saved', async () => {
    service = operator();
    const epipe = Object.assign(new Error(), { code: 'EPIPE' });
    const closed = { stdout: { write: (_: string, end: (error: Error) => void) => end(epipe) } };
    expect(await save(`compare ${sweep}`, 'it', { env, ...closed })).toMatchObject({ code: 0 });
    expect(await json('trips')).toMatchObject([{ name: 'it', end: 'priced' }]);
  });

  test('several processes that save the same at once lose nothing', async () => {
    service = operator();
    const ended = await Promise.all(Array.from({ length: 4 }, () => save(`quote 11 ${trip}`, '北島')));
    expect(ended.map(({ code }) => code)).toEqual(Array(4).fill(0));
    expect(await json('trips')).toMatchObject([{ name: '北島', answers: 4 }]);
    expect(fs.readdirSync(tripsFolder(env))).toEqual(['北島.json']);
  });

  test('nothing is saved after an error, or without prices', async () => {
    service = operator({ failures: 99 });
    expect(await save(`quote 11 ${trip} --retries 0`, 'it')).toMatchObject({ code: 4 });
    for (const flag of ['--dry-run', '--quote NONE'])
      expect(await save(`compare ${sweep} ${flag}`, 'it')).toMatchObject({ code: 2, stdout: '' });
    service = operator({ soldOut: [11] });
    expect(await save(`quote 11 ${trip}`, 'it')).toMatchObject({ code: 1 });
    expect(await json('trips')).toEqual([]);
  });
});

describe('check', () => {
  test('says what changed since the last answer and since the first', async () => {
    await savedQuote({ quotes: [price(700), price(650), price(690, 40)] });
    const total = { since: 'last', field: 'totalAmount', before: 700, after: 650, difference: -50 };
    expect(await checked('one')).toMatchObject({ code: 0, first: { total: 650, changes: [total, {}] } });
    const { first } = await checked('one');
    expect(first?.changes.map(({ since, field, difference }) => `${since} ${field} ${difference}`)).toEqual([
      ...['last totalAmount 40', 'last routeFee 40'],
      ...['first totalAmount -10', 'first rentalFee -50', 'first routeFee 40'],
    ]);
  });

  test('sold out is recorded once each time, never as a price, and back again is a change', async () => {
    const soldOut: number[] = [];
    await savedQuote({ soldOut });
    soldOut.push(11);
    const change = { since: 'last', field: 'totalAmount', before: 696.5, after: null };
    for (let round = 0; round < 2; round++) {
      const first = { end: 'not_available', total: null, changes: [change] };
      expect(await checked('one')).toMatchObject({ code: 1, first });
    }
    soldOut.pop();
    // Since the last answer that had a price.
    expect(await checked('one')).toMatchObject({ code: 0, first: { changes: [] } });
    const past = (await json('trips history one')) as { total: number | null }[];
    expect(past.map(({ total }) => total === null)).toEqual([false, true, true, false]);
  });

  test('the history compares the prices in the currency of the last one', async () => {
    const inDollars = (amount: number) => ({ ...price(amount), currency: 'AUD' });
    await savedQuote({ quotes: [price(700), inDollars(500), inDollars(450)] });
    for (let round = 0; round < 2; round++) await checked('one');
    const { stdout } = await rental('trips history one --format table');
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /^one: 3 answers, lowest 450\.00 AUD, highest 500\.00 AUD, now 450\.00 AUD; 1 price in another currency /,
    );
  });

  test('a price that lacks an extra is none for this trip, and says so in every form', async () => {
    service = operator({ quotes: [{}, {}, price(1)] });
    expect(await save(`quote 11 ${trip} --accessory 1`, 'it')).toMatchObject({ code: 0 });
    expect(await checked('it')).toMatchObject({ code: 0, first: { changes: [] } });
    const reason = 'not in the quote: Snow chains';
    expect(await checked('it')).toMatchObject({ code: 8, first: { end: 'incomplete', total: null, reason } });
    const { stdout } = await rental('trips check it', { tty: ['stdout'] });
    expect(stdout).toContain(`it: incomplete`);
    expect(stdout).toContain(reason);
    expect(await json('trips')).toMatchObject([{ end: 'incomplete', total: null, change: null }]);
    const past = (await json('trips history it')) as { total: number | null; reason?: string }[];
    expect(past.map((one) => one.total ?? one.reason)).toEqual([696.5, 696.5, reason, reason]);
    const last = part(`the last answer is "incomplete": ${reason}`);
    expect(await rental('trips show it --json')).toMatchObject({ code: 8, stderr: last });
  });

  test('a comparison that lost a part is none either', async () => {
    const down = new Set<string>();
    const vehicles = (date: string) => (down.has(date) ? { status: 503, error: 'Back soon' } : { 11: 'Kea' });
    await savedSweep({ vehicles });
    down.add('2026-12-21');
    const first = { end: 'partial', total: null, changes: [] };
    expect(await checked('it --retries 0')).toMatchObject({ code: 8, first });
    expect((await rental('trips --format table')).stdout).toMatch(/not all *20 – 29 Dec 2026 /);
  });

  test('days without times are said again', async () => {
    service = operator({ days: ['weekday'] });
    await save('quote 11 --pick-up auckland --from 2026-12-19 --to +2d', 'one');
    const said = 'Auckland lists no pick-up times';
    expect(await checked('one')).toMatchObject({ first: { warnings: [part(said)] } });
    expect((await rental('trips show one --format plain')).stderr).toContain(said);
    expect((await rental('trips check one')).stderr).toContain(`note: one: ${said}`);
  });

  test('of a comparison, days that have passed are left out, and then it is over', async () => {
    await savedSweep();
    const checkOn = async (day: string) => {
      const before = service.requests.length;
      const { code, first } = await checked('it', { now: () => Date.parse(`${day}T12:00:00Z`) });
      const asked = service.requests.slice(before);
      const starts = asked.flatMap((path) => /availability.*pick_up_date=([\d-]+)/.exec(path)?.[1] ?? []);
      return [code, first?.end, starts.sort().join()];
    };
    expect(await checkOn('2026-12-20')).toEqual([0, 'priced', '2026-12-21,2026-12-22']);
    expect(await checkOn('2027-01-20')).toEqual([8, 'over', '']);
    expect((await rental('trips --format table')).stdout).toContain('over');
  });

  test('a last day that is the same for all starts ends a comparison, though some of its starts are ahead', async () => {
    service = operator();
    await save('compare --pick-up 1 --from 2026-12-20..2026-12-28 --to 2026-12-22', 'it');
    const checkOn = async (day: string) =>
      (await checked('it', { now: () => Date.parse(`${day}T12:00:00Z`) })).first?.end;
    expect(await checkOn('2026-12-21')).toBe('priced');
    const before = service.requests.length;
    expect(await checkOn('2026-12-24')).toBe('over');
    expect(service.requests).toHaveLength(before);
  });

  test('a comparison that nobody answers says why, and has not changed', async () => {
    await savedSweep();
    goDown('it');
    const first = { end: 'failed', changes: [], reason: part('refused') };
    expect(await checked('it --retries 0')).toMatchObject({ code: 8, first });
  });

  test('an operator that is down is asked for the first of its trips only', async () => {
    await savedQuote();
    for (const name of ['two', 'three']) await save(`quote 11 ${trip}`, name);
    for (const name of ['one', 'two', 'three']) goDown(name);
    const { code, documents } = await checked('--all --retries 0 --rate-limit 1/60s --max-wait 0');
    expect(code).toBe(8);
    expect(documents.map(({ reason }) => reason)).toEqual(Array(3).fill(documents[0]?.reason));
    const { stdout } = await rental('trips check one --retries 0', { tty: ['stdout'] });
    expect(stdout).toContain('rental trips show one prints the last answer.');
    expect(stdout).not.toContain('Nothing has changed');
  });

  test.each([
    ['an answer of a wrong shape', 200, { quoteId: 7 }],
    ['a service that wants credentials', 401, { error: 'Sign in' }],
    ['a firewall', 403, 'Forbidden'],
    ['an address that is not there', 404, 'Not found'],
  ])('%s is a failure, of its trip only', async (_, status, body) => {
    const healthy = operatorService();
    let isBroken = false;
    service = plant(async (request) => {
      const isHit = isBroken && /quotes.*pick_up_date=2026-12-20/.test(request.url);
      return isHit ? answer(status, body) : healthy(request);
    });
    await save(`quote 11 ${trip}`, 'one');
    await save(`quote 11 ${trip.replace('-20', '-21')}`, 'two');
    isBroken = true;
    const documents = [{ end: 'failed', changes: [] }, { end: 'priced' }];
    expect(await checked('--all')).toMatchObject({ code: 8, documents });
  });

  test('after Ctrl-C, what was checked is printed', async () => {
    await savedQuote();
    await save(`quote 12 ${trip}`, 'two');
    let interrupt = (_: 'SIGINT'): void => {};
    const ended = await checked('--all', {
      onStart: (signal) => (interrupt = signal),
      sleep: async () => {},
      now: () => {
        if (service.requests.filter((path) => path.startsWith('/quotes')).length >= 4) interrupt('SIGINT');
        return Date.now();
      },
    });
    const stderr = part('note: stopped early: 1 of 2 trips checked');
    expect(ended).toMatchObject({ code: 130, stderr, documents: [{ name: 'one', end: 'priced' }] });
  });

  test('--max-total says which one is above it', async () => {
    await savedQuote({ quotes: [price(700)] });
    await save(`compare ${sweep}`, 'many');
    const above = 'note: one: the total is too high: 700.00 NZD is above --max-total, 699.00 NZD\n';
    expect(await checked('one --max-total 699')).toMatchObject({ code: 1, stderr: above });
    expect(await checked(`one --max-total '9999 AUD'`)).toMatchObject({ code: 1 });
    const both = [{ name: 'one' }, { name: 'many' }];
    expect(await checked('one,many --max-total 700')).toMatchObject({ code: 0, documents: both });
    expect((await checked('--all')).documents).toHaveLength(2);
    goDown('many');
    // One that could not be asked counts for more.
    expect(await checked('one,many --max-total 699 --retries 0')).toMatchObject({ code: 8 });
  });
});

describe('keeping', () => {
  test('remove', async () => {
    await savedQuote();
    expect(await rental('trips remove ONE')).toMatchObject({ code: 0, stdout: 'one\tremoved\n' });
    expect(await json('trips')).toEqual([]);
  });

  const noTrip = 'it is no trip of this program';
  test.each([
    ['a flag that writes a file', ['"sweep":{', '"sweep":{"report":"important.txt",'], noTrip],
    ['an option of the wrong kind', ['"pickUp":["1"]', '"pickUp":1'], noTrip],
    ['an address that is none', [/"baseUrl":"http:.*?"/, '"baseUrl":"file:///etc/passwd"'], noTrip],
    ['an older format', ['"format":2', '"format":1'], 'an earlier version of this program wrote it'],
  ] as const)('a trip file with %s costs that trip only, and is said once', async (_, [before, after], why) => {
    await savedSweep();
    const text = fs.readFileSync(fileOf('it'), 'utf8');
    expect(text.replace(before, after)).not.toBe(text);
    fs.writeFileSync(fileOf('bad'), text.replace(before, after));
    const stderr = `warning: the trip "bad" cannot be read: ${why}\n`;
    expect(await checked('--all')).toMatchObject({ code: 0, stderr, documents: [{ name: 'it' }] });
    expect(await rental('trips check bad')).toMatchObject({ code: 2 });
    expect(fs.readdirSync('.')).not.toContain('important.txt');
  });

  test.each(['', '../up', 'com1.txt', '\u001b[31m'])(
    'the name %j is refused before anything is asked',
    async (name) => {
      service = operator();
      const { code, stderr } = await save(`quote 11 ${trip}`, `'${name}'`);
      expect({ code, requests: service.requests }).toEqual({ code: 2, requests: [] });
      expect(stderr).not.toContain('\u001b');
    },
  );

  test('pipes, links, folders and huge files are no trips, and are not waited for', async () => {
    await savedQuote();
    execFileSync('mkfifo', [fileOf('pipe')]);
    fs.symlinkSync('/dev/zero', fileOf('link'));
    fs.symlinkSync('/nonexistent', fileOf('dead'));
    fs.mkdirSync(fileOf('place'));
    fs.writeFileSync(fileOf('huge'), '');
    fs.truncateSync(fileOf('huge'), 600 * 1024 * 1024);
    fs.writeFileSync(fileOf('half'), fs.readFileSync(fileOf('one'), 'utf8').slice(0, -9));
    const strange = ['pipe', 'link', 'dead', 'place', 'huge', 'half'];
    const { documents, stderr } = await checked('--all');
    expect(documents).toMatchObject([{ name: 'one' }]);
    for (const name of strange) expect(stderr).toContain(`"${name}" cannot be read`);
    const why = 'error: the trip "dead" cannot be read: it is a link to a file that is missing\n';
    const missing = { code: 2, stderr: `${why}hint: rental trips remove dead\n` };
    expect(await rental('trips show dead')).toMatchObject(missing);
    for (const name of strange) expect(await rental(`trips remove ${name}`)).toMatchObject({ code: 0 });
    expect(fs.readdirSync(tripsFolder(env))).toEqual(['one.json']);
  });

  test('a damaged document is not shown, and a new one takes its place', async () => {
    await savedQuote();
    const text = fs.readFileSync(fileOf('one'), 'utf8');
    fs.writeFileSync(fileOf('one'), text.replaceAll(/"packed":"..../g, '"packed":"AAAA'));
    const damaged = { code: 2, stdout: '', stderr: part('no answer that can be shown') };
    expect(await rental('trips show one')).toMatchObject(damaged);
    expect(await checked('one')).toMatchObject({ code: 0, first: { changes: [] } });
    expect(await rental('trips show one')).toMatchObject({ code: 0 });
  });

  test(
    'on a full disk what was asked is printed, no answer is lost, and nothing half made stays',
    { tags: ['mounts'] },
    async () => {
      const disk = temporaryFolder();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
      onTestFinished(() => void execFileSync('umount', ['-l', disk]));
      env = { ...env, XDG_DATA_HOME: disk };
      await savedQuote();
      const rest = join(disk, 'rest');
      expect(() => {
        for (;;) fs.appendFileSync(rest, 'x'.repeat(4096));
      }).toThrow('ENOSPC');
      const full = { code: 9, stdout: part('696.5'), stderr: part('ENOSPC') };
      expect(await rental('trips check one')).toMatchObject(full);
      expect(await save(`quote 12 ${trip}`, 'two')).toMatchObject(full);
      const warning = part('warning: the trip "one" could not be written: ENOSPC');
      expect(await rental('trips watch one --once')).toMatchObject({ code: 0, stderr: warning });
      // With a page more each time: another write is the one that fails.
      for (let [room, answers] = [0, 1]; answers < 4; room += 4096) {
        fs.truncateSync(rest, Math.max(0, fs.statSync(rest).size - room));
        const { code } = await rental('trips check one');
        expect([0, 9]).toContain(code);
        if (code === 0) answers += 1;
        expect(fs.readdirSync(tripsFolder(env))).toEqual(['one.json']);
        expect(JSON.parse(fs.readFileSync(fileOf('one'), 'utf8'))).toMatchObject({ answers: Array(answers).fill({}) });
      }
      fs.rmSync(rest);
      expect(await json('trips')).toMatchObject([{ name: 'one', answers: 4, end: 'priced' }]);
      expect(fs.readdirSync(tripsFolder(env))).toEqual(['one.json']);
    },
  );

  test('mistakes', async () => {
    await savedQuote();
    for (const [words, message] of [
      ['shwo', 'rental trips has no action "shwo"'],
      ['show on', 'no trip is called "on"'],
      ['check one --sandbox', 'a saved trip keeps its operator, so --sandbox would have no effect'],
      ['show one --limit 1', '"one" is one price, of which trips show has no --limit'],
      ['show one --qr', 'the QR code has no plain form'],
      ['remove one two', 'rental trips takes at most 2 arguments'],
      ['show one --fields total', 'rental trips has no field "total"'],
    ])
      expect(await rental(`trips ${words}`)).toMatchObject({ code: 2, stderr: part(message ?? '') });
  });
});
