/** worker <case> <format|base> <file>: does the work of a process again and again; prints how long that took and its peak memory. */
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { createClient } from '../../src/api/client.ts';
import type { Context } from '../../src/cli/context.ts';
import availability from '../../src/commands/availability.ts';
import type { CompareRequest } from '../../src/commands/compare/options.ts';
import { offerData } from '../../src/commands/compare/record.ts';
import { compare, offerRecords } from '../../src/documents/compare.ts';
import { unranked } from '../../src/planner/sweep/rank.ts';
import { compareResult } from '../../src/commands/compare/result.ts';
import type { Http, HttpResponse } from '../../src/http/types.ts';
import type { SweepOutcome } from '../../src/planner/sweep/events.ts';
import type { Offer } from '../../src/planner/sweep/rank.ts';
import { renderResult } from '../../src/render/index.ts';
import type { Format, Result } from '../../src/result.ts';
import { createPalette } from '../../src/terminal/colour.ts';
import { createOutput } from '../../src/terminal/output.ts';
import type { ReadOffer } from './data.ts';
import { medianOf } from './median.ts';

export interface Measurement {
  /** The shortest run. */
  readonly ms: number;
  /** User and system time of all threads, the median of all runs. */
  readonly cpuMs: number;
  /** The same of the first run, with code that the engine has not optimised yet, as in a process of rental. */
  readonly firstCpuMs: number;
  /** After the first run. */
  readonly peakMb: number;
}

const repetitions = 9;
const now = Date.parse('2030-01-01T00:00:00Z');
const env = { COLUMNS: '120' };
const operator = { name: 'lucky', timeZone: 'Pacific/Auckland' };
const session = {
  operator,
  depots: { known: () => [], stored: async () => [] },
  today: () => '2030-01-01',
  now: () => now,
};

const [name = '', format = '', file = ''] = process.argv.slice(2);
/** Gets bytes, as a pipe does. */
const stdout = new Writable({ write: (_chunk: Buffer, _encoding, done) => done() });
const sleep = (): Promise<void> => Promise.resolve();
const output = createOutput({ stdout, stderr: stdout, sleep }, new AbortController().signal);
const context = { io: { stdout: {}, env, now: () => now }, settings: {}, note: () => {} } as unknown as Context;

prepare(readFileSync(file))
  .then(measure)
  .then((measurement) => process.stdout.write(JSON.stringify(measurement)));

/** What is measured: from what the service sent to what is written. Loads the code before. */
async function prepare(bytes: Buffer): Promise<() => Promise<void>> {
  if (format === 'base') return async () => output.write(JSON.stringify(JSON.parse(bytes.toString())));
  if (name === 'compare') return prepareOffers(readLines(bytes));
  await write(await vehicles(Buffer.from('[]')));
  return async () => write(await vehicles(bytes));
}

async function prepareOffers(offers: readonly Offer[]): Promise<() => Promise<void>> {
  await write(found([]));
  return () => write(found(offers));
}

async function measure(work: () => Promise<void>): Promise<Measurement> {
  const [times, cpuTimes]: [number[], number[]] = [[], []];
  let peakMb = 0;
  for (let run = 0; run < repetitions; run++) {
    const [cpu, started] = [process.cpuUsage(), performance.now()];
    await work();
    times.push(performance.now() - started);
    const { user, system } = process.cpuUsage(cpu);
    cpuTimes.push((user + system) / 1000);
    peakMb ||= process.resourceUsage().maxRSS / 1024;
  }
  return { ms: Math.min(...times), cpuMs: medianOf(cpuTimes), firstCpuMs: cpuTimes[0] ?? 0, peakMb };
}

async function write(result: Result): Promise<void> {
  const settings = { format: format as Format, fields: undefined };
  const palette = createPalette({}, env, 'never');
  for await (const text of renderResult(result, { settings, stream: {}, env, palette })) await output.write(text);
}

/** The command itself, with a connection that has its answer. */
function vehicles(body: Buffer): Promise<Result> {
  const headers = { 'content-type': 'application/json' };
  const response: HttpResponse = { status: 200, headers, body, receivedAt: now, elapsedMs: 0 };
  const http: Http = { get: async () => response };
  const service = createClient({ http, baseUrl: new URL('http://127.0.0.1/api') });
  const options = { pickUp: '1', dropOff: '2', from: '2030-01-01', to: '2030-01-08' };
  const open = async () => ({ ...session, service });
  return availability.run(options, { ...context, session: open } as unknown as Context) as Promise<Result>;
}

/** As `compare` does it: ndjson and csv print offers as they come. */
function found(offers: readonly Offer[]): Result {
  const plan = { requests: offers.length, exact: true, cells: 500, seconds: 0, operators: [], assumptions: [] };
  const outcome = { plan, offers, failures: [], trips: [], sessions: [session], interruption: undefined };
  const request = { calendar: false } as CompareRequest;
  const result = compareResult(outcome as unknown as SweepOutcome, request, {
    asked: { at: 0, command: 'rental compare' },
    context,
  });
  return format === 'ndjson' || format === 'csv'
    ? { document: compare, value: undefined, items: items(offers), view: [] }
    : result;
}

async function* items(offers: readonly Offer[]) {
  for (const offer of offers) yield [offerRecords, offerData(unranked(offer))] as const;
}

const meant = new Map<string, string>();

function offerOf(offer: ReadOffer): Offer {
  const { selection: trip, vehicle } = offer;
  const basket = { asked: [], missing: [], meant, ids: trip };
  return Object.assign(offer, { candidate: { trip, vehicle, basket } });
}

/** One by one, as answers come, so that the whole text does not count as memory of the work. */
function readLines(bytes: Buffer): Offer[] {
  const offers: Offer[] = [];
  for (let end = bytes.indexOf('\n'), at = end + 1; at > 0; at = end + 1) {
    end = bytes.indexOf('\n', at);
    const line = bytes.toString('utf8', at, end < 0 ? bytes.length : end);
    if (line.startsWith('{')) offers.push(offerOf(JSON.parse(line.replace(/,$/, '')) as ReadOffer));
  }
  return offers;
}
