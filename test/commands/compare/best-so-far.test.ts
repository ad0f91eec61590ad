/**
 * While a comparison works, a terminal shows the best so far below the progress; a pipe does not.
 */
import { expect, test } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { cli } from '../../support/cli.ts';
import { fakeTerminal } from '../../support/fake-terminal.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';
import { never, plant } from '../../support/service.ts';

/** Only so many quotes are answered. */
let quotesLeft = 0;
const fleet: Fleet = {
  vehicles: () => ({ 11: ['Kea Camper', 50], 12: ['Moa Van', 60] }),
  quote: (query) => {
    if (quotesLeft === 0) return never();
    quotesLeft -= 1;
    return {
      totalAmount:
        (query.get('vehicle_id') === '11' ? 1350 : 1420) +
        Number(query.get('pick_up_date')!.slice(8)),
    };
  },
};
const line = ['compare', '--pick-up', '1', '--from', '2030-01-01..2030-01-14', '--nights', '7'];

test.each(sample([80, 120], 2))(
  'in %i columns the best so far has its price and dates, on a line that goes at the end',
  async (columns) => {
    quotesLeft = 3;
    const { baseUrl } = plant(serviceOf(fleet));
    const screen = fakeTerminal([...line, '--base-url', baseUrl], { columns });
    await screen.shows(
      /\] \d+ of \d+.*\n +best so far: 1,351\.00 NZD, Tue 1 – Tue 8 Jan, [^,]+, Kea Camper/,
    );
    screen.press('\u0003');
    expect(await screen.ended()).toMatchObject({ code: 130 });
    expect(screen.screen()).not.toMatch(/best so far|░/);
    expect(screen.screen()).toContain('Cheapest found: Kea Camper');
  },
);

test('a pipe gets no such line', async () => {
  quotesLeft = Infinity;
  const { run } = cli(serviceOf(fleet));
  const { stdout, stderr } = await run(line);
  expect(stdout + stderr).not.toContain('so far');
});
