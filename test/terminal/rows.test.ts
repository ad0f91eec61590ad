/** Erasing the lines below a mark, however the terminal has wrapped them, and no line above it. */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { followRows } from '../../src/terminal/rows.ts';
import { show } from './screen.ts';

function setUp(columns = 20) {
  let printed = '';
  const stream = Object.assign(new PassThrough(), { columns, rows: 24, isTTY: true });
  stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const rows = followRows(stream);
  stream.write('above\n');
  return { stream, rows, lines: async () => (await show(printed, stream.columns, 24)).lines };
}

it.each([
  ['short lines', 'one\ntwo\n'],
  ['a line as wide as the terminal', `${'x'.repeat(20)}\n`],
  ['lines that the terminal wraps', `${'x'.repeat(21)}\n${'y'.repeat(61)}\n`],
  ['wide letters', `${'京'.repeat(10)}\n`],
  ['colours', '\u001B[32mgreen and not so long\u001B[39m\n'],
  ['a line that was drawn again', 'one\ntwo\u001B[2K\u001B[1A\u001B[2K\u001B[Gthree\n'],
  ['a status line that was erased', 'wait\n  more\r\u001B[A\r\u001B[Jdone\n'],
])('erases %s, and nothing above', async (_, text) => {
  const { stream, rows, lines } = setUp();
  const mark = rows.mark();
  stream.write(text);
  expect(rows.eraseAfter(mark)).toBe(true);
  stream.write('below\n');
  expect(await lines()).toEqual(['above', 'below']);
});

it('erases nothing once the place of the lines is not known', async () => {
  const { stream, rows, lines } = setUp();
  const mark = rows.mark();
  stream.write('one\n');
  stream.columns = 30;
  expect(rows.eraseAfter(mark)).toBe(false);
  const later = rows.mark();
  stream.write('two\n');
  rows.forget();
  expect(rows.eraseAfter(later)).toBe(false);
  expect(await lines()).toEqual(['above', 'one', 'two']);
});
