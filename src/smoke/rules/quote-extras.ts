/** What a quote says of the extras that were asked for, and of those that were not. */
import { fieldOf, given, isObject, isThere } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showText, showValue } from '../display.ts';
import { failure, objectFindings, unless, warning, type Finding, type Verdict } from '../findings.ts';
import type { Extras } from '../quotes.ts';
import { fullQuote, plainQuote, withBreakdown, type Quote } from './quotes.ts';

/** If the service refuses the quote without extras as well, the rule of that quote reports it. */
export function selected(answers: Answers): Verdict {
  const full = given(plainQuote(answers), () => given(answers.quotes, (quotes) => quotes.full));
  const found = given(full, ({ asked }) => given(asked, objectFindings));
  if (!isThere(full) || !isThere(found) || found.length > 0) return found;
  return given(withBreakdown(fullQuote(answers)), (quote) => selectedFindings(quote, full.extras));
}

export function unselected(answers: Answers): Verdict {
  return given(withBreakdown(plainQuote(answers)), (quote) => selectedFindings(quote, { accessoryIds: [] }));
}

function selectedFindings(quote: Quote, { accessoryIds, insuranceId }: Extras): Finding[] {
  return [
    ...accessoryFindings(quote, accessoryIds),
    ...planFindings(quote, insuranceId),
    ...(accessoryIds.length === 0 ? freeFindings(quote, 'accessoriesFee') : []),
    ...(insuranceId === undefined ? freeFindings(quote, 'insuranceFee') : []),
  ];
}

/** Accepts what is not a list, and ids of a wrong type, because the rule of the fields reports them. */
function accessoryFindings({ answer, breakdown, accessories }: Quote, selected: readonly number[]): Finding[] {
  const list = breakdown['accessories'];
  const ids = accessories.map(({ id }) => id);
  if (!Array.isArray(list) || !ids.every(Number.isInteger)) return [];
  const isRight = list.length === selected.length && selected.every((id) => ids.includes(id));
  const expected = `accessories: ${selected.length === 0 ? 'none' : `one entry for each id, ${selected.join(' and ')}`}`;
  if (!isRight) return [failure(answer, expected, showText(`${list.length} with id ${ids.join(', ')}`, 120))];
  // The quantity is not documented beyond its type, but 1 is what was selected.
  const odd = accessories.find(({ quantity }) => Number.isInteger(quantity) && quantity !== 1);
  return unless(!odd, warning(answer, 'accessories: quantity 1 of each', showValue(odd?.['quantity'])));
}

function planFindings({ answer, breakdown: { insurance: plan } }: Quote, selected: number | undefined): Finding[] {
  const id = fieldOf(plan, 'id');
  const isWrong = selected === undefined ? isObject(plan) : plan === null || (Number.isInteger(id) && id !== selected);
  const expected = selected === undefined ? 'insurance: null' : `insurance: the plan with id ${selected}`;
  const got = plan === null ? 'null' : `an object with id ${showValue(id)}`;
  return unless(!isWrong, failure(answer, expected, got));
}

/** The cost of what was selected is 0 if nothing was. */
function freeFindings({ answer, breakdown }: Quote, name: 'insuranceFee' | 'accessoriesFee'): Finding[] {
  const fee = breakdown[name];
  return unless(typeof fee !== 'number' || fee === 0, failure(answer, `${name}: 0`, showValue(fee)));
}
