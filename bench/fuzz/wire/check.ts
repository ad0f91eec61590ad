/** Checks random answers: the real program ends as documented, whatever the service sends. */
import { compileOnce, processorMs } from '../processor.ts';
import { watchFaults, type FaultWatch } from '../faults.ts';
import { createClock, type FakeClock } from '../clock.ts';
import { runLine, type Outcome } from '../harness.ts';
import type { Line } from '../lines.ts';
import { randomInput, type WireInput } from './inputs.ts';
import { problemOfAnswer, problemOfRight } from './problems.ts';
import { startWireServer, type WireServer } from './server.ts';
import { createService } from './service.ts';

export interface WireEnd {
  /** Undefined if nothing is wrong. */
  readonly problem: string | undefined;
  readonly index: number;
  readonly line: Line;
  readonly sent: WireInput['sent'];
  readonly outcome: Outcome | undefined;
  readonly ms: number;
}

export interface WireChecked {
  readonly defects: readonly WireEnd[];
  /** How many inputs ended with each exit code. */
  readonly codes: Readonly<Record<number, number>>;
  readonly answers: number;
  /** The longest time of an input, ms. */
  readonly slowest: { readonly ms: number; readonly index: number };
}

export interface WireOptions {
  readonly seed: number;
  readonly from?: number;
  readonly count: number;
  /** Told before each input. */
  readonly onStart?: (index: number) => void;
  readonly onEnd?: (end: WireEnd) => void;
}

export async function checkWire(options: WireOptions): Promise<WireChecked> {
  compileOnce();
  const { seed, from = 0, count, onStart = () => {}, onEnd = () => {} } = options;
  const server = await startWireServer();
  const elsewhere = await startElsewhere();
  const parts = {
    server,
    elsewhere,
    faults: watchFaults(),
    clock: createClock(),
    rightEnds: new Map<string, string>(),
  };
  const restoreUptime = parts.clock.replaceUptime();
  const answerTo = createService(server.port);
  const defects: WireEnd[] = [];
  const codes: Record<number, number> = {};
  let answers = 0;
  let slowest = { ms: 0, index: -1 };
  for (let index = from; index < from + count; index++) {
    onStart(index);
    const ended = await checkInput(randomInput(seed, index, server.port, elsewhere.origin, answerTo), parts);
    const end = { ...ended, index };
    const code = end.outcome?.code ?? -1;
    codes[code] = (codes[code] ?? 0) + 1;
    answers += end.sent.length;
    if (end.ms > slowest.ms) slowest = end;
    if (end.problem !== undefined) defects.push(end);
    onEnd(end);
  }
  restoreUptime();
  parts.faults.end();
  server.close();
  elsewhere.close();
  return { defects, codes, answers, slowest };
}

/** What a service may not lead the program to. */
async function startElsewhere() {
  const server = await startWireServer();
  let asked = false;
  server.use(() => {
    asked = true;
    return Promise.resolve(undefined);
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    /** Whether anything was connected to since the last call. */
    wasAsked: (): boolean => [asked, (asked = false)][0] ?? false,
    close: server.close,
  };
}

interface WireParts {
  readonly server: WireServer;
  readonly elsewhere: Awaited<ReturnType<typeof startElsewhere>>;
  readonly faults: FaultWatch;
  readonly clock: FakeClock;
  /** How each line ended that got right answers only. */
  readonly rightEnds: Map<string, string>;
}

/** Milliseconds of processor for each answer, with the making of it. */
const mostProcessorMs = 2_000;

/** Far more than any input needs, also on a slow machine: attempts that stay open end after some ms. */
const longestMs = 25_000;

async function checkInput(input: WireInput, parts: WireParts): Promise<Omit<WireEnd, 'index'>> {
  const { server, elsewhere, faults, clock, rightEnds } = parts;
  const { line, answering, sent, mayStayOpen } = input;
  const resources = activeResources();
  server.use(answering);
  const startedAt = performance.now();
  const before = processorMs();
  let outcome: Outcome | undefined;
  let problem: string | undefined;
  try {
    outcome = await runLine(line, clock);
    problem = problemOfAnswer(line, outcome, mayStayOpen);
    const isRight = sent.length > 0 && sent.every((one) => one.isRight);
    if (isRight && !mayStayOpen) problem ??= problemOfRight(line, outcome, rightEnds);
  } catch (error) {
    problem = String(error);
  }
  const ms = Math.round(performance.now() - startedAt);
  const ownMs = processorMs() - before;
  if (ownMs > mostProcessorMs * Math.max(1, sent.length)) problem ??= `it takes ${ownMs} ms of processor`;
  if (ms > longestMs * Math.max(1, sent.length)) problem ??= `it takes ${ms} ms`;
  if (elsewhere.wasAsked()) problem ??= 'it asks a host that only the service names';
  problem ??= await leftover(resources);
  server.use(undefined);
  return { problem: (await faults.take()) ?? problem, line, sent, outcome, ms };
}

/** Resources that would keep the real program running after its end. */
function activeResources(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|Zlib|FSReq/.test(name));
}

/** Closing takes some turns of the event loop, and work in other threads that was abandoned takes a moment. */
async function leftover(before: readonly string[]): Promise<string | undefined> {
  const until = performance.now() + 5_000;
  let after = activeResources();
  while (after.length > before.length && performance.now() < until) {
    await new Promise(setImmediate);
    after = activeResources();
  }
  return after.length > before.length ? `left behind: ${after.join(', ')}` : undefined;
}
