/** A quote with accessories and an insurance plan beside one without. */
import { bodyOf, failure, isRecord, type Answer } from '../answer.ts';
import type { Check, Finding } from '../check.ts';
import { quote, someExtras, type Chosen } from '../facts.ts';
import { show } from '../show.ts';
import { breakdownOf, entriesOf, ofQuote, ofSelected, quoteFindings, type Body } from './quote-parts.ts';

const section = 'Resources: Quote, priceBreakdown';

export const quoteExtrasChecks: readonly Check[] = [
  {
    id: 'quote-selected',
    group: 'quote',
    section,
    title: 'selected accessories and the plan are in the quote, in their quantity',
    run: async (service) => {
      const chosen = await someExtras(service);
      // With the plain one refused, too, the check of that has said so.
      return ofQuote(service, async () => {
        const answer = await quote(service, chosen);
        const found = quoteFindings(answer);
        return found.length > 0 ? found : selectedFindings(answer, breakdownOf(bodyOf(answer) as Body), chosen);
      });
    },
  },
  {
    id: 'quote-unselected',
    group: 'quote',
    section,
    title: 'with nothing selected insurance is null and accessories are empty',
    run: (service) => ofQuote(service, (answer, body) => unselectedFindings(answer, breakdownOf(body))),
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
];

function selectedFindings(answer: Answer, breakdown: Body, { accessoryIds, insuranceId }: Chosen): Finding[] {
  return [
    ...accessoryFindings(answer, entriesOf(breakdown), accessoryIds),
    ...planFindings(answer, breakdown['insurance'], insuranceId),
  ];
}

/** Other types than those documented are judged with the fields. */
function accessoryFindings(answer: Answer, entries: readonly Body[] | undefined, wanted: readonly number[]): Finding[] {
  if (entries === undefined || !entries.every(({ id }) => Number.isInteger(id))) return [];
  const strangers = entries.filter(({ id }) => !wanted.includes(id as number));
  return [
    ...wanted.flatMap((id) => lineFindings(answer, entries, id)),
    ...strangers
      .slice(0, 1)
      .map(({ id }) => failure(answer, 'accessories: only those selected', `${strangers.length} more, id ${show(id)}`)),
  ];
}

function lineFindings(answer: Answer, entries: readonly Body[], wanted: number): Finding[] {
  const lines = entries.filter(({ id }) => id === wanted);
  if (lines.length !== 1) {
    return [failure(answer, `accessories: one entry with id ${wanted}`, `${lines.length} such entries`)];
  }
  const quantity = lines[0]?.['quantity'];
  if (!Number.isInteger(quantity) || quantity === 1) return [];
  return [failure(answer, `accessories: quantity 1 of id ${wanted}`, show(quantity))];
}

function planFindings(answer: Answer, plan: unknown, wanted: number | undefined): Finding[] {
  const expected = `insurance: the plan with id ${wanted}`;
  if (wanted === undefined) return [];
  if (plan === null) return [failure(answer, expected, 'null')];
  if (!isRecord(plan) || !Number.isInteger(plan['id']) || plan['id'] === wanted) return [];
  return [failure(answer, expected, `id ${show(plan['id'])}`)];
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
