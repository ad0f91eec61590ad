import { expect, it } from 'vitest';
import { createPrintedLines } from '../../src/terminal/printed-lines.ts';
import { show } from './screen.ts';

/** Prints as a program does that is stopped and continued with `goOn`. */
function setUp(columns = 20, rows = 5) {
  let written = '';
  let goOn = (): void => {};
  const stderr = { columns, rows, write: (text: string) => (written += text) !== '' };
  const onSuspend = (one: { enter?(): void }) => {
    goOn = () => one.enter?.();
    return () => {};
  };
  const lines = createPrintedLines({ stderr, onSuspend } as never);
  const print = (text: string): void => {
    stderr.write(`${text}\n`);
    lines.add(text);
  };
  const screen = async (): Promise<readonly string[]> => (await show(written, stderr.columns, rows)).lines;
  return { mark: lines.mark, print, stderr, screen, goOn: () => goOn() };
}

it('takes away what was printed since, with lines that the terminal has broken', async () => {
  const { mark, print, screen } = setUp();
  print('one');
  const erase = mark();
  print(`two \u001B[1m${'.'.repeat(20)}\u001B[0m`);
  print('三'.repeat(10));
  erase();
  print('three');
  expect(await screen()).toEqual(['one', 'three']);
});

it('counts rows of the width that the terminal has now', async () => {
  const { mark, print, screen, stderr } = setUp();
  print('one');
  const erase = mark();
  print('.'.repeat(20));
  stderr.columns = 10;
  erase();
  print('two');
  expect(await screen()).toEqual(['one', 'two']);
});

it('shows what remains if the top has scrolled away', async () => {
  const { mark, print, screen } = setUp();
  ['a', 'b', 'c'].forEach(print);
  const erase = mark();
  ['d', 'e', 'f', 'g', 'h'].forEach(print);
  erase();
  print('i');
  expect((await screen()).slice(-4)).toEqual(['a', 'b', 'c', 'i']);
});

it('takes nothing away above lines of the shell', async () => {
  const { mark, print, screen, stderr, goOn } = setUp();
  const erase = mark();
  print('one');
  stderr.write('$ fg\n');
  goOn();
  print('two');
  erase();
  erase();
  expect(await screen()).toEqual(['one', '$ fg']);
});
