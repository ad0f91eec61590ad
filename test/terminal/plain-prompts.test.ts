import { expect, it } from 'vitest';
import { BackError, InterruptedError, UsageError } from '../../src/errors.ts';
import { createPlainPrompts } from '../../src/terminal/plain-prompts.ts';
import type { Prompts } from '../../src/terminal/questions.ts';
import { questionTerminal } from './question-terminal.ts';

type Setup = ReturnType<typeof setUp>;

function setUp() {
  const terminal = questionTerminal();
  return { ...terminal, prompts: createPlainPrompts(terminal.parts) };
}

/** Answers a question line by line: each when it is asked for. */
async function answers<T>(setup: Setup, ask: (prompts: Prompts) => Promise<T>, ...lines: string[]): Promise<T> {
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
  { value: 'a', name: 'Kea', amounts: [{ text: '99.50', unit: ' a day' }, { text: '700.00' }] },
  { value: 'b', name: 'Moa', disabled: '(not available)' },
  { value: 'c', name: 'Tui\u001B[2J', description: 'more\u202E' },
];

it('numbers choices, refuses those that cannot be chosen, and escapes text from outside', async () => {
  const setup = setUp();
  const ask = (prompts: Prompts) => prompts.search({ message: 'Which', choices, initial: 'a' });
  expect(await answers(setup, ask, '2', '9', 'x', '3')).toBe('c');
  const printed = setup.printed();
  expect(printed).toContain('1) Kea, 99.50 a day, 700.00\n2) Moa: (not available)\n3) Tui<U+001B>[2J: more<U+202E>\n');
  expect(printed).toContain('Moa (not available)\n');
  expect(printed).toContain('"9" is not a number from 1 to 3.');
  expect(printed).toContain('Nothing matches "x".');
  expect(printed).toMatch(/Answer: Tui<U\+001B>\[2J\n$/);
  expect(printed).not.toMatch(/[\u001B\u202E]/);
});

const boxes = { message: 'Which', choices, checked: ['a'], next: 'numbers' };
const when = { message: 'When', hint: 'fri', initial: 'sat' };
const picker = { keys: [], move: () => undefined, lines: () => [], show: (day: string) => `on ${day}` };

function readDay(text: string): string {
  if (/^[a-z]{3}$/.test(text)) return text;
  throw new UsageError('not a day', { hint: 'write fri' });
}

it.each<[string, unknown, (prompts: Prompts) => Promise<unknown>, string[], string]>([
  ['of a list', 'c', (prompts) => prompts.search({ message: 'Which', choices, initial: 'c' }), [''], 'Tui<U+001B>[2J'],
  ['of boxes', ['a'], (prompts) => prompts.checkbox(boxes), [''], 'Kea'],
  ['of no boxes', [], (prompts) => prompts.checkbox(boxes), ['0'], 'none'],
  ['of several boxes', ['a', 'c'], (prompts) => prompts.checkbox(boxes), ['1,3'], 'Kea, Tui<U+001B>[2J'],
  ['of a text', 'sat', (prompts) => prompts.input({ ...when, read: readDay }), [''], 'sat'],
  ['of a date', 'mon', (prompts) => prompts.date({ ...when, read: readDay, picker }), ['8', 'mon'], 'on mon'],
  ['of Enter for yes', true, (prompts) => prompts.confirm('Sure?', true), [''], 'Answer: yes'],
  ['of Enter for no', false, (prompts) => prompts.confirm('Sure?', false), ['what', ''], 'Answer: no'],
  ['of n', false, (prompts) => prompts.confirm('Sure?', true), ['n'], 'Answer: no'],
])('the answer %s is what was chosen, and it is said', async (_, answer, ask, lines, shown) => {
  const setup = setUp();
  expect(await answers(setup, ask, ...lines)).toEqual(answer);
  expect(setup.printed()).toMatch(/Answer: .*\n$/);
  expect(setup.printed()).toContain(shown);
  if (lines[0] === '8') expect(setup.printed()).toContain('not a day: write fri\n');
});

it('prints a long list whole, finds a choice by a part of its name, and says which if several fit', async () => {
  const depots = Array.from({ length: 25 }, (_, index) => ({ value: index, name: `Dépôt ${index}` }));
  const ask = (prompts: Prompts) => prompts.search({ message: 'Where', choices: depots });
  const setup = setUp();
  expect(await answers(setup, ask, 'depot', 'pot 2', '?', '24')).toBe(23);
  expect(setup.printed()).toContain('20) Dépôt 19\n21) Dépôt 20\n');
  expect(setup.printed()).toContain('"depot" fits 25 of them:\n1) Dépôt 0\n');
  // A number stays that of the whole list.
  expect(setup.printed()).toContain('"pot 2" fits 6 of them:\n3) Dépôt 2\n21) Dépôt 20\n');
  expect(setup.printed().match(/Where/g)).toHaveLength(2);
  expect(await answers(setUp(), ask, 'DEPOT 2')).toBe(2);
});

it.each([
  [['seat, child, 0-4 years , camp chair'], ['Seat, child, 0-4 years', 'Camp chair'], ''],
  [['km 1,000', 'extra km 1,000'], ['Extra km 1,000'], '"000"'],
  [['a', 'chair'], ['Chair'], '"a" fits 4 of them'],
  [['102', '2 4'], ['Seat, child, 0-4 years', 'Camp chair'], '"102" is not a number from 1 to 4.'],
  [['3, camp'], ['Chair', 'Camp chair'], ''],
])('takes %j for several names as flags do, but its numbers are those of the list', async (lines, chosen, said) => {
  const names = ['Extra km 1,000', 'Seat, child, 0-4 years', 'Chair', 'Camp chair'];
  const extras = names.map((name, index) => ({ value: name, name, id: index + 100 }));
  const setup = setUp();
  const ask = (prompts: Prompts) =>
    prompts.checkbox({ message: 'Which', choices: extras, checked: [], next: 'numbers' });
  expect(await answers(setup, ask, ...lines)).toEqual(chosen);
  expect(setup.printed()).toContain(said);
});

it.each([
  ['b', BackError, ({ stdin }: Setup) => void stdin.write('B\n')],
  ['the end of the input', InterruptedError, ({ stdin }: Setup) => void stdin.end()],
  ['an abort', InterruptedError, ({ abort }: Setup) => abort.abort(new InterruptedError('SIGTERM'))],
])('ends by %s, on a new line', async (_, kind, leave) => {
  const setup = setUp();
  const answer = setup.prompts.confirm('Sure?', true);
  leave(setup);
  await expect(answer).rejects.toThrow(kind);
  if (kind === InterruptedError) expect(setup.printed()).toMatch(/\n$/);
});

it('ends at once if the input has ended before', async () => {
  const { prompts, stdin } = setUp();
  stdin.resume().end();
  await new Promise((resolve) => stdin.once('end', resolve));
  await expect(prompts.confirm('Sure?', true)).rejects.toThrow(InterruptedError);
});
