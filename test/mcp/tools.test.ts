/** What the tools take and answer beyond their commands, with an operator in memory. */
import { expect, test } from 'vitest';
import { plantSandbox } from '../sandbox/support.ts';
import { serviceOf } from '../support/fleet.ts';
import { operator } from '../support/operator.ts';
import { answer, plant } from '../support/service.ts';
import { planner } from './support.ts';

const trip = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };
const depot = {
  id: 1,
  name: 'Auckland',
  pickup_times: [],
  drop_off_times: [],
  opening_hours_description: '',
};

const unknownDays =
  'the daily rate × nights is not the total: some operators charge more days; get_quote says';

test('depots have times, and hours in the words of the operator, and are asked for once', async () => {
  const { baseUrl, requests } = operator();
  const { call } = planner([{ address: baseUrl }]);
  const times = 'Mon–Fri 09:00 only; Sat Sun 10:00 only';
  const depot = { id: 2, name: 'Christchurch', times, hours: 'Christchurch: 9am to 5pm' };
  for (const search of ['2', 'christ'])
    expect((await call('list_depots', { search })).document['depots']).toEqual([depot]);
  const { document } = await call('list_depots', { search: 'chrischurch' });
  expect(document['notes']).toEqual(['did you mean Christchurch (2)?']);
  expect(requests).toEqual(['/depots']);
});

test('a trip in words comes back as it was understood, the cheapest vehicle first', async () => {
  const { baseUrl } = operator({
    vehicles: () => ({ 13: 'Tui Van', 12: 'Moa 4 Berth', 11: 'Kea 2+1 Berth' }),
  });
  const { call } = planner([{ address: baseUrl }]);
  const words = { pick_up: 'auckland', drop_off: 'christchurch', from: trip.from, to: '+7d' };
  expect((await call('search_vehicles', words)).document).toEqual({
    operator: new URL(baseUrl).host,
    trip: 'Auckland → Christchurch, Mon 7 Jan 2030 – Mon 14 Jan 2030, 7 nights',
    vehicles: [
      { vehicleId: 11, name: 'Kea 2+1 Berth', rentalDailyRate: 111 },
      { vehicleId: 12, name: 'Moa 4 Berth', rentalDailyRate: 112 },
      { vehicleId: 13, name: 'Tui Van', rentalDailyRate: 113 },
    ],
    notes: [unknownDays],
  });
});

test('on a day without a vehicle, an answer says where the closures are', async () => {
  const { call } = planner([{ address: plantSandbox({ variant: 'b' }).baseUrl }]);
  const christmas = { pick_up: '5001', from: '2029-12-25', nights: 7 };
  const { document } = await call('search_vehicles', christmas);
  expect(document).toMatchObject({
    vehicles: [],
    notes: [expect.stringContaining('list_depots') as string],
  });
  const { error } = await call('get_quote', { ...christmas, vehicle: 'cheapest' });
  expect(error).toMatchObject({
    code: 'not_available',
    hint: expect.stringContaining('list_depots') as string,
  });
  expect((await call('list_depots', { search: '5001' })).text).toContain('closed on 25 December');
});

test.each([
  [
    'search_vehicles',
    { pick_up: 'auckland' },
    'depot "auckland" means Auckland Airport (1), not North Shore, Auckland (2)',
  ],
  [
    'get_quote',
    { vehicle: '101', accessory: ['booster'] },
    'accessory "booster" means Booster seat (302)',
  ],
  [
    'get_booking_link',
    { vehicle: '101', insurance: 'zero' },
    'insurance plan "zero" means Zero excess (403)',
  ],
])('%s takes a part of a name, and notes what it means: %j', async (tool, input, note) => {
  const { call } = planner([{ address: plantSandbox().baseUrl }]);
  expect((await call(tool, { ...trip, ...input })).document['notes']).toContain(note);
});

