/** What stderr shows while the program works: notes, waits, requests and the status line. */
import { wrapWords } from '../text.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { lineWidth } from './output.ts';
import { createStatusLine, type LastLines } from './status-line.ts';
import { createMeter, createUnderWay, createWaits, type Wait } from './status-parts.ts';

/** The events of the HTTP core (`HttpEvent`) that can be shown. */
export type ProgressEvent =
  | {
      readonly type: 'response';
      /** GET unless given. */
      readonly method?: string;
      readonly url: URL;
      readonly status: number;
      readonly elapsedMs: number;
      readonly remaining: number | undefined;
    }
  | { readonly type: 'failure'; readonly url: URL; readonly message: string; readonly elapsedMs: number }
  | ({ readonly type: 'wait' } & Wait)
  | { readonly type: 'wait-end' }
  | { readonly type: 'notice'; readonly message: string };

export interface Progress extends LastLines {
  /** `operator` is the name of the one that the event is of, if there are several. */
  onEvent(event: ProgressEvent, operator?: string): void;
  /** Starts work that may take long. Call the returned function when the work ends. */
  begin(label: string): () => void;
  /**
   * How far long work has come, for the status line, and in a few words for the line of a wait: worked out only when it is shown.
   * Undefined when the work ends.
   */
  meter(text: (() => string) | undefined, count?: () => string): void;
  /** Prints the same text only once. */
  note(text: string): void;
  /** How many lines a note or a warning takes. */
  noteLines(text: string): number;
  /** As a note, but also with `--quiet`: a result must not be used without it. */
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

const silent = { onEvent() {}, begin: () => () => {}, meter() {}, note() {}, noteLines: () => 0, hide() {}, stop() {} };

/** Work that takes longer is named in a line. */
const plainDelayMs = 1000;

export function createProgress({ io, settings, palette }: ProgressOptions): Progress {
  const underWay = createUnderWay(io);
  const notes = new Set<string>();
  const meter = createMeter(io);
  const waits = createWaits(io);
  let stopped = false;
  const source = {
    text: () => statusText({ summary: meter.text(), waiting: waits.text(), underWay }),
    nextChangeMs: () => Math.min(meter.nextChangeMs(), waits.nextChangeMs()),
  };
  const line = createStatusLine(io, palette, source, settings.accessible !== true);
  const print = (text: string): void => (stopped ? undefined : line.print(text));
  /** A terminal would break lines within words. */
  const inLines = (text: string): string[] => wrapWords(text, lineWidth(io.stderr) ?? Number.POSITIVE_INFINITY, '  ');
  const linesOf = (label: string, text: string): string[] => inLines(`${label}: ${escapeText(text)}`);
  const labelled = (label: string, text: string): void => {
    if (notes.has(text)) return;
    notes.add(text);
    const [first = '', ...rest] = linesOf(label, text);
    print([`${palette.hint(`${label}:`)}${first.slice(label.length + 1)}`, ...rest].join('\n'));
  };
  const note: Progress['note'] = (text) => labelled('note', text);
  const always = { print, hold: line.hold, watch: line.watch, warn: (text: string): void => labelled('warning', text) };
  if (settings.quiet) return { ...silent, ...always };
  const isSaid = !line.animated || settings.verbose > 0;
  const setWait = (next: Wait | undefined, operator: string | undefined): void => {
    const text = isSaid && next !== undefined ? waits.news(next, operator) : undefined;
    const count = text === undefined ? undefined : meter.count();
    if (text !== undefined) print(inLines(count === undefined ? text : `${text} (${count})`).join('\n'));
    waits.set(operator, next);
    line.refresh();
  };
  return {
    ...always,
    note,
    noteLines: (text) => linesOf('warning', text).length,
    begin: (label) => {
      const end = underWay.begin(label);
      const over = settings.accessible === true ? new AbortController() : undefined;
      if (over !== undefined) void sayLater(io, over.signal, () => print(`${escapeText(label)} …`));
      line.refresh();
      return () => {
        over?.abort();
        if (end()) line.refresh();
      };
    },
    meter: (text, count) => {
      meter.set(text, count);
      line.refresh();
    },
    onEvent: (event, operator) => {
      if (event.type !== 'notice') underWay.heard();
      if (event.type === 'notice') note(event.message);
      else if (event.type === 'wait') setWait(event, operator);
      else if (event.type === 'wait-end') setWait(undefined, operator);
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
  readonly waiting: string | undefined;
  readonly underWay: Pick<ReturnType<typeof createUnderWay>, 'label' | 'silence'>;
}

function statusText({ summary, waiting, underWay }: Status): string | undefined {
  if (summary !== undefined) return waiting === undefined ? summary + underWay.silence() : `${summary}, ${waiting}`;
  const label = underWay.label();
  return waiting ?? (label && `${escapeText(label)}${underWay.silence()} …`);
}

/** Says on a terminal what takes long, unless it is over by then. */
async function sayLater({ stderr, sleep }: ProgressOptions['io'], over: AbortSignal, say: () => void): Promise<void> {
  if (stderr.isTTY === true) await sleep(plainDelayMs, over).then(say, () => {});
}

function describeRequest(event: ProgressEvent & { type: 'response' | 'failure' }, verbose: number): string {
  const { url, elapsedMs } = event;
  // Do not use `href`: a base URL may hold a password.
  const method = (event.type === 'response' && event.method) || 'GET';
  const request = `${method} ${verbose > 1 ? url.origin : ''}${url.pathname}${url.search}`;
  const time = `${Math.round(elapsedMs)} ms`;
  if (event.type === 'failure') return escapeText(`${request} failed after ${time}: ${event.message}`);
  const budget = event.remaining === undefined ? '' : `, ${event.remaining} left`;
  return escapeText(`${request} ${event.status}, ${time}${budget}`);
}
