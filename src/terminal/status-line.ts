/** The status line: what the program does, how far it has come, and why it waits. */
import type { HttpEvent } from '../http/types.ts';
import { waitInWords } from '../base/durations.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';
import { screenColumns } from './output.ts';

export type Wait = Omit<HttpEvent & { readonly type: 'wait' }, 'type'>;

export interface Meter {
  /** For the status line. `isWaiting`: the time of a wait follows. */
  text(isWaiting: boolean): string;
  /** For one more line below it. */
  below?(): string | undefined;
  /** Requests, for the line of a wait. */
  count(): { readonly done: number; readonly total: number };
}

export interface ProgressState {
  /** The line names the work that began last. */
  readonly works: Set<{ readonly label: string }>;
  /** By operator, because each has its own limit; a single operator is undefined. */
  readonly waits: Map<string | undefined, Wait>;
  meter: Meter | undefined;
}

/** Escaped, with the shortest wait; empty if there is nothing to say. */
export function statusText({ works, waits, meter }: ProgressState, now: number): string {
  const [shortest] = [...waits]
    .filter(([, { until }]) => until > now)
    .sort(([, a], [, b]) => a.until - b.until);
  const waitText =
    shortest && waitInWords(shortest[1].until - now, shortest[1].reason, shortest[0]);
  const lastWork = [...works].at(-1);
  const workText = lastWork && `${lastWork.label} …`;
  const parts =
    meter === undefined ? [waitText ?? workText] : [meter.text(waitText !== undefined), waitText];
  return escapeText(parts.filter((part) => part !== undefined).join(', '));
}

export function statusDetail({ meter }: ProgressState): string {
  return escapeText(meter?.below?.() ?? '');
}

/** Shorter work shows nothing. */
const showDelayMs = 200;
/** Between two frames. */
const frameMs = 100;
/** Erases from the line of the cursor on. */
const eraseLines = '\r\u001B[J';
const lineUp = '\r\u001B[A';

interface StatusLines {
  readonly line: string;
  readonly below: string;
}

type LineIo = Pick<Io, 'stderr' | 'sleep'>;

/** `linesNow` gives escaped lines. */
export function createStatusLine(io: LineIo, linesNow: () => StatusLines) {
  let drawing: AbortController | undefined;
  return {
    set: (isOn: boolean): void => {
      if (isOn === (drawing !== undefined)) return;
      drawing?.abort();
      drawing = isOn ? new AbortController() : undefined;
      // It ends by an abort, and a failure must not end the command.
      if (drawing !== undefined) draw(io, linesNow, drawing.signal).catch(() => {});
    },
    /** Until the next frame. */
    clear: (): void => void (drawing && io.stderr.write(eraseLines)),
  };
}

/** Uses the frames of ora without its timer, which would also draw while a question is open. */
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