test.each<[tool: string, more: object, isFound: object]>([
  ['get_quote', { vehicle: 'kea camper' }, {}],
  ['compare_quotes', { pick_up: ['1'], nights: '7' }, { noTimes: 'pick-up', vehicles: [{}, {}] }],
])(
  '%s takes the times when one can be at the depots, and notes which do not fit',
  async (tool, more, found) => {
    const { call } = planner([{ address: operator({ days: ['weekday', 'weekend'] }).baseUrl }]);
    const { to: _, ...start } = trip;
    const dates = tool === 'get_quote' ? trip : start;
    const times = { pick_up_after: '9:30', drop_off_by: '09:00' };
    const { document } = await call(tool, { ...dates, ...more, ...times });
    expect(document).toMatchObject({
      ...found,
      notes: expect.arrayContaining([
        expect.stringMatching(
          /^Auckland lists no pick-up time at 09:30 or later on Mon 7 Jan 2030; the last is 09:00/,
        ),
      ]) as unknown,
    });
    expect(JSON.stringify(document)).not.toContain('no drop-off time');
    const refused = await call(tool, { ...dates, ...more, pick_up_after: 'late' });
    expect(refused.error).toMatchObject({
      code: 'usage',
      message: 'pick_up_after takes a time of day, not "late"',
    });
  },
);

test('an id may be a number, and one item needs no list', async () => {
  const { baseUrl, requests } = operator({ quotes: [{ expiresAt: '2020-01-01T00:00:00Z' }] });
  const { call } = planner([{ address: baseUrl }]);
  const input = { ...trip, pick_up: 1, drop_off: null, vehicle: 11, accessory: 1, insurance: 7 };
  const { document } = await call('get_quote', input);
  expect(document).toMatchObject({
    totalAmount: 696.5,
    notes: ["this quote expired, by this machine's clock"],
    checkoutUrl: `${baseUrl}/book?pick_up_depot_id=1&drop_off_depot_id=1&pick_up_date=2030-01-07&drop_off_date=2030-01-14&vehicle_id=11&insurance_id=7&accessory_ids=1`,
  });
  // The depots tell whether there are times on these days, and the vehicles what the id is called.
  const asked = ['/depots', '/quotes', '/vehicles/availability'];
  expect(requests.map((path) => path.split('?')[0]).sort()).toEqual(asked);
});

test('a list may come as its JSON text, as some clients send it', async () => {
  const { call } = planner([{ address: plantSandbox().baseUrl }]);
  const input = { pick_up: '1', from: '2030-03-04', nights: 2, vehicle: 101 };
  const lists = { accessory: '["301", "booster seat"]', insurance: '[403]' };
  const { document } = await call('get_quote', { ...input, ...lists });
  expect(document['checkoutUrl']).toMatch(/insurance_id=403&accessory_ids=301(,|%2C)302$/);
});

test('a quote by id names its vehicle, depots and dates, and the days that it charges', async () => {
  const { baseUrl, requests } = operator();
  const { call } = planner([{ address: baseUrl }]);
  await call('search_vehicles', trip);
  const { text } = await call('get_quote', { ...trip, vehicle: 11 });
  expect(text).toMatch(
    /trip: Auckland, Mon 7 Jan 2030 – Mon 14 Jan 2030, 7 nights\nvehicle:\nid\tname\n11\tKea Camper\ntotalAmount: 696.50\nrental: 7 nights × 99.50\n/,
  );
  expect(requests.filter((path) => path.startsWith('/vehicles/availability'))).toHaveLength(2);
});

test('a quote says how many days it charges where those are not the nights', async () => {
  const { call } = planner([{ address: plantSandbox({ variant: 'b' }).baseUrl }]);
  const short = { pick_up: '5001', from: '2030-03-04', nights: 2 };
  for (const vehicle of ['8109', 'Matai Compact Car'])
    expect((await call('get_quote', { ...short, vehicle })).document['rental']).toMatch(
      /^5 days × \d+\.\d\d for 2 nights$/,
    );
  const { document } = await call('compare_quotes', {
    ...short,
    nights: '2,7',
    vehicle: ['8109'],
    quote: 'all',
  });
  expect(document).toMatchObject({
    vehicles: [
      {
        prices: [
          { nights: 2, chargedDays: 5 },
          { nights: 7, chargedDays: 8 },
        ],
      },
    ],
  });
});

