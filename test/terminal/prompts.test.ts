import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { InterruptedError } from '../../src/errors.ts';
import { createPalette } from '../../src/terminal/colour.ts';
import { createPrompts, type Prompts } from '../../src/terminal/prompts.ts';

interface Stage {
  readonly prompts: Prompts;
  readonly stdin: PassThrough;
  printed(): string;
  readonly abort: AbortController;
}

/** Streams that Inquirer takes for what it needs of a terminal; the real one is in test/pty. */
function stage(color: 'never' | 'always' = 'never', columns = 80): Stage {
  const stdin = new PassThrough();
  let printed = '';
  const stderr = Object.assign(new PassThrough(), { columns, rows: 24, isTTY: true, _isStdio: true });
  stderr.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const abort = new AbortController();
  const palette = createPalette(stderr, {}, color);
  return {
    prompts: createPrompts({ io: { stdin, stderr }, signal: abort.signal, palette }),
    stdin,
    printed: () => printed,
    abort,
  };
}

async function untilPrinted({ printed }: Stage, text: string): Promise<void> {
  while (!printed().includes(text)) await new Promise((resolve) => setImmediate(resolve));
}

const hostile = 'Bay\u001B[2J\u202E\n';
const escaped = 'Bay<U+001B>[2J<U+202E><U+000A>';

