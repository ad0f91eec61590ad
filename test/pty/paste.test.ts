// @module-tag long
/**
 * A paste into a question, in a real terminal. The kernel can store all of it: tests write without a
 * queue, so that the rest of a longer one would be lost.
 */
import { expect, it } from 'vitest';
import { keys, terminal } from '../support/pty.ts';

it('a paste is cut, and Ctrl-C after it is heard', { tags: ['long'] }, async () => {
  const screen = terminal(['plan', '--sandbox']);
  await screen.asks('Pick-up depot');
  screen.press('x'.repeat(3_000) + keys.ctrlC);
  expect(await screen.ended()).toMatchObject({ code: 130, cursorShown: true, cooked: true });
  // Each character draws the question and its list again.
  expect(screen.raw().match(/Pick-up depot/g)!.length).toBeLessThan(1_000);
});
