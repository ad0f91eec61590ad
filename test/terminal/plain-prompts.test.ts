import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { BackError, InterruptedError } from '../../src/errors.ts';
import { createPlainPrompts } from '../../src/terminal/plain-prompts.ts';

function setUp() {
  const stdin = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { columns: 80, isTTY: true });
  let printed = '';
  stderr.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const abort = new AbortController();
  const prompts = createPlainPrompts({ io: { stdin, stderr }, signal: abort.signal });
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
  expect(await prompts.select({ message: 'Which', choices, initial: 'a' })).toBe('c');
  expect(printed()).toContain('1) Kea, 99.50\n2) Moa: (not available)\n3) Tui<U+001B>[2J: more<U+202E>\n');
  expect(printed()).toContain('Moa (not available)\n');
  expect(printed()).toContain('"9" is not a number from 1 to 3.');
  expect(printed()).toContain('"x" is not a number from 1 to 3.');
  expect(printed()).toMatch(/Answer: Tui<U\+001B>\[2J\n$/);
  expect(printed()).not.toMatch(/[\u001B\u202E]/);
});

it('takes Enter for what was chosen before', async () => {
  const { prompts, stdin } = setUp();
  const end = prompts.openSeries();
  stdin.write('\n\n0\n1,3\n\n\nn\n');
  expect(await prompts.select({ message: 'Which', choices, initial: 'c' })).toBe('c');
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

it('finds choices by a part of the name and numbers what is found', async () => {
  const { prompts, stdin, printed } = setUp();
  const names = Array.from({ length: 25 }, (_, index) => ({ value: index, name: `Depot ${index}` }));
  const find = (term: string) => names.filter(({ name }) => name.includes(term));
  stdin.write('2\n');
  expect(await prompts.search({ message: 'Where', find })).toBe(1);
  expect(printed()).toContain('20) Depot 19\nand 5 more\n');
  const other = setUp();
  other.stdin.write('Depot 2\n?\n3\n');
  expect(await other.prompts.search({ message: 'Where', find })).toBe(21);
  expect(other.printed().match(/Where/g)).toHaveLength(2);
});

it('goes back only in a series', async () => {
  const { prompts, stdin, printed } = setUp();
  stdin.write('b\n1\n');
  expect(await prompts.select({ message: 'Which', choices })).toBe('a');
  const end = prompts.openSeries();
  stdin.write('B\n');
  await expect(prompts.select({ message: 'Which', choices })).rejects.toThrow(BackError);
  prompts.headline('Auckland');
  stdin.write('1\n1\n');
  await prompts.select({ message: 'Which', choices });
  await prompts.select({ message: 'Which', choices });
  expect(printed().match(/So far: Auckland/g)).toHaveLength(1);
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
