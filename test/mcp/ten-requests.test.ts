/** Ten requests of travellers, served with the tools alone: the answer is right, in few calls that are short to read. */
import { afterAll, expect, test } from 'vitest';
import { plantSandbox } from '../sandbox/support.ts';
import { planner, type Called } from './support.ts';

type Ask = (name: string, input: object) => Promise<Called>;
interface Offer {
  readonly totalAmount: number;
  readonly operator: string;
  readonly pick_up_date: string;
  readonly vehicle: string;
  readonly dropOff?: string;
  readonly checkoutUrl: string;
}
/** What the service itself says. */
type Truth = (path: string, query: Readonly<Record<string, string | number>>) => Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any

const lengths: number[][] = [];

/** Two operators, and what each of them would say without a limit. */
function setUp(names: readonly ('lucky' | 'happy')[]) {
  const opened = names.map((name) => {
    const variant = name === 'lucky' ? 'a' : 'b';
    const own = plantSandbox({ variant });
    const open = plantSandbox({ variant, rateLimit: { limit: 10_000, windowMs: 1_000 } });
    const truth: Truth = async (path, query) => {
      const url = new URL(`${open.baseUrl}${path}`);
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
      return (await open.answer(new Request(url))).json();
    };
    return { operator: { address: own.baseUrl, name, siteUrl: new URL(own.siteUrl) }, truth };
  });
  const { call } = planner(opened.map(({ operator }) => operator));
  const own: number[] = [];
  lengths.push(own);
  const ask: Ask = async (name, input) => {
    const called = await call(name, input);
    own.push(called.text.length);
    return called;
  };
  return { ask, truths: opened.map(({ truth }) => truth) };
}

const offersOf = ({ document }: Called): readonly Offer[] => document['offers'] as readonly Offer[];
const days = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  );
const tripOf = (from: string, nights: number, pickUp = 1, dropOff = pickUp) => ({
  pick_up_depot_id: pickUp,
  drop_off_depot_id: dropOff,
  pick_up_date: from,
  drop_off_date: days(from, nights + 1).at(-1)!,
});

/** The lowest total of all vehicles on these trips, each asked for by itself. */
async function lowest(truth: Truth, trips: readonly ReturnType<typeof tripOf>[]): Promise<number> {
  const totals = trips.map(async (trip) => {
    const free = (await truth('/vehicles/availability', trip)) as { vehicleId: number }[];
    const quotes = free.map(({ vehicleId }) => truth('/quotes', { ...trip, vehicle_id: vehicleId }));
    return (await Promise.all(quotes)).map((quote: { totalAmount?: number }) => quote.totalAmount ?? Infinity);
  });
  return Math.min(...(await Promise.all(totals)).flat());
}

afterAll(() => {
  const calls = lengths.map(({ length }) => length);
  const characters = lengths.map((own) => own.reduce((sum, one) => sum + one, 0));
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  expect(lengths).toHaveLength(10);
  expect(mean(calls)).toBeLessThan(2);
  expect(mean(characters)).toBeLessThan(2_000);
  expect(Math.max(...lengths.flat())).toBeLessThanOrEqual(8_000);
});

test('four people, one way, the cheapest camper with the best insurance, all in, and when the depots are open', async () => {
  const { ask, truths } = setUp(['lucky']);
  const trip = { pick_up: 'auckland airport', drop_off: 'queenstown', from: '2029-12-18', to: '2030-01-02' };
  const found = await ask('search_vehicles', { ...trip, berths: 4 });
  const [camper] = found.document['vehicles'] as { vehicleId: number }[];
  const { document: extras } = await ask('list_extras', { ...trip, vehicle: camper!.vehicleId });
  const plan = (extras['insuranceTypes'] as { id: number; name: string }[]).find(({ name }) => /zero/i.test(name))!;
  const { document: quote } = await ask('get_quote', { ...trip, vehicle: camper!.vehicleId, insurance: plan.id });
  const asked = { ...tripOf('2029-12-18', 15, 1, 10), vehicle_id: camper!.vehicleId, insurance_id: plan.id };
  const truth = (await truths[0]!('/quotes', asked)) as { totalAmount: number };
  expect(quote['totalAmount']).toBe(truth.totalAmount);
  expect(new URL(String(quote['checkoutUrl'])).searchParams.get('insurance_id')).toBe(String(plan.id));
  const { document: depots } = await ask('list_depots', { search: 'queenstown' });
  expect(JSON.stringify(depots)).toContain('Mon–Fri 08:00–18:00');
});

test('the cheapest week of February', async () => {
  const { ask, truths } = setUp(['lucky']);
  const input = { pick_up: '1', from: '2030-02-01..2030-02-28', nights: '7', quote: 'best:1', limit: 3 };
  const [first] = offersOf(await ask('compare_quotes', input));
  expect(first?.totalAmount).toBe(
    await lowest(
      truths[0]!,
      days('2030-02-01', 28).map((day) => tripOf(day, 7)),
    ),
  );
  expect(new URL(first!.checkoutUrl).searchParams.get('pick_up_date')).toBe(first!.pick_up_date);
});

