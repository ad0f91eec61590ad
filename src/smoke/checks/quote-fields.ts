/** Types and amounts, of the quote with extras and of the one without. */
import { quoteSchema } from '../../api/schemas.ts';
import { isRecord, warning, type Answer } from '../answer.ts';
import type { Check, Finding } from '../check.ts';
import { amountFindings, cents, fieldOfEach, hasCents, shapeFindings, type Field } from '../shape.ts';
import { show } from '../show.ts';
import { breakdownOf, entriesOf, ofBoth, type Body } from './quote-parts.ts';

export const quoteFieldChecks: readonly Check[] = [
  {
    id: 'quote-fields',
    group: 'quote',
    section: 'Resources: Quote',
    title: 'a quote has every field, of its type',
    run: (service) => ofBoth(service, fieldsOf),
  },
  {
    id: 'quote-amounts',
    group: 'quote',
    section: 'Resources: money amounts',
    title: 'amounts have two decimals at most',
    run: (service) => ofBoth(service, (answer, body) => amountFindings(answer, amountsOf(body))),
  },
  {
    id: 'quote-sums',
    group: 'quote',
    section: 'Resources: Quote, priceBreakdown',
    title: 'fees add up to the total',
    run: (service) => ofBoth(service, sumFindings),
  },
];

/** The form of an expiry that is a string is judged by its own check. */
function fieldsOf(answer: Answer, body: Body): Finding[] {
  const leave = typeof body['expiresAt'] === 'string' ? ['expiresAt'] : [];
  return shapeFindings(answer, quoteSchema, body, leave);
}

function amountsOf(body: Body): Field[] {
  const breakdown = breakdownOf(body);
  const fees = ['rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee'];
  const costs = fieldOfEach(entriesOf(breakdown) ?? [], 'cost');
  const plan = isRecord(breakdown['insurance']) ? breakdown['insurance']['cost'] : undefined;
  return [
    { path: 'totalAmount', value: body['totalAmount'] },
    ...fees.map((fee) => ({ path: `priceBreakdown.${fee}`, value: breakdown[fee] })),
    ...costs.map(({ path, value }) => ({ path: `priceBreakdown.accessories${path}`, value })),
    { path: 'priceBreakdown.insurance.cost', value: plan },
  ];
}

/** The arithmetic is not documented: a sum that is another is worth a warning and no more. */
function sumFindings(answer: Answer, body: Body): Finding[] {
  const breakdown = breakdownOf(body);
  const { rentalFee, routeFee, accessoriesFee, insuranceFee, insurance } = breakdown;
  const costs = (entriesOf(breakdown) ?? []).map((entry) => entry['cost']);
  return [
    ...sumFinding(answer, 'totalAmount', body['totalAmount'], [rentalFee, routeFee, accessoriesFee, insuranceFee]),
    ...sumFinding(answer, 'accessoriesFee', accessoriesFee, costs),
    ...sumFinding(answer, 'insuranceFee', insuranceFee, isRecord(insurance) ? [insurance['cost']] : []),
  ];
}

function sumFinding(answer: Answer, name: string, sum: unknown, parts: readonly unknown[]): Finding[] {
  const amounts = [sum, ...parts];
  // In cents, which are exact; whatever has no cents is told by other checks.
  if (!amounts.every((amount): amount is number => typeof amount === 'number' && hasCents(amount))) return [];
  const added = parts.reduce<number>((total, part) => total + cents(part as number), 0);
  if (cents(sum as number) === added) return [];
  return [warning(answer, `${name}: ${(added / 100).toFixed(2)}, the sum of its parts`, show(sum))];
}
