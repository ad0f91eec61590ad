// @module-tag long
/** The confirmation and the progress bar of compare in a real terminal. */
import { expect, test } from 'vitest';
import { keys, terminal } from '../../support/pty.ts';
import { startOperators } from './support.ts';

const slow = { rateLimit: { limit: 10, windowMs: 2000 } };
const comparison = ['--pick-up', '1', '--from', '+30d', '--flex', '2', '--nights', '7'];

async function compareWith(flags: readonly string[]) {
  const lucky = await startOperators({ lucky: slow });
  const screen = terminal(['compare', '--operator', 'lucky', ...comparison, ...flags], {
    env: lucky.env,
  });
  return { screen, sent: () => lucky.newRequests('lucky') };
}

/** With a plan of more requests than are allowed without a question. */
async function asked() {
  const { screen, sent } = await compareWith(['--view', 'calendar', '--max-requests', '10']);
  await screen.asks('This takes about 29 requests, about 4 s. Send them?');
  expect(sent()).toEqual([]);
  return { screen, sent };
}

test('compare asks once before it sends more than --max-requests, and a bar shows the progress', async () => {
  const { screen, sent } = await asked();
  screen.press(`y${keys.enter}`);
  await screen.shows(/\[█+░+\] \d+ of \d+, done in about \d+ s, \d+ of 10 free/);
  expect(await screen.ended()).toMatchObject({
    code: 0,
    cursorShown: true,
    cooked: true,
    lineEnded: true,
  });
  expect(screen.screen()).not.toContain('░');
  expect([sent().length > 16, sent().length <= 32]).toEqual([true, true]);
});

test('if the answer is no, compare sends no request and exits with 2', async () => {
  const { screen, sent } = await asked();
  screen.press(`what${keys.enter}`);
  await screen.shows('answer with y or n');
  screen.press(`${keys.ctrlU}n${keys.enter}`);
  expect(await screen.ended()).toMatchObject({ code: 2 });
  expect(screen.screen()).toContain('error: Stopped. Nothing was sent.');
  expect(sent()).toEqual([]);
});
