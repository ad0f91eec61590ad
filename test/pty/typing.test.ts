// @module-tag long
/** Fast typing into questions, in a real terminal: what is typed counts, and in its order. */
import { expect, it } from 'vitest';
import { operatorServer, tripFlags } from '../support/operator.ts';
import { keys, terminal } from '../support/pty.ts';

const { depots, dates } = tripFlags;

it('Enter counts right after text, also for the questions that follow', async () => {
  const { baseUrl } = await operatorServer();
  const screen = terminal(['plan', '--base-url', baseUrl]);
  await screen.asks('Pick-up depot');
  screen.press('auck\rchrist\r15 jan 2027\r+7d\r');
  await screen.shows('✔ Drop-off date Fri 22 Jan 2027');
  expect(screen.screen()).toMatch(
    /✔ Pick-up depot Auckland\n✔ Drop-off depot Christchurch\n✔ Pick-up date Fri 15 Jan/,
  );
  await screen.asks('Vehicle');
  screen.press('moa\r');
  await screen.asks('What next?');
  screen.press(`${keys.down}done\r`);
  expect(await screen.ended()).toMatchObject({ code: 0 });
  expect(screen.screen()).toContain('--vehicle 12 ');
});

it('Enter right after a part of several names shows them first', async () => {
  const screen = terminal(['plan', '--sandbox']);
  await screen.asks('Pick-up depot');
  screen.press('auck\r');
  await screen.shows(/\? Pick-up depot auck\n❯ Auckland Airport\n {2}North Shore, Auckland\n\n/);
  screen.press(keys.down);
  await screen.shows('❯ North Shore');
  screen.press(keys.enter);
  await screen.asks('Drop-off depot');
  expect(screen.screen()).toContain('✔ Pick-up depot North Shore, Auckland');
});

it('Enter alone counts right after a paste that was cut, and the question says what is wrong', async () => {
  const { baseUrl } = await operatorServer();
  const screen = terminal(['plan', '--base-url', baseUrl, ...depots]);
  await screen.asks('Pick-up date');
  screen.press('x'.repeat(400));
  await screen.shows('xxxx');
  screen.press(keys.enter);
  await screen.shows('is not a date');
});

it('an arrow key that is held down is not a paste', async () => {
  const { baseUrl } = await operatorServer();
  const [from, day] = dates;
  const screen = terminal(['plan', '--base-url', baseUrl, ...depots, from!, day!]);
  await screen.asks('Drop-off date');
  for (let times = 0; times < 100; times += 1) screen.press('\u001B[C');
  await screen.shows('(Sun 2 May 2027)');
});
