// @module-tag long
/**
 * A rule that passes at a service that lacks something does not pass there once that rule is
 * broken.
 */
import { expect, test } from 'vitest';
import { faults } from '../../src/sandbox/faults.ts';
import type { AnswerChange } from '../../src/sandbox/change.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';
import {
  accessoriesPath,
  all,
  availabilityPath,
  depotsPath,
  errorAnswer,
  hasParameter,
  htmlAnswer,
  changeEach,
  changeJson,
  lacksParameter,
  on,
  plansPath,
  quotesPath,
  without,
  type AnswerCondition,
} from './faults/parts.ts';
import { startChanged } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';

const first = (path: RegExp, count: number): AnswerChange =>
  changeJson(path, (list) => list.slice(0, count));
/** The vehicles whose id, divided by 3, leaves one of these. */
const ofSome =
  (remainders: readonly number[]): AnswerCondition =>
  ({ path }) =>
    remainders.includes(Number(/^\/vehicles\/(\d+)/.exec(path)?.[1]) % 3);

const someVehicles = fc.subarray([0, 1, 2], { minLength: 1 }).map(ofSome);
const extras = fc.constantFrom(accessoriesPath, plansPath);

/** What a healthy service may lack. */
const removals: readonly fc.Arbitrary<AnswerChange>[] = [
  fc.integer({ min: 0, max: 2 }).map((count) => first(depotsPath, count)),
  fc
    .integer({ min: 1, max: 3 })
    .map((from) =>
      changeEach(
        depotsPath,
        (depot, index) =>
          index < from && Object.assign(depot, { pickup_times: [], drop_off_times: [] }),
      ),
    ),
  fc.constant(
    changeEach(depotsPath, (depot) =>
      Object.assign(depot, { pickup_times: [], drop_off_times: [] }),
    ),
  ),
  fc.integer({ min: 0, max: 2 }).map((count) => first(availabilityPath, count)),
  fc
    .subarray([0, 1, 2])
    .map((rated) =>
      changeEach(availabilityPath, (one, at) => rated.includes(at) || (one.rentalDailyRate = 0)),
    ),
  fc.tuple(extras, someVehicles).map(([path, applies]) => changeJson(path, () => [], applies)),
  fc
    .tuple(extras, someVehicles)
    .map(([path, applies]) => changeJson(path, (list) => list.slice(0, 1), applies)),
  extras.map((path) => changeEach(path, (one) => (one.price = 0))),
  extras.map((path) => on(path, errorAnswer(400, 'Dates?'), lacksParameter('pick_up_date'))),
  fc
    .constantFrom('accessory_ids', 'insurance_id')
    .map((name) => on(quotesPath, errorAnswer(400, 'Not offered'), hasParameter(name))),
  fc.constant(changeJson(quotesPath, (quote) => void (quote.priceBreakdown.rentalFee = 0))),
  fc.constant(on(/^\//, without('X-RateLimit-Limit'))),
  fc
    .constantFrom(/^\/book/, /^\/openapi\.yaml/, /^\/openapi/)
    .map((path) => on(path, htmlAnswer(404))),
];

/** The faults of the sandbox break the first thing or one kind, so these two break all. */
const wrong: Readonly<Record<string, AnswerChange>> = {
  ...faults,
  'depots-times': changeEach(depotsPath, (depot) => {
    for (const entry of [...depot.pickup_times, ...depot.drop_off_times]) entry.time = '9am';
  }),
  'quote-selected': changeJson(quotesPath, ({ priceBreakdown }) => {
    Object.assign(priceBreakdown, { accessories: [], insurance: null });
  }),
};

/** Four of them, far apart in the list; 7 has no divisor in common with most lengths. */
function fewOf(ids: readonly string[], seed: number): string[] {
  return [0, 1, 2, 3].flatMap((step) => ids[(seed + step * 7) % ids.length] ?? []);
}

test('a rule that passes at a service that lacks something fails there once it is broken', async () => {
  const lacking = fc
    .tuple(...removals.map((one) => fc.option(one, { freq: 2, nil: undefined })))
    .map((some) => all(...some.filter((one) => one !== undefined)));
  await fc.assert(
    fc.asyncProperty(lacking, fc.nat(), async (change, seed) => {
      const passed = idsOf(await smoke(startChanged(change), { siteIsAssumed: true }), 'pass');
      for (const id of fewOf(passed, seed)) {
        const run = await smoke(startChanged(all(change, wrong[id] as AnswerChange)), {
          siteIsAssumed: true,
        });
        expect(idsOf(run, 'pass'), id).not.toContain(id);
        expect(run.requests).toBeLessThanOrEqual(40);
      }
    }),
    { numRuns: tries(20) },
  );
});
