/** A quote that has already expired when it is shown is noted in every format. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Notice } from '../../src/mcp/progress.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { planner } from '../mcp/support.ts';
import { operatorServer as operator } from '../support/operator.ts';
import { run, type RunOptions } from '../support/run.ts';
import { sample } from '../support/thorough.ts';
import type { CompareData } from './compare/support.ts';

const start = Date.parse('2027-01-10T00:00:00Z');
const now = () => start;
const past = { expiresAt: new Date(start - 20 * 60_000).toISOString() };
const future = { expiresAt: new Date(start + 20 * 60_000).toISOString() };
const trip = ['--pick-up', 'auckland', '--from', '2027-02-01'];
const week = [...trip, '--to', '+7d'];
const formats = ['table', 'plain', 'json', 'ndjson', 'csv'];
const one = "this quote expired 20 min ago by this machine's clock";

describe.each(sample(formats, 2))('in the format %s', (format) => {
  const rental = async (quotes: readonly object[], line: readonly string[], options: RunOptions = {}) => {
    const { baseUrl } = await operator({ quotes });
    const args = [...line, '--base-url', baseUrl, '--format', format];
    return run(args, { now, ...options });
  };

  test.each([[['quote', '11', ...week]], [['plan', ...week, '--vehicle', 'cheapest']]])('%j', async (line) => {
    const ended = await rental([past], line);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain(`note: ${one}\n`);
    expect((await rental([future], line)).stderr).not.toContain('expired');
  });

  test('compare, for the quotes that have', async () => {
    const line = ['compare', ...trip, '--nights', '7'];
    expect((await rental([past, future], line)).stderr).toContain(
      "note: 1 of 2 quotes has expired by this machine's clock\n",
    );
    expect((await rental([past, past], line)).stderr).toContain(
      "note: 2 of 2 quotes have expired by this machine's clock\n",
    );
    const alone = await rental([past], [...line, '--vehicle', 'cheapest']);
    expect(alone.stderr).toContain(`note: ${one}\n`);
    expect((await rental([future, future], line)).stderr).not.toContain('expired');
  });
});

describe('a quote that expires during the sweep', () => {
  const valid = (time: number): string => new Date(time + 20 * 60_000).toISOString();
  const noted = "1 of 2 quotes has expired by this machine's clock";
  const meanwhile = 'note: 1 of the quotes to show has expired meanwhile: asking again for';

  interface Case extends RunOptions {
    /** Of the quote that expires; the other one's is 200, and a new one's 300. */
    readonly total?: number;
    readonly soldOut?: number[];
    readonly onAsked?: () => void;
  }

  /** The first sweep stores the quote of vehicle 11. It expires while the second sweep asks for the other vehicle's: that takes an hour. */
  async function resume(args: readonly string[], { total = 100, soldOut = [], onAsked, ...options }: Case = {}) {
    let time = start;
    const slow = {
      totalAmount: 200,
      get expiresAt() {
        time += 3_600_000;
        onAsked?.();
        return valid(time);
      },
    };
    const fresh = {
      totalAmount: 300,
      get expiresAt() {
        return valid(time);
      },
    };
    const old = { expiresAt: valid(start), totalAmount: total };
    const { baseUrl, requests } = await operator({ quotes: [old, slow, fresh], soldOut });
    const env = { ...cleanEnvironment(temporaryFolder()), ...options.env };
    const sweep = (more: readonly string[], own: RunOptions = {}) =>
      run(['compare', ...trip, '--nights', '7', '--base-url', baseUrl, ...more], { now: () => time, ...own, env });
    await sweep(['--vehicle', '11']);
    const ended = await sweep(args, options);
    return { ...ended, asked: requests.filter((path) => path.startsWith('/quotes')).length - 2 };
  }

  const offersOf = ({ stdout }: { readonly stdout: string }) => {
    const { offers } = JSON.parse(stdout) as CompareData;
    return offers.map(({ vehicle, totalAmount, reused }) => [vehicle.vehicleId, totalAmount, reused]);
  };

  test('is asked for again if it would be shown, and the new one takes its place', async () => {
    const ended = await resume(['--json']);
    expect(ended).toMatchObject({ code: 0, asked: 1 });
    expect(ended.stderr).toContain(`${meanwhile} it\n`);
    expect(ended.stderr).not.toContain('by this machine');
    expect(offersOf(ended)).toEqual([
      [12, 200, false],
      [11, 300, false],
    ]);
  });

  const view: RunOptions = { tty: ['stdout'] };
  test.each([
    ['--json --limit 1', {}],
    ['--json --group-by date', {}],
    ['--format ndjson --limit 1', {}],
    ['--limit 1', view],
    ['--group-by date', view],
    ['--view calendar', view],
    ['--view calendar', {}],
  ])('is only noted if it is not shown: %s %j', async (args, options) => {
    const dear = await resume(args.split(' '), { total: 900, ...options });
    expect(dear).toMatchObject({ asked: 0, stderr: expect.stringContaining(noted) as string });
    expect(dear.stderr).not.toContain('meanwhile');
    expect(await resume(args.split(' '), options)).toMatchObject({ asked: 1 });
  });

  test.each([
    ['--all', view],
    ['--format csv --limit 2', {}],
    ['--format plain', {}],
  ])('is asked for again in every form that shows it: %s %j', async (args, options) => {
    expect(await resume(args.split(' '), { total: 900, ...options })).toMatchObject({ asked: 1 });
  });

  test('is only noted if its record is printed already', async () => {
    const ended = await resume(['--format', 'ndjson']);
    expect(ended).toMatchObject({ asked: 0, stderr: expect.stringContaining(noted) as string });
    expect(ended.stdout.trim().split('\n')).toHaveLength(2);
  });

  test('is asked for again only within --max-requests', async () => {
    const ended = await resume(['--json', '--quote', 'top:2', '--max-requests', '2']);
    expect(ended).toMatchObject({ code: 0, asked: 0, stderr: expect.stringContaining(noted) as string });
    expect(ended.stderr).toContain(`${meanwhile} none, because --max-requests allows no more\n`);
    expect(await resume(['--json', '--quote', 'top:2', '--max-requests', '3'])).toMatchObject({ asked: 1 });
  });

  test('stays, and is noted, if a new one cannot be had', async () => {
    const soldOut: number[] = [];
    const ended = await resume(['--json'], { soldOut, onAsked: () => void soldOut.push(11) });
    expect(ended).toMatchObject({ code: 8, asked: 1, stderr: expect.stringContaining(noted) as string });
    expect(offersOf(ended)).toHaveLength(2);
  });

  test('is not asked for again after an interruption', async () => {
    let interrupt = (): void => {};
    const ended = await resume(['--json'], {
      onStart: (send) => (interrupt = () => send('SIGINT')),
      onAsked: () => interrupt(),
    });
    expect(ended).toMatchObject({ code: 130, asked: 0 });
  });

  test('is not asked for again if it came expired', async () => {
    const { baseUrl, requests } = await operator({ quotes: [past] });
    await run(['compare', ...trip, '--nights', '7', '--base-url', baseUrl, '--json'], { now });
    expect(requests.filter((path) => path.startsWith('/quotes'))).toHaveLength(2);
  });
});

