/** What stderr shows while the program works: notes, waits, requests and a status line. */
import type { HttpEvent } from '../http/types.ts';
import { isOff, labelled, wrapWords } from '../base/words.ts';
import { waitInWords } from '../base/durations.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { lineWidth } from './output.ts';
import {
  statusDetail,
  createStatusLine,
  statusText,
  type Meter,
  type ProgressState,
  type Wait,
} from './status-line.ts';

/** The sandbox has answered a request. */
type SandboxEvent = HttpEvent & { readonly type: 'response'; readonly method: string };
/** What happens to a request that the program sends, or that the sandbox answers. */
type ProgressEvent = HttpEvent | SandboxEvent;

export interface Progress {
  /** `operator` is set if there are several. */
  onEvent(event: ProgressEvent, operator?: string): void;
  /** Starts work that may take long. Call the returned function when the work ends. */
  begin(label: string): () => void;
  /** Shows how far long work has come, until it is called with undefined. */
  meter(work: Meter | undefined): void;
  /** Prints the same text only once. */
  note(text: string): void;
  /** Also with `--quiet`, because a result must not be used without it. */
  warn(text: string): void;
  /** The text ends with `command`, which is not wrapped. */
  hint(text: string, command: string): void;
  /** Removes the status line, for a question or a result, until the returned function is called. */
  hold(): () => void;
}

export interface ProgressOptions {
  readonly io: Pick<Io, 'stderr' | 'env' | 'now' | 'sleep'>;
  readonly settings: {
    /** Only warnings. */
    readonly quiet: boolean;
    /** Also each request. */
    readonly verbose: boolean;
    /** No status line. */
    readonly accessible: boolean;
  };
  readonly palette: Palette;
}

/** Longer waits are printed if there is no status line. */
const longWaitMs = 2000;
/** Within this time, a reason is printed once: spread requests wait a few seconds each. */
const sameWaitMs = 60_000;

export function createProgress(options: ProgressOptions): Progress {
  const { io, settings, palette } = options;
  const verbose = !settings.quiet && settings.verbose;
  const state: ProgressState = { works: new Set(), waits: new Map(), meter: undefined };
  const holders = new Set<object>();
  const isDrawn = !settings.quiet && !settings.accessible && canAnimate(io);
  const line = createStatusLine(io, () => ({
    line: statusText(state, io.now()),
    below: statusDetail(state),
  }));
  const { print, printWait, ...messages } = createMessages(options, line.clear);
  const refresh = (): void => {
    const isWanted = state.works.size > 0 || state.waits.size > 0 || state.meter !== undefined;
    line.set(isDrawn && isWanted && holders.size === 0);
  };
  const addTo = <T>(items: Set<T>, item: T): (() => void) => {
    items.add(item);
    refresh();
    return () => {
      items.delete(item);
      refresh();
    };
  };
  return {
    ...messages,
    hold: () => addTo(holders, {}),
    begin: (label) => addTo(state.works, { label }),
    meter: (work) => {
      state.meter = work;
      refresh();
    },
    onEvent: (event, operator) => {
      if (event.type === 'notice') return messages.note(event.message);
      if (event.type === 'wait') {
        state.waits.set(operator, event);
        if (!isDrawn || verbose) printWait(event, operator, state.meter);
      } else if (event.type === 'wait-end') state.waits.delete(operator);
      else if (verbose) print(palette.paint('dim', describeRequest(event)));
      refresh();
    },
  };
}

/** `clear` removes the status line. */
function createMessages({ io, settings: { quiet }, palette }: ProgressOptions, clear: () => void) {
  const print = (text: string): void => {
    clear();
    io.stderr.write(`${text}\n`);
  };
  const printedAt = new Map<string, number>();
  const printOnce = (label: string, text: string, command?: string): void => {
    if (printedAt.has(text)) return;
    printedAt.set(text, io.now());
    const whole = command === undefined ? undefined : escapeText(command);
    print(labelled(label, escapeText(text), lineWidth(io.stderr), palette.accent, whole));
  };
  return {
    print,
    note: (text: string): void => (quiet ? undefined : printOnce('note', text)),
    warn: (text: string): void => printOnce('warning', text),
    hint: (text: string, command: string): void => printOnce('hint', text, command),
    printWait: (
      { reason, until }: Wait,
      operator: string | undefined,
      meter: Meter | undefined,
    ): void => {
      const key = JSON.stringify([operator, reason]);
      const now = io.now();
      if (quiet || until - now <= longWaitMs || now < (printedAt.get(key) ?? 0) + sameWaitMs)
        return;
      printedAt.set(key, now);
      const { done, total } = meter?.count() ?? {};
      const count = done === undefined ? '' : ` (${done} of ${total})`;
      const words = escapeText(waitInWords(until - now, reason, operator) + count);
      print(wrapWords(words, lineWidth(io.stderr), '  ').join('\n'));
    },
  };
}

/** Whether the terminal can move its cursor back. The log of a CI job would show each frame. */
function canAnimate({ stderr, env }: ProgressOptions['io']): boolean {
  const isWide = (stderr.columns ?? 0) >= 10;
  return (
    stderr.isTTY === true &&
    isWide &&
    'cursorTo' in stderr &&
    env['TERM'] !== 'dumb' &&
    isOff(env['CI'])
  );
}

/** Only path and query, because the address may hold a password. */
function describeRequest(event: ProgressEvent & { type: 'response' | 'failure' }): string {
  const { pathname, search } = event.url;
  const request = `${'method' in event ? event.method : 'GET'} ${pathname}${search}`;
  const time = `${Math.round(event.elapsedMs)} ms`;
  if (event.type === 'failure')
    return escapeText(`${request} failed after ${time}: ${event.message}`);
  const budget = event.remaining === undefined ? '' : `, ${event.remaining} left`;
  return escapeText(`${request} ${event.status}, ${time}${budget}`);
}
