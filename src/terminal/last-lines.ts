/**
 * The last lines of a terminal have one owner. It draws one line that changes, or leaves them to an open question; everything else is
 * printed above that line, or after the question.
 */
import type { Palette } from './colour.ts';
import type { Io } from './io.ts';

/** What questions need of the owner. */
export interface LastLines {
  /** Prints whole lines above the line that changes; while a question is open, after it. */
  print(text: string): void;
  /** Keeps the last lines for a question until the returned function is called. */
  hold(): () => void;
}

/** What ora calls besides `write`. Only the stream of a real terminal has it. */
type TerminalStream = Io['stderr'] & Record<'cursorTo' | 'moveCursor' | 'clearLine', (...parts: number[]) => boolean>;

/** What takes less shows nothing. */
const showDelayMs = 200;
/** Between two frames. */
const frameMs = 100;

type LastLinesIo = Pick<Io, 'stderr' | 'env' | 'sleep' | 'onSuspend'>;

/** `lineNow`: escaped; undefined if there is nothing to say now. Without `isDrawn`, nothing is ever drawn again. */
export function createLastLines(
  io: LastLinesIo,
  palette: Palette,
  lineNow: () => string | undefined,
  isDrawn: boolean,
) {
  let isWanted = false;
  let isHidden = false;
  let isOver = false;
  let questions = 0;
  const later: string[] = [];
  const line = createLine(io, palette, lineNow);
  const refresh = (): void => line.set(isDrawn && isWanted && !isHidden && questions === 0);
  const write = (text: string): void => {
    if (isOver) return;
    line.clear();
    io.stderr.write(`${text}\n`);
  };
  const hide = (): void => {
    isHidden = true;
    refresh();
  };
  return {
    /** Whether there is anything to say. */
    want: (wanted: boolean): void => {
      isWanted = wanted;
      refresh();
    },
    print: (text: string): void => (questions > 0 ? void later.push(text) : write(text)),
    hold: (): (() => void) => {
      questions += 1;
      refresh();
      return () => {
        questions -= 1;
        if (questions === 0) later.splice(0).forEach(write);
        refresh();
      };
    },
    /** Removes the line for good. */
    hide,
    /** Prints nothing from now on. */
    stop: (): void => {
      hide();
      isOver = true;
    },
  };
}

function createLine(io: LastLinesIo, palette: Palette, lineNow: () => string | undefined) {
  let drawing: AbortController | undefined;
  let clear = (): void => {};
  const draw = async (signal: AbortSignal): Promise<void> => {
    await io.sleep(showDelayMs, signal);
    const spinner = await createSpinner(io, palette);
    signal.throwIfAborted();
    clear = spinner.clear;
    // A stopped program must not leave the line behind.
    const release = io.onSuspend({ leave: clear });
    signal.addEventListener('abort', () => [clear, release].forEach((end) => end()));
    for (;;) {
      const line = lineNow();
      if (line === undefined) clear();
      else spinner.draw(line);
      await io.sleep(frameMs, signal);
    }
  };
  return {
    /** Until the next frame, so that something else can be printed in its place. */
    clear: (): void => clear(),
    set: (isOn: boolean): void => {
      if (isOn === (drawing !== undefined)) return;
      drawing?.abort();
      drawing = isOn ? new AbortController() : undefined;
      // It ends by its abort. If it fails, the command goes on without the line.
      if (drawing !== undefined) draw(drawing.signal).catch(() => {});
    },
  };
}

async function createSpinner({ stderr, env }: Pick<Io, 'stderr' | 'env'>, palette: Palette) {
  const [{ default: ora }, { rowsOf, truncate }] = await Promise.all([import('ora'), import('./width.ts')]);
  const frames = env['TERM'] === 'linux' ? ['-', '\\', '|', '/'] : [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
  // Never started: its own timer would draw the line beside a question, and its hooks would change the streams of the process.
  const spinner = ora({
    stream: widen(stderr as TerminalStream, rowsOf),
    spinner: { frames: frames.map((frame) => palette.accent(frame)), interval: 100 },
    color: false,
    isEnabled: true,
  });
  return {
    draw: (text: string): void => {
      spinner.text = truncate(text, Math.max(1, (stderr.columns || 80) - 3));
      spinner.render();
    },
    clear: (): void => void spinner.clear(),
  };
}

/** ora loops for ever if the width becomes 0. Our text always fits one line, so tell ora that the terminal is wide. */
function widen(stream: TerminalStream, rowsOf: (text: string, columns: number) => number): Io['stderr'] {
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
    moveCursor: stream.moveCursor.bind(stream),
    clearLine: stream.clearLine.bind(stream),
    once: stream.once.bind(stream),
  };
  return wide as unknown as Io['stderr'];
}
