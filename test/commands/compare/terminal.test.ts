/** The confirmation and the progress bar of compare in a real terminal. */
import { expect, test } from 'vitest';
import { keys, terminal } from '../../support/pty.ts';
import { counts, operators } from './support.ts';

const slow = { rateLimit: { limit: 20, windowMs: 2000 } };
const sweep = ['--pick-up', '1', '--from', '+30d', '--flex', '2', '--nights', '7', '--quote', 'top:5'];

test('compare asks once before it sends more than --max-requests, and a bar shows the progress', async () => {
  const lucky = await operators({ lucky: slow });
  const screen = terminal(['compare', '--operator', 'lucky', ...sweep, '--max-requests', '10'], { env: lucky.env });
  await screen.asks('This takes 31 requests, about 2 s. Send them?');
  expect(lucky.newRequests('lucky')).toEqual([]);
  screen.press(`y${keys.enter}`);
  await screen.shows(/\[█+░+\] \d+ of 31, \d+ of 20 free, about \d s left/);
  expect(await screen.ended()).toMatchObject({ code: 0, cursorShown: true, cooked: true, lineEnded: true });
  expect(screen.screen()).not.toContain('░');
  // One more than was planned without names: the list of depots.
  expect(lucky.newRequests('lucky')).toHaveLength(31);
});

test('the bar shows what is left of the limit of the sandbox', async () => {
  const line = '--pick-up all --from +30d --flex 3 --nights 7 --quote all --max-requests 5000'.split(' ');
  const screen = terminal(['compare', '--sandbox', ...line], { columns: 100 });
  await screen.shows(/\[█+░+\] \d+ of \d+, 0 of 100 free, about \d+ (s|min) left/);
  screen.press(keys.ctrlC);
  expect(await screen.ended()).toMatchObject({ code: 130, cursorShown: true, lineEnded: true });
});

test('if the answer is no, compare sends no request and exits with 2', async () => {
  const lucky = await operators({ lucky: slow });
  const screen = terminal(['compare', '--operator', 'lucky', ...sweep, '--max-requests', '10'], { env: lucky.env });
  await screen.asks('This takes 31 requests');
  screen.press(`n${keys.enter}`);
  expect(await screen.ended()).toMatchObject({ code: 2 });
  expect(screen.screen()).toContain('error: Stopped. Nothing was sent.');
  expect(lucky.newRequests('lucky')).toEqual([]);
});

test('after Ctrl-C compare prints the table of the offers so far', async () => {
  const lucky = await operators({ lucky: { rateLimit: { limit: 20, windowMs: 60_000 } } });
  const screen = terminal(['compare', '--operator', 'lucky', ...sweep], { env: lucky.env, columns: 100 });
  await screen.shows(/\] 20 of 31/);
  screen.press(keys.ctrlC);
  expect(await screen.ended()).toMatchObject({ code: 130, cursorShown: true, cooked: true, lineEnded: true });
  expect(screen.screen()).toContain('Partial: stopped early, with 14 offers of 31 requests');
  expect(counts(lucky.newRequests('lucky'))).toMatchObject({ depots: 1, availability: 5, quotes: 14 });
});

test('the ten best are on the first screen, each on one line with a bar, and --all shows the rest', async () => {
  const lucky = await operators({ lucky: { rateLimit: { limit: 200, windowMs: 60_000 } } });
  const line = ['compare', '--operator', 'lucky', '--pick-up', 'auckland airport', '--from', '+30d', '--flex', '1'];
  const screen = terminal([...line, '--nights', '5..10', '--quote', 'top:2', '--quiet'], { env: lucky.env, rows: 60 });
  expect(await screen.ended()).toMatchObject({ code: 0, lineEnded: true });
  expect(screen.screen().match(/^ *\d+ +[\d,]+\.\d\d +[█-▏]+ +\S/gm)).toHaveLength(10);
  expect(screen.screen()).toMatch(/^10 of \d\d rows \(\d+ offers\); --all shows the rest/m);
});
