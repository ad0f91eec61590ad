/** What the wizard says about the answers of the last run, in a real terminal. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/environment.ts';
import { operatorServer as operator } from '../support/operator.ts';
import { keys, terminal } from '../support/pty.ts';

/** An operator whose lists the test changes between two runs at one address. */
async function changing() {
  const depots = ['Auckland', 'Christchurch'];
  const lists = { 11: 'Kea', 12: 'Tūī' };
  const accessories: Record<number, string> = { 1: 'Child seat', 2: 'Chair' };
  const plans: Record<number, string> = { 7: 'Full cover', 8: 'Basic' };
  const { baseUrl } = await operator({ depots, fleet: () => lists, accessories, plans });
  const env = { XDG_CACHE_HOME: temporaryFolder() };
  const start = (...flags: string[]) =>
    terminal(['plan', '--base-url', baseUrl, ...flags], { env, columns: 160, rows: 40 });
  const first = start();
  await first.asks('Pick-up depot');
  const enter = keys.enter;
  const extras = `seat${enter}${enter}2${enter}full${enter}`;
  first.press(`auck${enter}auck${enter}15 jan 2027${enter}+7d${enter}kea${enter}${extras}${enter}done${enter}`);
  expect((await first.ended()).code).toBe(0);
  expect(first.screen()).toContain('--pick-up 1 --drop-off 1 --from 2027-01-15 --to 2027-01-22 --vehicle 11');
  expect(first.screen()).toContain('--accessory 1,1 --insurance 7');
  return { depots, lists, accessories, plans, start };
}

it('a thing with another name under its id is never suggested, and the wizard says so', async () => {
  const { depots, lists, accessories, plans, start } = await changing();
  depots[0] = 'Wellington';
  lists[11] = 'Moa';
  accessories[1] = 'Roof box';
  plans[7] = 'Zero excess';
  const screen = start();
  await screen.asks('Pick-up depot');
  await screen.shows('Your last pick-up depot, Auckland, is not listed any more; its id (1) is now Wellington.');
  await screen.shows('❯ Wellington\n');
  screen.press(keys.down + keys.enter);
  await screen.asks('Drop-off depot');
  await screen.shows('Your last drop-off depot, Auckland, is not listed any more; its id (1) is now Wellington.');
  await screen.shows('❯ Christchurch (same depot)\n');
  screen.press(keys.enter);
  await screen.asks('Pick-up date');
  screen.press(keys.enter);
  await screen.asks('Drop-off date');
  screen.press(keys.enter);
  await screen.asks('Vehicle');
  await screen.shows('Your last vehicle, Kea, is not available for these depots and dates; its id (11) is now Moa.');
  await screen.shows('❯ Moa');
  expect(screen.screen()).not.toContain('Your last answer.');
  screen.press(keys.enter);
  await screen.asks('Accessories');
  await screen.shows('Child seat is not offered with this vehicle on these dates; its id (1) is now Roof box.');
  await screen.shows('Full cover is not offered with this vehicle on these dates; its id (7) is now Zero excess.');
  await screen.shows('❯◯ Roof box');
  expect(screen.screen()).not.toContain('◉');
  screen.press(keys.enter);
  await screen.asks('Insurance');
  await screen.shows('❯ No insurance plan');
  screen.press(keys.ctrlC);
  expect((await screen.ended()).code).toBe(130);
});

it('a thing with another id is not suggested either, because it may be a namesake', { tags: ['long'] }, async () => {
  const { depots, lists, start } = await changing();
  depots.reverse();
  Object.assign(lists, { 11: 'Tūī', 12: 'Kea' });
  const screen = start();
  await screen.asks('Pick-up depot');
  await screen.shows(
    'Your last pick-up depot, Auckland, has another id now (2); its id (1) is now Christchurch: choose it if you mean it.',
  );
  await screen.shows('❯ Christchurch\n');
  screen.press(`auck${keys.enter.repeat(4)}`);
  await screen.asks('Vehicle');
  await screen.shows(
    'Your last vehicle, Kea, has another id now (12); its id (11) is now Tūī: choose it if you mean it.',
  );
  await screen.shows('❯ Tūī');
  screen.press(keys.enter);
  // The extras are the same as before.
  await screen.asks('Accessories');
  await screen.shows(/◉ Child seat[^]*◯ Chair/);
  screen.press(keys.enter);
  await screen.asks('How many? Child seat (2;');
  screen.press(keys.enter);
  await screen.asks('Insurance');
  await screen.shows('❯ Full cover');
  screen.press(keys.ctrlC);
  expect((await screen.ended()).code).toBe(130);
});

it('an answer that is gone is named, also with --accessible', async () => {
  const { depots, lists, accessories, start } = await changing();
  depots.splice(0, 2, 'Wellington');
  delete (lists as Record<number, string>)[11];
  delete accessories[1];
  const screen = start('--accessible', '--drop-off', '1');
  await screen.shows('Your last pick-up depot, Auckland, is not listed any more; its id (1) is now Wellington.');
  screen.press('well\n\n\n');
  await screen.shows('Your last vehicle, Kea, is not available for these depots and dates.');
  await screen.shows('1) Tūī');
  screen.press('\n');
  await screen.shows('Child seat is not offered with this vehicle on these dates.');
  await screen.shows('Full cover is not offered with this vehicle on these dates.');
  screen.press(keys.ctrlC);
  expect((await screen.ended()).code).toBe(130);
});
