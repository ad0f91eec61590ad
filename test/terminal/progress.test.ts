import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPalette } from '../../src/terminal/colour.ts';
import type { HttpEvent } from '../../src/http/types.ts';
import { createProgress, type ProgressOptions } from '../../src/terminal/progress.ts';
import { statusText, type Meter } from '../../src/terminal/status-line.ts';
import { sleep } from '../support/sleep.ts';
import { show } from './screen.ts';

interface Options {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** The width of a terminal. Undefined for a pipe. */
  readonly columns?: number;
  readonly env?: Record<string, string>;
  readonly accessible?: boolean;
}

function setUp({
  quiet = false,
  verbose = false,
  columns,
  env = {},
  accessible = false,
}: Options = {}) {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  let written = '';
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const terminal = { isTTY: true, columns, cursorTo: () => true };
  const io: ProgressOptions['io'] = {
    stderr: columns === undefined ? stream : Object.assign(stream, terminal),
    env,
    now: () => Date.now(),
    sleep,
  };
  const settings = { quiet, verbose, accessible };
  const progress = createProgress({ io, settings, palette: createPalette({}, env, 'never') });
  const screen = async () => {
    const shown = show(written, Math.max(2, columns ?? 80));
    // The emulated terminal uses timers too.
    await vi.advanceTimersByTimeAsync(1);
    return shown;
  };
  onTestFinished(() => {
    progress.hold();
    vi.useRealTimers();
  });
  return {
    progress,
    /** Everything written to stderr. */
    written: () => written,
    lines: () => written.split('\n').slice(0, -1),
    screen,
    /** The last line of the terminal now, without the spinner. */
    line: async () => (await screen()).lines.at(-1)?.replace(/^\P{ASCII} /u, ''),
    /** Moves virtual time on. */
    pass: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      // Dynamic imports take real time.
      await vi.dynamicImportSettled();
      await vi.advanceTimersByTimeAsync(0);
    },
    /** A wait that begins now. */
    wait: (ms: number, reason = 'used up', operator?: string): void =>
      progress.onEvent({ type: 'wait', reason, until: Date.now() + ms }, operator),
  };
}

const url = new URL('https://user:secret@rental.example/api/quotes?vehicle_id=1');
const asked = { endpoint: '/quotes', url };
const response = (remaining?: number): HttpEvent => ({
  type: 'response',
  ...asked,
  status: 200,
  elapsedMs: 132.4,
  remaining,
});

const work = (text: () => string, done = 0, total = 0): Meter => ({
  text,
  count: () => ({ done, total }),
});

it("in a pipe, a long wait is one line, and an operator's reason is said once a minute", () => {
  const { progress, lines, wait } = setUp();
  wait(1500);
  for (const operator of ['happy', 'lucky', 'happy']) wait(23_000, 'used up', operator);
  for (let second = 0; second < 90; second += 3) {
    wait(3_000, 'spread out');
    vi.advanceTimersByTime(3_100);
  }
  progress.meter(work(() => '[##] 120 of 310', 120, 310));
  wait(40_000, 'half');
  expect(lines()).toEqual([
    'waiting 23 s for happy: used up',
    'waiting 23 s for lucky: used up',
    'waiting 3 s: spread out',
    'waiting 3 s: spread out',
    'waiting 40 s: half (120 of 310)',
  ]);
});

