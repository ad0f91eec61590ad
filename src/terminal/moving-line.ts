/** A line on stderr that says what is going on now: a terminal's only, and only when it lasts. */
import { formatDuration } from '../text.ts';
import type { Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { canSpin, createSpinner, type Spinner } from './spinner.ts';

export interface Wait {
  readonly reason: string;
  /** Epoch ms. */
  readonly until: number;
}

export interface MovingLine {
  /** False where only whole lines can be printed. */
  readonly moves: boolean;
  printAbove(text: string): void;
  begin(label: string): () => void;
  wait(wait: Wait | undefined): void;
  /** How far something long has come: shown before what is waited for. Undefined: it is over. */
  meter(text: string | undefined): void;
  stop(): void;
}

/** ms before the line appears: what is over by then needs none. */
const patience = 200;

export function waitWords({ reason, until }: Wait, now: number): string {
  return `waiting ${formatDuration(until - now)}: ${escapeText(reason)}`;
}

export function createMovingLine(io: Pick<Io, 'stderr' | 'env' | 'now' | 'sleep'>, palette: Palette): MovingLine {
  const moves = canSpin(io.stderr, io.env);
  const labels = new Set<{ readonly label: string }>();
  let wait: Wait | undefined;
  let meter: string | undefined;
  let spinner: Spinner | undefined;
  let running: AbortController | undefined;
  let visible = false;
  let stopped = false;

  const words = (): string | undefined => {
    const waiting = wait !== undefined && wait.until > io.now() ? waitWords(wait, io.now()) : undefined;
    if (meter !== undefined) return waiting === undefined ? meter : `${meter}, ${waiting}`;
    const latest = [...labels].at(-1);
    return waiting ?? (latest && `${escapeText(latest.label)} …`);
  };
  const hide = (): void => {
    running?.abort();
    running = undefined;
    visible = false;
    spinner?.stop();
  };
  /** Until it is aborted, which rejects its sleep. */
  const run = async (signal: AbortSignal): Promise<void> => {
    await io.sleep(patience, signal);
    spinner ??= await createSpinner(io.stderr, io.env, palette);
    while (!signal.aborted) {
      const text = words();
      if (text === undefined) return hide();
      visible = true;
      spinner.show(text);
      // To the moment the countdown shows another number.
      await io.sleep(wait === undefined ? 1000 : Math.max(50, (wait.until - io.now()) % 1000), signal);
    }
  };
  const refresh = (): void => {
    const text = moves && !stopped ? words() : undefined;
    if (text === undefined) return hide();
    if (visible) spinner?.show(text);
    if (running !== undefined) return;
    running = new AbortController();
    // It ends by being aborted. Should it fail, there is no line, and the command goes on.
    run(running.signal).catch(() => {});
  };
  return {
    moves,
    printAbove: (text) => {
      spinner?.clear();
      io.stderr.write(`${text}\n`);
    },
    begin: (label) => {
      const entry = { label };
      labels.add(entry);
      refresh();
      return () => void (labels.delete(entry) && refresh());
    },
    wait: (next) => {
      wait = next;
      refresh();
    },
    meter: (text) => {
      meter = text === undefined ? undefined : escapeText(text);
      refresh();
    },
    stop: () => {
      stopped = true;
      hide();
    },
  };
}
