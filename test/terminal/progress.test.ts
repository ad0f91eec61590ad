import { PassThrough } from 'node:stream';
import { clearLine, cursorTo, moveCursor } from 'node:readline';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpEvent } from '../../src/http/types.ts';
import { createPalette } from '../../src/terminal/colour.ts';
import type { Io } from '../../src/terminal/io.ts';
import { createProgress, type Progress, type ProgressEvent } from '../../src/terminal/progress.ts';
import { show, type Screen } from './screen.ts';

interface Scene {
  readonly progress: Progress;
  /** Everything written to stderr. */
  readonly written: () => string;
  readonly lines: () => string[];
  readonly screen: () => Promise<Screen>;
  /** What the last line of the terminal says now, without the spinner's sign. */
  readonly line: () => Promise<string | undefined>;
  /** Lets virtual time pass. */
  readonly pass: (ms: number) => Promise<void>;
  readonly now: () => number;
}

interface Options {
  readonly quiet?: boolean;
  readonly verbose?: number;
  /** A terminal of that width; without it a pipe. */
  readonly columns?: number;
  readonly env?: Record<string, string>;
}

function scene({ quiet = false, verbose = 0, columns, env = {} }: Options = {}): Scene {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  let written = '';
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const terminal = {
    isTTY: true,
    columns,
    cursorTo: (x: number) => cursorTo(stream, x),
    moveCursor: (x: number, y: number) => moveCursor(stream, x, y),
    clearLine: (direction: -1 | 0 | 1) => clearLine(stream, direction),
  };
  const io: Pick<Io, 'stderr' | 'env' | 'now' | 'sleep'> = {
    stderr: columns === undefined ? stream : Object.assign(stream, terminal),
    env,
    now: () => Date.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      }),
  };
  const progress = createProgress({ io, settings: { quiet, verbose }, palette: createPalette({}, env, 'never') });
  const screen = async (): Promise<Screen> => {
    const shown = show(written, Math.max(2, columns ?? 80));
    // The terminal, too, has its timers.
    await vi.advanceTimersByTimeAsync(1);
    return shown;
  };
  onTestFinished(() => {
    progress.stop();
    vi.useRealTimers();
  });
  return {
    progress,
    written: () => written,
    lines: () => written.split('\n').slice(0, -1),
    screen,
    line: async () => (await screen()).lines.at(-1)?.replace(/^\P{ASCII} /u, ''),
    pass: async (ms) => {
      await vi.advanceTimersByTimeAsync(ms);
      // What is loaded when it is first needed takes real time.
      await vi.dynamicImportSettled();
      await vi.advanceTimersByTimeAsync(0);
    },
    now: () => Date.now(),
  };
}

const url = new URL('https://user:secret@rental.example/api/quotes?vehicle_id=1');
const response = (remaining?: number): ProgressEvent => ({
  type: 'response',
  url,
  status: 200,
  elapsedMs: 132.4,
  remaining,
});

it('understands every event of the HTTP core', () => {
  const tell = (progress: Progress) => (event: HttpEvent) => progress.onEvent(event);
  expect(tell).toBeTypeOf('function');
});

describe('in a pipe', () => {
  it('says a long wait in one line, and says it again only when it has become longer', () => {
    const { progress, lines, now } = scene();
    const wait = (ms: number): void => progress.onEvent({ type: 'wait', reason: '100 of 100 used', until: now() + ms });
    wait(23_000);
    wait(23_500);
    progress.onEvent({ type: 'wait-end' });
    wait(1500);
    wait(40_000);
    expect(lines()).toEqual(['waiting 23 s: 100 of 100 used', 'waiting 40 s: 100 of 100 used']);
  });

  it('shows nothing that moves', async () => {
    const { progress, written, pass } = scene();
    progress.begin('Asking for depots');
    await pass(5000);
    expect(written()).toBe('');
  });

  it('notes a thing once, escaped, on one line', () => {
    const { progress, lines } = scene();
    progress.onEvent({ type: 'notice', message: 'the clock\u001B[2J\nstepped' });
    progress.note('the clock\u001B[2J\nstepped');
    expect(lines()).toEqual(['note: the clock<U+001B>[2J<U+000A>stepped']);
  });

  it('tells each request when asked to, and never a password', () => {
    const { progress, lines } = scene({ verbose: 1 });
    progress.onEvent(response(87));
    progress.onEvent(response());
    progress.onEvent({ type: 'failure', url, message: 'reset\u0007', elapsedMs: 5 });
    expect(lines()).toEqual([
      'GET /api/quotes?vehicle_id=1 200, 132 ms, 87 left',
      'GET /api/quotes?vehicle_id=1 200, 132 ms',
      'GET /api/quotes?vehicle_id=1 failed after 5 ms: reset<U+0007>',
    ]);
    const whole = scene({ verbose: 2 });
    whole.progress.onEvent(response());
    expect(whole.written()).toBe('GET https://rental.example/api/quotes?vehicle_id=1 200, 132 ms\n');
  });

  it('says nothing about requests unasked, nothing at all when quiet, and nothing after the end', () => {
    const unasked = scene();
    unasked.progress.onEvent(response(87));
    const quiet = scene({ quiet: true, verbose: 2, columns: 80 });
    const ended = scene({ verbose: 2, columns: 80 });
    ended.progress.stop();
    for (const { progress, now } of [quiet, ended]) {
      progress.begin('Asking')();
      progress.onEvent(response());
      progress.onEvent({ type: 'wait', reason: 'x', until: now() + 9000 });
      progress.note('a note');
      progress.stop();
    }
    expect([unasked.written(), quiet.written(), ended.written()]).toEqual(['', '', '']);
  });
});

