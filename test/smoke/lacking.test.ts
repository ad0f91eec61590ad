/**
 * A rule passes only on what it looked at: services that lack one thing each, and the rules that do
 * not apply there.
 */
import { expect, test } from 'vitest';
import { sample } from '../support/thorough.ts';
import type { SandboxAnswer, AnswerChange, AnswerCondition } from '../../src/sandbox/change.ts';
import {
  accessoriesPath,
  all,
  availabilityPath,
  depotsPath,
  errorAnswer,
  htmlAnswer,
  isStatus,
  changeEach,
  changeJson,
  lacksParameter,
  on,
  plansPath,
  quotesPath,
  without,
} from './faults/parts.ts';
import { startChanged } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

const maxRequests = 40;
/** No run of a healthy service sees a 503 or, unless the user asks for it, a 429. */
const never = ['errors-unavailable', 'limits-exceeded'];
const entriesOf = (group: string): string[] =>
  ['fields', 'ids', 'amounts'].map((name) => `${group}-${name}`);

const none = (path: RegExp, applies?: AnswerCondition): AnswerChange =>
  changeJson(path, () => [], applies);
const only = (path: RegExp): AnswerChange => changeJson(path, (list) => list.slice(-1));
const noTimes = changeEach(depotsPath, (depot) =>
  Object.assign(depot, { pickup_times: [], drop_off_times: [] }),
);
const noRates = changeEach(availabilityPath, (vehicle) => (vehicle.rentalDailyRate = 0));
const freeRental = changeJson(quotesPath, (quote) => void (quote.priceBreakdown.rentalFee = 0));

/** The vehicles that are asked about before the one at this index. */
function vehiclesBefore(place: number): AnswerCondition {
  const order: string[] = [];
  return ({ path }: SandboxAnswer) => {
    const [, id = ''] = /^\/vehicles\/(\d+)\//.exec(path) ?? [];
    if (!order.includes(id)) order.push(id);
    return order.indexOf(id) < place;
  };
}

const lacking: readonly (readonly [
  what: string,
  change: AnswerChange,
  skipped: readonly string[],
])[] = [
  ['nothing', () => {}, []],
  ['a second depot', only(depotsPath), ['depots-ids']],
  ['times', noTimes, ['depots-times']],
  ['a second vehicle', only(availabilityPath), ['availability-ids']],
  ['daily rates', noRates, ['availability-amounts', 'quote-sums']],
  ['accessories', none(accessoriesPath), entriesOf('accessories')],
  ['a second accessory', only(accessoriesPath), ['accessories-ids']],
  [
    'prices of accessories',
    changeEach(accessoriesPath, (one) => (one.price = 0)),
    ['accessories-amounts'],
  ],
  ['plans', none(plansPath), entriesOf('insurance')],
  ['a second plan', only(plansPath), ['insurance-ids']],
  ['prices of plans', changeEach(plansPath, (one) => (one.price = 0)), ['insurance-amounts']],
  [
    'accessories and plans',
    all(none(accessoriesPath), none(plansPath)),
    [...entriesOf('accessories'), ...entriesOf('insurance'), 'quote-selected', 'quote-ids'],
  ],
  ['a fee for the vehicle', freeRental, ['quote-sums']],
  ['headers of the limit', on(/^\//, without('X-RateLimit-Limit')), ['limits-value']],
  ['plans at the first vehicle', none(plansPath, vehiclesBefore(1)), []],
  ['plans at two vehicles', none(plansPath, vehiclesBefore(2)), []],
  ['plans at three vehicles', none(plansPath, vehiclesBefore(3)), entriesOf('insurance')],
  ['accessories at the first vehicle', none(accessoriesPath, vehiclesBefore(1)), []],
  [
    'extras for a request without dates',
    on(accessoriesPath, errorAnswer(400, 'Dates?'), lacksParameter('pick_up_date')),
    [],
  ],
];

test.each(sample(lacking, 8))(
  'at a service without %s, a run skips the rules about it and no other',
  async (_, change, skipped) => {
    const run = await smoke(startChanged(change), { strict: true });
    expect(new Set(idsOf(run, 'skip'))).toEqual(new Set([...skipped, ...never]));
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
    expect(idsOf(run, 'unchecked')).toEqual([]);
    expect(run.requests, 'a run is small').toBeLessThanOrEqual(maxRequests);
    for (const { verdict, reason } of run.results)
      if (verdict === 'skip') expect(reason, 'it says what was missing').toMatch(/^\S+ \S+ /);
  },
);

test.each([
  ['depots', none(depotsPath), ['depots-fields', 'depots-ids', 'depots-times']],
  [
    'vehicles',
    none(availabilityPath),
    ['fields', 'ids', 'amounts', 'images'].map((name) => `availability-${name}`),
  ],
])(
  'a service without %s is not checked, and passes nothing about them',
  async (group, change, skipped) => {
    const run = await smoke(startChanged(change));
    expect(idsOf(run, 'skip')).toEqual(expect.arrayContaining(skipped));
    // The answer about depots is judged first, and headers are in every answer.
    const others = group === 'depots' ? /^limits-value$/ : /^(?:depots|limits)-/;
    const passed = idsOf(run, 'pass').filter((id) => !others.test(id));
    expect([passed, run.exitCode]).toEqual([[], 6]);
  },
);

test.each(
  sample(
    [
      [
        'images',
        changeEach(availabilityPath, (one) => delete one.imageUrl),
        'availability-images',
        'availability-fields',
      ],
      [
        'quoteIds',
        changeJson(quotesPath, (one) => void delete one.quoteId),
        'quote-ids',
        'quote-fields',
      ],
      [
        'quotes',
        on(quotesPath, errorAnswer(404, 'Not available'), isStatus(200)),
        'quote-selected',
        'quote-answer',
      ],
    ],
    3,
  ),
)(
  'a service that leaves out %s fails one rule, and skips the other',
  async (_, change, skipped, failed) => {
    const run = await smoke(startChanged(change));
    expect(idsOf(run, 'skip')).toContain(skipped);
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[failed], 1]);
  },
);