test('whether it is cheaper to bring it back than to leave it in Queenstown', async () => {
  const { ask, truths } = setUp(['lucky']);
  const input = { pick_up: 'auckland airport', from: '2030-03-04', nights: '10', quote: 'best:1' };
  const [back] = offersOf(await ask('compare_quotes', input));
  const [oneWay] = offersOf(await ask('compare_quotes', { ...input, drop_off: 'queenstown' }));
  expect(back?.totalAmount).toBe(await lowest(truths[0]!, [tripOf('2030-03-04', 10)]));
  expect(oneWay?.totalAmount).toBe(await lowest(truths[0]!, [tripOf('2030-03-04', 10, 1, 10)]));
  expect(oneWay?.dropOff).toBe('Queenstown');
});

test('which of two operators is cheaper, and its link', async () => {
  const { ask, truths } = setUp(['lucky', 'happy']);
  const [first] = offersOf(
    await ask('compare_quotes', { pick_up: 'auckland airport', from: '2030-03-04', nights: '7', quote: 'best:2' }),
  );
  const both = await Promise.all(
    truths.map(async (truth) => {
      const depots = (await truth('/depots', {})) as { id: number; name: string }[];
      const { id } = depots.find(({ name }) => /auckland airport/i.test(name))!;
      return lowest(truth, [tripOf('2030-03-04', 7, id)]);
    }),
  );
  expect(first?.totalAmount).toBe(Math.min(...both));
  expect(first?.operator).toBe(both[0]! <= both[1]! ? 'lucky' : 'happy');
  const query = new URL(first!.checkoutUrl).searchParams;
  const { document } = await ask('get_quote', {
    pick_up: `${first?.operator}:${query.get('pick_up_depot_id')}`,
    from: '2030-03-04',
    nights: 7,
    vehicle: `${first?.operator}:${query.get('vehicle_id')}`,
  });
  expect(document).toMatchObject({ operator: first?.operator, totalAmount: first?.totalAmount });
});

test('whether a depot takes vehicles back on a Saturday', async () => {
  const { ask } = setUp(['lucky']);
  const { text } = await ask('list_depots', { search: 'whangarei' });
  expect(text).toMatch(/pick-up Sat Sun [^;]*, no drop-off/);
});

test('two child seats, and not above 900 dollars', async () => {
  const { ask } = setUp(['lucky']);
  const trip = { pick_up: 'auckland airport', from: '2030-03-04', nights: 10, vehicle: 'Ruru 2-berth Campervan' };
  const { document } = await ask('get_quote', { ...trip, accessory: ['2x child seat'], max_total: '900' });
  expect(document).toMatchObject({ priceBreakdown: { accessories: [{ name: 'Child seat', quantity: 2 }] } });
  expect(Number(document['totalAmount'])).toBeGreaterThan(900);
  expect(JSON.stringify(document['notes'])).toContain('900.00');
});

test('a link for the days, to look for oneself', async () => {
  const { ask } = setUp(['lucky']);
  const { document } = await ask('get_booking_link', { pick_up: 'nelson', from: '2030-03-04', nights: 5 });
  const { pathname, searchParams } = new URL(String(document['url']));
  expect([pathname, searchParams.get('drop_off_date')]).toEqual(['/book', '2030-03-09']);
  expect(document['trip']).toContain('Nelson');
});

test('five to nine nights: the lowest price of a night', async () => {
  const { ask, truths } = setUp(['lucky']);
  const input = { pick_up: '1', from: '2030-05-01', nights: '5..9', vehicle: ['101'], quote: 'all', limit: 10 };
  const { document } = await ask('compare_quotes', input);
  const each = [5, 6, 7, 8, 9].map(async (nights) => {
    const { totalAmount } = (await truths[0]!('/quotes', {
      ...tripOf('2030-05-01', nights),
      vehicle_id: 101,
    })) as Offer;
    return Math.round((totalAmount / nights) * 100) / 100;
  });
  const best = Math.min(...(await Promise.all(each)));
  expect(JSON.stringify(document['notes'])).toContain(`the lowest perNight is ${best.toFixed(2)}`);
});

test('a vehicle that is not free: what is', async () => {
  const { ask } = setUp(['lucky']);
  const trip = { pick_up: 'auckland airport', from: '2030-03-04', nights: 7 };
  const { error } = await ask('get_quote', { ...trip, vehicle: 'Kea Grand Deluxe' });
  expect(error).toMatchObject({ code: 'not_available', hint: expect.stringContaining('available are id') as string });
});

test('a place without a depot: which there are', async () => {
  const { ask } = setUp(['lucky']);
  const { error } = await ask('search_vehicles', { pick_up: 'hamilton', from: '2030-03-04', nights: 7 });
  expect(error).toMatchObject({ code: 'usage', names: expect.arrayContaining(['Rotorua (4)']) as string[] });
});
