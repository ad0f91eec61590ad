/**
 * What questions and the status line look like on terminals of any size, with any names and
 * colours.
 */
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { fakeTerminal, interrupt } from '../support/fake-terminal.ts';
import { operator, tripFlags } from '../support/operator.ts';
import { answer, keys } from '../support/pty.ts';

const { dates, trip } = tripFlags;

it('questions have colour on a terminal, also if stdout is not one', async () => {
  const { baseUrl } = operator();
  const screen = fakeTerminal(['plan', '--base-url', baseUrl, ...trip], { piped: true });
  await screen.asks('Vehicle');
  await interrupt(screen);
  expect(screen.raw()).toMatch(/\u001B\[[0-9;]*m/);
});

it('questions stay aligned with hostile and wide names', async () => {
  const vehicle = '大型キャンピングカー\u202Eedis🚐\u001B[2J 家族みんなで乗れる七人乗り特別仕様';
  const { baseUrl } = operator({
    depots: ['Auckland', '札幌駅前\u001B]0;owned\u0007'],
    vehicles: () => ({ 11: vehicle, 12: 'Moa Van' }),
    accessories: () => ({ 1: 'Chains\r\u009B31m🏔️' }),
  });
  const screen = fakeTerminal(['plan', '--base-url', baseUrl, '--pick-up', '1', ...dates]);
  await screen.asks('Drop-off depot');
  screen.press(keys.down);
  await screen.shows('❯ 札幌駅前<U+001B>]0;owned<U+0007>');
  screen.press(keys.enter);
  await screen.shows(/❯ 大型.*about 777\.00.*\n {2}Moa Van +about 784\.00.*\n/);
  const lines = screen
    .screen()
    .split('\n')
    .filter((line) => line.includes('about 7'))
    .map((line) => stringWidth(line));
  expect(lines[0]).toBeLessThan(80);
  expect(lines[0]).toBe(lines[1]);
  screen.press(keys.enter);
  await screen.shows('◯ Chains<U+000D><U+009B>31m');
  await interrupt(screen);
  expect(screen.raw()).not.toMatch(/\u001B\]0;|\u0007|\u202E|\u001B\[2J|\u009B/);
});

it('the hint is on a line of its own if it does not fit beside the question', async () => {
  const { baseUrl } = operator();
  const screen = fakeTerminal(['plan', '--base-url', baseUrl, ...trip], { columns: 40 });
  await answer(screen, 'Vehicle', '', '❯ Kea Camper');
  await answer(screen, 'Accessories', keys.space, '◉ Snow chains');
  await screen.shows('? Quantity of Snow chains\n  (1 to 50, default 1)');
  screen.press('3');
  await screen.shows('default 1) 3');
  await answer(screen, 'Quantity of Snow chains', '', '3');
  await screen.asks('Insurance');
  expect(screen.screen().match(/Quantity/g)).toHaveLength(1);
  await interrupt(screen);
});

it('questions fit a terminal of few lines', async () => {
  const screen = fakeTerminal(['plan', '--sandbox', '--pick-up', '1'], { rows: 11 });
  await screen.shows('navigate');
  screen.press(`${keys.down.repeat(4)}queen`);
  await screen.shows('❯ Queenstown');
  // Nothing of an earlier drawing remains.
  expect(screen.screen().match(/Drop-off depot/g)).toHaveLength(1);
  await interrupt(screen);
});
