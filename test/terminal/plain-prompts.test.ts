import { expect, it } from 'vitest';
import { BackError, InterruptedError, UsageError } from '../../src/base/errors.ts';
import { createPlainPrompts } from '../../src/terminal/plain-prompts.ts';
import type { Prompts } from '../../src/terminal/questions.ts';
import { promptTerminal } from './prompt-terminal.ts';

type Setup = ReturnType<typeof setUp>;

function setUp() {
  const terminal = promptTerminal();
  return { ...terminal, prompts: createPlainPrompts(terminal.parts) };
}

/** Answers a question line by line: each when it is asked for. */
async function answers<T>(
  setup: Setup,
  ask: (prompts: Prompts) => Promise<T>,
  ...lines: string[]
): Promise<T> {
  const answer = ask(setup.prompts);
  let seen = 0;
  for (const line of lines) {
    await expect.poll(() => setup.printed().slice(seen)).toMatch(/: $/);
    seen = setup.printed().length;
    setup.stdin.write(`${line}\n`);
  }
  return answer;
}

const choices = [
  { value: 'a', name: 'Kea', amounts: ['about 696.50', '(7 nights × 99.50)'] },
  { value: 'b', name: 'Kea Plus' },
  { value: 'c', name: 'Tūi\u001B[2J', description: 'more\u202E' },
];
const similar = [
  'Auckland Airport',
  'North Shore, Auckland',
  'Seat, child',
  'Chair',
  '2x bike rack',
  'Seat',
].map((name) => ({ value: name, name }));
const boxes = { message: 'Which', choices, checked: ['a'] };
const when = { message: 'When', hint: 'fri', initial: 'sat' };
const picker = {
  keys: [],
  pagingKeys: [],
  isPaging: () => false,
  near: () => undefined,
  move: () => undefined,
  lines: () => [],
  show: (day: string) => `on ${day}`,
};

function readDay(text: string): string {
  if (/^[a-z]{3}$/.test(text)) return text;
  throw new UsageError('not a day', { hint: 'write fri' });
}

const search = (prompts: Prompts) => prompts.search({ message: 'Which', choices, initial: 'c' });
const date = (prompts: Prompts) => prompts.input({ ...when, read: readDay, picker });
const checkbox = (prompts: Prompts) => prompts.checkbox(boxes);
const depot = (prompts: Prompts) => prompts.search({ message: 'Pick-up depot', choices: similar });
const extras = (prompts: Prompts) =>
  prompts.checkbox({ message: 'Accessories', choices: similar, checked: [] });
const spelled = (prompts: Prompts) => {
  const seats = [
    { value: 'a', name: 'Seat (4)', plainName: 'Seat' },
    { value: 'b', name: 'SEAT (5)', plainName: 'SEAT' },
  ];
  return prompts.search({ message: 'Which', choices: seats });
};
const menu = (prompts: Prompts) => prompts.search({ message: 'What next?', choices: similar });

