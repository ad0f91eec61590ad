/** Saved trips: what was answered can be looked at again without the service, and asked again. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { splitShell } from '../../src/base/shell-words.ts';
import { tripsFolder } from '../../src/trips/folder.ts';
import { keepAnswer, readTrip, removeTrip } from '../../src/trips/store.ts';
import { lastAnswer } from '../../src/trips/trip.ts';
import { cleanEnvironment, configuredEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator, operatorService, type OperatorOptions } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { answer, plant } from '../support/service.ts';
import { waiting } from '../support/waiting.ts';

const trip = '--pick-up 1 --drop-off 2 --from 2026-12-20 --to +7d';
const sweep = '--pick-up 1 --from 2026-12-20..+2d --nights 7';

let env: Record<string, string>;
let service: ReturnType<typeof operator>;
beforeEach(() => {
  env = cleanEnvironment(temporaryFolder());
});

type Options = Parameters<typeof run>[1];
const rental = (line: string, options: Options = {}) => run(splitShell(line), { env, ...options });
const json = async (line: string) => JSON.parse((await rental(`${line} --json`)).stdout) as unknown;
/** As a terminal shows it, without colour. */
const shown = async (line: string) => {
  const { stdout } = await rental(line, { env: { ...env, NO_COLOR: '1' }, tty: ['stdout'] });
  return stdout;
};
/** In the place of a part of a text. */
const part = (text: string) => expect.stringContaining(text) as string;
const fileOf = (name: string) => join(tripsFolder(env), `${name}.json`);
const save = (line: string, name: string, options: Options = {}) =>
  rental(`${line} --base-url ${service.baseUrl} --save ${name}`, options);