test('a list of vehicles says how many days the operator charged for as many nights', async () => {
  const { call } = planner([{ address: plantSandbox({ variant: 'b' }).baseUrl }]);
  const short = { pick_up: '5001', from: '2030-03-04', nights: 3 };
  const notesOf = async (more: object) =>
    (await call('search_vehicles', { ...short, ...more })).document['notes'];
  expect(await notesOf({})).toEqual([unknownDays]);
  await call('get_quote', { ...short, vehicle: '8109' });
  const charged = 'this operator charged 5 days for 3 nights: the rate × 5, before fees and extras';
  expect(await notesOf({})).toEqual([`${charged}, not × 3`]);
  expect(await notesOf({ nights: undefined, to: 'thu' })).toEqual([`${charged}, not × 3`]);
  expect(await notesOf({ nights: 4 })).toEqual([unknownDays]);
  const { call: callOther } = planner([{ address: operator().baseUrl }]);
  await callOther('get_quote', { ...trip, vehicle: '11' });
  expect((await callOther('search_vehicles', trip)).document['notes']).toEqual([
    'this operator charged 7 days for 7 nights: the rate × 7, before fees and extras',
  ]);
});

/** A depot with times on weekdays, on Saturdays from noon, and on public holidays. */
const timedDepot = {
  ...depot,
  pickup_times: [
    ...['08:00', '09:00', '10:00', '11:00'].map((time) => ({ day: 'weekday', time })),
    { day: 'saturday', time: '12:00' },
    { day: 'public-holiday', time: '10:00' },
  ],
  drop_off_times: [{ day: 'weekday', time: '09:00' }],
};

test.each([
  ['2030-01-07', {}, 'Mon 7 Jan 08:00–11:00 hourly, or 10:00 on a public holiday'],
  [
    '2030-01-11',
    { pick_up_after: '11:30' },
    'Fri 11 Jan 08:00–11:00 hourly, or 10:00 on a public holiday; next: Sat 12 Jan 12:00',
  ],
  [
    '2030-01-11',
    { pick_up_after: '11:00' },
    'Fri 11 Jan 08:00–11:00 hourly, or 10:00 on a public holiday',
  ],
  [
    '2030-01-13',
    {},
    'Sun 13 Jan none listed, or 10:00 on a public holiday; next: Mon 14 Jan 08:00',
  ],
])('a quote from %s with %j has the times at its depots', async (from, more, pickUpTimes) => {
  const service = serviceOf({ vehicles: () => ({ 11: 'Kea' }) });
  const { baseUrl, requests } = plant(async (request) =>
    request.url.endsWith('/depots') ? answer(200, [timedDepot]) : service(request),
  );
  const { call } = planner([{ address: baseUrl }]);
  const input = { pick_up: '1', from, to: '2030-01-19', vehicle: '11', ...more };
  const { document } = await call('get_quote', input);
  expect(document).toMatchObject({ pickUpTimes, dropOffTimes: 'Sat 19 Jan none listed' });
  expect(requests.filter((path) => path.endsWith('/depots'))).toHaveLength(1);
});

test('a quote whose depots are not known says nothing of their times, and asks for none', async () => {
  const { baseUrl, requests } = operator();
  const limit = { requests: 4, windowMs: 60_000 };
  const { call } = planner([{ address: baseUrl, limit }]);
  const { document } = await call('get_quote', { ...trip, vehicle: '11' });
  expect(document).toHaveProperty('totalAmount');
  expect(document).not.toHaveProperty('pickUpTimes');
  expect(requests).not.toContain('/depots');
});

test('a quote needs no name: it is there also if the vehicles cannot be listed', async () => {
  const service = serviceOf({ vehicles: () => ({ 11: 'Kea' }) });
  const { baseUrl } = plant(async (request) =>
    request.url.includes('/availability') ? answer(400, { error: 'closed' }) : service(request),
  );
  const { document } = await planner([{ address: baseUrl }]).call('get_quote', {
    ...trip,
    vehicle: 11,
  });
  expect(document).toMatchObject({ vehicle: { id: 11 }, totalAmount: 110 });
});

