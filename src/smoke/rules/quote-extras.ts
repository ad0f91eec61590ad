/** What a quote says of the extras that were asked for, and of those that were not. */
import { fieldOf, given, isObject, isThere } from '../asked.ts';
import type { Answer, JsonObject } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showValue } from '../display.ts';
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
  if (!Array.isArray(list)) return [];
  if (selected.length === 0)
    return unless(list.length === 0, failure(answer, 'accessories: an empty array', showValue(list)));
  if (!accessories.every(({ id }) => Number.isInteger(id))) return [];
  const others = accessories.filter(({ id }) => !selected.includes(id as number));
  const got = `${others.length} more, id ${showValue(others[0]?.['id'])}`;
  return [
    ...selected.flatMap((id) => entryFindings(answer, accessories, id)),
    ...unless(others.length === 0, failure(answer, 'accessories: only those selected', got)),
  ];
}

/** The quantity is not documented beyond its type, but 1 is what was selected. */
function entryFindings(answer: Answer, entries: readonly JsonObject[], selected: number): Finding[] {
  const same = entries.filter(({ id }) => id === selected);
  const expected = `accessories: one entry with id ${selected}`;
  if (same.length !== 1) return [failure(answer, expected, `${same.length} such entries`)];
  const quantity = same[0]?.['quantity'];
  const isOdd = Number.isInteger(quantity) && quantity !== 1;
  return unless(!isOdd, warning(answer, `accessories: quantity 1 of id ${selected}`, showValue(quantity)));
}

function planFindings({ answer, breakdown: { insurance: plan } }: Quote, selected: number | undefined): Finding[] {
  const id = fieldOf(plan, 'id');
  if (selected === undefined) {
    const got = `an object with id ${showValue(id)}, but no plan was selected`;
    return unless(!isObject(plan), failure(answer, 'insurance: null', got));
  }
  const expected = `insurance: the plan with id ${selected}`;
  if (plan === null) return [failure(answer, expected, 'null')];
  return unless(!Number.isInteger(id) || id === selected, failure(answer, expected, `id ${showValue(id)}`));
}

export function unselected(answers: Answers): Verdict {
  return given(withBreakdown(plainQuote(answers)), (quote) => selectedFindings(quote, { accessoryIds: [] }));
}

/** The cost of what was selected is 0 if nothing was. */
function freeFindings({ answer, breakdown }: Quote, name: 'insuranceFee' | 'accessoriesFee'): Finding[] {
  const fee = breakdown[name];
  return unless(typeof fee !== 'number' || fee === 0, failure(answer, `${name}: 0`, showValue(fee)));
}
