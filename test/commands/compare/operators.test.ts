/** One comparison of several operators, each with its own ids and names. */
import { expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';
import { counts, parsed } from './support.ts';

const lucky: Fleet = {
  depots: ['Auckland Airport', 'Rotorua'],
  vehicles: () => ({ 11: 'Kea' }),
  accessories: () => ({ 1: 'Bike rack', 2: 'Child seat' }),
  plans: () => ({ 3: 'Zero excess' }),
};
const happy: Fleet = {
  depots: ['Queenstown', 'Auckland Airport'],
  vehicles: () => ({ 21: 'Moa' }),
  accessories: () => ({ 9: 'child seat' }),
  plans: () => ({ 8: 'Zero Excess' }),
};
const week = ['compare', '--from', '2031-01-05', '--nights', '7'];
const trip = [...week, '--pick-up', 'auckland airport'];
const owned = [...week, '--pick-up', 'lucky:1,happy:2', '--vehicle', 'lucky:11,happy:21'];

test('an operator without an offer is named, unless it was left out', async () => {
  const said = 'note: happy has no offer for the trips that were looked up\n';
  const soldOut = fleets({ lucky, happy: { ...happy, vehicles: () => ({}) } });
  expect((await soldOut.rental(trip)).stderr).toContain(said);
  expect((await fleets({ lucky, happy }).rental(trip)).stderr).not.toContain('has no offer');
  const elsewhere = await soldOut.rental([...week, '--pick-up', 'rotorua']);
  expect(elsewhere.stderr).toContain('note: happy is left out');
  expect(elsewhere.stderr).not.toContain('has no offer');
});

test('extras by name are quoted at each operator; offers that lack one say so and are not ranked', async () => {
  const { rental, requests } = fleets({ lucky, happy });
  const basket = [
    '--accessory',
    'bike rack,child seat',
    '--insurance',
    'zero excess',
    '--quote',
    'all',
  ];
  const ended = await rental([...trip, ...basket, '--json'], {
    env: { RENTAL_SITE_URL: 'https://other.test' },
  });
  expect(ended.code).toBe(0);
  const { offers, plan } = parsed(ended);
  expect(offers).toMatchObject([
    {
      operator: 'lucky',
      rank: 1,
      missing: [],
      selection: { accessory_ids: [1, 2], insurance_id: 3 },
    },
    {
      operator: 'happy',
      rank: null,
      missing: ['Bike rack'],
      selection: { accessory_ids: [9], insurance_id: 8 },
    },
  ]);
  // A website of the environment is not that of operators that a flag names.
  expect(offers.map(({ checkoutUrl }) => new URL(checkoutUrl).hostname)).not.toContain(
    'other.test',
  );
  expect(counts(requests())).toEqual({ depots: 2, availability: 2, extras: 4, quotes: 2 });
  expect(plan.operators.map((one) => one.requests)).toEqual([5, 5]);
});

test.each([
  [[...owned, '--accessory', 'lucky:2,happy:9'], [2], [9], undefined, undefined],
  [[...owned, '--insurance-id', 'happy:8, lucky:3'], [], [], 3, 8],
])('%j gives each operator its own ids', async (line, luckyIds, happyIds, luckyPlan, happyPlan) => {
  const { rental } = fleets({ lucky, happy });
  const { offers } = parsed(await rental([...line, '--json']));
  const sent = offers.map(({ operator, vehicle, selection, rank }) => {
    return [
      operator,
      vehicle.vehicleId,
      selection.accessory_ids,
      selection.insurance_id ?? undefined,
      rank,
    ];
  });
  expect(sent).toEqual([
    ['lucky', 11, luckyIds, luckyPlan, 1],
    ['happy', 21, happyIds, happyPlan, 2],
  ]);
});

test.each([
  [[...week, '--pick-up', '1'], '--pick-up 1: each operator has its own ids', 'lucky:1'],
  [[...owned, '--insurance', '3'], '--insurance 3: each operator has its own ids', 'lucky:3'],
  [
    [...owned, '--insurance', 'lucky:none,3,happy:8'],
    '--insurance: what comes after none can never be taken',
    'zero excess,none',
  ],
  [
    [...owned, '--insurance', 'lucky:3'],
    '--insurance gives the operators different numbers of extras: 1 for lucky, 0 for happy',
    'extras are matched by name',
  ],
])('%j is refused before anything is sent: %s', async (line, message, hint) => {
  const { rental, requests } = fleets({ lucky, happy });
  const ended = await rental(line);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr.split('\n')).toMatchObject([
    expect.stringContaining(message) as string,
    expect.stringContaining(hint) as string,
    '',
  ]);
  expect(requests()).toEqual([]);
});

test('an operator without the depot is left out, with a note; if none has it, that is an error', async () => {
  const { rental, requests } = fleets({ lucky, happy });
  const ended = await rental([...week, '--pick-up', 'rotorua', '--json']);
  expect(ended).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('happy has no depot called "rotorua"'),
  });
  expect(parsed(ended)).toMatchObject({ failures: [], offers: [{ operator: 'lucky' }] });
  expect(counts(requests())).toEqual({ depots: 2, availability: 1, extras: 0, quotes: 1 });
  expect(await rental([...week, '--pick-up', 'oslo'])).toMatchObject({ code: 2, stdout: '' });
});

test('if one operator is down, the offers of the other are printed and the result is partial', async () => {
  const down: Fleet = { ...happy, vehicles: () => ({ status: 503, error: 'down' }) };
  const ended = await fleets({ lucky, down }).rental([...trip, '--json']);
  expect(ended.code).toBe(8);
  expect(parsed(ended)).toMatchObject({
    partial: true,
    offers: [{ operator: 'lucky', rank: 1 }],
    failures: [{ operator: 'down', step: 'availability', code: 'unavailable', status: 503 }],
  });
});

test.each([
  ['503', { status: 503, error: 'down for today' }, 4, 'unavailable', 'try again later; '],
  ['refused', { status: 403, error: 'go away' }, 3, 'refused', ''],
] as const)(
  'a part of a name is refused with the reason of an operator that fails: %s',
  async (...row) => {
    const [, failure, code, word, hint] = row;
    const { rental } = fleets({ lucky, down: { ...happy, vehicles: () => failure } });
    const ended = await rental([...trip, '--vehicle', 'ke', '--json']);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(JSON.parse(ended.stderr.trim().split('\n').at(-1)!)).toMatchObject({
      error: {
        code: word,
        status: failure.status,
        message: expect.stringMatching(
          `^--vehicle: "ke" is a part of a name, and the vehicles of down could not be looked up; down: .*${failure.error}$`,
        ) as string,
        hint: expect.stringContaining(`${hint}give the whole name or the id`) as string,
      },
    });
  },
);

test.each([
  [['Auckland'], 'note: the only depot: Auckland (1)\n'],
  [['Auckland', 'Rotorua'], 'note: all 2 depots: Auckland (1), Rotorua (2)\n'],
])('the note on all depots counts them: %j', async (depots, note) => {
  const { rental } = fleets({ lucky: { ...lucky, depots } });
  expect((await rental([...week, '--pick-up', 'all'])).stderr).toContain(note);
});