test('a stored quote that expires during a sweep is not called valid', async () => {
  let time = start;
  const later = {
    get expiresAt() {
      // The second sweep asks for the second vehicle after it has found the first one's quote.
      if (time > start) time += 3_600_000;
      return new Date(time + 20 * 60_000).toISOString();
    },
  };
  const { baseUrl, requests } = await operator({ quotes: [later] });
  const env = cleanEnvironment(temporaryFolder());
  const line = ['compare', ...trip, '--nights', '7', '--base-url', baseUrl];
  const sweep = (...more: string[]) => run([...line, ...more], { now: () => time, env });
  await sweep('--vehicle', '11');
  expect((await sweep('--vehicle', '11')).stderr).toContain('note: reused 1 quote that is still valid');
  time += 60_000;
  const { stderr } = await sweep();
  expect(stderr).toContain("note: 1 of 2 quotes has expired by this machine's clock\n");
  expect(stderr).not.toContain('still valid');
  // The new quote came when the second one had expired: there is no third round.
  expect(requests.filter((path) => path.startsWith('/quotes'))).toHaveLength(3);
});

test('the tools of an assistant note it, too', async () => {
  const { baseUrl } = await operator({ quotes: [{ expiresAt: new Date(Date.now() - 20 * 60_000).toISOString() }] });
  const { call } = planner([{ address: baseUrl }]);
  const dates = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };
  const quoted = await call('get_quote', { ...dates, vehicle: '11' });
  expect(quoted.document).toMatchObject({ secondsLeft: 0, notes: expect.arrayContaining([one]) as string[] });
  const compared = await call('compare_quotes', { ...dates, pick_up: ['1'] });
  expect(compared.document).toMatchObject({
    notes: expect.arrayContaining(["2 of 2 quotes have expired by this machine's clock"]) as string[],
  });
});

test('compare_quotes asks again for a quote that expired meanwhile, and counts that among its requests', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let isSlow = false;
  const quote = {
    get expiresAt() {
      if (isSlow) vi.setSystemTime(Date.now() + 3_600_000);
      isSlow = false;
      return new Date(Date.now() + 20 * 60_000).toISOString();
    },
  };
  const { baseUrl } = await operator({ quotes: [quote] });
  const { call } = planner([{ address: baseUrl }]);
  const trips = { pick_up: ['1'], from: '2030-01-07', to: '2030-01-14' };
  await call('compare_quotes', { ...trips, vehicle: ['11'] });
  isSlow = true;
  const notices: Notice[] = [];
  const { document } = await call('compare_quotes', trips, { send: (notice) => void notices.push(notice) });
  expect(document['notes']).toContain('1 of the quotes to show has expired meanwhile: asking again for it');
  expect(document).toMatchObject({ complete: true, offers: [{ rank: 1 }, { rank: 1 }] });
  expect(notices.at(-1)).toEqual({ progress: 3, total: 3, message: '3 of 3 requests' });
});

test('--quiet prints the quote alone', async () => {
  const { baseUrl } = await operator({ quotes: [past] });
  expect(await run(['quote', '11', ...week, '--base-url', baseUrl, '--quiet'], { now })).toMatchObject({ stderr: '' });
});
