/** The best offer of a saved comparison is one that can be compared with the offers before. */
import { expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { serviceOf } from '../../support/fleet.ts';

const monday = '2031-01-06';

/** A depot without times on Sunday, when the vehicle costs 60; on Monday it costs `price`. */
async function closedOnSunday() {
  const state = { price: 200, isMondayFree: true };
  const operators = cli({
    lucky: serviceOf({
      days: ['weekday'],
      vehicles: (date): Record<number, string> =>
        date === monday && !state.isMondayFree ? {} : { 11: 'Kea' },
      quote: (query) => ({
        totalAmount: query.get('pick_up_date') === monday ? state.price : 60,
      }),
    }),
  });
  const trip = '--pick-up 1 --from 2031-01-05..+1d --nights 2';
  expect(await operators.run(`compare ${trip} --save it`)).toMatchObject({ code: 0 });
  return { state, rental: operators.run };
}

const once = 'trips watch it --once';
const check = 'trips check it';

test('an offer on a day without times is not a new low, and hides none', async () => {
  const { state, rental } = await closedOnSunday();
  state.isMondayFree = false;
  expect((await rental(once)).stdout).toBe('');
  state.isMondayFree = true;
  state.price = 150;
  expect((await rental(once)).stdout).toContain('it: 150.00 NZD, up from 60.00 (a new low)');
});

test('a target that is met on a day without times says so', async () => {
  const { state, rental } = await closedOnSunday();
  state.isMondayFree = false;
  expect((await rental(`${once} --target 100`)).stdout).toContain(
    '2 nights; no pick-up times are listed for that day',
  );
});

/** As many offers in AUD as in NZD, so that AUD is the first currency. */
async function twoCurrencies() {
  const state = { isMoaFree: true };
  const operators = cli({
    lucky: serviceOf({
      vehicles: () => ({ 11: 'Kea', 12: 'Weka' }),
      quote: () => ({ totalAmount: 200 }),
    }),
    happy: serviceOf({
      vehicles: (): Record<number, string> =>
        state.isMoaFree ? { 21: 'Moa', 22: 'Hoiho' } : { 22: 'Hoiho' },
      quote: () => ({ totalAmount: 400, currency: 'AUD' }),
    }),
  });
  const trip = `--operator lucky,happy --pick-up auckland --from ${monday} --nights 2`;
  expect(await operators.run(`compare ${trip} --save it`)).toMatchObject({ code: 0 });
  return { state, rental: operators.run };
}

test('a trip keeps its currency when another one has more offers', async () => {
  const { state, rental } = await twoCurrencies();
  state.isMoaFree = false;
  expect((await rental(check)).stdout).toContain('it\t400\tAUD\t');
});

test('--max-total and --target look at the offers in their currency', async () => {
  const { rental } = await twoCurrencies();
  expect(await rental(`${check} --max-total 250`)).toMatchObject({ code: 0 });
  expect((await rental(`${once} --target 250`)).stdout).toContain(
    'it: 200.00 NZD, at or below the target 250.00',
  );
});
