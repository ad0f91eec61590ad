/** What people are told on stderr while they wait. */
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { createMovingLine, waitWords, type Wait } from './moving-line.ts';

/** The events of the HTTP core (`HttpEvent`), as far as they are told. */
export type ProgressEvent =
  | {
      readonly type: 'response';
      readonly url: URL;
      readonly status: number;
      readonly elapsedMs: number;
      readonly remaining: number | undefined;
    }
  | { readonly type: 'failure'; readonly url: URL; readonly message: string; readonly elapsedMs: number }
  | { readonly type: 'wait'; readonly reason: string; readonly until: number }
  | { readonly type: 'wait-end' }
  | { readonly type: 'notice'; readonly message: string };

export interface Progress {
  onEvent(event: ProgressEvent): void;
  /** Something that may take long has begun; it is over when the returned function is called. */
  begin(label: string): () => void;
  /** How far something long has come, on the line that moves; undefined once it is over. */
  meter(text: string | undefined): void;
  /** One line, once. */
  note(text: string): void;
  /** Leaves a clean line; nothing is printed after it. */
  stop(): void;
}

export interface ProgressOptions {
  readonly io: Pick<Io, 'stderr' | 'env' | 'now' | 'sleep'>;
  /** Quiet says nothing at all; verbose 1 tells each request, 2 with the whole address. */
  readonly settings: { readonly quiet: boolean; readonly verbose: number };
  readonly palette: Palette;
}

/** ms of a wait worth a line where nothing can move. */
const longWait = 2000;

export function createProgress({ io, settings, palette }: ProgressOptions): Progress {
  if (settings.quiet)
    return { onEvent: () => {}, begin: () => () => {}, meter: () => {}, note: () => {}, stop: () => {} };
  const line = createMovingLine(io, palette);
  const told = new Set<string>();
  let stopped = false;
  let wait: Wait | undefined;

  const say = (text: string): void => {
    if (!stopped) line.printAbove(text);
  };
  const note = (text: string): void => {
    if (told.has(text)) return;
    told.add(text);
    say(`${palette.hint('note:')} ${escapeText(text)}`);
  };
  const startWait = (next: Wait): void => {
    const isNews = wait === undefined || next.reason !== wait.reason || next.until > wait.until + longWait;
    const isLong = next.until - io.now() > longWait;
    if (isNews && isLong && (!line.moves || settings.verbose > 0)) say(waitWords(next, io.now()));
    wait = next;
    line.wait(next);
  };
  const endWait = (): void => {
    wait = undefined;
    line.wait(undefined);
  };
  return {
    note,
    begin: (label) => line.begin(label),
    meter: (text) => line.meter(text),
    onEvent: (event) => {
      if (event.type === 'notice') note(event.message);
      else if (event.type === 'wait') startWait(event);
      else if (event.type === 'wait-end') endWait();
      else if (settings.verbose > 0) say(palette.paint('dim', requestWords(event, settings.verbose)));
    },
    stop: () => {
      stopped = true;
      line.stop();
    },
  };
}

function requestWords(event: ProgressEvent & { type: 'response' | 'failure' }, verbose: number): string {
  const { url, elapsedMs } = event;
  // Never `href`: a base URL may carry a password.
  const request = `GET ${verbose > 1 ? url.origin : ''}${url.pathname}${url.search}`;
  const time = `${Math.round(elapsedMs)} ms`;
  if (event.type === 'failure') return escapeText(`${request} failed after ${time}: ${event.message}`);
  return escapeText(
    `${request} ${event.status}, ${time}${event.remaining === undefined ? '' : `, ${event.remaining} left`}`,
  );
}
