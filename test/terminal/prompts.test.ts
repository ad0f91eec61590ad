import { expect, it } from 'vitest';
import { BackError, InterruptedError, UsageError } from '../../src/base/errors.ts';
import { createPalette } from '../../src/terminal/colour.ts';
import { createPrompts } from '../../src/terminal/prompts.ts';
import { promptTerminal } from './prompt-terminal.ts';
import { show } from './screen.ts';

type Setup = ReturnType<typeof setUp>;

function setUp(columns?: number) {
  const terminal = promptTerminal(columns);
  return {
    ...terminal,
    prompts: createPrompts({
      ...terminal.parts,
      palette: createPalette(terminal.stderr, {}, 'never'),
    }),
  };
}

async function untilPrinted({ printed }: Setup, text: string): Promise<void> {
  while (!printed().includes(text)) await new Promise((resolve) => setImmediate(resolve));
}

/** Types each text once the screen shows what comes before it, and then Enter. */
async function type(
  setup: Setup,
  steps: readonly (readonly [typed: string, shown: string])[],
): Promise<void> {
  for (const [typed, shown] of steps) {
    setup.stdin.write(typed);
    await untilPrinted(setup, shown);
  }
  setup.stdin.write('\r');
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
  pagingKeys: [['pgdn', 'month'] as [string, string]],
  isPaging: (key: string) => key === 'pagedown',
  near: (text: string) => (text === 'jan' ? 'january' : undefined),
  move: (from: unknown, key: string) =>
    key === 'down'
      ? 'a later day'
      : from === 'january' && key === 'pagedown'
        ? 'february'
        : undefined,
  show: (day: string) => `shown ${day} ${hostile}`,
  lines: (chosen: string | undefined, _size: unknown, _paint: unknown, shown = 'nothing') => [
    `a picture of ${chosen ?? shown}`,
  ],
};

