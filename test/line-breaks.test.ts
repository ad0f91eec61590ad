/** In a terminal, lines break between words only: hints are copied. In a pipe, each message is one line. */
import { describe, expect, test } from 'vitest';
import { exampleLines } from '../src/cli/help/layout.ts';
import { commands } from '../src/commands/index.ts';
import { wrapWords } from '../src/text.ts';
import { wrap, isCopied } from '../src/terminal/width.ts';
import fc from './support/property.ts';
import { run } from './support/run.ts';

const widths = [60, 80, 100];
const tooMany = ['compare', '--pick-up', 'all', '--from', '+30d', '--nights', '5..40', '--sandbox'];

/** Without colour and line breaks. */
function joined(text: string): string {
  return text.replace(/\n {2}/g, ' ');
}

describe.each(widths)('in %d columns', (columns) => {
  const terminal = { tty: ['stderr'], columns, env: { NO_COLOR: '1' } } as const;

  test('an error, its hint and a note break between words only', async () => {
    const { stderr } = await run(tooMany, terminal);
    for (const line of stderr.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(joined(stderr)).toBe((await run(tooMany)).stderr);
    expect(stderr).toMatch(/--max-requests/);
  });

  test('an address that is longer than a line stays whole', async () => {
    const url = `http://127.0.0.1:1/${'x'.repeat(110)}`;
    const { stderr } = await run(['depots', '--base-url', `${url}?q`], terminal);
    expect(stderr).toContain(url);
  });

  test.each(commands.flatMap(({ examples }) => examples))('the example $line can be copied', ({ line: example }) => {
    const lines = exampleLines(example, columns);
    expect(lines.join('\n').replace(/ \\\n +/g, ' ')).toBe(`  ${example}`);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  });
});

test('in a pipe each message is one line', async () => {
  const { stderr } = await run(tooMany, { columns: 60 });
  expect(stderr).toMatch(/^note: .*\nerror: .*\nhint: .*\n$/);
});

test('addresses and flags in a view stay whole, other long words do not', () => {
  const [url, flag] = [`(https://example.com/${'y'.repeat(60)})`, `--${'z'.repeat(60)}`];
  expect(wrap(`see ${url} and ${flag}`, 20, isCopied)).toEqual(['see', url, 'and', flag]);
  expect(wrap('w'.repeat(30), 20, isCopied)).toHaveLength(2);
});

test('wrapWords loses nothing but the spaces at breaks', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
      expect(wrapWords(text, columns).join(' ')).toBe(text);
    }),
  );
});