describe('text from outside', () => {
  it('is escaped in every part of every question', async () => {
    const on = stage();
    const { prompts, stdin } = on;
    const choices = [{ value: 1, name: hostile, short: `short ${hostile}`, description: `more ${hostile}` }];
    const questions: readonly (() => Promise<unknown>)[] = [
      () => prompts.search({ message: hostile, find: () => choices }),
      () => prompts.select({ message: hostile, choices: [...choices, { value: 2, name: hostile, disabled: hostile }] }),
      () => prompts.checkbox({ message: hostile, choices, checked: [1] }),
      () => prompts.confirm(hostile),
    ];
    for (const [i, ask] of questions.entries()) {
      const answer = ask();
      await untilPrinted(on, ['navigate', `- ${escaped}`, '◉', '(Y/n)'][i] ?? '');
      stdin.write('\r');
      await answer;
    }
    prompts.say(hostile);
    prompts.print(hostile);
    expect(on.printed()).toContain(`short ${escaped}`);
    expect(on.printed()).toContain(`more ${escaped}`);
    expect(on.printed()).not.toMatch(/\u001B\[2J|\u202E/);
  });

  it('is escaped in what is wrong with an answer and in what stands for it', async () => {
    const on = stage();
    const answer = on.prompts.input({
      message: 'Date',
      hint: 'fri',
      read: async (text) => (text === 'a' ? { problem: hostile } : { value: text, shown: `shown ${hostile}` }),
    });
    await untilPrinted(on, '(fri)');
    on.stdin.write('a\r');
    await untilPrinted(on, `> ${escaped}`);
    on.stdin.write('b\r');
    expect(await answer).toBe('ab');
    expect(on.printed()).toContain(`shown ${escaped}`);
    expect(on.printed()).not.toMatch(/\u001B\[2J|\u202E/);
  });
});

describe('answers', () => {
  it('are the values of choices, the first of which may be said', async () => {
    const on = stage();
    const select = on.prompts.select({
      message: 'Which',
      choices: [1, 2, 3].map((value) => ({ value, name: `no. ${value}` })),
      initial: 2,
    });
    await untilPrinted(on, '❯ no. 2');
    on.stdin.write('\r');
    expect(await select).toBe(2);
    const search = on.prompts.search({ message: 'Find', find: (term) => [{ value: term, name: `found ${term}` }] });
    await untilPrinted(on, '❯ found');
    on.stdin.write('abc');
    await untilPrinted(on, 'found abc');
    on.stdin.write('\r');
    expect(await search).toBe('abc');
  });

  it('of an empty line are what was offered', async () => {
    const on = stage();
    const answer = on.prompts.input({
      message: 'Date',
      hint: 'fri',
      initial: '2027-01-15',
      read: async (text) => ({ value: text, shown: text }),
    });
    await untilPrinted(on, '(2027-01-15)');
    on.stdin.write('\r');
    expect(await answer).toBe('2027-01-15');
  });
});

describe('the ways out', () => {
  const question = { message: 'Which', choices: [{ value: 1, name: 'one' }] };

  it.each([
    ['Ctrl-C', ({ stdin }: Stage) => stdin.write('\u0003')],
    ['Ctrl-D on an empty line', ({ stdin }: Stage) => stdin.write('\u0004')],
    ['the end of the input', ({ stdin }: Stage) => stdin.end()],
    ['the abort', ({ abort }: Stage) => abort.abort(new InterruptedError('SIGTERM'))],
  ])('%s ends the question with an InterruptedError and shows the cursor', async (_, leave) => {
    const on = stage();
    const answer = on.prompts.select(question);
    await untilPrinted(on, 'navigate');
    leave(on);
    await expect(answer).rejects.toThrow(InterruptedError);
    expect(on.printed()).toMatch(/\n[^\n]*\u001B\[\?25h$/);
    expect(on.stdin.listenerCount('end') + on.stdin.listenerCount('keypress')).toBeLessThanOrEqual(1);
  });

  it('do not open where typed text is in the line', async () => {
    const on = stage();
    const answer = on.prompts.input({
      message: 'Date',
      hint: 'fri',
      read: async (text) => ({ value: text, shown: text }),
    });
    await untilPrinted(on, '(fri)');
    on.stdin.write('ab\u0004c\r');
    expect(await answer).toBe('abc');
  });

  it('are taken at once where it was aborted before', async () => {
    const on = stage();
    on.abort.abort(new InterruptedError('SIGTERM'));
    await expect(on.prompts.confirm('Sure?')).rejects.toMatchObject({ exitCode: 143 });
    expect(on.printed()).toBe('');
  });

  it('are open while an answer is read, whatever comes of it then', async () => {
    const on = stage();
    let finish = (): void => {};
    const reading = new Promise<{ problem: string }>((resolve) => (finish = () => resolve({ problem: 'too late' })));
    const answer = on.prompts.input({ message: 'Date', hint: 'fri', read: () => reading });
    await untilPrinted(on, '(fri)');
    on.stdin.write('x\r\u0003');
    await expect(answer).rejects.toThrow(InterruptedError);
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    expect(on.printed()).not.toContain('too late');
  });

  it('include a reader that fails, with its own error', async () => {
    const on = stage();
    const answer = on.prompts.input({
      message: 'Date',
      hint: 'fri',
      read: () => Promise.reject(new RangeError('ours')),
    });
    await untilPrinted(on, '(fri)');
    on.stdin.write('x\r');
    await expect(answer).rejects.toThrow(RangeError);
  });
});

describe('the look', () => {
  it('has no colour of its own where there is to be none', async () => {
    const on = stage();
    const answer = on.prompts.checkbox({
      message: 'Which',
      choices: [{ value: 1, name: 'one', description: 'd' }],
      checked: [1],
    });
    await untilPrinted(on, 'submit');
    on.stdin.write('\r');
    await answer;
    const confirm = on.prompts.confirm('Sure?');
    await untilPrinted(on, 'Sure?');
    on.stdin.write('maybe\r');
    await untilPrinted(on, 'You must answer');
    on.stdin.write('\u0003');
    await expect(confirm).rejects.toThrow();
    expect(on.printed()).not.toMatch(/\u001B\[[0-9;]*m/);
  });

  it('is painted where it is to be', async () => {
    const on = stage('always');
    on.prompts.say('Careful', 'warning');
    expect(on.printed()).toBe('\u001B[33mCareful\u001B[39m\n');
  });

  it('wraps words under their indent, and never what is to be copied', () => {
    const { prompts, printed } = stage('never', 12);
    prompts.say('  one two three');
    prompts.say('');
    prompts.print('rental plan --sandbox');
    expect(printed()).toBe('  one two\n  three\n\nrental plan --sandbox\n');
  });
});
