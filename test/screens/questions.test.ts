/**
 * The wizard by its keys, in this process: the way back, names that are searched, and what else may
 * be drawn.
 */
import { expect, it } from 'vitest';
import { fakeTerminal, interrupt, type FakeTerminal } from '../support/fake-terminal.ts';
import { operator, tripFlags } from '../support/operator.ts';
import { answer, keys } from '../support/pty.ts';

const clean = { cursorShown: true, cooked: true };
const { dates, depots, trip } = tripFlags;

/** Esc leads from one question to the one before it, which offers its answer. Enter takes that. */
async function backAndOn(
  screen: FakeTerminal,
  question: string,
  before: string,
  offered: string | RegExp,
): Promise<void> {
  await screen.asks(question);
  screen.press(keys.escape);
  await answer(screen, before, '', offered);
  await screen.asks(question);
}

it(
  'Esc goes back one question from each question, and every answer is offered again',
  { tags: ['long'] },
  async () => {
    const { baseUrl } = operator({ days: ['weekday'] });
    const screen = fakeTerminal(['plan', '--base-url', baseUrl], { rows: 40, columns: 100 });
    await answer(screen, 'Pick-up depot', 'auck', '❯ Auckland');
    await backAndOn(screen, 'Drop-off depot', 'Pick-up depot', '❯ Auckland');
    await answer(screen, 'Drop-off depot', 'chr', '? Drop-off depot chr');
    await screen.asks('Pick-up date');
    screen.press('20 j');
    await screen.shows(') 20 j');
    await backAndOn(screen, 'Pick-up date', 'Drop-off depot', '❯ Christchurch');
    await answer(
      screen,
      'Pick-up date',
      '14 jan 2027',
      /January 2027[^]*\[14\] {2}15 {3}16× {2}17×/,
    );
    await backAndOn(screen, 'Drop-off date', 'Pick-up date', '(Thu 14 Jan 2027)');
    // The arrow keys start a week after the pick-up date.
    await answer(
      screen,
      'Drop-off date',
      keys.down,
      /\(14\) ·15  ·16× ·17×[^]*·27  \[28\][^]*14 nights/,
    );
    await backAndOn(screen, 'Vehicle', 'Drop-off date', '(Thu 28 Jan 2027)');
    await answer(screen, 'Vehicle', '', /❯ Kea Camper +about 1,393\.00 +\(14 nights × 99\.50\)/);
    await backAndOn(screen, 'Accessories', 'Vehicle', '❯ Kea Camper');
    await answer(screen, 'Accessories', keys.space, '◉ Snow chains');
    await backAndOn(screen, 'Quantity of', 'Accessories', '◉ Snow chains');
    await answer(screen, 'Quantity of', '2', ') 2');
    await backAndOn(
      screen,
      'Insurance',
      'Quantity of Snow chains (1 to 50, default 2)',
      'default 2)',
    );
    await answer(screen, 'Insurance', keys.down, '❯ Full cover');
    await backAndOn(screen, 'What next?', 'Insurance', '❯ Full cover');
    await answer(screen, 'What next?', keys.down.repeat(6), '❯ Done');
    expect(await screen.ended()).toEqual({ code: 0, ...clean });
    expect(screen.screen()).toContain('--vehicle 11 --accessory 1,1 --insurance 7 --no-input');
    // Of a question that Esc left, nothing remains.
    expect(screen.screen()).not.toMatch(/^\? /m);
  },
);

it(
  'a part of a name narrows every list, without accents and in any position',
  { tags: ['long'] },
  async () => {
    const seats = {
      1: 'Baby chair',
      2: 'Child booster',
      3: 'Camp chair',
      4: 'Child séat, 0-4 years',
      5: 'Chair',
    };
    const { baseUrl } = operator({
      vehicles: () => ({ 11: 'Kākā & Tūī', 12: 'Tōrea', 13: 'Kea' }),
      accessories: () => seats,
      plans: () => ({ 7: 'Basic cover', 8: 'Zero excess' }),
    });
    const line = ['plan', '--base-url', baseUrl, '--pick-up', '1', ...dates];
    const screen = fakeTerminal(line, { rows: 40, columns: 100 });
    await answer(screen, 'Drop-off depot', 'CHURCH', /Drop-off depot CHURCH\n❯ Christchurch\n/);
    await answer(
      screen,
      'Vehicle (NZD)',
      'tui',
      /Vehicle \(NZD\) tui\n❯ Kākā & Tūī +about 777\.00 +\(7 nights[^\n]*\n\n/,
    );
    await answer(
      screen,
      'Accessories',
      `${keys.down}${keys.space}${keys.down.repeat(2)}${keys.space}`,
      /◉ Child b[^]*◉ Child s/,
    );
    await screen.shows('✔ Accessories (NZD) Child booster, Child séat, 0-4 years');
    await answer(screen, 'Quantity of Child booster', '');
    await answer(screen, 'Quantity of Child séat', '');
    await answer(screen, 'Insurance', 'excess', /❯ Zero excess +210\.00\n\n/);
    await answer(screen, 'What next?', 'done', /What next\? done\n❯ Done\n\n/);
    expect(await screen.ended()).toEqual({ code: 0, ...clean });
  },
);

const others = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏░]|note:|waiting|GET /;

it.each(['Pick-up date', 'Vehicle', 'This takes'])(
  'while "%s" is asked, nothing else is drawn',
  async (question) => {
    const { baseUrl, requests } = operator();
    // It is asked after the vehicles are known, when the comparison has a status line.
    const trips = ['--pick-up', '1', '--from', '+30d..+9d', '--nights', '7', '--quote', 'all'];
    const comparison = ['compare', ...trips, '--max-requests', '20', '-v'];
    const wizard = ['plan', '-v', ...(question === 'Vehicle' ? trip : depots)];
    const line = question === 'This takes' ? comparison : wizard;
    const screen = fakeTerminal([...line, '--base-url', baseUrl], { columns: 100, rows: 40 });
    await screen.asks(question);
    const [start, sent] = [screen.raw().length, requests.length];
    screen.press('n');
    await screen.pass(5_000);
    expect(screen.raw().slice(start)).not.toMatch(others);
    expect(screen.screen().match(/^\? /gm)).toHaveLength(1);
    expect(requests, 'requests while a question is open').toHaveLength(sent);
    await interrupt(screen);
  },
);

it('prints the result to stdout', async () => {
  const { baseUrl } = operator();
  const screen = fakeTerminal(['plan', '--base-url', baseUrl, ...trip, '--json'], { piped: true });
  await answer(screen, 'Vehicle', keys.down, '❯ Moa Van');
  await answer(screen, 'What next?', 'done', '❯ Done');
  expect(await screen.ended()).toEqual({ code: 0, ...clean });
  expect(JSON.parse(screen.stdout())).toMatchObject({
    pickUp: { depot: { id: 1 }, date: '2027-01-15' },
    vehicle: { name: 'Moa Van' },
    accessories: [],
    insurance: null,
    quote: { quoteId: 'Q-12-2027-01-15' },
  });
});

it('nothing is asked once everything is given', async () => {
  const { baseUrl } = operator();
  const screen = fakeTerminal(['plan', '--base-url', baseUrl, ...trip, '--vehicle', 'cheapest']);
  expect(await screen.ended()).toEqual({ code: 0, cursorShown: true, cooked: true });
  expect(screen.raw()).not.toContain('\u001B[?25');
});