test('a total that lacks an extra has another name, and one without a plan says so', async () => {
  const { baseUrl } = operator({
    accessories: () => ({ 1: 'Seat' }),
    quotes: [
      {
        priceBreakdown: {
          rentalFee: 9,
          routeFee: 0,
          accessoriesFee: 0,
          insuranceFee: 0,
          accessories: [],
          insurance: null,
        },
      },
    ],
  });
  const { call } = planner([{ address: baseUrl }]);
  const { document } = await call('get_quote', { ...trip, vehicle: '11', accessory: ['2x seat'] });
  expect(document).toMatchObject({
    ...{
      incompleteTotal: 696.5,
      missing: ['Seat: 0 of 2'],
      insurance: 'none: no plan is in the total',
    },
  });
  expect(document).not.toHaveProperty('totalAmount');
});

test('the extras have the vehicle and the trip of the call, also for an id', async () => {
  const { call } = planner([{ address: operator().baseUrl }]);
  const { document } = await call('list_extras', { vehicle: '11' });
  expect(document).toMatchObject({ vehicle: { id: 11 }, trip: 'no dates were given' });
  expect(String(document['notes'])).toContain('one get_quote with the extras');
  await call('search_vehicles', trip);
  expect((await call('list_extras', { ...trip, vehicle: '11' })).document).toMatchObject({
    vehicle: { id: 11, name: 'Kea Camper' },
    trip: 'Mon 7 Jan 2030 – Mon 14 Jan 2030, 7 nights',
  });
});

test('the text of an answer has a line for each field and a table for each list', async () => {
  const { call } = planner([{ address: operator().baseUrl, name: 'lucky' }]);
  expect((await call('search_vehicles', trip)).text.split('\n')).toEqual([
    'operator: lucky',
    'trip: Auckland, Mon 7 Jan 2030 – Mon 14 Jan 2030, 7 nights',
    'vehicles:',
    'vehicleId\tname\trentalDailyRate',
    '11\tKea Camper\t99.50',
    '12\tMoa Van\t120.00',
    `notes: ${unknownDays}`,
  ]);
});

test('names of depots do not wait for the request limit', async () => {
  const { baseUrl, requests } = operator();
  const { call } = planner([{ address: baseUrl, limit: { requests: 1, windowMs: 2_000 } }]);
  expect((await call('search_vehicles', trip)).document['trip']).toMatch(/^depot 1, /);
  expect(requests).toHaveLength(1);
});

test('a booking link of ids asks for nothing', async () => {
  const sandbox = plantSandbox();
  const { call } = planner([{ address: sandbox.baseUrl }]);
  const link = async (more: object) =>
    (await call('get_booking_link', { ...trip, ...more })).document;
  expect(await link({})).toMatchObject({ kind: 'search' });
  expect(await link({ vehicle: '101' })).toMatchObject({ kind: 'checkout' });
  expect(sandbox.requests).toEqual([]);
});

test('calls at the same time ask for depots once, also if the first of them is cancelled', async () => {
  const waiting: (() => void)[] = [];
  const { baseUrl, requests } = plant(async ({ url }) => {
    if (!url.endsWith('/depots')) return answer(200, []);
    await new Promise<void>((go) => waiting.push(go));
    return answer(200, [depot]);
  });
  const { call } = planner([{ address: baseUrl }]);
  const stop = new AbortController();
  const named = { ...trip, pick_up: 'auckland' };
  const calls = [
    call('search_vehicles', named, { signal: stop.signal }),
    call('search_vehicles', named),
  ] as const;
  await expect.poll(() => waiting.length).toBe(1);
  stop.abort();
  expect((await calls[0]).error).toMatchObject({ code: 'interrupted' });
  waiting.forEach((go) => go());
  expect((await calls[1]).document).toMatchObject({ vehicles: [] });
  expect(requests.filter((path) => path === '/depots')).toHaveLength(1);
});

test('what a session has to say is a note of the call', { tags: ['long'] }, async () => {
  const answers = [answer(200, [depot]), ...[1, 2, 3].map(() => answer(503, { error: 'down' }))];
  const { baseUrl } = plant(async ({ url }) =>
    url.endsWith('/depots') ? answers.shift()! : answer(200, []),
  );
  const { call, pass } = planner([{ address: baseUrl }]);
  const input = { ...trip, pick_up: 'auckland' };
  expect((await call('search_vehicles', input)).text).not.toContain('depots stored');
  pass(25 * 3_600_000);
  expect(String((await call('search_vehicles', input)).document['notes'])).toContain(
    'using depots stored 25 h ago',
  );
});
