/** What a text and an id name in a tool, beyond what they name on the command line. */
import { beforeEach, expect, test } from 'vitest';
import { operator } from '../support/operator.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { answer as respond, plant } from '../support/service.ts';
import { planner, type Planner } from './support.ts';

const trip = { pick_up: '1', from: '+30d', nights: '7' };
let call: Planner['call'];
let requests: () => number;

beforeEach(async () => {
  const sandbox = plantSandbox();
  ({ call } = planner([{ address: sandbox.baseUrl }]));
  requests = () => sandbox.requests.length;
});

test('a part of the name of a vehicle is an error that lists what it can be', async () => {
  for (const tool of ['get_quote', 'list_extras', 'get_booking_link']) {
    expect((await call(tool, { ...trip, vehicle: 'tui' })).error).toMatchObject({
      code: 'usage',
      message: '"tui" is not the whole name of an available vehicle',
      // Each id of the hint is beside its name.
      hint: 'give the whole name or the id of one: id 105',
      names: ['Tūī 4-berth Motorhome (105)'],
    });
  }
});

test.each([
  [
    'search_vehicles',
    { pick_up: 'auckland' },
    'depot "auckland" means Auckland Airport (1), not North Shore, Auckland (2)',
  ],
  ['get_quote', { vehicle: '101', accessory: ['booster'] }, 'accessory "booster" means Booster seat (302)'],
  ['get_booking_link', { vehicle: '101', insurance: 'zero' }, 'insurance plan "zero" means Zero excess (403)'],
])('%s takes a part of another name, and notes what it means: %j', async (tool, input, note) => {
  expect((await call(tool, { ...trip, ...input })).document['notes']).toContain(note);
});

test.each([
  ['search_vehicles', { pick_up: '99' }, 'no depot has the id 99', /^depots: id 1, .*, id 11$/],
  ['get_quote', { vehicle: '101', accessory: ['999'] }, 'no accessory has the id 999', /^accessories: id 301, /],
  [
    'list_extras',
    { vehicle: '999' },
    'vehicle 999 is not available for these depots and dates',
    /^available are id 101/,
  ],
])(
  '%s with %j lists which ids there are, with a look-up only after the refusal',
  async (tool, input, message, hint) => {
    await call('list_depots', {});
    const before = requests();
    await call('get_quote', { ...trip, vehicle: '101' });
    expect(requests()).toBe(before + 1);
    const { error } = await call(tool, { ...trip, ...input });
    expect(error).toMatchObject({ message, hint: expect.stringMatching(hint) as string });
    expect((error?.['names'] as string[]).length).toBeGreaterThan(3);
  },
);

test('a depot that does not exist is named also where the service has no vehicles for it', async () => {
  const { baseUrl } = operator({ vehicles: () => ({}) });
  const { error } = await planner([{ address: baseUrl }]).call('search_vehicles', { ...trip, pick_up: '9' });
  expect(error).toMatchObject({ message: 'no depot has the id 9', names: ['Auckland (1)', 'Christchurch (2)'] });
});

test('a booking link of ids asks for nothing, and has the name of the vehicle if an earlier answer had it', async () => {
  const link = async (more: object) => (await call('get_booking_link', { ...trip, vehicle: '101', ...more })).document;
  expect(await link({})).toMatchObject({ vehicle: { id: 101 } });
  expect(requests()).toBe(0);
  await call('search_vehicles', trip);
  const named = await link({
    pick_up: 'auckland airport',
    vehicle: 'ruru 2-berth campervan',
    insurance: 'zero excess',
  });
  const vehicle = { id: 101, name: 'Ruru 2-berth Campervan' };
  expect(named).toMatchObject({ vehicle });
  expect(await link({})).toMatchObject({ vehicle });
  expect((await call('get_quote', { ...trip, vehicle: '101' })).document).toMatchObject({ vehicle });
});

test('the cheapest vehicle is a word, and a note says which it is', async () => {
  const { document } = await call('get_quote', { ...trip, vehicle: 'cheapest', max_total: '1' });
  expect(document['vehicle']).toMatchObject({ id: 113 });
  expect(document['notes']).toEqual(
    expect.arrayContaining([expect.stringContaining('the lowest daily rate'), expect.stringContaining('above')]),
  );
});

test('the operator of an answer, and of its ids, is the one that was asked, whatever its own fields say', async () => {
  const extra = { id: 1, name: 'Snow chains', price: 1, operator: 'happy' };
  const answers: Readonly<Record<string, unknown>> = {
    '/depots': [
      { id: 1, name: 'Here', pickup_times: [], drop_off_times: [], opening_hours_description: '', operator: 'happy' },
    ],
    '/vehicles/availability': [
      { vehicleId: 11, name: 'Kea', rentalDailyRate: 1, imageUrl: 'https://a.example', operator: 'happy' },
    ],
    '/quotes': {
      ...{
        quoteId: 'q',
        expiresAt: '2030-01-01T00:00:00Z',
        currency: 'NZD',
        totalAmount: 1,
        note: '',
        operator: 'happy',
      },
      priceBreakdown: {
        ...{ rentalFee: 1, routeFee: 0, accessoriesFee: 0, insuranceFee: 0, insurance: null },
        accessories: [{ ...extra, cost: 1, quantity: 1 }],
      },
    },
  };
  const lucky = plant(async ({ url }) => respond(200, answers[new URL(url).pathname] ?? [extra]));
  const { call: ask } = planner([
    { address: lucky.baseUrl, name: 'lucky' },
    { address: operator().baseUrl, name: 'happy' },
  ]);
  const own = { ...trip, pick_up: 'lucky:1', vehicle: 'lucky:11' };
  const quoted = await ask('get_quote', { ...own, accessory: ['lucky:1'] });
  expect(quoted.document).toMatchObject({
    operator: 'lucky',
    vehicle: { id: 'lucky:11' },
    priceBreakdown: { accessories: [{ id: 'lucky:1' }] },
  });
  expect((await ask('list_depots', { operator: 'lucky' })).document).toMatchObject({ depots: [{ id: 'lucky:1' }] });
  const { vehicle: _, ...where } = own;
  expect((await ask('search_vehicles', where)).document).toMatchObject({ vehicles: [{ vehicleId: 'lucky:11' }] });
  expect((await ask('list_extras', own)).document).toMatchObject({ accessories: [{ id: 'lucky:1' }] });
});
