/** What a quote shows that was not requested. What it lacks: test/commands/across/proof.test.ts. */
import { expect, test } from 'vitest';
import type { Quote } from '../../src/api/types.ts';
import { unprovenIn, type RequestedExtra } from '../../src/planner/proof.ts';
import { quote } from '../compare/samples.ts';

type Breakdown = Quote['priceBreakdown'];

const seat = { id: 5, name: 'Child seat', cost: 40, quantity: 1 };
const chains = { id: 5, name: 'Snow chains', cost: 25, quantity: 1 };
const gps = { id: 9, name: 'GPS', cost: 0, quantity: 1 };
const basic = { id: 7, name: 'Basic', cost: 0 };
const feeForAccessories = 'a fee for accessories';
const feeForInsurance = 'a fee for insurance';
const requestedSeat: RequestedExtra = { kind: 'accessory', id: 5, name: 'Child seat', quantity: 1 };
const requestedPlan: RequestedExtra = { kind: 'insurance', id: 7, quantity: 1 };

test.each<[string, readonly RequestedExtra[], Partial<Breakdown>, string[]]>([
  ['a fee without an entry', [], { accessoriesFee: 12 }, [feeForAccessories]],
  ['a fee for insurance without an entry', [], { insuranceFee: 12 }, [feeForInsurance]],
  ['a discount that was not requested', [], { insuranceFee: -12 }, [feeForInsurance]],
  [
    'a fee beside an entry that costs nothing',
    [],
    { accessories: [gps], accessoriesFee: 12 },
    [feeForAccessories],
  ],
  [
    'a fee beside a plan that costs nothing',
    [],
    { insurance: basic, insuranceFee: 12 },
    [feeForInsurance],
  ],
  ['an entry that costs', [], { accessories: [seat, gps], accessoriesFee: 40 }, ['Child seat']],
  [
    'a fee of the other kind',
    [requestedSeat],
    { accessories: [seat], insuranceFee: 9 },
    [feeForInsurance],
  ],
  ['another entry under the id', [requestedSeat], { accessories: [seat, chains] }, ['Snow chains']],
  [
    'another entry under the id, in the other order',
    [requestedSeat],
    { accessories: [chains, seat] },
    ['Snow chains'],
  ],
  [
    'nothing, if what was not requested costs nothing',
    [],
    { accessories: [gps], insurance: basic },
    [],
  ],
  [
    'nothing, if the fee is for what was requested',
    [requestedSeat],
    { accessories: [seat, gps], accessoriesFee: 40 },
    [],
  ],
  [
    'nothing, if the plan was requested',
    [requestedPlan],
    { insurance: { ...basic, cost: 9 }, insuranceFee: 9 },
    [],
  ],
])('what was not requested in the quote is reported: %s', (_, requested, parts, names) => {
  const sample = quote(90);
  const fees = { accessoriesFee: 0, insuranceFee: 0, accessories: [], insurance: null };
  const priced = { ...sample, priceBreakdown: { ...sample.priceBreakdown, ...fees, ...parts } };
  const unproven = unprovenIn(priced, requested);
  expect(unproven.map(({ label }) => label)).toEqual(
    names.map((name) => `${name} (not requested)`),
  );
  expect(unproven.map(({ message }) => message)).toEqual(
    names.map((name) => `in the quote, but not requested: ${name}`),
  );
});

test('an entry in the place of a requested extra is reported once, as that extra', () => {
  const sample = quote(90);
  const priceBreakdown = {
    ...sample.priceBreakdown,
    accessories: [chains],
    insurance: { ...basic, id: 8, cost: 9 },
  };
  const unproven = unprovenIn({ ...sample, priceBreakdown }, [requestedSeat, requestedPlan]);
  expect(unproven.map(({ label }) => label)).toEqual([
    'Child seat (the quote has "Snow chains")',
    'insurance plan 7 (the quote has "Basic")',
  ]);
});
