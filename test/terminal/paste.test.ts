// @module-tag long
/** A long paste into a question: it is cut, the question goes on, and Ctrl-C is heard. */
import { expect, it, vi } from 'vitest';
import { sample } from '../support/thorough.ts';
import { fakeTerminal, interrupt } from '../support/fake-terminal.ts';

const trip = ['--pick-up', '1', '--drop-off', '1'];
const megabyte = 1_000_000;

it.each(
  sample(
    [
      ['a list', [], 'Pick-up depot', 'x'],
      ['a list, in lines', [], 'Pick-up depot', 'ab cd\tef\n'],
      ['a date', trip, 'Pick-up date', 'ā'],
    ],
    3,
  ),
)(
  'a paste of a megabyte into %s is cut, and Ctrl-C still ends the question',
  async (_, args, question, text) => {
    const screen = fakeTerminal(['plan', '--sandbox', ...args]);
    await screen.asks(question);
    for (let part = 0; part < 20; part += 1) screen.press(text.repeat(megabyte / 20 / text.length));
    await screen.shows(text.slice(0, 2));
    expect(screen.screen().length).toBeLessThan(2_000);
    await interrupt(screen);
  },
);

it('after a paste was cut, the question takes what is typed', { tags: ['long'] }, async () => {
  const screen = fakeTerminal(['plan', '--sandbox']);
  await screen.asks('Pick-up depot');
  screen.press('x'.repeat(megabyte));
  await screen.shows('No results');
  // The end of a paste is a pause of a terminal, which has the time of the machine.
  const takesTyping = (): boolean => {
    if (screen.screen().includes('? Pick-up depot auck')) return true;
    screen.press('\u0015auck');
    return false;
  };
  await vi.waitUntil(takesTyping, { timeout: 10_000, interval: 150 });
  await interrupt(screen);
});
