import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPalette } from '../../src/terminal/colour.ts';
import { createProgress, type ProgressEvent, type ProgressOptions } from '../../src/terminal/progress.ts';
import { lineOf, type Meter } from '../../src/terminal/status-line.ts';
import { sleep } from '../support/sleep.ts';
import { show } from './screen.ts';

interface Options {
  readonly quiet?: boolean;
  readonly verbose?: number;
  /** The width of a terminal. Undefined for a pipe. */
  readonly columns?: number;
  readonly env?: Record<string, string>;
  readonly accessible?: boolean;
}

function setUp({ quiet = false, verbose = 0, columns, env = {}, accessible = false }: Options = {}) {
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
    onSuspend: () => () => {},
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
    progress.stop();
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
const response = (remaining?: number): ProgressEvent => ({
  type: 'response',
  url,
  status: 200,
  elapsedMs: 132.4,
  remaining,
});

const work = (text: () => string, done = 0, total = 0): Meter => ({ text, count: () => ({ done, total }) });

describe('in a pipe', () => {
  it('prints one line for a long wait, and another only when the wait has become longer', () => {
    const { progress, lines, wait } = setUp();
    wait(1500);
    wait(23_000);
    wait(23_500);
    progress.onEvent({ type: 'wait-end' });
    progress.meter(work(() => '[##] 120 of 310', 120, 310));
    wait(40_000);
    expect(lines()).toEqual(['waiting 23 s: used up', 'waiting 40 s: used up (120 of 310)']);
  });

  it('says a short wait for the same reason once a minute: requests that are spread out wait for a few seconds each', () => {
    const { lines, wait } = setUp();
    for (let second = 0; second < 90; second += 3) {
      wait(3_000, 'spread out');
      vi.advanceTimersByTime(3_100);
    }
    expect(lines()).toEqual(Array(2).fill('waiting 3 s: spread out'));
    wait(20_000, 'spread out');
    expect(lines()).toHaveLength(3);
  });

  it('says the same wait of an operator once, although others come between', () => {
    const { progress, lines, wait } = setUp();
    for (const operator of ['happy', 'lucky', 'happy', 'lucky']) wait(43_000, 'used up', operator);
    wait(43_000, 'spread out', 'happy');
    progress.onEvent({ type: 'wait-end' }, 'happy');
    wait(43_000, 'used up', 'happy');
    expect(lines()).toEqual([
      'waiting 43 s for happy: used up',
      'waiting 43 s for lucky: used up',
      'waiting 43 s for happy: spread out',
    ]);
  });

  it.each([
    ['', {}],
    [' for a screen reader', { columns: 400, accessible: true }],
    [' with --verbose on a terminal', { columns: 400, verbose: 1 }],
  ])('escapes the name of an operator, and shortens it%s', (_, options) => {
    const { written, wait } = setUp(options);
    wait(9000, 'used up', `a\u001B[2J\n\u202E${'x'.repeat(300)}`);
    expect(written()).toMatch(/^waiting 9 s for a<U\+001B>\[2J <U\+202E>x{10,40}…: used up\n$/);
  });

  it('prints the same note once, escaped, on one line', () => {
    const { progress, lines } = setUp();
    progress.onEvent({ type: 'notice', message: 'the clock\u001B[2J\nstepped' });
    progress.note('the clock\u001B[2J\nstepped');
    expect(lines()).toEqual(['note: the clock<U+001B>[2J<U+000A>stepped']);
  });

  it('prints each request with --verbose, but never a password', () => {
    const { progress, lines } = setUp({ verbose: 1 });
    progress.onEvent(response(87));
    progress.onEvent(response());
    progress.onEvent({ type: 'failure', url, message: 'reset\u0007', elapsedMs: 5 });
    expect(lines()).toEqual([
      'GET /api/quotes?vehicle_id=1 200, 132 ms, 87 left',
      'GET /api/quotes?vehicle_id=1 200, 132 ms',
      'GET /api/quotes?vehicle_id=1 failed after 5 ms: reset<U+0007>',
    ]);
    const whole = setUp({ verbose: 2 });
    whole.progress.onEvent(response());
    expect(whole.written()).toBe('GET https://rental.example/api/quotes?vehicle_id=1 200, 132 ms\n');
  });

  it('prints no requests without --verbose, nothing at all with --quiet, and nothing after the end', () => {
    const normal = setUp();
    normal.progress.onEvent(response(87));
    const quiet = setUp({ quiet: true, verbose: 2, columns: 80 });
    const ended = setUp({ verbose: 2, columns: 80 });
    ended.progress.stop();
    for (const { progress, wait } of [quiet, ended]) {
      progress.begin('Asking')();
      progress.onEvent(response());
      wait(9000);
      progress.note('a note');
      progress.stop();
    }
    expect([normal.written(), quiet.written(), ended.written()]).toEqual(['', '', '']);
  });
});

describe('on a terminal', () => {
  it('shows the current work after a short delay, below notes, and leaves a clean line and the cursor', async () => {
    const { progress, written, screen, pass } = setUp({ columns: 60 });
    const end = progress.begin('Asking for depots');
    await pass(190);
    expect(written()).toBe('');
    await pass(20);
    progress.note('the clock stepped');
    await pass(200);
    const { lines } = await screen();
    expect(lines).toEqual(['note: the clock stepped', expect.stringContaining('Asking for depots …')]);
    end();
    expect((await screen()).lines).toEqual(['note: the clock stepped']);
    expect(written()).not.toContain('\u001B[?25l');
  });

  it('begins to count the silence again with each answer and each wait', async () => {
    const { progress, line, pass, wait } = setUp({ columns: 60 });
    await pass(60_000);
    progress.begin('Asking for depots');
    for (const begin of [() => {}, () => progress.onEvent(response()), () => wait(500)]) {
      begin();
      await pass(2000);
      expect(await line()).toBe('Asking for depots …');
      await pass(3000);
      expect(await line()).toMatch(/^Asking for depots, no answer for [45] s …$/);
    }
    for (const operator of ['lucky', 'happy']) wait(9000, 'used up', operator);
    progress.onEvent({ type: 'wait-end' }, 'happy');
    await pass(100);
    expect(await line()).toBe('waiting 9 s for lucky: used up');
  });

  it('says what is under way, the silence, and for which operators it waits, the shortest wait first', () => {
    const now = 1_800_000_000_000;
    const line = (silentMs: number, works: string[], waits: Record<string, number> = {}, meter?: string) =>
      lineOf(
        {
          works: new Set(works.map((label) => ({ label }))),
          waits: new Map(Object.entries(waits).map(([name, ms]) => [name, { reason: 'used up', until: now + ms }])),
          heardAt: now - silentMs,
          meter: meter === undefined ? undefined : work(() => meter),
        },
        now,
      );
    const waits = { lucky: 41_900, happy: 11_000 };
    expect(line(9000, [], { happy: 0 })).toBeUndefined();
    expect(line(2999, ['other', 'Asking'])).toBe('Asking …');
    expect(line(14_900, ['Asking'])).toBe('Asking, no answer for 14 s …');
    expect(line(4000, ['Asking'], {}, '1 of 7')).toBe('1 of 7, no answer for 4 s');
    expect(line(9000, ['Asking'], { 'a\u001B[2J': 3500 })).toBe('waiting 4 s for a<U+001B>[2J: used up');
    expect(line(0, [], waits)).toBe('waiting 11 s for happy, 42 s for lucky');
    expect(line(0, [], waits, '3 of 9')).toBe('3 of 9, waiting 11 s for happy, 42 s for lucky');
    expect(line(0, [], { ...waits, e: 70_000, jolly: 5000 })).toBe(
      'waiting 5 s for jolly, 11 s for happy, 42 s for lucky and 1 more',
    );
  });

  it.each([10, 30])('fits one line of %i columns', async (columns) => {
    const { progress, screen, pass, wait } = setUp({ columns });
    progress.begin('Asking 東京レンタカー for depots and much else \u001B[2J');
    await pass(1000);
    expect((await screen()).wrapped).toBe(0);
    for (const operator of ['東京レンタカー', 'other']) wait(9_000, 'used', operator);
    await pass(1000);
    expect((await screen()).wrapped).toBe(0);
    progress.stop();
    expect((await screen()).lines).toEqual([]);
  });

  it.each([
    ['without a size', { columns: 0 }],
    ['without room', { columns: 1 }],
    ['with TERM=dumb', { columns: 80, env: { TERM: 'dumb' } }],
    ['in a CI job', { columns: 80, env: { CI: 'true' } }],
  ])('%s prints whole lines', async (_, options) => {
    const { progress, written, pass, wait } = setUp(options);
    progress.begin('Asking');
    wait(9000);
    await pass(3000);
    expect(written()).toBe('waiting 9 s: used up\n');
  });

  it('for a screen reader prints a line for what takes long, and draws nothing', async () => {
    const { progress, written, pass } = setUp({ columns: 80, accessible: true });
    progress.begin('Asking')();
    const end = progress.begin('Asking for the quote');
    await pass(5000);
    end();
    expect(written()).toBe('Asking for the quote …\n');
  });
});

it.each([
  ['', {}],
  [' with --quiet', { quiet: true }],
])('draws nothing while a question is open, and prints afterwards what came meanwhile%s', async (_, settings) => {
  const { progress, line, lines, written, pass } = setUp({ columns: 40, ...settings });
  progress.meter(work(() => '3 of 9'));
  await pass(1000);
  if (!('quiet' in settings)) expect(await line()).toBe('3 of 9');
  const endFirst = progress.hold();
  const endSecond = progress.hold();
  const before = written();
  progress.meter(work(() => '4 of 9'));
  progress.begin('looking');
  progress.warn('late');
  await pass(5000);
  endFirst();
  expect(written()).toBe(before);
  endSecond();
  expect(lines().at(-1)).toContain('warning: late');
  await pass(1000);
  if (!('quiet' in settings)) expect(await line()).toMatch(/^4 of 9/);
});

it('prints nothing after the end, also not what waited for the end of a question', () => {
  const { progress, written } = setUp({ columns: 40 });
  const close = progress.hold();
  progress.warn('late');
  progress.stop();
  close();
  expect(written()).toBe('');
});

it.each([
  ['in a pipe', {}, 0],
  ['with --quiet', { columns: 40, quiet: true }, 0],
  ['in a terminal, at most ten times a second', { columns: 40 }, 3],
])('the meter is worked out only to be shown: %s', async (_, settings, most) => {
  const { progress, pass, line } = setUp(settings);
  let count = 0;
  for (let event = 1; event <= 40; event += 1) {
    const text = (): string => {
      count += 1;
      return `${event} of 40`;
    };
    progress.meter(work(text));
    await pass(5);
  }
  expect(count).toBeLessThanOrEqual(most);
  await pass(100);
  if (most > 0) expect(await line()).toBe('40 of 40');
});
