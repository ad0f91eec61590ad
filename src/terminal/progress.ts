/** What stderr shows while the program works: notes, waits, requests, and one line that says what happens now. */
import { isOff, labelled, waitInWords, wrapWords } from '../text.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { createLastLines, type LastLines } from './last-lines.ts';
import { lineWidth } from './output.ts';
import { lineOf, type Meter, type State, type Wait } from './status-line.ts';

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
  /** How far long work has come: worked out only when it is shown. Undefined when the work ends. */
  meter(work: Meter | undefined): void;
  /** Prints the same text only once. */
  note(text: string): void;
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

const silent = { onEvent() {}, begin: () => () => {}, meter() {}, note() {}, hide() {} };

/** Longer waits get a line of their own where the line that changes is not drawn. */
const longWaitMs = 2000;
const minuteMs = 60_000;
/** For a screen reader, work that takes longer is named in a line. */
const plainDelayMs = 1000;

export function createProgress({ io, settings, palette }: ProgressOptions): Progress {
  const { quiet, verbose, accessible = false } = settings;
  const state: State = { works: new Set(), waits: new Map(), heardAt: 0, meter: undefined };
  const isDrawn = !quiet && !accessible && canAnimate(io);
  const { want, ...lines } = createLastLines(io, palette, () => lineOf(state, io.now()), isDrawn);
  const { print } = lines;
  const notes = new Set<string>();
  /** A terminal would break lines within words. */
  const columns = (): number => lineWidth(io.stderr) ?? Number.POSITIVE_INFINITY;
  const sayOnce = (label: string, text: string): void => {
    if (notes.has(text)) return;
    notes.add(text);
    print(labelled(label, escapeText(text), columns(), palette.accent));
  };
  const always = { ...lines, warn: (text: string): void => sayOnce('warning', text) };
  if (quiet) return { ...silent, ...always };
  const note: Progress['note'] = (text) => sayOnce('note', text);
  const sayWait = createWaitLines(io.now);
  const setWait = (wait: Wait, operator: string | undefined): void => {
    state.waits.set(operator, wait);
    const text = isDrawn && verbose === 0 ? undefined : sayWait(wait, operator);
    if (text === undefined) return;
    const { done, total } = state.meter?.count() ?? {};
    const line = escapeText(done === undefined ? text : `${text} (${done} of ${total})`);
    print(wrapWords(line, columns(), '  ').join('\n'));
  };
  const refresh = (): void => want(state.works.size > 0 || state.waits.size > 0 || state.meter !== undefined);
  return {
    ...always,
    note,
    begin: (label) => {
      const work = { label };
      if (state.works.size === 0) state.heardAt = io.now();
      state.works.add(work);
      const over = new AbortController();
      if (accessible) sayLater(io, over.signal, () => print(`${escapeText(label)} …`));
      refresh();
      return () => {
        over.abort();
        state.works.delete(work);
        refresh();
      };
    },
    meter: (work) => {
      state.meter = work;
      refresh();
    },
    onEvent: (event, operator) => {
      if (event.type === 'notice') return note(event.message);
      state.heardAt = io.now();
      if (event.type === 'wait') setWait(event, operator);
      else if (event.type === 'wait-end') state.waits.delete(operator);
      else if (verbose > 0) print(palette.paint('dim', describeRequest(event, verbose)));
      refresh();
    },
  };
}

/** The stream must be a terminal that can move its cursor back and has room for a word. The log of a CI job would show each frame. */
function canAnimate({ stderr, env }: ProgressOptions['io']): boolean {
  const isWide = (stderr.columns ?? 0) >= 10;
  return stderr.isTTY === true && isWide && 'cursorTo' in stderr && env['TERM'] !== 'dumb' && isOff(env['CI']);
}

/**
 * The line of a long wait; undefined if there is one already for this operator and reason, or if the last minute has said one as long:
 * requests that are spread out wait for a few seconds each.
 */
function createWaitLines(now: () => number) {
  const said = new Map<string, { readonly at: number; readonly until: number }>();
  return ({ reason, until }: Wait, operator: string | undefined): string | undefined => {
    const key = JSON.stringify([operator, reason]);
    const at = now();
    const last = said.get(key) ?? { at: Number.NEGATIVE_INFINITY, until: 0 };
    const isAlike = at < last.at + minuteMs && until - at <= last.until - last.at + longWaitMs;
    if (until - at <= longWaitMs || until <= last.until + longWaitMs || isAlike) return undefined;
    said.set(key, { at, until });
    return waitInWords(until - at, reason, operator);
  };
}

/** Says on a terminal what takes long, unless it is over by then. */
function sayLater({ stderr, sleep }: ProgressOptions['io'], over: AbortSignal, say: () => void): void {
  if (stderr.isTTY === true) void sleep(plainDelayMs, over).then(say, () => {});
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
