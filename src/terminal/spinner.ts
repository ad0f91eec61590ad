/** One moving line at the bottom of a terminal. */
import type { Io } from './io.ts';
import type { Palette } from './colour.ts';
import { truncate } from './width.ts';

export interface Spinner {
  /** Shows the line, or changes its text; the text is escaped. */
  show(text: string): void;
  /** Takes the line away for a moment, so that something else can be printed in its place. */
  clear(): void;
  stop(): void;
}

type Stream = Io['stderr'];

/** What ora calls besides `write`; only a real terminal's stream has it. */
type Terminal = Stream & Record<'cursorTo' | 'moveCursor' | 'clearLine', (...parts: number[]) => boolean>;

/** Columns that a sign and a word take. */
const narrowest = 10;

/** Whether the stream can hold a moving line: a terminal that knows its size and can go back over it. */
export function canSpin(stream: Stream, env: Io['env']): boolean {
  return stream.isTTY === true && (stream.columns ?? 0) >= narrowest && 'cursorTo' in stream && env['TERM'] !== 'dumb';
}

export async function createSpinner(stream: Stream, env: Io['env'], palette: Palette): Promise<Spinner> {
  const { default: ora } = await import('ora');
  const frames = env['TERM'] === 'linux' ? ['-', '\\', '|', '/'] : [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
  const spinner = ora({
    stream: shield(stream as Terminal),
    spinner: { frames: frames.map((frame) => palette.accent(frame)), interval: 100 },
    color: false,
    isEnabled: true,
    // Else Ctrl-C would be swallowed while it spins.
    discardStdin: false,
    // A cursor that was never hidden cannot be left hidden, and the hook that would restore it ends the process on SIGINT.
    hideCursor: false,
  });
  return {
    show: (text) => {
      spinner.text = truncate(text, Math.max(1, (stream.columns || 80) - 3));
      if (!spinner.isSpinning) spinner.start();
    },
    clear: () => void spinner.clear(),
    stop: () => void spinner.stop(),
  };
}

/** ora divides by the width and loops for ever at 0, which a terminal may become; its line here always fits one. */
function shield(stream: Terminal): Stream {
  const shielded = {
    isTTY: true,
    columns: Number.MAX_SAFE_INTEGER,
    write: (text: string) => stream.write(text),
    cursorTo: (x: number) => stream.cursorTo(x),
    moveCursor: (x: number, y: number) => stream.moveCursor(x, y),
    clearLine: (direction: number) => stream.clearLine(direction),
    once: stream.once.bind(stream),
    removeListener: stream.removeListener.bind(stream),
  };
  return shielded as unknown as Stream;
}