it('text from outside is escaped in every part of every question; without colour there is none', async () => {
  const setup = setUp();
  const { prompts } = setup;
  const choices = [{ value: 1, name: hostile, amounts: [hostile], description: `more ${hostile}` }];
  const questions: readonly (readonly [() => Promise<unknown>, string, shown: string])[] = [
    [() => prompts.search({ message: hostile, choices }), '', 'navigate'],
    [() => prompts.checkbox({ message: hostile, choices, checked: [1] }), '', '◉'],
    [
      () => prompts.input({ message: hostile, hint: hostile, read: (text) => text }),
      'a',
      `(${escaped}) a`,
    ],
    [
      () => prompts.input({ message: hostile, hint: 'fri', read: refuse(/^a$/, hostile), picker }),
      'a\r',
      `> ${escaped}`,
    ],
    [
      () => prompts.input({ message: hostile, hint: 'fri', read: (text) => text, picker }),
      'b',
      'picture of b',
    ],
  ];
  for (const [ask, typed, shown] of questions) {
    const answer = ask();
    await type(setup, [[typed, shown]]);
    if (typed === 'a\r') setup.stdin.write('b\r');
    await answer;
  }
  prompts.say(hostile);
  prompts.print(hostile);
  for (const part of [`more ${escaped}`, `shown ab ${escaped}`, `shown b ${escaped}`])
    expect(setup.printed()).toContain(part);
  expect(setup.printed()).not.toMatch(/\u001B\[2J|\u202E|\u001B\[[0-9;]*m/);
});

const birds = ['Kākā & Tūī', 'Tōrea'].map((name) => ({ value: name, name, amounts: ['1.00'] }));

it('a list starts at the initial choice, and takes only text that fits; Tab types the line', async () => {
  const setup = setUp();
  const start = setup.prompts.search({ message: 'Which', choices: birds, initial: 'Tōrea' });
  await type(setup, [['', '❯ Tōrea']]);
  expect(await start).toBe('Tōrea');
  const answer = setup.prompts.search({ message: 'Find', choices: birds });
  await type(setup, [
    ['tuix', '> No results found'],
    ['\r\u007F', 'Find tui\n❯ Kākā'],
    ['\t', 'Find Kākā & Tūī  1.00\n❯ Kākā'],
    ['\u0015', '❯ Kākā & Tūī  1.00\n  Tōrea'],
    ['to', 'Find to\n❯ Tōrea'],
  ]);
  expect(await answer).toBe('Tōrea');
});

it('a date is the day that is offered, typed, or chosen in the picture', async () => {
  const setup = setUp();
  const read = refuse(/x/, 'not a day');
  const ask = () =>
    setup.prompts.input({ message: 'Date', hint: 'fri', initial: 'sat', read, picker });
  const answer = ask();
  await type(setup, [
    ['', 'a picture of sat'],
    ['\u001B[B', 'a picture of a later day'],
    ['x', 'a picture of nothing'],
    ['\r', '> not a day'],
    ['\u007F\u007F', 'Date (fri)'],
    ['mo', 'a picture of mo'],
  ]);
  expect(await answer).toBe('mo');
  const again = ask();
  await type(setup, [['', 'a picture of sat']]);
  expect(await again).toBe('sat');
});

it('the picture opens near a text that is no date, and the keys of its hint move from there', async () => {
  const setup = setUp();
  const read = refuse(/^jan$/, 'not a day');
  const answer = setup.prompts.input({ message: 'Date', hint: 'fri', read, picker });
  await type(setup, [
    ['jan', 'a picture of january\npgdn month • ⏎ confirm'],
    ['\u001B[6~', 'a picture of february'],
  ]);
  expect(await answer).toBe('february');
});

it('a number says how to confirm it and what Esc does, and keeps its default', async () => {
  const setup = setUp();
  const quantity = { message: 'How many', hint: '1 to 9', initial: '2', read: Number } as const;
  const answer = setup.prompts.input(quantity);
  await type(setup, [
    ['', 'How many (1 to 9, default 2)'],
    ['\u007F', '⏎ confirm • esc back'],
  ]);
  expect(await answer).toBe(2);
  const only = setup.prompts.input({ ...quantity, onEsc: 'stop' });
  await type(setup, [['', '⏎ confirm • esc stop']]);
  await only;
});

it('Enter in one burst with a text and an arrow key takes the line that the arrow moved to', async () => {
  const setup = setUp();
  const choices = ['Auckland Airport', 'North Shore, Auckland'].map((name) => ({
    value: name,
    name,
  }));
  const answer = setup.prompts.search({ message: 'Which', choices });
  await untilPrinted(setup, 'type to filter');
  setup.stdin.write('auck\u001B[B\r');
  expect(await answer).toBe('North Shore, Auckland');
});

it('Enter in one burst with a text that backspaces made ambiguous shows what the text matches', async () => {
  const setup = setUp();
  const choices = ['Kea', 'Kea Plus'].map((name) => ({ value: name, name }));
  const answer = setup.prompts.search({ message: 'Which', choices });
  await untilPrinted(setup, 'type to filter');
  setup.stdin.write('kea p\u007F\u007F\u007F\r');
  await type(setup, [['', 'Which ke']]);
  expect(await answer).toBe('Kea');
});

it('the keys of a list say that Esc at the first question stops', async () => {
  const setup = setUp();
  const list = { message: 'Which', choices: birds, onEsc: 'stop' } as const;
  const one = setup.prompts.search(list);
  await type(setup, [['', '⏎ confirm • type to filter • esc stop']]);
  await one;
  const several = setup.prompts.checkbox({ ...list, checked: [] });
  await type(setup, [['', 'esc stop']]);
  await several;
});

it('what is typed during other work is not echoed, and is for the next question', async () => {
  const setup = setUp();
  let isRaw = false;
  await setup.prompts.quietly(async () => {
    ({ isRaw } = setup.stdin);
    setup.stdin.write('tor');
    await new Promise((resolve) => setImmediate(resolve));
  });
  expect([isRaw, setup.stdin.isRaw]).toEqual([true, false]);
  const answer = setup.prompts.search({ message: 'Which', choices: birds });
  await type(setup, [['', 'Which tor']]);
  expect(await answer).toBe('Tōrea');
});

it('Ctrl-C during other work is an interrupt', async () => {
  const setup = setUp();
  const never = setup.prompts.quietly(() => new Promise(() => {}));
  setup.stdin.write('\u0003');
  await expect(never).rejects.toThrow(InterruptedError);
  expect(setup.stdin.isRaw).toBe(false);
});

it.each([
  ['Ctrl-C', InterruptedError, ({ stdin }: Setup) => stdin.write('\u0003')],
  ['Ctrl-D on an empty line', InterruptedError, ({ stdin }: Setup) => stdin.write('\u0004')],
  ['the end of the input', InterruptedError, ({ stdin }: Setup) => stdin.end()],
  [
    'an abort',
    InterruptedError,
    ({ abort }: Setup) => abort.abort(new InterruptedError('SIGTERM')),
  ],
  ['Esc', BackError, ({ stdin }: Setup) => stdin.write('\u001B')],
])(
  'leaving a question by %s rejects, shows the cursor and leaves nothing of the question',
  async (_, kind, leave) => {
    const setup = setUp();
    const answer = setup.prompts.search({ message: 'Which', choices: birds });
    await untilPrinted(setup, '⏎ confirm • type to filter • esc back');
    expect(setup.isHeld(), 'whether the status line waits while a question is open').toBe(true);
    leave(setup);
    await expect(answer).rejects.toThrow(kind);
    expect(setup.isHeld()).toBe(false);
    expect(setup.printed()).toMatch(/\u001B\[\?25h$/);
    expect((await show(setup.printed(), 80)).lines).toEqual([]);
    expect(
      setup.stdin.listenerCount('end') + setup.stdin.listenerCount('keypress'),
    ).toBeLessThanOrEqual(1);
  },
);

it('Ctrl-D after typed text does not leave a question', async () => {
  const setup = setUp();
  const answer = setup.prompts.input({ message: 'Name', hint: 'letters', read: (text) => text });
  await type(setup, [
    ['', '(letters)'],
    ['ab\u0004c', ') abc'],
  ]);
  expect(await answer).toBe('abc');
});

it('a question is left at once if the signal is already aborted', async () => {
  const setup = setUp();
  setup.abort.abort(new InterruptedError('SIGTERM'));
  await expect(
    setup.prompts.checkbox({ message: 'Which', choices: [], checked: [] }),
  ).rejects.toMatchObject({
    exitCode: 143,
  });
  expect(setup.printed()).toBe('');
});

it('text between questions is wrapped under its indent, but never text to copy', () => {
  const { prompts, printed } = setUp(12);
  prompts.say('  one two three');
  prompts.say('');
  prompts.print('rental plan --sandbox');
  expect(printed()).toBe('  one two\n  three\n\nrental plan --sandbox\n');
});

it('a whole name comes first, also if the list shows it with an id', async () => {
  const setup = setUp();
  const choices = [
    { value: 'a', name: 'Seat, child', id: 3 },
    { value: 'b', name: 'Seat (4)', plainName: 'Seat', id: 4 },
    { value: 'c', name: 'SEAT (5)', plainName: 'SEAT', id: 5 },
  ];
  const answer = setup.prompts.search({ message: 'Which', choices });
  await type(setup, [['SEAT', '❯ SEAT (5)']]);
  expect(await answer).toBe('c');
});
