import { describe, expect, it } from 'vitest';
import { BackError, InterruptedError, UsageError } from '../../src/errors.ts';
import { createPalette } from '../../src/terminal/colour.ts';
import { show } from './screen.ts';
import { createPrompts } from '../../src/terminal/prompts.ts';
import { questionTerminal } from './question-terminal.ts';

type Setup = ReturnType<typeof setUp>;

function setUp(columns?: number) {
  const terminal = questionTerminal(columns);
  return {
    ...terminal,
    prompts: createPrompts({ ...terminal.parts, palette: createPalette(terminal.stderr, {}, 'never') }),
  };
}

async function untilPrinted({ printed }: Setup, text: string): Promise<void> {
  while (!printed().includes(text)) await new Promise((resolve) => setImmediate(resolve));
}

const hostile = 'Bay\u001B[2J\u202E\n';
const escaped = 'Bay<U+001B>[2J<U+202E><U+000A>';

/** Reads every text but some. */
function refuse(wrong: RegExp, problem: string) {
  return (text: string): string => {
    if (wrong.test(text)) throw new UsageError(problem);
    return text;
  };
}

const picker = {
  keys: [],
  move: (_: unknown, key: string) => (key === 'down' ? 'a later day' : undefined),
  show: (day: string) => `shown ${day} ${hostile}`,
  lines: (chosen: string | undefined) => [`a picture of ${chosen ?? 'nothing'}`],
};

