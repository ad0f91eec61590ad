/** What stderr shows while the program works: notes, waits, requests and the status line. */
import { formatDuration, wrapWords } from '../text.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { createMeter } from './meter.ts';
import { lineWidth } from './output.ts';
import { createStatusLine, type LastLines } from './status-line.ts';
import { createUnderWay } from './under-way.ts';

/** The events of the HTTP core (`HttpEvent`) that can be shown. */
export type ProgressEvent =
  | {
      readonly type: 'response';
      readonly url: URL;
      readonly status: number;
      readonly elapsedMs: number;
      readonly remaining: number | undefined;
    }
  | { readonly type: 'failure'; readonly url: URL; readonly message: string; readonly elapsedMs: number }
  | ({ readonly type: 'wait' } & CurrentWait)
  | { readonly type: 'wait-end' }
  | { readonly type: 'notice'; readonly message: string };

interface CurrentWait {
  readonly reason: string;
  /** Epoch ms. */
  readonly until: number;
}

export interface Progress extends LastLines {
  onEvent(event: ProgressEvent): void;
  /** Starts work that may take long. Call the returned function when the work ends. */
  begin(label: string): () => void;
  /** How far long work has come, for the status line: worked out only when it is shown. Undefined when the work ends. */
  meter(text: (() => string) | undefined): void;
  /** Prints one line. Prints the same text only once. */
  note(text: string): void;
  /** Prints one line, also with `--quiet`: a result must not be used without it. Prints the same text only once. */
  warn(text: string): void;
  /** Removes the status line for good, so that records can be printed; notes still come. */
  hide(): void;
  /** Removes the status line. Nothing is printed afterwards. */
  stop(): void;
}

export interface ProgressOptions {
  readonly io: Pick<Io, 'stderr' | 'env' | 'now' | 'sleep' | 'onSuspend'>;
  /**
   * Quiet prints nothing but warnings. Verbose 1 prints each request, 2 its whole address. Accessible prints a line where others see
   * a line that changes.
   */
  readonly settings: { readonly quiet: boolean; readonly verbose: number; readonly accessible?: boolean };
  readonly palette: Palette;
}

const silent = { onEvent() {}, begin: () => () => {}, meter() {}, note() {}, hide() {}, stop() {} };

/** Work that takes longer is named in a line. */
const plainDelayMs = 1000;
/** Longer waits get a line of their own if the status line cannot be shown. */
const longWaitMs = 2000;

export function createProgress({ io, settings, palette }: ProgressOptions): Progress {
  const underWay = createUnderWay(io);
  const notes = new Set<string>();
  const meter = createMeter(io);
  let wait: CurrentWait | undefined;
  let stopped = false;
  const source = {
    text: () => statusText({ summary: meter.text(), wait, underWay }, io.now()),
    // A countdown changes with the next full second.
    nextChangeMs: () =>
      Math.min(meter.nextChangeMs(), wait === undefined ? 1000 : Math.max(50, (wait.until - io.now()) % 1000)),
  };
  const line = createStatusLine(io, palette, source, settings.accessible !== true);
  const print = (text: string): void => (stopped ? undefined : line.print(text));
  /** A terminal would break lines within words. */
  const inLines = (text: string): string[] => wrapWords(text, lineWidth(io.stderr) ?? Number.POSITIVE_INFINITY, '  ');
  const labelled = (label: string, text: string): void => {
    if (notes.has(text)) return;
    notes.add(text);
    const [first = '', ...rest] = inLines(`${label}: ${escapeText(text)}`);
    print([`${palette.hint(`${label}:`)}${first.slice(label.length + 1)}`, ...rest].join('\n'));
  };
  const note = (text: string): void => labelled('note', text);
  const always = { print, hold: line.hold, warn: (text: string): void => labelled('warning', text) };
  if (settings.quiet) return { ...silent, ...always };
  const setWait = (next: CurrentWait | undefined): void => {
    const isSaid = !line.animated || settings.verbose > 0;
    if (next !== undefined && isSaid && isNewWait(next, wait, io.now())) {
      print(inLines(describeWait(next, io.now())).join('\n'));
    }
    wait = next;
    line.refresh();
  };
  return {
    ...always,
    note,
    begin: (label) => {
      const [end, over] = [underWay.begin(label), new AbortController()];
      if (settings.accessible === true) void sayLater(io, over.signal, () => print(`${escapeText(label)} …`));
      line.refresh();
      return () => {
        over.abort();
        if (end()) line.refresh();
      };
    },
    meter: (text) => {
      meter.set(text);
      line.refresh();
    },
    onEvent: (event) => {
      if (event.type !== 'notice') underWay.heard();
      if (event.type === 'notice') note(event.message);
      else if (event.type === 'wait' || event.type === 'wait-end') setWait(event.type === 'wait' ? event : undefined);
      else if (settings.verbose > 0) print(palette.paint('dim', describeRequest(event, settings.verbose)));
    },
    hide: line.stop,
    stop: () => {
      stopped = true;
      line.stop();
    },
  };
}

interface Status {
  readonly summary: string | undefined;
  readonly wait: CurrentWait | undefined;
  readonly underWay: Pick<ReturnType<typeof createUnderWay>, 'label' | 'silence'>;
}

function statusText({ summary, wait, underWay }: Status, now: number): string | undefined {
  const waiting = wait !== undefined && wait.until > now ? describeWait(wait, now) : undefined;
  if (summary !== undefined) return waiting === undefined ? summary + underWay.silence() : `${summary}, ${waiting}`;
  const label = underWay.label();
  return waiting ?? (label && `${escapeText(label)}${underWay.silence()} …`);
}

/** Says on a terminal what takes long, unless it is over by then. */
async function sayLater({ stderr, sleep }: ProgressOptions['io'], over: AbortSignal, say: () => void): Promise<void> {
  if (stderr.isTTY === true) await sleep(plainDelayMs, over).then(say, () => {});
}

function isNewWait(next: CurrentWait, last: CurrentWait | undefined, now: number): boolean {
  const isNew = last === undefined || next.reason !== last.reason || next.until > last.until + longWaitMs;
  return isNew && next.until - now > longWaitMs;
}

function describeWait({ reason, until }: CurrentWait, now: number): string {
  return `waiting ${formatDuration(until - now)}: ${escapeText(reason)}`;
}

function describeRequest(event: ProgressEvent & { type: 'response' | 'failure' }, verbose: number): string {
  const { url, elapsedMs } = event;
  // Do not use `href`: a base URL may hold a password.
  const request = `GET ${verbose > 1 ? url.origin : ''}${url.pathname}${url.search}`;
  const time = `${Math.round(elapsedMs)} ms`;
  if (event.type === 'failure') return escapeText(`${request} failed after ${time}: ${event.message}`);
  const budget = event.remaining === undefined ? '' : `, ${event.remaining} left`;
  return escapeText(`${request} ${event.status}, ${time}${budget}`);
}
