// @module-tag long
/**
 * Ten requests of travellers, served with the tools alone: the answer is right, in few calls that
 * are short to read.
 */
import { afterAll, expect, test } from 'vitest';
import { clockFromFriday, plantSandbox } from '../sandbox/support.ts';
import { planner, rowsOf, type Called } from './support.ts';

type Offer = {
  readonly totalAmount: number;
  readonly operator: string;
  readonly starts: string;
  readonly vehicleId: string | number;
  readonly dropOff?: string;
  readonly checkoutUrl: string;
};
/** What the service itself says. */
type Truth = (path: string, query: Readonly<Record<string, string | number>>) => Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any

/** Characters of each answer, as text or as structure, for each request of a traveller. */
const lengths: number[][] = [];

/** Two operators, and what each of them would say without a limit. */
function setUp(...names: readonly ('lucky' | 'happy')[]) {
  const now = clockFromFriday();
  const opened = names.map((name) => {
    const variant = name === 'lucky' ? 'a' : 'b';
    const own = plantSandbox({ variant, now });
    const rateLimit = { limit: 10_000, windowMs: 1_000 };
    const open = plantSandbox({ variant, now, rateLimit });
    const truth: Truth = async (path, query) => {
      const url = new URL(`${open.baseUrl}${path}`);
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
      return (await open.answer(new Request(url))).json();
    };
    return { operator: { address: own.baseUrl, name, siteUrl: new URL(own.siteUrl) }, truth };
  });
  const { call } = planner(
    opened.map(({ operator }) => operator),
    { now },
  );
  const own: number[] = [];
  lengths.push(own);
  const ask = async (name: string, input: object): Promise<Called> => {
    const called = await call(name, input);
    own.push(Math.max(called.text.length, JSON.stringify(called.document).length));
    return called;
  };
  const compare = async (input: object): Promise<Offer> => {
    const { document } = await ask('compare_quotes', input);
    return rowsOf(document)[0] as Offer;
  };
  return { ask, compare, truths: opened.map(({ truth }) => truth) };
}

const day = (first: string, later: number): string =>
  new Date(Date.parse(first) + later * 86_400_000).toISOString().slice(0, 10);
const tripOf = (from: string, nights: number, pickUp = 1, dropOff = pickUp) => ({
  pick_up_depot_id: pickUp,
  drop_off_depot_id: dropOff,
  pick_up_date: from,
  drop_off_date: day(from, nights),
});

/** The lowest total of all vehicles on these trips, each asked for by itself. */
async function lowest(
  truth: Truth,
  ...trips: readonly ReturnType<typeof tripOf>[]
): Promise<number> {
  const totals = trips.map(async (trip) => {
    const free = (await truth('/vehicles/availability', trip)) as { vehicleId: number }[];
    const quotes = free.map(({ vehicleId }) =>
      truth('/quotes', { ...trip, vehicle_id: vehicleId }),
    );
    return (await Promise.all(quotes)).map(
      (quote: Partial<Offer>) => quote.totalAmount ?? Infinity,
    );
  });
  return Math.min(...(await Promise.all(totals)).flat());
}

