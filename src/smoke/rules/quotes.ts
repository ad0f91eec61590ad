/** A quote without extras, and one with accessories and an insurance plan. */
import { quoteSchema } from '../../api/schemas.ts';
import { fieldOf, given, isObject, isThere, skip, unchecked } from '../asked.ts';
import type { Answer, JsonObject, Missing } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showValue } from '../display.ts';
import { amountFindings, failure, fieldsOf, merged, objectFindings, schemaFindings } from '../findings.ts';
import { unless, warning, type Finding, type Verdict } from '../findings.ts';
import type { Judge } from '../rule.ts';

/** A quote to judge. */
export interface Quote {
  readonly answer: Answer;
  readonly quote: JsonObject;
  /** Empty if the quote has none. */
  readonly breakdown: JsonObject;
  /** Empty if they are not a list. */
  readonly accessories: readonly JsonObject[];
}

/** A note may say in these what NZD says, or in another language. */
const otherWords = /dollar|\$|zealand|kiwi|currenc|[^ -~\s]/i;
const otherCurrencies = /\b(?:AUD|CAD|EUR|FJD|GBP|SGD|USD)\b|\b(?:American|Australian|Canadian|US) dollar/i;

type JudgeQuote = (quote: Quote) => readonly Finding[];

/** A rule of both quotes. A problem of both is reported once. */
export function ofBoth(judge: JudgeQuote, needs = (quote: Quote | Missing): Quote | Missing => quote): Judge {
  return (answers) =>
    given(needs(plainQuote(answers)), (plain) => {
      const full = needs(fullQuote(answers));
      return merged([plain, ...(isThere(full) ? [full] : [])].map(judge));
    });
}

export const currency = ofBoth(({ answer, quote: { currency: code } }) =>
  unless(code === 'NZD' || typeof code !== 'string', failure(answer, 'currency: "NZD"', showValue(code))),
);
export const fields = ofBoth(({ answer, quote }) =>
  // Another rule covers the form of an expiry that is a string.
  schemaFindings(answer, quoteSchema, quote, typeof quote['expiresAt'] === 'string' ? ['expiresAt'] : []),
);
export const expiry = ofBoth(expiryFindings);
export const noteOfCurrency = ofBoth(noteFindings);
export const amounts = ofBoth(({ answer, quote, breakdown, accessories }) => {
  const fees = ['rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee'];
  return amountFindings(answer, [
    { path: 'totalAmount', value: quote['totalAmount'] },
    ...fees.map((fee) => ({ path: `priceBreakdown.${fee}`, value: breakdown[fee] })),
    ...fieldsOf(accessories, 'cost').map(({ path, value }) => ({ path: `priceBreakdown.accessories${path}`, value })),
    { path: 'priceBreakdown.insurance.cost', value: fieldOf(breakdown['insurance'], 'cost') },
  ]);
});

export function quoteAnswer({ quotes }: Answers): Verdict {
  return given(quotes, ({ plain, isTaken }) =>
    isTaken ? unchecked('the vehicles that were free were taken meanwhile') : given(plain, objectFindings),
  );
}

export function otherId(answers: Answers): Verdict {
  return given(plainQuote(answers), ({ quote: { quoteId } }) =>
    given(fullQuote(answers), ({ answer, quote }) => {
      const isOther = typeof quoteId !== 'string' || quote['quoteId'] !== quoteId;
      return unless(isOther, failure(answer, 'quoteId: not that of the quote without extras', showValue(quoteId)));
    }),
  );
}

export function withBreakdown(quote: Quote | Missing): Quote | Missing {
  return given(quote, (known) =>
    isObject(known.quote['priceBreakdown']) ? known : skip('the quote has no breakdown', 'quote-fields'),
  );
}

export function plainQuote({ quotes }: Answers): Quote | Missing {
  const missing = skip('no quote to look at', 'quote-answer');
  return given(quotes, ({ plain }) => given(plain, (answer) => quoteIn(answer, missing)));
}

export function fullQuote({ quotes }: Answers): Quote | Missing {
  const missing = skip('no quote with extras to look at', 'quote-selected');
  return given(quotes, ({ full }) => given(full, ({ asked }) => given(asked, (answer) => quoteIn(answer, missing))));
}

function quoteIn(answer: Answer, missing: Missing): Quote | Missing {
  const { status, json: quote } = answer;
  if (status !== 200 || !isObject(quote)) return missing;
  const breakdown = isObject(quote['priceBreakdown']) ? quote['priceBreakdown'] : {};
  const accessories = Array.isArray(breakdown['accessories']) ? breakdown['accessories'].filter(isObject) : [];
  return { answer, quote, breakdown, accessories };
}

function noteFindings({ answer, quote: { note: text } }: Quote): Finding[] {
  if (typeof text !== 'string') return [];
  if (/NZD|\bNZ\$|New Zealand dollar/i.test(text)) {
    const isOfCents = /\bin (?:\S+ ){0,3}cents\b/i.test(text) && !/dollar/i.test(text);
    return unless(!isOfCents, warning(answer, 'note: says that all amounts are in dollars', showValue(text)));
  }
  const report = otherWords.test(text) && !otherCurrencies.test(text) ? warning : failure;
  return [report(answer, 'note: says that all amounts are in NZD', showValue(text))];
}

/** ISO 8601 in UTC, in its extended and its basic form. */
const instant = /^(\d{4})(-?)(\d{2})\2(\d{2})T(\d{2}):?(\d{2})(?::?(\d{2}(?:[.,]\d+)?))?(?:Z|[+-]00(?::?00)?)$/;

/** Epoch ms, or NaN. `Date.parse` reads 30 February as 2 March. */
function instantOf(text: string): number {
  const found = instant.exec(text);
  if (found === null) return Number.NaN;
  const [, year, , month, day, hour, minute, second = '00'] = found;
  const date = `${year}-${month}-${day}`;
  const time = Date.parse(`${date}T${hour}:${minute}:${second.replace(',', '.')}Z`);
  return Number.isNaN(time) || new Date(date).toISOString().startsWith(date) ? time : Number.NaN;
}

function expiryFindings({ answer, quote: { expiresAt } }: Quote): Finding[] {
  if (typeof expiresAt !== 'string') return [];
  const expires = instantOf(expiresAt);
  if (Number.isNaN(expires)) return [failure(answer, 'expiresAt: ISO 8601 in UTC', showValue(expiresAt))];
  // The clock of this machine may be wrong, so only the service's own clock proves anything.
  const serverTime = Date.parse(answer.headers['date'] ?? '');
  const [now, report] = Number.isNaN(serverTime) ? [answer.receivedAt, warning] : [serverTime, failure];
  return unless(expires > now, report(answer, `expiresAt: after ${new Date(now).toISOString()}`, showValue(expiresAt)));
}
