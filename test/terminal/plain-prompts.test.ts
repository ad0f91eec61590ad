import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { BackError, InterruptedError } from '../../src/errors.ts';
import { match, search } from '../../src/planner/names.ts';
import { read } from '../../src/planner/read.ts';
import { createPlainPrompts } from '../../src/terminal/plain-prompts.ts';

const names = { search, match, read };

function setUp() {
  const stdin = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { columns: 80, isTTY: true });
  let printed = '';
  stderr.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const abort = new AbortController();
  const lastLines = {
    print: (text: string) => void stderr.write(`${text}\n`),
    hold: () => () => {},
    watch: () => () => {},
  };
  const prompts = createPlainPrompts({ io: { stdin, stderr }, signal: abort.signal, names, lastLines });
  return { prompts, stdin, abort, printed: () => printed };
}

const choices = [
  { value: 'a', name: 'Kea   99.50' },
  { value: 'b', name: 'Moa', disabled: '(not available)' },
  { value: 'c', name: 'Tui\u001B[2J', description: 'more\u202E' },
];

it('numbers choices, refuses those that cannot be chosen, and escapes text from outside', async () => {
  const { prompts, stdin, printed } = setUp();
  stdin.write('2\n9\nx\n3\n');
  expect(await prompts.search({ message: 'Which', choices, initial: 'a' })).toBe('c');
  expect(printed()).toContain('1) Kea, 99.50\n2) Moa: (not available)\n3) Tui<U+001B>[2J: more<U+202E>\n');
  expect(printed()).toContain('Moa (not available)\n');
  expect(printed()).toContain('"9" is not a number from 1 to 3.');
  expect(printed()).toContain('Nothing matches "x".');
  expect(printed()).toMatch(/Answer: Tui<U\+001B>\[2J\n$/);
  expect(printed()).not.toMatch(/[\u001B\u202E]/);
});

it('takes Enter for what was chosen before', async () => {
  const { prompts, stdin } = setUp();
  const end = prompts.openSeries();
  stdin.write('\n\n0\n1,3\n\n\nn\n');
  expect(await prompts.search({ message: 'Which', choices, initial: 'c' })).toBe('c');
  const boxes = { message: 'Which', choices, checked: ['a'], next: 'numbers' };
  expect(await prompts.checkbox(boxes)).toEqual(['a']);
  expect(await prompts.checkbox(boxes)).toEqual([]);
  expect(await prompts.checkbox(boxes)).toEqual(['a', 'c']);
  const read = async (text: string) => ({ value: text, shown: text });
  expect(await prompts.input({ message: 'When', hint: 'fri', initial: 'sat', read })).toBe('sat');
  expect(await prompts.confirm('Sure?')).toBe(true);
  expect(await prompts.confirm('Sure?')).toBe(false);
  end();
});

it('prints a long list whole, finds a choice by a part of its name, and says which if several fit', async () => {
  const { prompts, stdin, printed } = setUp();
  const depots = Array.from({ length: 25 }, (_, index) => ({ value: index, name: `Dépôt ${index}` }));
  stdin.write('2\n');
  expect(await prompts.search({ message: 'Where', choices: depots })).toBe(1);
  expect(printed()).toContain('20) Dépôt 19\n21) Dépôt 20\n');
  const other = setUp();
  other.stdin.write('depot\npot 2\n?\n24\ndepot 2\ndepot 13\n');
  expect(await other.prompts.search({ message: 'Where', choices: depots })).toBe(23);
  expect(other.printed()).toContain('"depot" fits 25 of them:\n1) Dépôt 0\n');
  // A number stays that of the whole list.
  expect(other.printed()).toContain('"pot 2" fits 6 of them:\n3) Dépôt 2\n21) Dépôt 20\n');
  expect(other.printed().match(/Where/g)).toHaveLength(2);
  const third = setUp();
  third.stdin.write('moa\nDEPOT 2\n');
  const choices = [...depots, { value: 30, name: 'Moa', disabled: '(not available)' }];
  expect(await third.prompts.search({ message: 'Where', choices })).toBe(2);
  expect(third.printed()).toContain('Moa (not available)\n');
});

it('takes several names with commas, also names with commas, and asks again if one of them fits several', async () => {
  const { prompts, stdin, printed } = setUp();
  const extras = ['Chair', 'Seat, child, 0-4 years', 'Camp chair', 'Seat'].map((name) => ({ value: name, name }));
  const ask = () => prompts.checkbox({ message: 'Which', choices: extras, checked: [], next: 'numbers' });
  const end = prompts.openSeries();
  stdin.write('seat, child, 0-4 years , chair\nse,x\ncha\nSeat\n3 4\n3, seat\n');
  expect(await ask()).toEqual(['Chair', 'Seat, child, 0-4 years']);
  expect(await ask()).toEqual(['Chair']);
  expect(printed()).toContain('"se" fits 2 of them:\n2) Seat, child, 0-4 years\n4) Seat\nNothing matches "x".\n');
  expect(await ask()).toEqual(['Seat']);
  expect(await ask()).toEqual(['Camp chair', 'Seat']);
  expect(await ask()).toEqual(['Camp chair', 'Seat']);
  end();
});

it('reads several names as flags do, but its numbers are those of the list', async () => {
  const { prompts, stdin, printed } = setUp();
  const names = ['Extra km 1,000', 'Seat, child, 0-4 years', 'Chair', 'Camp chair'];
  const extras = names.map((name, index) => ({ value: name, name, id: index + 100 }));
  const ask = () => prompts.checkbox({ message: 'Which', choices: extras, checked: [], next: 'numbers' });
  const end = prompts.openSeries();
  stdin.write('km 1,000\nchild, 0-4\nseat, child, 0-4 years,3\n102\n2 4\n');
  expect(await ask()).toEqual(['Extra km 1,000']);
  expect(await ask()).toEqual(['Seat, child, 0-4 years', 'Chair']);
  expect(printed()).toContain('"child, 0-4" can be one name or 2: give the whole name');
  expect(await ask()).toEqual(['Seat, child, 0-4 years', 'Camp chair']);
  expect(printed()).toContain('"102" is not a number from 1 to 4.');
  end();
});

it('goes back only in a series', async () => {
  const { prompts, stdin } = setUp();
  stdin.write('b\n1\n');
  expect(await prompts.select({ message: 'Which', choices })).toBe('a');
  const end = prompts.openSeries();
  stdin.write('B\n');
  await expect(prompts.select({ message: 'Which', choices })).rejects.toThrow(BackError);
  end();
});

it.each([
  ['the end of the input', ({ stdin }: ReturnType<typeof setUp>) => void stdin.end()],
  ['an abort', ({ abort }: ReturnType<typeof setUp>) => abort.abort(new InterruptedError('SIGTERM'))],
])('ends by %s, on a new line', async (_, leave) => {
  const setup = setUp();
  const answer = setup.prompts.confirm('Sure?');
  leave(setup);
  await expect(answer).rejects.toThrow(InterruptedError);
  expect(setup.printed()).toMatch(/\n$/);
});

it('ends at once if the input has ended before', async () => {
  const { prompts, stdin } = setUp();
  prompts.openSeries();
  stdin.end();
  await new Promise((resolve) => setImmediate(resolve));
  await expect(prompts.confirm('Sure?')).rejects.toThrow(InterruptedError);
});
