/**
 * In a terminal, lines break between words only: hints are copied. In a pipe, each message is one
 * line.
 */
import { expect, test } from 'vitest';
import { wrapWords } from '../src/base/words.ts';
import { wrap } from '../src/terminal/width.ts';
import fc from './support/property.ts';
import { run } from './support/run.ts';

const tooMany = ['compare', '--pick-up', 'all', '--from', '+30d', '--nights', '5..40', '--sandbox'];

test.each([60, 100])(
  'in %d columns, messages break between words only, and addresses stay whole',
  async (columns) => {
    const terminal = { tty: ['stderr'], columns, env: { NO_COLOR: '1' } } as const;
    const { stderr } = await run(tooMany, terminal);
    for (const line of stderr.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(stderr.replace(/\n {2}/g, ' ')).toBe((await run(tooMany)).stderr);
    expect(stderr).toContain('--max-requests');
    const url = `http://127.0.0.1:1/${'x'.repeat(110)}`;
    expect((await run(['depots', '--base-url', `${url}?q`], terminal)).stderr).toContain(url);
  },
);

test('addresses and flags in a view stay whole, other long words do not', () => {
  const [url, flag] = [`(https://example.com/${'y'.repeat(60)})`, `--${'z'.repeat(60)}`];
  expect(wrap(`see ${url} and ${flag}`, 20)).toEqual(['see', url, 'and', flag]);
  expect(wrap('w'.repeat(30), 20)).toHaveLength(2);
});

test('wrapWords loses nothing but the spaces at breaks', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
      expect(wrapWords(text, columns).join(' ')).toBe(text);
    }),
  );
});
