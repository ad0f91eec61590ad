/** Lists of the wizard find by a part of a name, in a real terminal. */
import { expect, it } from 'vitest';
import { operatorServer as operator } from '../support/operator.ts';
import { keys, terminal, type Terminal } from '../support/pty.ts';

const names = {
  fleet: () => ({ 11: 'Kākā & Tūī', 12: 'Tōrea', 13: 'Kea' }),
  accessories: { 1: 'Baby chair', 2: 'Child booster', 3: 'Camp chair', 4: 'Child séat, 0-4 years', 5: 'Chair' },
  plans: { 7: 'Basic cover', 8: 'Zero excess' },
};
const dates = ['--from', '2027-01-15', '--to', '+7d'];

/** Presses Enter only after the screen shows `seen`. */
async function answer(screen: Terminal, question: string, typed: string, seen: string | RegExp): Promise<void> {
  await screen.asks(question);
  screen.press(typed);
  await screen.shows(seen);
  screen.press(keys.enter);
}

it('a part of a name leaves what fits in every list, without accents and in any position', async () => {
  const { baseUrl } = await operator(names);
  const screen = terminal(['plan', '--base-url', baseUrl, '--pick-up', '1', ...dates], { rows: 40, columns: 100 });
  await answer(screen, 'Drop-off depot', 'CHURCH', /Drop-off depot CHURCH\n❯ Christchurch\n/);
  await answer(screen, 'Vehicle (NZD)', 'tui', /Vehicle \(NZD\) tui\n❯ Kākā & Tūī +111\.00 a day[^\n]*\n\n/);
  await screen.shows('✔ Vehicle (NZD) Kākā & Tūī');
  // While text is typed, a space belongs to it, and Enter ticks what it leaves.
  await answer(
    screen,
    'Accessories',
    'child se',
    /Accessories \(NZD\) child se\n❯◯ Child séat, 0-4 years +40\.00\n\n.*⏎ select/,
  );
  await screen.shows(/Baby[^]*\n ◯ Camp[^]*\n❯◉ Child séat/);
  // The exact name comes before those that only contain it.
  await answer(screen, 'Accessories', 'chair', /chair\n❯◯ Chair .*\n ◯ Baby chair .*\n ◯ Camp chair .*\n\n/);
  await screen.shows(/❯◉ Chair[^]*⏎ how many of each/);
  screen.press(keys.enter);
  await screen.shows('✔ Accessories (NZD) Child séat, 0-4 years, Chair');
  await answer(screen, 'How many? Child séat', '', 'How many?');
  await answer(screen, 'How many? Chair', '', 'How many? Chair');
  await answer(screen, 'Insurance', 'excess', /❯ Zero excess +210\.00\n\n/);
  // In a menu, the beginning of a choice moves the cursor to it; the others stay.
  await answer(screen, 'What next?', 'done', /What next\?.*\n {2}Open the booking link\n[^?]*❯ Done\n\n/);
  expect((await screen.ended()).code).toBe(0);
  expect(screen.screen().replaceAll('\n', '')).toContain('--vehicle 11 --accessory 4,5 --insurance 8');
});