describe('text from outside', () => {
  it('is escaped in every part of every question', async () => {
    const setup = setUp();
    const { prompts, stdin } = setup;
    const choices = [{ value: 1, name: hostile, short: `short ${hostile}`, description: `more ${hostile}` }];
    const questions: readonly (() => Promise<unknown>)[] = [
      () => prompts.select({ message: hostile, choices }),
      () => prompts.search({ message: hostile, choices: [...choices, { value: 2, name: hostile, disabled: hostile }] }),
      () => prompts.checkbox({ message: hostile, choices, checked: [1], next: 'more' }),
      () => prompts.confirm(hostile, true),
    ];
    for (const [i, ask] of questions.entries()) {
      const answer = ask();
      await untilPrinted(setup, ['navigate', `- ${escaped}`, '◉', '(Y/n)'][i] ?? '');
      stdin.write('\r');
      await answer;
    }
    prompts.say(hostile);
    prompts.print(hostile);
    expect(setup.printed()).toContain(`short ${escaped}`);
    expect(setup.printed()).toContain(`more ${escaped}`);
    expect(setup.printed()).not.toMatch(/\u001B\[2J|\u202E/);
  });

  it('is escaped in the problem with an answer and in the shown answer', async () => {
    const setup = setUp();
    const answer = setup.prompts.date({ message: 'Date', hint: 'fri', read: refuse(/^a$/, hostile), picker });
    await untilPrinted(setup, '(fri)');
    setup.stdin.write('a\r');
    await untilPrinted(setup, `> ${escaped}`);
    setup.stdin.write('b\r');
    expect(await answer).toBe('ab');
    expect(setup.printed()).toContain(`shown ab ${escaped}`);
    expect(setup.printed()).not.toMatch(/\u001B\[2J|\u202E/);
  });
});

describe('answers', () => {
  it('are the values of choices, and the cursor can start at one of them', async () => {
    const setup = setUp();
    const select = setup.prompts.search({
      message: 'Which',
      choices: [1, 2, 3].map((value) => ({ value, name: `no. ${value}` })),
      initial: 2,
    });
    await untilPrinted(setup, '❯ no. 2');
    setup.stdin.write('\r');
    expect(await select).toBe(2);
    const found = setup.prompts.search({
      message: 'Find',
      choices: ['Tōrea', 'Kākā & Tūī'].map((name) => ({ value: name, name: `${name}   99.50`, short: name })),
    });
    await untilPrinted(setup, '❯ Tōrea');
    setup.stdin.write('tui');
    await untilPrinted(setup, 'Find tui\n❯ Kākā');
    setup.stdin.write('\r');
    expect(await found).toBe('Kākā & Tūī');
  });

  it('of a list need text that fits; Tab takes the line, and Ctrl-U shows the whole list again', async () => {
    const setup = setUp();
    const choices = ['Kākā & Tūī', 'Tōrea'].map((name) => ({ value: name, name, amounts: [{ text: '1.00' }] }));
    const answer = setup.prompts.search({ message: 'Find', choices });
    const steps = [
      ['tuix', '> No results found'],
      ['\r\u007F', 'Find tui\n❯ Kākā'],
      ['\t', 'Find Kākā & Tūī  1.00\n❯ Kākā'],
      ['\u0015', '❯ Kākā & Tūī  1.00\n  Tōrea'],
      ['to', 'Find to\n❯ Tōrea'],
    ] as const;
    for (const [typed, shown] of steps) {
      setup.stdin.write(typed);
      await untilPrinted(setup, shown);
    }
    setup.stdin.write('\r');
    expect(await answer).toBe('Tōrea');
  });

  it('of a date are the day that is offered, typed, or chosen in the picture', async () => {
    const setup = setUp();
    const ask = () =>
      setup.prompts.date({ message: 'Date', hint: 'fri', initial: 'sat', read: refuse(/x/, 'not a day'), picker });
    const steps = [
      ['', 'a picture of sat'],
      ['\u001B[B', 'a picture of a later day'],
      ['x', 'a picture of nothing'],
      ['\r', '> not a day'],
      ['\u007F\u007F', 'Date (fri)'],
      ['mo', 'a picture of mo'],
    ] as const;
    const answer = ask();
    for (const [typed, shown] of steps) {
      setup.stdin.write(typed);
      await untilPrinted(setup, shown);
    }
    setup.stdin.write('\r');
    expect(await answer).toBe('mo');
    const again = ask();
    await untilPrinted(setup, 'a picture of sat');
    setup.stdin.write('\r');
    expect(await again).toBe('sat');
  });

  it('of a text are the default for an empty line', async () => {
    const setup = setUp();
    const answer = setup.prompts.input({ message: 'Name', hint: 'letters', initial: 'kea', read: (text) => text });
    await untilPrinted(setup, '(kea)');
    setup.stdin.write('\r');
    expect(await answer).toBe('kea');
  });
});

describe('leaving a question', () => {
  const question = { message: 'Which', choices: [{ value: 1, name: 'one' }] };

  it.each([
    ['Ctrl-C', ({ stdin }: Setup) => stdin.write('\u0003')],
    ['Ctrl-D on an empty line', ({ stdin }: Setup) => stdin.write('\u0004')],
    ['the end of the input', ({ stdin }: Setup) => stdin.end()],
    ['an abort', ({ abort }: Setup) => abort.abort(new InterruptedError('SIGTERM'))],
  ])('by %s rejects with an InterruptedError and shows the cursor', async (_, leave) => {
    const setup = setUp();
    const answer = setup.prompts.select(question);
    await untilPrinted(setup, 'navigate');
    expect(setup.isHeld(), 'whether the status line waits while a question is open').toBe(true);
    leave(setup);
    await expect(answer).rejects.toThrow(InterruptedError);
    expect(setup.isHeld()).toBe(false);
    expect(setup.printed()).toMatch(/\n[^\n]*\u001B\[\?25h$/);
    expect(setup.stdin.listenerCount('end') + setup.stdin.listenerCount('keypress')).toBeLessThanOrEqual(1);
  });

  it('happens by Esc, and nothing of it remains', async () => {
    const setup = setUp();
    setup.prompts.offerBack(true);
    const answer = setup.prompts.select(question);
    await untilPrinted(setup, 'esc back');
    setup.stdin.write('\u001B');
    await expect(answer).rejects.toThrow(BackError);
    expect((await show(setup.printed(), 80)).lines).toEqual([]);
  });

  it('does not happen by Ctrl-D after typed text', async () => {
    const setup = setUp();
    const answer = setup.prompts.input({ message: 'Name', hint: 'letters', read: (text) => text });
    await untilPrinted(setup, '(letters)');
    setup.stdin.write('ab\u0004c\r');
    expect(await answer).toBe('abc');
  });

  it('happens at once if the signal is already aborted', async () => {
    const setup = setUp();
    setup.abort.abort(new InterruptedError('SIGTERM'));
    await expect(setup.prompts.confirm('Sure?', true)).rejects.toMatchObject({ exitCode: 143 });
    expect(setup.printed()).toBe('');
  });
});

describe('colours and layout', () => {
  it('have no colour if colour is off', async () => {
    const setup = setUp();
    const answer = setup.prompts.checkbox({
      message: 'Which',
      choices: [{ value: 1, name: 'one', description: 'd' }],
      checked: [1],
      next: 'more',
    });
    await untilPrinted(setup, '⏎ more');
    setup.stdin.write('\r');
    await answer;
    const confirm = setup.prompts.confirm('Sure?', true);
    await untilPrinted(setup, 'Sure?');
    setup.stdin.write('maybe\r');
    await untilPrinted(setup, 'You must answer');
    setup.stdin.write('\u0003');
    await expect(confirm).rejects.toThrow();
    expect(setup.printed()).not.toMatch(/\u001B\[[0-9;]*m/);
  });

  it('wrap what is wrong, and what the keys do, between words', async () => {
    const setup = setUp(24);
    const read = refuse(/^/, 'that day is before the pick-up date, Sun 20 Dec');
    const answer = setup.prompts.date({ message: 'Date', hint: 'fri', read, picker });
    setup.stdin.write('x\r');
    await untilPrinted(
      setup,
      '> that day is before the\n  pick-up date, Sun 20\n  Dec\na picture of nothing\n⏎ choose',
    );
    setup.stdin.write('\u0003');
    await expect(answer).rejects.toThrow();
    const list = setup.prompts.search({ message: 'Which', choices: [{ value: 1, name: 'one' }] });
    await untilPrinted(setup, '↑↓ navigate • ⏎ select\u001B');
    setup.stdin.write('\r');
    await list;
  });

  it('wrap text under its indent, but never text to copy', () => {
    const { prompts, printed } = setUp(12);
    prompts.say('  one two three');
    prompts.say('');
    prompts.print('rental plan --sandbox');
    expect(printed()).toBe('  one two\n  three\n\nrental plan --sandbox\n');
  });
});
