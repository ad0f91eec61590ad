/**
 * The last lines of a terminal have one owner, which decides what is drawn there: an open question, or else one animated line that says
 * what the program is doing now. Everything else is printed above them, or after the question.
 */
import { isOff } from '../text.ts';
import type { Palette } from './colour.ts';
import type { Io } from './io.ts';

export interface StatusSource {
  /** One line of escaped text. Undefined if there is nothing to show. */
  text(): string | undefined;
  /** ms until the text changes by itself. */
  nextChangeMs(): number;
}

/** What questions need of the owner of the last lines. */
export interface LastLines {
  /** Prints whole lines above the animated line; while a question is open, after it. */
  print(text: string): void;
  /** Keeps the last lines for a question until the returned function is called. */
  hold(): () => void;
  /** Hears what is printed until the returned function is called. */
  watch(hear: (text: string) => void): () => void;
}

type Stream = Io['stderr'];

/** What ora calls besides `write`. Only the stream of a real terminal has it. */
type TerminalStream = Stream & Record<'cursorTo' | 'moveCursor' | 'clearLine', (...parts: number[]) => boolean>;

/** The line appears only after this time, so that short work shows nothing. */
const showDelayMs = 200;
/** Columns for the spinner and one word. */
const minColumns = 10;

type StatusIo = Pick<Io, 'stderr' | 'env' | 'sleep' | 'onSuspend'>;

export function createStatusLine(io: StatusIo, palette: Palette, source: StatusSource, mayAnimate = true) {
  const animated = mayAnimate && canAnimate(io.stderr, io.env);
  let spinner: Awaited<ReturnType<typeof createSpinner>> | undefined;
  let running: AbortController | undefined;
  /** Set while the line is visible: a stopped program must not leave it behind. */
  let release: (() => void) | undefined;
  let stopped = false;

  const hide = (): void => {
    if (running === undefined) return;
    running.abort();
    running = undefined;
    release?.();
    release = undefined;
    spinner?.stop();
  };
  /** Runs until the signal aborts, which rejects the sleep. */
  const run = async (signal: AbortSignal): Promise<void> => {
    await io.sleep(showDelayMs, signal);
    spinner ??= await createSpinner(io.stderr, io.env, palette);
    while (!signal.aborted) {
      const text = source.text();
      if (text === undefined) return hide();
      release ??= io.onSuspend({ leave: spinner.clear });
      spinner.show(text);
      await io.sleep(source.nextChangeMs(), signal);
    }
  };
  const refresh = (): void => {
    const text = animated && !stopped && !questions.areOpen() ? source.text() : undefined;
    if (text === undefined) return hide();
    if (release !== undefined) spinner?.show(text);
    if (running !== undefined) return;
    running = new AbortController();
    // It normally ends by its abort. If it fails, the command goes on without the line.
    run(running.signal).catch(() => {});
  };
  const questions = createQuestions((text) => {
    spinner?.clear();
    io.stderr.write(`${text}\n`);
  });
  return {
    /** False if the stream can only print whole lines. */
    animated,
    print: questions.print,
    watch: questions.watch,
    hold: (): (() => void) => {
      const close = questions.open();
      hide();
      return () => {
        close();
        refresh();
      };
    },
    /** Shows the current text, or hides the line if there is no text. */
    refresh,
    /** Removes the line for good. */
    stop: (): void => {
      stopped = true;
      hide();
    },
  };
}

/** Prints at once, but while a question is open, after it. */
function createQuestions(print: (text: string) => void) {
  let open = 0;
  const watchers = new Set<(text: string) => void>();
  const write = (text: string): void => [print, ...watchers].forEach((hear) => hear(text));
  const later: string[] = [];
  return {
    areOpen: (): boolean => open > 0,
    print: (text: string): void => (open > 0 ? void later.push(text) : write(text)),
    open: (): (() => void) => {
      open += 1;
      return () => {
        open -= 1;
        if (open === 0) later.splice(0).forEach(write);
      };
    },
    watch: (hear: (text: string) => void): (() => void) => {
      watchers.add(hear);
      return () => void watchers.delete(hear);
    },
  };
}

/** The stream must be a terminal that knows its size and can move the cursor back. The log of a CI job would show each frame. */
function canAnimate(stream: Stream, env: Io['env']): boolean {
  const isWide = (stream.columns ?? 0) >= minColumns;
  return stream.isTTY === true && isWide && 'cursorTo' in stream && env['TERM'] !== 'dumb' && isOff(env['CI']);
}

async function createSpinner(stream: Stream, env: Io['env'], palette: Palette) {
  const [{ default: ora }, { rowsOf, truncate }] = await Promise.all([import('ora'), import('./width.ts')]);
  const frames = env['TERM'] === 'linux' ? ['-', '\\', '|', '/'] : [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
  const spinner = ora({
    stream: widen(stream as TerminalStream, rowsOf),
    spinner: { frames: frames.map((frame) => palette.accent(frame)), interval: 100 },
    color: false,
    isEnabled: true,
    // Otherwise ora swallows Ctrl-C.
    discardStdin: false,
    // ora restores a hidden cursor with an exit hook that ends the process on SIGINT.
    hideCursor: false,
  });
  return {
    /** Shows the line or changes its text. */
    show: (text: string) => {
      spinner.text = truncate(text, Math.max(1, (stream.columns || 80) - 3));
      if (!spinner.isSpinning) spinner.start();
    },
    /** Hides the line until its next frame, so that something else can be printed in its place. */
    clear: () => void spinner.clear(),
    stop: () => void spinner.stop(),
  };
}

/** ora loops for ever if the width becomes 0. Our text always fits one line, so tell ora that the terminal is wide. */
function widen(stream: TerminalStream, rowsOf: (text: string, columns: number) => number): Stream {
  let drawn = '';
  const wide = {
    isTTY: true,
    columns: Number.MAX_SAFE_INTEGER,
    write: (text: string) => {
      drawn += text;
      return stream.write(text);
    },
    cursorTo: (x: number) => {
      // A window that is narrower now has broken the line.
      const rows = rowsOf(drawn, stream.columns || 80);
      if (rows > 1) stream.write(`\u001B[${rows - 1}A\u001B[J`);
      drawn = '';
      return stream.cursorTo(x);
    },
    moveCursor: (x: number, y: number) => stream.moveCursor(x, y),
    clearLine: (direction: number) => stream.clearLine(direction),
    once: stream.once.bind(stream),
    removeListener: stream.removeListener.bind(stream),
  };
  return wide as unknown as Stream;
}
