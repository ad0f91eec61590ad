/** A whole sweep of a month finds with few quotes what it finds with all of them, whatever comes on top of the daily rate × nights. */
import { describe, expect, test } from 'vitest';
import type { Quote, Selection, Trip } from '../../../src/api/types.ts';
import { nights } from '../../../src/planner/calendar.ts';
import type { Session } from '../../../src/planner/session.ts';
import type { SweepOutcome } from '../../../src/planner/sweep/events.ts';
import { isQuoted, rankOffers } from '../../../src/planner/sweep/rank.ts';
import type { SweepRequest } from '../../../src/planner/sweep/request.ts';
import { runSweep } from '../../../src/planner/sweep/sweep.ts';
import { sample } from '../../support/thorough.ts';
import { memorySession } from '../memory.ts';
import { quote, vehicle } from './samples.ts';

const month = { pickUp: ['1'], from: '2027-01-01..+30d', nights: '7,10,12,14,21', maxRequests: 20_000 };
const fleet = Array.from({ length: 12 }, (_, index) => ({ id: 101 + index, rate: 60 + 13 * ((index * 7) % 12) }));

type OnTop = (selection: Selection, estimate: number, count: number) => number;

/** From 0 to 1, the same for the same selection. */
const random: OnTop = ({ pickUpDate, vehicleId }, _, count) => {
  const sine = Math.sin(Number(pickUpDate.slice(8)) * 12.9 + count * 78.2 + vehicleId * 37.7) * 43_758.5;
  return sine - Math.floor(sine);
};

const ways: readonly (readonly [name: string, onTop: OnTop])[] = [
  ['fees by vehicle', ({ vehicleId }) => 25 + 9 * (vehicleId % 4)],
  ['a one-way fee', ({ dropOffDepotId }) => (dropOffDepotId === 1 ? 0 : 180)],
  ['25 % off from 14 nights', (_, estimate, count) => (count < 14 ? 0 : -estimate / 4)],
  ['extras by night', (_, __, count) => 12 * count + 30],
  ['noise up to 150', (selection, estimate, count) => Math.round(150 * random(selection, estimate, count))],
  ['no price of a day for the cheapest vehicle', ({ vehicleId }) => (vehicleId === 101 ? 600 : 20)],
];

/** An operator whose daily rates depend on the start. */
function operator(name: string, onTop: OnTop, currency = 'NZD'): { session: Session; quotes: () => number } {
  const rateOf = (id: number, date: string): number =>
    (fleet.find((one) => one.id === id)?.rate ?? 0) + 4 * ((Number(date.slice(8)) * 11) % 5);
  const priced = (selection: Selection): Quote => {
    const count = nights(selection.pickUpDate, selection.dropOffDate);
    const estimate = rateOf(selection.vehicleId, selection.pickUpDate) * count;
    const seats = selection.accessoryIds.map((id) => ({ id, name: 'Child seat', cost: 0, quantity: 1 }));
    const { priceBreakdown, ...rest } = quote(estimate + onTop(selection, estimate, count), currency);
    return { ...rest, priceBreakdown: { ...priceBreakdown, accessories: seats } };
  };
  const { session, quoted } = memorySession({
    depots: ['Auckland', 'Queenstown'],
    availability: async ({ pickUpDate }: Trip) =>
      fleet.map(({ id }) => vehicle(id, `Van ${id}`, rateOf(id, pickUpDate))),
    accessories: async (id) => (id % 3 === 0 ? [] : [{ id: id + 1000, name: 'Child seat', price: 0 }]),
    price: priced,
  });
  return { session: { ...session, operator: { ...session.operator, name } }, quotes: () => quoted.length };
}

async function swept(request: Partial<SweepRequest>, sessions: readonly Session[]): Promise<SweepOutcome> {
  for await (const event of runSweep({ ...month, ...request }, sessions)) {
    if (event.type === 'done') return event.outcome;
  }
  throw new Error('the sweep ended without an outcome');
}

/** The ten cheapest totals of each currency, or the cheapest of each start and length. */
function best({ offers }: SweepOutcome, isCalendar: boolean): unknown {
  const lists = rankOffers(offers).byCurrency.map(({ currency, offers: ranked }) => {
    const totals = ranked.map(({ offer }) => offer);
    if (!isCalendar) return [currency, totals.slice(0, 10).map((offer) => offer.quote.totalAmount)] as const;
    const cells = new Map<string, number>();
    for (const one of totals.toReversed()) cells.set(`${one.pickUpDate} ${one.dropOffDate}`, one.quote.totalAmount);
    return [currency, [...cells].sort(([a], [b]) => a.localeCompare(b))] as const;
  });
  return lists.sort(([a], [b]) => a.localeCompare(b));
}

/** `most`: quotes, at most. */
const uses: readonly (readonly [name: string, request: Partial<SweepRequest>, most: number])[] = [
  ['all vehicles', {}, 80],
  ['a calendar', { by: ['calendar'] }, 1.4 * 155],
  ['one vehicle', { vehicle: ['104'] }, 80],
  ['another depot to end at', { dropOff: ['2', 'same'] }, 80],
  ['an extra by name', { accessory: ['child seat'] }, 80],
];

describe.each(sample(ways, 2))('with %s', (_, onTop) => {
  test.each(uses)('of %s', async (__, request, most) => {
    const [few, all] = [operator('few', onTop), operator('all', onTop)];
    const found = await swept({ ...request, quote: 'best' }, [few.session]);
    const whole = await swept({ ...request, quote: 'all' }, [all.session]);
    const isCalendar = request.by !== undefined;
    expect(best(found, isCalendar)).toEqual(best(whole, isCalendar));
    expect(few.quotes()).toBeLessThanOrEqual(most);
    expect(found.offers.filter(isQuoted)).toHaveLength(few.quotes());
    expect(found.offers).toHaveLength(whole.offers.length);
  });

  test('of two operators with a currency each', async () => {
    const both = [operator('a', onTop), operator('b', (...of) => 20 + onTop(...of), 'AUD')] as const;
    const sessions = both.map(({ session }) => session);
    const found = await swept({ pickUp: ['auckland'], quote: 'best' }, sessions);
    const asked = both.reduce((sum, { quotes }) => sum + quotes(), 0);
    expect(best(found, false)).toEqual(best(await swept({ pickUp: ['auckland'], quote: 'all' }, sessions), false));
    expect(asked).toBeLessThanOrEqual(160);
  });
});