it('in a pipe text is escaped, a note printed once, and requests only with --verbose', () => {
  const { progress, lines, wait } = setUp({ verbose: true });
  wait(9000, 'used up', `a\u001B[2J\n\u202E${'x'.repeat(300)}`);
  progress.onEvent({ type: 'notice', message: 'the clock\u001B[2J\nstepped' });
  progress.note('the clock\u001B[2J\nstepped');
  progress.onEvent(response(87));
  progress.onEvent({ type: 'failure', ...asked, message: 'reset\u0007', elapsedMs: 5 });
  expect(lines()).toEqual([
    expect.stringMatching(/^waiting 9 s for a<U\+001B>\[2J <U\+202E>x{10,40}…: used up$/),
    'note: the clock<U+001B>[2J<U+000A>stepped',
    'GET /api/quotes?vehicle_id=1 200, 132 ms, 87 left',
    'GET /api/quotes?vehicle_id=1 failed after 5 ms: reset<U+0007>',
  ]);
  const normal = setUp();
  normal.progress.onEvent(response());
  expect(normal.written()).toBe('');
});

it('with --quiet, nothing is printed but warnings', async () => {
  const { progress, wait, written, pass } = setUp({ quiet: true, verbose: true, columns: 80 });
  progress.begin('Asking');
  progress.onEvent(response());
  wait(9000);
  progress.note('a note');
  progress.warn('a warning');
  await pass(3000);
  expect(written()).toBe('warning: a warning\n');
});

it('during a wait, the line shows how long the wait takes instead of the whole time', async () => {
  const { progress, screen, pass, wait } = setUp({ columns: 60 });
  const text = (isWaiting: boolean): string =>
    isWaiting ? '[##] 3 of 9' : '[##] 3 of 9, done in about 60 s';
  progress.meter({ text, count: () => ({ done: 3, total: 9 }) });
  await pass(400);
  expect((await screen()).lines).toEqual([
    expect.stringMatching(/ \[##\] 3 of 9, done in about 60 s$/),
  ]);
  wait(9_000, 'used up');
  await pass(400);
  expect((await screen()).lines).toEqual([
    expect.stringMatching(/ \[##\] 3 of 9, waiting 9 s: used up$/),
  ]);
});

it('a second line below the progress moves with it, and goes when it ends', async () => {
  const { progress, screen, pass } = setUp({ columns: 40 });
  let below = '';
  progress.meter({ ...work(() => '[##] 3 of 9'), below: () => below });
  await pass(400);
  expect((await screen()).lines).toEqual([expect.stringMatching(/ \[##\] 3 of 9$/)]);
  below = `best so far: 350.00 NZD, ${'Kea '.repeat(20)}\n\u001B[2J`;
  await pass(200);
  progress.note('a note');
  await pass(200);
  const { lines, wrapped } = await screen();
  expect(lines).toEqual([
    'note: a note',
    expect.stringMatching(/ \[##\] 3 of 9$/),
    expect.stringMatching(/^ {2}best so far: 350\.00 NZD, Kea .*…$/),
  ]);
  expect(wrapped).toBe(0);
  progress.meter(undefined);
  await pass(200);
  expect((await screen()).lines).toEqual(['note: a note']);
});

it('the line says what is under way, how far it is, and the shortest wait', () => {
  const now = 1_800_000_000_000;
  const line = (works: string[], waits: Record<string, number> = {}, meter?: string) =>
    statusText(
      {
        works: new Set(works.map((label) => ({ label }))),
        waits: new Map(
          Object.entries(waits).map(([name, ms]) => [name, { reason: 'used up', until: now + ms }]),
        ),
        meter: meter === undefined ? undefined : work(() => meter),
      },
      now,
    );
  expect(line([], { happy: 0 })).toBe('');
  expect(line(['other', 'Asking'])).toBe('Asking …');
  expect(line(['Asking'], { 'a\u001B[2J': 3500 })).toBe('waiting 4 s for a<U+001B>[2J: used up');
  expect(line([], { lucky: 41_900, happy: 11_000 }, '3 of 9')).toBe(
    '3 of 9, waiting 11 s for happy: used up',
  );
});

it('on a terminal, the line comes after a delay, below notes, and leaves a clean line', async () => {
  const { progress, written, screen, pass } = setUp({ columns: 60 });
  const end = progress.begin('Asking for depots');
  await pass(190);
  expect(written()).toBe('');
  await pass(20);
  progress.note('the clock stepped');
  await pass(200);
  expect((await screen()).lines).toEqual([
    'note: the clock stepped',
    expect.stringContaining('Asking for depots …'),
  ]);
  end();
  expect((await screen()).lines).toEqual(['note: the clock stepped']);
  expect(written()).not.toContain('\u001B[?25l');
});

it.each([10, 30])('the line fits %i columns', async (columns) => {
  const { progress, screen, pass, wait } = setUp({ columns });
  progress.begin('Asking 東京レンタカー for depots and much else \u001B[2J');
  await pass(1000);
  wait(9_000, 'used', '東京レンタカー');
  await pass(1000);
  expect((await screen()).wrapped).toBe(0);
  progress.hold();
  expect((await screen()).lines).toEqual([]);
});

it.each([
  ['without a size', { columns: 0 }],
  ['without room', { columns: 1 }],
  ['with TERM=dumb', { columns: 80, env: { TERM: 'dumb' } }],
  ['in a CI job', { columns: 80, env: { CI: 'true' } }],
  ['for a screen reader', { columns: 80, accessible: true }],
])(
  'on a terminal %s, a wait is a line of its own, and no status line is drawn',
  async (_, options) => {
    const { progress, written, pass, wait } = setUp(options);
    progress.begin('Asking');
    wait(9000);
    await pass(3000);
    expect(written()).toBe('waiting 9 s: used up\n');
  },
);

it('nothing is drawn while a question is open; the meter is made at most ten times a second', async () => {
  const { progress, line, written, pass } = setUp({ columns: 40 });
  let count = 0;
  for (let event = 1; event <= 40; event += 1) {
    const text = (): string => {
      count += 1;
      return `${event} of 40`;
    };
    progress.meter(work(text));
    await pass(5);
  }
  await pass(100);
  expect(count).toBeLessThan(5);
  expect(await line()).toBe('40 of 40');
  const ends = [progress.hold(), progress.hold()];
  const before = written();
  progress.begin('looking');
  await pass(5000);
  ends[0]?.();
  await pass(5000);
  expect(written()).toBe(before);
  ends[1]?.();
  await pass(1000);
  expect(await line()).toMatch(/^40 of 40/);
});