it.each<[string, unknown, (prompts: Prompts) => Promise<unknown>, string[], string]>([
  [
    'the first choice',
    'c',
    search,
    [''],
    '1) Kea, about 696.50 (7 nights × 99.50)\n2) Kea Plus\n3) Tūi<U+001B>[2J: more<U+202E>\n',
  ],
  ['a number', 'b', search, ['9', '2'], 'nothing in the list matches "9"'],
  ['a part of a name', 'c', search, ['x', 'tui'], 'nothing in the list matches "x"'],
  [
    'a part of several names',
    'a',
    search,
    ['ke', 'kea'],
    '"ke" matches several: 1) Kea, 2) Kea Plus',
  ],
  ['the ticked boxes', ['a'], checkbox, [''], '1) Kea, about 696.50 (7 nights × 99.50); chosen'],
  ['no boxes', [], checkbox, ['0'], 'Which'],
  ['several boxes', ['a', 'c'], checkbox, ['1, tui, 3'], 'Which'],
  [
    'a name with a comma',
    'North Shore, Auckland',
    depot,
    ['north shore,auckland'],
    'Pick-up depot',
  ],
  [
    'no part of several names, also if one begins with it',
    'Auckland Airport',
    depot,
    ['auck', 'airp'],
    '"auck" matches several: 1) Auckland Airport, 2) North Shore, Auckland',
  ],
  [
    'a part of one name, which it reports',
    'Auckland Airport',
    depot,
    ['airp'],
    'back: Pick-up depot: Auckland Airport\n',
  ],
  [
    'a part of a line of a menu, which it reports',
    'Chair',
    menu,
    ['chai'],
    'back: What next? Chair\n',
  ],
  ['a box whose name has a comma', ['Seat, child'], extras, ['Seat, child'], 'Accessories'],
  [
    'boxes by names between commas, as a flag divides them',
    ['Chair', 'Seat, child', '2x bike rack'],
    extras,
    ['chair, seat,child,,5'],
    'Accessories',
  ],
  [
    'parts of names for boxes, which it reports',
    ['Seat, child', 'Chair'],
    extras,
    ['child, chai'],
    'back: Accessories: Seat, child; Chair\n',
  ],
  [
    'no part of the names of several boxes',
    ['Chair'],
    extras,
    ['chair, auck', 'chair'],
    '"auck" matches several: 1) Auckland Airport, 2) North Shore, Auckland',
  ],
  [
    'no count before a name',
    [],
    extras,
    ['2x chair', '0'],
    'nothing in the list matches "2x chair"',
  ],
  [
    'a number that is a part of a name',
    ['2x bike rack'],
    extras,
    ['2x bike'],
    'Accessories: 2x bike rack\n',
  ],
  [
    'a name that is written in two ways',
    'b',
    spelled,
    ['seat', 'SEAT'],
    '"seat" matches several: 1) Seat (4), 2) SEAT (5)',
  ],
  ['a name with its id, as the list shows it', 'b', spelled, ['SEAT (5)'], 'Which'],
  [
    'a text',
    'sat',
    (prompts) => prompts.input({ ...when, read: readDay }),
    [''],
    'When (fri). Enter takes sat',
  ],
  ['a date', 'mon', date, ['8', 'mon'], 'not a day: write fri'],
  [
    'a date, which it shows',
    'mon',
    date,
    ['mon'],
    'Enter takes on sat\nYour answer, b goes back: When: on mon\n',
  ],
])('in plain lines, a question takes %s', async (_, answer, ask, lines, shown) => {
  const setup = setUp();
  expect(await answers(setup, ask, ...lines)).toEqual(answer);
  expect(setup.printed()).toContain(shown);
  expect(setup.printed(), 'nothing is raw from outside').not.toMatch(/[\u001B\u202E]/);
});

it('a question that is the only one says that b stops', async () => {
  const setup = setUp();
  await answers(
    setup,
    (prompts) => prompts.input({ ...when, read: readDay, onEsc: 'stop' }),
    'mon',
  );
  expect(setup.printed()).toContain('Your answer, b stops: ');
});

it('names only some of very many that a part fits', async () => {
  const setup = setUp();
  const many = Array.from({ length: 30 }, (_, index) => ({ value: index, name: `Kea ${index}` }));
  await answers(
    setup,
    (prompts) => prompts.search({ message: 'Which', choices: many }),
    'kea',
    '3',
  );
  expect(setup.printed()).toContain('8) Kea 7 and 22 more\n');
});

it.each(['a whole name', 'a number'])('does not repeat the choice after %s', async (how) => {
  const setup = setUp();
  expect(await answers(setup, depot, how === 'a whole name' ? 'AUCKLAND AIRPORT' : '1')).toBe(
    'Auckland Airport',
  );
  expect(setup.printed()).not.toContain('Pick-up depot:');
});

it.each([
  ['b', BackError, ({ stdin }: Setup) => void stdin.write('B\n')],
  ['the end of the input', InterruptedError, ({ stdin }: Setup) => void stdin.end()],
  [
    'an abort',
    InterruptedError,
    ({ abort }: Setup) => abort.abort(new InterruptedError('SIGTERM')),
  ],
])('a question ends by %s, on a new line', async (_, kind, leave) => {
  const setup = setUp();
  const answer = date(setup.prompts);
  leave(setup);
  await expect(answer).rejects.toThrow(kind);
  if (kind === InterruptedError) expect(setup.printed()).toMatch(/\n$/);
});

it('ends at once if the input has ended before', async () => {
  const { prompts, stdin } = setUp();
  stdin.resume().end();
  await new Promise((resolve) => stdin.once('end', resolve));
  await expect(date(prompts)).rejects.toThrow(InterruptedError);
});