afterAll(() => {
  expect(lengths).toHaveLength(10);
  for (const each of lengths) {
    expect(each.length).toBeLessThanOrEqual(3);
    expect(each.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(4_000);
  }
});

test('four people, one way, the best insurance, all in, and when the depots are open', async () => {
  const { ask, truths } = setUp('lucky');
  const trip = {
    pick_up: 'auckland airport',
    drop_off: 'queenstown',
    from: '2029-12-18',
    to: '2030-01-02',
  };
  const found = await ask('search_vehicles', trip);
  const vehicles = found.document['vehicles'] as { vehicleId: number; name: string }[];
  const vehicle = vehicles.find(({ name }) => name.includes('4-berth'))!.vehicleId;
  const { document: quote } = await ask('get_quote', { ...trip, vehicle, insurance: 'zero' });
  const link = new URL(String(quote['checkoutUrl'])).searchParams;
  const asked = {
    ...tripOf('2029-12-18', 15, 1, 10),
    vehicle_id: vehicle,
    insurance_id: link.get('insurance_id')!,
  };
  const truth = (await truths[0]!('/quotes', asked)) as Offer;
  expect(quote).toMatchObject({
    priceBreakdown: { insurance: { name: expect.stringMatching(/zero/i) as string } },
  });
  expect(quote['totalAmount']).toBe(truth.totalAmount);
  expect((await ask('list_depots', { search: 'queenstown' })).text).toContain(
    'Mon–Fri 08:00–18:00',
  );
});

test('the cheapest week of February', async () => {
  const { compare, truths } = setUp('lucky');
  const input = {
    pick_up: '1',
    from: '2030-02-01..2030-02-28',
    nights: '7',
    quote: 'best:1',
    limit: 3,
  };
  const first = await compare(input);
  const weeks = Array.from({ length: 28 }, (_, later) => tripOf(day('2030-02-01', later), 7));
  expect(first.totalAmount).toBe(await lowest(truths[0]!, ...weeks));
  expect(first.starts).toBe('1–7, 15–21 Feb 2030');
  expect(new URL(first.checkoutUrl).searchParams.get('pick_up_date')).toBe('2030-02-01');
});

test('whether it is cheaper to bring it back than to leave it in Queenstown', async () => {
  const { compare, truths } = setUp('lucky');
  const input = { pick_up: 'auckland airport', from: '2030-03-04', nights: '10', quote: 'best:1' };
  const [back, oneWay] = [
    await compare(input),
    await compare({ ...input, drop_off: 'queenstown' }),
  ];
  expect(back.totalAmount).toBe(await lowest(truths[0]!, tripOf('2030-03-04', 10)));
  expect(oneWay.totalAmount).toBe(await lowest(truths[0]!, tripOf('2030-03-04', 10, 1, 10)));
  expect(oneWay.dropOff).toBe('Queenstown');
});

test('which of two operators is cheaper, and its link', async () => {
  const { ask, compare, truths } = setUp('lucky', 'happy');
  const first = await compare({
    pick_up: 'auckland airport',
    from: '2030-03-04',
    nights: '7',
    quote: 'best:2',
  });
  const both = await Promise.all(
    truths.map(async (truth) => {
      const depots = (await truth('/depots', {})) as { id: number; name: string }[];
      const { id } = depots.find(({ name }) => /auckland airport/i.test(name))!;
      return lowest(truth, tripOf('2030-03-04', 7, id));
    }),
  );
  expect(first.totalAmount).toBe(Math.min(...both));
  expect(first.operator).toBe(both[0]! <= both[1]! ? 'lucky' : 'happy');
  const depot = new URL(first.checkoutUrl).searchParams.get('pick_up_depot_id');
  const same = {
    pick_up: `${first.operator}:${depot}`,
    from: '2030-03-04',
    nights: 7,
    vehicle: first.vehicleId,
  };
  const { operator, totalAmount } = first;
  expect((await ask('get_quote', same)).document).toMatchObject({ operator, totalAmount });
});

test('five to nine nights: the lowest price of a night', async () => {
  const { ask, truths } = setUp('lucky');
  const input = {
    pick_up: '1',
    from: '2030-05-01',
    nights: '5..9',
    vehicle: ['101'],
    quote: 'all',
    limit: 10,
  };
  const { document } = await ask('compare_quotes', input);
  const each = [5, 6, 7, 8, 9].map(async (nights) => {
    const quote = (await truths[0]!('/quotes', {
      ...tripOf('2030-05-01', nights),
      vehicle_id: 101,
    })) as Offer;
    return Math.round((quote.totalAmount / nights) * 100) / 100;
  });
  const offers = rowsOf(document) as { perNight: number }[];
  expect(Math.min(...offers.map(({ perNight }) => perNight))).toBe(
    Math.min(...(await Promise.all(each))),
  );
});

const from = '2030-03-04';
const ruru = { pick_up: 'auckland airport', from, nights: 10, vehicle: 'Ruru 2-berth Campervan' };

test.each([
  [
    'whether a depot takes vehicles back on a Saturday',
    'list_depots',
    { search: 'whangarei' },
    /pick-up Sat Sun [^;\t]*00\t.*pick-up only/,
  ],
  [
    'two child seats, and not above 900 dollars',
    'get_quote',
    { ...ruru, accessory: ['2x child seat'], max_total: '900' },
    /301\tChild seat\t[\d.]+\t2\n[^]*notes: .*900\.00/,
  ],
  [
    'a link for the days, to look for oneself',
    'get_booking_link',
    { pick_up: 'nelson', from, nights: 5 },
    /trip: Nelson[^]*notChecked: whether it is free, and the price[^]*\/book\?.*drop_off_date=2030-03-09/,
  ],
  [
    'a vehicle that is not free: what is',
    'get_quote',
    { ...ruru, vehicle: 'Kea Grand Deluxe' },
    /"not_available".*"hint":"check the name or id; available: Ruru 2-berth Campervan \(101\)/,
  ],
  [
    'a place without a depot: which there are',
    'search_vehicles',
    { pick_up: 'hamilton', from, nights: 7 },
    /"usage".*"hint":"[^"]*Rotorua \(4\)/,
  ],
])('%s', async (_, tool, input, expected) => {
  const { ask } = setUp('lucky');
  expect((await ask(tool, input)).text).toMatch(expected);
});