test('a vehicle with a rate is asked about before those without', async () => {
  const onlyLast = changeJson(availabilityPath, (list) =>
    list.map((one: any, index: number) =>
      index === list.length - 1 ? one : { ...one, rentalDailyRate: 0 },
    ),
  );
  const run = await smoke(startChanged(onlyLast));
  expect(idsOf(run, 'skip')).toEqual(never);
});

test('the quote with extras is of the vehicle that has both kinds', async () => {
  const operator = startChanged(none(plansPath, vehiclesBefore(2)));
  await smoke(operator);
  const asked = operator.requests.flatMap(
    (url) => /\/vehicles\/(\d+)\/insurance-types/.exec(url)?.[1] ?? [],
  );
  const vehicles = [...new Set(asked)];
  expect(vehicles).toHaveLength(3);
  const full = operator.requests.find(
    (url) => url.includes('/quotes?') && url.includes('accessory_ids='),
  );
  expect(full).toContain(`vehicle_id=${vehicles[2]}&`);
  expect(full).toContain('insurance_id=');
});

test.each([
  ['are not JSON', on(plansPath, htmlAnswer(200), isStatus(200)), 'insurance-answer'],
  [
    'have ids that are texts',
    changeEach(plansPath, (one) => (one.id = `P${one.id}`)),
    'insurance-fields',
  ],
])(
  'without accessories, plans that %s are the reason why no quote has extras',
  async (_, change, because) => {
    const run = await smoke(startChanged(all(none(accessoriesPath), change)), {
      only: ['quote-selected'],
    });
    const selected = run.results.find(({ id }) => id === 'quote-selected');
    expect(selected).toMatchObject({ verdict: 'skip', reason: 'no insurance-types to try' });
    expect(idsOf(run, 'fail')).toEqual([because]);
  },
);

test('a rule passes only if each of its wrong requests was answered', async () => {
  const operator = startChanged(
    on(availabilityPath, errorAnswer(503, 'down'), lacksParameter('drop_off_date')),
  );
  const run = await smoke(operator, { only: ['errors-availability-missing'] });
  expect([idsOf(run, 'pass'), idsOf(run, 'unchecked'), run.exitCode]).toEqual([
    [],
    ['errors-availability-missing'],
    4,
  ]);
});

test('a website that is not there passes nothing', async () => {
  const run = await smoke(startChanged(on(/^\/(?:book|openapi)/, htmlAnswer(404))), {
    siteIsAssumed: true,
  });
  expect(idsOf(run, 'pass').filter((id) => id.startsWith('site-'))).toEqual([]);
});
