/**
 * The lines of a terminal that change: what is under way, how far it has come, and why the program
 * waits.
 */
import type { HttpEvent } from '../http/types.ts';
import { waitInWords } from '../base/durations.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { screenColumns } from './output.ts';

export type Wait = Omit<HttpEvent & { readonly type: 'wait' }, 'type'>;

export interface Meter {
  /** For the status line. `isWaiting`: how long a wait still takes stands behind it. */
  text(isWaiting: boolean): string;
  /** For one more line below it, if there is something to say. */
  below?(): string | undefined;
  /** For the line of a wait: so many requests of so many. */
  count(): { readonly done: number; readonly total: number };
}

export interface ProgressState {
  /** What is under way; the line names what began last. */
  readonly works: Set<{ readonly label: string }>;
  /**
   * For each operator, because each has its own limit. Operators have names only if there are
   * several.
   */
  readonly waits: Map<string | undefined, Wait>;
  meter: Meter | undefined;
}

/** One escaped line, with the shortest wait; empty if there is nothing to say. */
export function lineOf({ works, waits, meter }: ProgressState, now: number): string {
  const current = [...waits]
    .filter(([, { until }]) => until > now)
    .sort(([, a], [, b]) => a.until - b.until);
  const [waiting] = current.map(([operator, { until, reason }]) =>
    waitInWords(until - now, reason, operator),
  );
  const [work] = [...works].slice(-1).map(({ label }) => `${label} …`);
  const parts =
    meter === undefined ? [waiting ?? work] : [meter.text(waiting !== undefined), waiting];
  return escapeText(parts.filter((one) => one !== undefined).join(', '));
}

/** One escaped line more; empty if there is nothing to say. */
export function belowOf({ meter }: ProgressState): string {
  return escapeText(meter?.below?.() ?? '');
}

/** What takes less shows nothing. */
const showDelayMs = 200;
/** Between two frames. */
const frameMs = 100;
/** The line of the cursor and those below it. */
const eraseLines = '\r\u001B[J';
/** To the start of the line above. */
const lineUp = '\r\u001B[A';

interface StatusLines {
  readonly line: string;
  readonly below: string;
}

type LineIo = Pick<Io, 'stderr' | 'sleep'>;

/** `linesNow`: what it says, escaped. */
export function createStatusLine(io: LineIo, linesNow: () => StatusLines) {
  let drawing: AbortController | undefined;
  return {
    set: (isOn: boolean): void => {
      if (isOn === (drawing !== undefined)) return;
      drawing?.abort();
      drawing = isOn ? new AbortController() : undefined;
      // It ends by its abort. If it fails, the command goes on without the line.
      if (drawing !== undefined) draw(io, linesNow, drawing.signal).catch(() => {});
    },
    /** Until the next frame, so that something else can be printed in its place. */
    clear: (): void => void (drawing && io.stderr.write(eraseLines)),
  };
}

/** ora has the frames. Its own timer would draw beside a question. */
async function draw(
  { stderr, sleep }: LineIo,
  linesNow: () => StatusLines,
  signal: AbortSignal,
): Promise<void> {
  await sleep(showDelayMs, signal);
  const [{ default: ora }, { truncateAtWord }] = await Promise.all([
    import('ora'),
    import('./width.ts'),
  ]);
  const spinner = ora({ isEnabled: true, color: false });
  signal.throwIfAborted();
  signal.addEventListener('abort', () => stderr.write(eraseLines));
  for (;;) {
    const { line, below } = linesNow();
    const room = Math.max(1, screenColumns(stderr) - 3);
    spinner.text = truncateAtWord(line, room);
    // The cursor stays on the first line, from which both are erased.
    const second = line === '' || below === '' ? '' : `\n  ${truncateAtWord(below, room)}${lineUp}`;
    stderr.write(eraseLines + (line === '' ? '' : spinner.frame()) + second);
    await sleep(frameMs, signal);
  }
}