describe('on a terminal', () => {
  it('shows what is asked for after a moment, and leaves a clean line', async () => {
    const { progress, written, line, pass } = scene({ columns: 60 });
    const end = progress.begin('Asking for depots');
    await pass(190);
    expect(written()).toBe('');
    await pass(20);
    expect(await line()).toBe('Asking for depots …');
    end();
    expect(await line()).toBeUndefined();
  });

  it('shows nothing for what is over at once, again and again', async () => {
    const { progress, written, pass } = scene({ columns: 60 });
    for (let count = 0; count < 5; count++) {
      const end = progress.begin('Asking');
      await pass(150);
      end();
      end();
    }
    await pass(1000);
    expect(written()).toBe('');
  });

  it('is as patient the second time', async () => {
    const { progress, written, pass } = scene({ columns: 60 });
    const end = progress.begin('Asking for depots');
    await pass(500);
    end();
    const before = written();
    progress.begin('Asking for a quote');
    progress.begin('Asking for another');
    await pass(150);
    expect(written()).toBe(before);
    await pass(300);
    expect(written()).toContain('Asking for another …');
  });

  it('counts a wait down and says why, then what it was waiting for', async () => {
    const { progress, line, lines, pass, now } = scene({ columns: 60 });
    progress.begin('Asking for a quote');
    progress.onEvent({ type: 'wait', reason: '100 of 100 used', until: now() + 5000 });
    await pass(250);
    expect(await line()).toBe('waiting 5 s: 100 of 100 used');
    await pass(2000);
    expect(await line()).toBe('waiting 3 s: 100 of 100 used');
    progress.onEvent({ type: 'wait-end' });
    await pass(100);
    expect(await line()).toBe('Asking for a quote …');
    expect(lines()).toEqual([]);
  });

  it('goes when a wait runs out unannounced', async () => {
    const { progress, line, pass, now } = scene({ columns: 60 });
    progress.onEvent({ type: 'wait', reason: 'x', until: now() + 3000 });
    await pass(1200);
    expect(await line()).toContain('waiting 2 s');
    await pass(2500);
    expect(await line()).toBeUndefined();
  });

  it('prints notes above the line', async () => {
    const { progress, screen, pass } = scene({ columns: 60 });
    progress.begin('Asking');
    await pass(300);
    progress.note('the clock stepped');
    await pass(200);
    const { lines } = await screen();
    expect(lines).toEqual(['note: the clock stepped', expect.stringContaining('Asking …')]);
  });

  it.each([10, 11, 30])('keeps to one line of %i columns', async (columns) => {
    const { progress, screen, pass } = scene({ columns });
    progress.begin('Asking 東京レンタカー for depots and much else \u001B[2J');
    await pass(1000);
    expect((await screen()).wrapped).toBe(0);
    progress.stop();
    expect((await screen()).lines).toEqual([]);
  });

  it.each([
    ['without a size', { columns: 0 }],
    ['without room', { columns: 1 }],
    ['that is dumb', { columns: 80, env: { TERM: 'dumb' } }],
  ])('%s prints lines', async (_, options) => {
    const { progress, written, pass, now } = scene(options);
    progress.begin('Asking');
    progress.onEvent({ type: 'wait', reason: 'used up', until: now() + 9000 });
    await pass(3000);
    expect(written()).toBe('waiting 9 s: used up\n');
  });

  it('never hides the cursor, so that nothing can leave it hidden', async () => {
    const { progress, written, pass } = scene({ columns: 60 });
    progress.begin('Asking');
    await pass(1000);
    progress.stop();
    expect(written()).not.toContain('\u001B[?25l');
    const before = written();
    await pass(5000);
    expect(written()).toBe(before);
  });
});
