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

/** ora has the frames. It never draws itself: its timer would draw beside a question, and it knows nothing of a window that gets narrower. */
async function createSpinner({ stderr, env }: Pick<Io, 'stderr' | 'env'>, palette: Palette) {
  const [{ default: ora }, { rowsOf, truncate }] = await Promise.all([import('ora'), import('./width.ts')]);
  const frames = env['TERM'] === 'linux' ? ['-', '\\', '|', '/'] : [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
  const accented = frames.map((frame) => palette.accent(frame));
  const spinner = ora({ spinner: { frames: accented, interval: frameMs }, color: false, isEnabled: true });
  let drawn = '';
  const columns = (): number => stderr.columns || 80;
  const erasure = (): string => {
    if (drawn === '') return '';
    // A window that is narrower now has broken the line.
    const above = rowsOf(drawn, columns()) - 1;
    return `${above > 0 ? `\u001B[${above}A` : ''}\r\u001B[J`;
  };
  return {
    draw: (text: string): void => {
      const erase = erasure();
      spinner.text = truncate(text, Math.max(1, columns() - 3));
      drawn = spinner.frame();
      stderr.write(erase + drawn);
    },
    clear: (): void => {
      if (drawn !== '') stderr.write(erasure());
      drawn = '';
    },
  };
}
