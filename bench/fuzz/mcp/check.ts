/** Calls the tools of the server for assistants, whatever the service sends: each call has an answer, and a short one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as delay } from 'node:timers/promises';
import { openSessions } from '../../../src/mcp/operators.ts';
import { serve } from '../../../src/mcp/server.ts';
import { operatorAt } from '../../../src/operators/operator.ts';
import { createDice, type Dice } from '../../../test/support/dice.ts';
import { createClock } from '../clock.ts';
import { watchFaults } from '../faults.ts';
import { compileOnce, processorMs } from '../processor.ts';
import { startWireServer, type Answering } from '../wire/server.ts';
import { createService } from '../wire/service.ts';
import { answering } from './answers.ts';

interface CallsChecked {
  readonly problems: readonly string[];
  /** How many calls gave a document, and how many each code of an error. */
  readonly ends: Readonly<Record<string, number>>;
  /** Bytes that the heap has grown by since a quarter of the calls. */
  readonly grown: number;
  readonly longestBytes: number;
  readonly longestMs: number;
}

const trip = { pick_up: '1', drop_off: '10', from: '2026-12-20', to: '2026-12-27' };
const calls: readonly (readonly [tool: string, input: object])[] = [
  ['list_depots', {}],
  ['list_depots', { search: 'auck', limit: 100, offset: 1 }],
  ['search_vehicles', trip],
  ['search_vehicles', { ...trip, pick_up: 'auckland airport' }],
  ['list_extras', { ...trip, vehicle: '101' }],
  ['get_quote', { ...trip, vehicle: '101', accessories: ['301'], insurance: '402' }],
  ['get_quote', { ...trip, vehicle: 'Ruru 2-berth Campervan', accessories: ['child seat'] }],
  ['get_booking_link', { ...trip, vehicle: 'Ruru 2-berth Campervan' }],
  ['compare_quotes', { pick_up: ['1'], from: '2026-12-20', nights: '7', quote: 'top:2', limit: 100 }],
  ['get_limits', {}],
];

/** Of a line: what a result may have, and the rest of the message. */
const mostBytes = 65_536 + 500;
/** Milliseconds of processor for a call, with the making of the answers. */
const mostMs = 2_000;
/** Milliseconds after which no list of depots that is kept counts as new. */
const betweenCallsMs = 3_600_000;

export async function checkCalls(seed: number, count: number): Promise<CallsChecked> {
  compileOnce();
  const dice = createDice(seed);
  const connection = await connect();
  const problems: string[] = [];
  const ends: Record<string, number> = {};
  const heaps: number[] = [];
  const longest = { bytes: 0, ms: 0 };
  for (let id = 0; id < count; id++) {
    if (id % Math.ceil(count / 8) === 0) heaps.push(heapUsed());
    const [name, input] = dice.pick(calls);
    const startedAt = processorMs();
    const line = await connection.call(id, name, input, dice);
    const ms = processorMs() - startedAt;
    longest.ms = Math.max(longest.ms, ms);
    longest.bytes = Math.max(longest.bytes, Buffer.byteLength(line ?? ''));
    const end = endOf(line);
    ends[end] = (ends[end] ?? 0) + 1;
    const problem =
      (await connection.fault()) ?? problemOf(line, end) ?? (ms > mostMs ? `it takes ${ms} ms` : undefined);
    if (problem !== undefined) problems.push(`${id} ${name}: ${problem}`);
  }
  heaps.push(heapUsed());
  await connection.end();
  const [, , early = 0] = heaps;
  return { problems, ends, grown: (heaps.at(-1) ?? 0) - early, longestBytes: longest.bytes, longestMs: longest.ms };
}

/** The server on two streams in this process, with clocks on which no wait takes time. */
async function connect() {
  const server = await startWireServer();
  const answerTo = createService(server.port);
  let answer: Answering = () => Promise.resolve(undefined);
  server.use((target) => answer(target));
  const clock = createClock();
  const restoreUptime = clock.replaceUptime();
  const faults = watchFaults();
  // On its clocks, years pass: nobody else may find this budget.
  const state = mkdtempSync(join(tmpdir(), 'rental-fuzz-'));
  const env = { HOME: '/dev/null', RENTAL_STATE_DIR: state, TMPDIR: '/dev/null' };
  const machine = { now: clock.now, monotonic: clock.monotonic, sleep: clock.sleep, random: () => 0.5, env };
  const operator = operatorAt(`http://127.0.0.1:${server.port}/api/agent`);
  const sessions = openSessions([operator], undefined, { machine, maxWaitMs: 3_600_000, timeoutMs: 5_000, retries: 1 });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const waiting = new Map<number, (line: string) => void>();
  createInterface({ input: output }).on('line', (line) => waiting.get((JSON.parse(line) as { id: number }).id)?.(line));
  const send = (message: object): void => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const troubles: unknown[] = [];
  const served = serve({
    ...{ input, output, sessions, trips: {} as never, isSandbox: false, signal: new AbortController().signal },
    // A comparison may take its time.
    machine: { ...machine, sleep: (ms, signal) => delay(ms, undefined, { ref: false, ...(signal && { signal }) }) },
    onTrouble: (error) => troubles.push(error),
  });
  const clientInfo = { name: 'fuzz', version: '1' };
  send({ id: -1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  return {
    /** The line with the answer; undefined if there is none for long. */
    call: async (id: number, name: string, args: object, dice: Dice): Promise<string | undefined> => {
      await clock.sleep(betweenCallsMs);
      answer = answering(answerTo, dice);
      const stop = new AbortController();
      const answered = new Promise<string>((resolve) => waiting.set(id, resolve));
      send({ id, method: 'tools/call', params: { name, arguments: args } });
      const line = await Promise.race([answered, delay(30_000, undefined, { signal: stop.signal })]);
      stop.abort();
      waiting.delete(id);
      return line;
    },
    fault: async (): Promise<string | undefined> => {
      const trouble = troubles.splice(0)[0];
      return (await faults.take()) ?? (trouble === undefined ? undefined : String(trouble));
    },
    end: async (): Promise<void> => {
      input.end();
      await served;
      await sessions.close();
      server.close();
      faults.end();
      restoreUptime();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

interface Answer {
  readonly error?: unknown;
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
}

/** `document`, or the code of the error. */
function endOf(line: string | undefined): string {
  if (line === undefined) return 'no answer';
  const { result } = JSON.parse(line) as Answer;
  const text = result?.content[0]?.text;
  if (text === undefined) return 'no result';
  return result?.isError === true ? (JSON.parse(text) as { error: { code: string } }).error.code : 'document';
}

const unsafe = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{Cs}/u;

function problemOf(line: string | undefined, end: string): string | undefined {
  if (line === undefined || ['no result', 'internal', 'interrupted'].includes(end)) return end;
  if (Buffer.byteLength(line) > mostBytes) return `an answer of ${Buffer.byteLength(line)} bytes`;
  const text = (JSON.parse(line) as Answer).result?.content[0]?.text ?? '';
  return unsafe.test(text) ? 'an unsafe character' : undefined;
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