interface Checked {
  readonly end: string;
  readonly reason?: string;
  readonly changes: readonly { readonly field: string; readonly difference: number | null }[];
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
async function goDown(name: string): Promise<void> {
  const trip = readTrip(env, name);
  const [first, ...others] = trip.operators;
  const asked = { ...trip, operators: [{ ...first, baseUrl: 'http://127.0.0.1:9/' }, ...others] as const };
  await removeTrip(env, name, waiting());
  await keepAnswer(env, name, { ...lastAnswer(trip), asked }, waiting(), { mayBeNew: true });
}

function price(totalAmount: number, routeFee = 0) {
  const fees = { rentalFee: totalAmount - routeFee, routeFee, accessoriesFee: 0, insuranceFee: 0 };
  return { totalAmount, priceBreakdown: { ...fees, accessories: [], insurance: null } };
}

describe('what is saved can be shown without a request', () => {
  test.each([
    ['a quote by names', `quote 'Kea Camper' ${trip} --accessory '2x snow' --insurance 'full cover'`, '--json'],
    ['a comparison with what is missing', `compare ${sweep} --insurance 'full cover' --quote all`, '--json'],
    ['groups', `compare ${sweep} --pick-up all --drop-off all --quote all`, '--json --group-by vehicle --limit 99'],
    ['records', `compare ${sweep} --quote all`, '--format csv --limit 99'],
  ])('%s', async (_, command, view) => {
    service = operator();
    const asked = await save(`${command} ${view}`, 'it');
    const requests = service.requests.length;
    const again = await rental(`trips show it ${view}`);
    expect([asked.code, again.code]).toEqual([0, 0]);
    const read = (text: string): unknown => (view.includes('csv') ? text : JSON.parse(text));
    expect(read(again.stdout)).toEqual(read(asked.stdout));
    expect(service.requests).toHaveLength(requests);
  });

  test('the quote of a plan', async () => {
    service = operator();
    const { stdout } = await save(`plan ${trip} --vehicle cheapest --accessory 'Snow chains' --json`, 'it');
    const { checkoutUrl, quote, vehicle } = JSON.parse(stdout) as Record<string, object>;
    expect(await json('trips show it')).toMatchObject({ ...quote, checkoutUrl });
    expect((await rental('trips show it --format table')).stdout).toContain((vehicle as { name: string }).name);
  });
});

test('the list has the dates of a trip, and of a comparison the first day and the last one', async () => {
  await savedQuote();
  await save('compare --pick-up 1 --from 2026-12-20..+2d --nights 7,9', 'many');
  expect(await json('trips')).toMatchObject([
    { name: 'many', pickUpDate: '2026-12-20', dropOffDate: '2026-12-31' },
    { name: 'one', pickUpDate: '2026-12-20', dropOffDate: '2026-12-27', total: 696.5, currency: 'NZD', change: 0 },
  ]);
  const { stdout } = await rental('trips --format table', { env: { ...env, COLUMNS: '160' } });
  expect(stdout).toMatch(/^one +2026-12-20 +2026-12-27 +696\.50 NZD +Kea Camper, /m);
});

test('remove lists those that are left', async () => {
  await savedQuote();
  await save(`quote 12 ${trip}`, 'other');
  const other = { name: 'other', command: part('--vehicle 12 --insurance none --no-input') };
  expect(await json('trips remove one')).toMatchObject([other]);
});

describe('the question is kept as values', () => {
  test('a relative start is fixed; what counts from it still does; no option of the view is kept', async () => {
    service = operator();
    await save('compare --pick-up auck --from tomorrow..+2d --to fri --limit 1 --max-total 900', 'it');
    expect(readTrip(env, 'it')).toMatchObject({
      sweep: {
        ...{ pickUp: ['1'], dropOff: ['same'], from: expect.stringMatching(/^\d{4}-\d\d-\d\d\.\.\+2d$/) as string },
        ...{ to: 'fri', accessory: [], insurance: [], quote: 'best:1', by: ['all'] },
      },
    });
  });

  test('the command asks the same by ids, with the site and the limit of the operator', async () => {
    service = operator();
    const flags = '--site-url https://book.example.com --rate-limit 90/1s';
    await save(`quote 'Kea Camper' ${trip} ${flags} --accessory 'snow chains'`, 'it');
    const [{ command = '' } = {}] = (await json('trips')) as { command?: string }[];
    expect(command).toMatch(
      /^rental plan --base-url http\S+ --site-url https:\/\/book\.example\.com\/? --rate-limit 90\/1s /,
    );
    const { quote, checkoutUrl } = (await json(command.replace('rental ', ''))) as Record<string, object>;
    const { quoteId } = quote as { quoteId: string };
    expect(await json('trips show it')).toMatchObject({ quoteId, checkoutUrl });
  });

  test('the same question under the same name is one answer more, another question is refused', async () => {
    await savedQuote();
    await save(`quote 'kea camper' ${trip}`, 'ONE');
    expect(await json('trips')).toMatchObject([{ name: 'one', answers: 2 }]);
    const other = { code: 2, stderr: part('the trip "one" asks something else') };
    for (const line of [`quote 12 ${trip}`, `plan --vehicle 12 ${trip}`, `compare ${sweep}`])
      expect(await save(line, 'one')).toMatchObject({ ...other, stdout: part('12') });
    service = operator();
    expect(await save(`quote 11 ${trip}`, 'one')).toMatchObject(other);
    expect(await json('trips')).toMatchObject([{ answers: 2 }]);
  });

  test('an operator that is not meant, or has none of the depots, is no part of it', async () => {
    const [lucky, south] = [operator(), operator({ depots: ['Picton'] })];
    const operators = { south: { baseUrl: south.baseUrl }, lucky: { baseUrl: lucky.baseUrl } };
    env = { ...env, ...configuredEnvironment({ operators }) };
    const stderr = part('note: south takes no part: nothing that was asked for is there');
    const line = `compare ${sweep.replace('1', 'auckland')} --operator south,lucky --save it`;
    for (let round = 0; round < 2; round++) expect(await rental(line)).toMatchObject({ code: 0, stderr });
    expect(await json('trips')).toMatchObject([{ answers: 2, end: 'priced', command: part('--operator lucky ') }]);
  });

  test.each(['auckland', 'dead:1,lucky:1'])('it needs an offer of each operator, from %s', async (depot) => {
    const operators = { dead: { baseUrl: 'http://127.0.0.1:9' }, lucky: { baseUrl: operator().baseUrl } };
    env = { ...env, ...configuredEnvironment({ operators }) };
    const line = `compare ${sweep.replace('1', depot)} --operator dead,lucky --retries 0 --save it`;
    const stderr = part('warning: not saved: there is no offer of dead: ');
    expect(await rental(line)).toMatchObject({ code: 8, stderr });
    expect(await json('trips')).toEqual([]);
  });

  test('in a pipe that closes early, a comparison is still saved', async () => {
    service = operator();
    const epipe = Object.assign(new Error(), { code: 'EPIPE' });
    const closed = { stdout: { write: (_: string, end: (error: Error) => void) => end(epipe) } };
    expect(await save(`compare ${sweep}`, 'it', { env, ...closed })).toMatchObject({ code: 0 });
    expect(await json('trips')).toMatchObject([{ name: 'it', end: 'priced' }]);
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
  test('says what changed since the last answer, in words on a terminal', async () => {
    await savedQuote({ quotes: [price(700), price(650), price(690, 40), price(690, 40)] });
    const total = { field: 'totalAmount', before: 700, after: 650, difference: -50 };
    const first = { total: 650, changes: [total, { field: 'rentalFee' }] };
    expect(await checked('one')).toMatchObject({ code: 0, first });
    expect(await shown('trips check one')).toMatch(
      /one: 690\.00 NZD\nKea Camper, .*\n[^]*route fee +0\.00 +40\.00 +\+40\.00\n/,
    );
    expect(await shown('trips check one')).toContain('Nothing has changed.');
    const history = 'one: 4 answers, lowest 650.00 NZD, highest 700.00 NZD\n';
    expect(await shown('trips history one')).toContain(history);
  });

  test('sold out is recorded each time, never as a price, and back again is a change', async () => {
    const soldOut: number[] = [];
    await savedQuote({ soldOut });
    soldOut.push(11);
    for (const changes of [[{ before: 696.5, after: null }], []]) {
      const first = { end: 'not_available', total: null, changes };
      expect(await checked('one')).toMatchObject({ code: 1, first });
      expect(await shown('trips')).toMatch(/^one .* not available {2}/m);
    }
    soldOut.pop();
    expect(await checked('one')).toMatchObject({ code: 0, first: { changes: [{ before: null, after: 696.5 }] } });
    const past = (await json('trips history one')) as { total: number | null }[];
    expect(past.map(({ total }) => total)).toEqual([696.5, null, null, 696.5]);
  });

  test('a price that lacks an extra is none for this trip, and says so in every form', async () => {
    service = operator({ quotes: [{}, {}, price(1)] });
    expect(await save(`quote 11 ${trip} --accessory 1`, 'it')).toMatchObject({ code: 0 });
    expect(await checked('it')).toMatchObject({ code: 0, first: { changes: [] } });
    const reason = 'not in the quote: Snow chains';
    expect(await checked('it')).toMatchObject({ code: 8, first: { end: 'incomplete', total: null, reason } });
    expect(await shown('trips check it')).toContain(`it: incomplete\n${reason}\n`);
    expect(await json('trips')).toMatchObject([{ end: 'incomplete', total: null, change: null }]);
    const past = (await json('trips history it')) as { total: number | null; reason?: string }[];
    expect(past.map((one) => one.total ?? one.reason)).toEqual([696.5, 696.5, reason, reason]);
    const last = part(`the last answer is "incomplete": ${reason}`);
    expect(await rental('trips show it --json')).toMatchObject({ code: 8, stderr: last });
  });

  test('a comparison that lost a part is none either, but that a vehicle is gone is an answer', async () => {
    let down = '';
    const vehicles = (date: string) => (date === down ? { status: 503, error: 'Back soon' } : { 11: 'Kea', 12: 'Moa' });
    const soldOut = [12];
    await savedSweep({ vehicles, soldOut });
    down = '2026-12-21';
    const first = { end: 'partial', total: null, changes: [] };
    expect(await checked('it --retries 0')).toMatchObject({ code: 8, first });
    down = '';
    expect(await checked('it')).toMatchObject({ code: 0, first: { end: 'priced', changes: [] } });
    soldOut.push(11);
    expect(await checked('it')).toMatchObject({ code: 1, first: { end: 'not_available' } });
  });

  test.each([
    [sweep, '2026-12-20', '2026-12-21,2026-12-22', '2027-01-20'],
    ['--pick-up 1 --from 2026-12-20..2026-12-28 --to 2026-12-22', '2026-12-21', '2026-12-22', '2026-12-24'],
  ])(
    'of a comparison, starts that have passed are left out, and then it is over: %s',
    async (line, day, left, last) => {
      service = operator();
      await save(`compare ${line}`, 'it');
      const checkOn = async (date: string) => {
        const before = service.requests.length;
        const { first } = await checked('it', { now: () => Date.parse(`${date}T12:00:00Z`) });
        const asked = service.requests.slice(before);
        return [
          first?.end,
          asked.flatMap((path) => /availability.*pick_up_date=([\d-]+)/.exec(path)?.[1] ?? []).join(),
        ];
      };
      expect(await checkOn(day)).toEqual(['priced', left]);
      expect(await checkOn(last)).toEqual(['over', '']);
    },
  );

  test('a service that is away says why, and has changed nothing', async () => {
    await savedQuote();
    await save(`compare ${sweep}`, 'many');
    for (const name of ['one', 'many']) await goDown(name);
    const failed = { end: 'failed', changes: [], reason: part('refused') };
    expect(await checked('--all --retries 0')).toMatchObject({ code: 8, documents: [failed, failed] });
    expect(await shown('trips check one --retries 0')).toContain('rental trips show one prints the last answer.');
  });

  test.each([
    ['an answer of a wrong shape', 200, { quoteId: 7 }, 'failed'],
    ['a service that wants credentials', 401, { error: 'Sign in' }, 'failed'],
    ['an address that is not there', 404, 'Not found', 'failed'],
    ['an id that the service no longer has', 400, { error: 'Unknown vehicle' }, 'changed'],
  ])('%s costs its trip only', async (_, status, body, end) => {
    let isBroken = false;
    const quote = (query: URLSearchParams) => {
      return isBroken && query.get('pick_up_date') === '2026-12-20' ? answer(status, body) : undefined;
    };
    service = plant(async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      return (pathname === '/quotes' ? quote(searchParams) : undefined) ?? operatorService()(request);
    });
    await save(`quote 11 ${trip}`, 'one');
    await save(`quote 11 ${trip.replace('-20', '-21')}`, 'two');
    isBroken = true;
    expect(await checked('--all')).toMatchObject({ code: 8, documents: [{ end }, { end: 'priced' }] });
  });

  test('--max-total says which one is above it', async () => {
    await savedQuote({ quotes: [price(700)] });
    await save(`compare ${sweep}`, 'many');
    const above = 'warning: one: the total is too high: 700.00 NZD is above --max-total, 699.00 NZD\n';
    expect(await checked('one --max-total 699')).toMatchObject({ code: 10, stderr: above });
    expect(await checked(`one --max-total '9999 AUD'`)).toMatchObject({ code: 10 });
    const both = [{ name: 'one' }, { name: 'many' }];
    expect(await checked('one,many --max-total 700')).toMatchObject({ code: 0, documents: both });
    await goDown('many');
    // One that could not be asked counts for more.
    expect(await checked('one,many --max-total 699 --retries 0')).toMatchObject({ code: 8 });
  });
});

describe('files', () => {
  test.each([
    ['that was changed', (text: string) => text.replace('"pickUp":["1"]', '"pickUp":1')],
    ['with a limit that no memory can hold', (text: string) => text.replace('"100/60s"', '"999999/60s"')],
    ['with an address that is none', (text: string) => text.replace('"baseUrl":"http', '"baseUrl":"file')],
    ['of no operator', (text: string) => text.replace(/"operators":.*,"sweep"/s, '"operators":[],"sweep"')],
    ['asked at no time', (text: string) => text.replace(/"askedAt":"/g, '"askedAt":"9')],
    ['without a part of its document', (text: string) => text.replace('"offers":', '"offer":')],
    ['with a huge number', (text: string) => text.replace(/"total":[\d.]+/, '"total":1e999')],
    ['of another version', (text: string) => text.replace('"format":5', '"format":4')],
    ['that is cut off', (text: string) => text.slice(0, -9)],
  ])('one %s costs that trip only, and is said', async (_, change) => {
    await savedSweep();
    const text = fs.readFileSync(fileOf('it'), 'utf8');
    expect(change(text)).not.toBe(text);
    fs.writeFileSync(fileOf('bad'), change(text));
    const { code, stderr, documents } = await checked('--all');
    expect({ code, documents }).toMatchObject({ code: 0, documents: [{ name: 'it' }] });
    expect(stderr).toMatch(/^warning: the trip "bad" cannot be read: .+\n$/);
    for (const action of ['check', 'show', 'history'])
      expect(await rental(`trips ${action} bad`)).toMatchObject({
        code: 9,
        stderr: part('hint: rental trips remove bad\n'),
      });
  });

  test('a folder that cannot be read is an error, because it may have trips', async () => {
    fs.mkdirSync(join(tripsFolder(env), '..'), { recursive: true });
    fs.writeFileSync(tripsFolder(env), '');
    expect(await rental('trips')).toMatchObject({
      code: 9,
      stdout: '',
      stderr: part('cannot be read: ENOTDIR\nhint: '),
    });
  });

  test('pipes, links, folders and huge files are no trips, and are not waited for', async () => {
    await savedQuote();
    execFileSync('mkfifo', [fileOf('pipe')]);
    fs.symlinkSync('/dev/zero', fileOf('link'));
    fs.symlinkSync('/nonexistent', fileOf('dead'));
    fs.mkdirSync(fileOf('place'));
    fs.writeFileSync(fileOf('huge'), '');
    fs.truncateSync(fileOf('huge'), 600 * 1024 * 1024);
    const { documents, stderr } = await checked('--all');
    expect(documents).toMatchObject([{ name: 'one' }]);
    for (const name of ['pipe', 'link', 'place', 'huge']) expect(stderr).toContain(`"${name}" cannot be read`);
    for (const name of ['pipe', 'link', 'dead', 'place', 'huge', 'ONE'])
      expect(await rental(`trips remove ${name}`)).toMatchObject({
        code: 0,
        stderr: part(`note: removed: ${name.toLowerCase()}\n`),
      });
    expect(fs.readdirSync(tripsFolder(env))).toEqual([]);
  });

  test('on a full disk no answer is lost, and nothing half made stays', { tags: ['mounts'] }, async () => {
    const disk = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    env = { ...env, XDG_DATA_HOME: disk };
    await savedQuote();
    const rest = join(disk, 'rest');
    expect(() => {
      for (;;) fs.appendFileSync(rest, 'x'.repeat(4096));
    }).toThrow('ENOSPC');
    const full = { code: 9, stderr: part('ENOSPC') };
    expect(await save(`quote 12 ${trip}`, 'two')).toMatchObject({ ...full, stdout: part('696.5') });
    // With a page more each time: another write is the one that fails.
    for (let [room, answers] = [0, 1]; answers < 4; room += 4096) {
      fs.truncateSync(rest, Math.max(0, fs.statSync(rest).size - room));
      const { code, stdout, stderr } = await rental('trips check one');
      expect({ stdout, ...(code === 0 ? full : { code, stderr }) }).toMatchObject({ ...full, stdout: part('696.5') });
      if (code === 0) answers += 1;
      expect(await json('trips')).toMatchObject([{ name: 'one', answers }]);
      expect(fs.readdirSync(tripsFolder(env))).toEqual(['one.json']);
    }
  });
});

test.each(['', '../up', '\u001b[31m'])('the name %j is refused before anything is asked', async (name) => {
  service = operator();
  const { code, stderr } = await save(`quote 11 ${trip}`, `'${name}'`);
  expect({ code, requests: service.requests }).toEqual({ code: 2, requests: [] });
  expect(stderr).not.toContain('\u001b');
});

test.each([
  ['shwo', 'rental trips has no action "shwo"'],
  ['show on', 'no trip is called "on"'],
  ['show', 'trips show needs a name'],
  ['check one --sandbox', 'a saved trip keeps its operator'],
  ['history one --max-total 1', 'trips history takes no --max-total'],
  ['check one --all', 'trips check takes no name'],
  ['remove one two', "too many arguments for 'trips'"],
])('trips %s is a mistake', async (words, message) => {
  await savedQuote();
  expect(await rental(`trips ${words}`)).toMatchObject({ code: 2, stdout: '', stderr: part(message) });
});
