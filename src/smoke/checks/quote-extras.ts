/** A quote with accessories and an insurance plan beside one without. */
import { answerFindings, bodyOf, failure, isRecord, warning, type Answer } from '../answer.ts';
import { Skip, type Check, type Finding } from '../check.ts';
import { quote, someExtras, type Chosen } from '../facts.ts';
import type { Service } from '../service.ts';
import { amountFindings, cents, fieldOfEach, hasCents, shorten, type Field } from '../shape.ts';
import { show } from '../show.ts';
import { fieldsOf, ofQuote } from './quote.ts';

const section = 'Resources: Quote, priceBreakdown';
type Body = Readonly<Record<string, unknown>>;

export const quoteExtrasChecks: readonly Check[] = [
  {
    id: 'quote-selected',
    group: 'quote',
    section,
    title: 'selected accessories and the plan are in the quote, in their quantity',
    run: (service) =>
      ofSelected(service, (answer, body, chosen) => selectedFindings(answer, breakdownOf(body), chosen)),
  },
  {
    id: 'quote-selected-fields',
    group: 'quote',
    section,
    title: 'a quote with extras has every field, of its type',
    run: (service) => ofSelected(service, fieldsOf),
  },
  {
    id: 'quote-unselected',
    group: 'quote',
    section,
    title: 'with nothing selected insurance is null and accessories are empty',
    run: (service) => ofQuote(service, (answer, body) => unselectedFindings(answer, breakdownOf(body))),
  },
  {
    id: 'quote-amounts',
    group: 'quote',
    section: 'Resources: money amounts',
    title: 'amounts have two decimals at most',
    run: async (service) => ofBoth(service, (answer, body) => amountFindings(answer, amountsOf(body))),
  },
  {
    id: 'quote-ids',
    group: 'quote',
    section: 'Resources: Quote',
    title: 'another quote has another quoteId',
    run: (service) =>
      ofQuote(service, async (_, { quoteId }) =>
        ofSelected(service, (answer, other) =>
          typeof quoteId === 'string' && other['quoteId'] === quoteId
            ? [failure(answer, 'quoteId: not that of the quote without extras', show(quoteId))]
            : [],
        ),
      ),
  },
  {
    id: 'quote-sums',
    group: 'quote',
    section,
    title: 'fees add up to the total',
    run: async (service) => ofBoth(service, sumFindings),
  },
];

/** Throws Skip where the vehicle has no extras. */
async function ofSelected(
  service: Service,
  look: (answer: Answer, body: Body, chosen: Chosen) => readonly Finding[],
): Promise<readonly Finding[]> {
  const chosen = await someExtras(service);
  const answer = await quote(service, chosen);
  const found = answerFindings(answer, 200);
  const body = bodyOf(answer);
  if (found.length === 0 && isRecord(body)) return look(answer, body, chosen);
  // With the plain quote refused, too, its own check has said so.
  if (!isRecord(bodyOf(await quote(service)))) throw new Skip('no quote to look at', 'quote-answer');
  if (look.length < 3) throw new Skip('no quote with extras to look at', 'quote-selected');
  return found.length > 0 ? found : [failure(answer, 'a JSON object', show(body))];
}

async function ofBoth(service: Service, look: (answer: Answer, body: Body) => Finding[]): Promise<Finding[]> {
  const found = [...(await ofQuote(service, look))];
  try {
    found.push(...(await ofSelected(service, (answer, body) => look(answer, body))));
  } catch (error) {
    // The quote without extras has been looked at: that is enough.
    if (!(error instanceof Skip)) throw error;
  }
  return shorten(found);
}

function selectedFindings(answer: Answer, breakdown: Body, { accessoryIds, insuranceId }: Chosen): Finding[] {
  const found: Finding[] = [];
  const entries = entriesOf(breakdown);
  for (const id of accessoryIds) {
    const lines = entries.filter((entry) => entry['id'] === id);
    if (lines.length !== 1) {
      found.push(failure(answer, `accessories: one entry with id ${id}`, `${lines.length} such entries`));
      continue;
    }
    const quantity = lines[0]?.['quantity'];
    // Other types are judged with the fields.
    if (typeof quantity === 'number' && Number.isInteger(quantity) && quantity !== 1) {
      found.push(failure(answer, `accessories: quantity 1 of id ${id}`, show(quantity)));
    }
  }
  const strangers = entries.filter(({ id }) => Number.isInteger(id) && !accessoryIds.includes(id as number));
  if (strangers.length > 0) {
    found.push(
      failure(answer, 'accessories: only those selected', `id ${strangers.map(({ id }) => show(id)).join(', ')}`),
    );
  }
  return [...found, ...planFindings(answer, breakdown['insurance'], insuranceId)];
}

function planFindings(answer: Answer, plan: unknown, id: number | undefined): Finding[] {
  if (id === undefined) return [];
  if (plan === null || plan === undefined) return [failure(answer, `insurance: the plan with id ${id}`, show(plan))];
  if (!isRecord(plan) || !Number.isInteger(plan['id']) || plan['id'] === id) return [];
  return [failure(answer, `insurance: the plan with id ${id}`, `id ${show(plan['id'])}`)];
}

function unselectedFindings(answer: Answer, breakdown: Body): Finding[] {
  const { insurance, accessories } = breakdown;
  const found: Finding[] = [];
  if (isRecord(insurance))
    found.push(failure(answer, 'insurance: null', `${show(insurance)} with id ${show(insurance['id'])}`));
  if (Array.isArray(accessories) && accessories.length > 0) {
    found.push(failure(answer, 'accessories: an empty array', show(accessories)));
  }
  return found;
}

function amountsOf(body: Body): Field[] {
  const breakdown = breakdownOf(body);
  const fees = ['rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee'];
  const costs = fieldOfEach(entriesOf(breakdown), 'cost');
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
  const costs = entriesOf(breakdown).map((entry) => entry['cost']);
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

function breakdownOf(body: Body): Body {
  const breakdown = body['priceBreakdown'];
  if (!isRecord(breakdown)) throw new Skip('the quote has no breakdown', 'quote-fields');
  return breakdown;
}

function entriesOf(breakdown: Body): Body[] {
  const entries = breakdown['accessories'];
  return Array.isArray(entries) ? entries.filter(isRecord) : [];
}
