/** A quote without extras, and one with accessories and an insurance plan. */
import * as shapes from '../../api/answers.ts';
import { quoteSchema } from '../../api/schemas.ts';
import { readInstant } from '../../instant.ts';
import { given, isObject, skip, unchecked, type Answer, type Asked, type JsonObject, type Missing } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showValue } from '../display.ts';
import { amountFindings, failure, judgeEach, objectFindings, schemaFindings, unless, warning } from '../findings.ts';
import type { Finding, Verdict } from '../findings.ts';
import { isNotAvailable } from '../quotes.ts';
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

/** A rule of both quotes. */
function ofBoth(judge: (quote: Quote) => readonly Finding[]): Judge {
  return (answers) => judgeEach(plainQuote(answers), [fullQuote(answers)], judge);
}

export function quoteAnswer({ quotes, isTaken }: Answers): Verdict {
  const taken = unchecked('the vehicles that were free were taken meanwhile');
  return given(quotes, ({ plain }) => (isTaken && isNotAvailable(plain) ? taken : given(plain, objectFindings)));
}

export const fields = ofBoth(({ answer, quote }) =>
  // Another rule covers the form of an expiry that is a string.
  schemaFindings(answer, quoteSchema, quote, typeof quote['expiresAt'] === 'string' ? 'expiresAt' : undefined),
);
export const amounts = ofBoth(({ answer }) => amountFindings(answer, shapes.quote));
export const currency = ofBoth(({ answer, quote: { currency: code } }) =>
  unless(code === 'NZD' || typeof code !== 'string', failure(answer, 'currency: "NZD"', showValue(code))),
);
export const noteOfCurrency = ofBoth(noteFindings);
export const expiry = ofBoth(expiryFindings);

export function otherId(answers: Answers): Verdict {
  return given(plainQuote(answers), ({ quote: { quoteId } }) =>
    given(fullQuote(answers), ({ answer, quote }) => {
      const isOther = typeof quoteId !== 'string' || quote['quoteId'] !== quoteId;
      return unless(isOther, failure(answer, 'quoteId: not that of the quote without extras', showValue(quoteId)));
    }),
  );
}

/** For rules that need a breakdown. */
export function withBreakdown(quote: Quote | Missing): Quote | Missing {
  return given(quote, (known) =>
    isObject(known.quote['priceBreakdown']) ? known : skip('the quote has no breakdown', 'quote-fields'),
  );
}

export function plainQuote({ quotes }: Answers): Quote | Missing {
  return given(quotes, ({ plain }) => quoteIn(plain, skip('no quote to look at', 'quote-answer')));
}

export function fullQuote({ quotes }: Answers): Quote | Missing {
  const missing = skip('no quote with extras to look at', 'quote-selected');
  return given(quotes, ({ full }) => given(full, ({ asked }) => quoteIn(asked, missing)));
}

function quoteIn(asked: Asked, missing: Missing): Quote | Missing {
  return given(asked, (answer) => {
    const { status, json: quote } = answer;
    if (status !== 200 || !isObject(quote)) return missing;
    const breakdown = isObject(quote['priceBreakdown']) ? quote['priceBreakdown'] : {};
    const accessories = Array.isArray(breakdown['accessories']) ? breakdown['accessories'].filter(isObject) : [];
    return { answer, quote, breakdown, accessories };
  });
}

/** A note may say in these what NZD says, or in another language. */
const otherWords = /dollar|\$|zealand|kiwi|currenc|[^ -~\s]/i;
const otherCurrencies = /\b(?:AUD|CAD|EUR|FJD|GBP|SGD|USD)\b|\b(?:American|Australian|Canadian|US) dollar/i;

function noteFindings({ answer, quote: { note: text } }: Quote): Finding[] {
  if (typeof text !== 'string') return [];
  if (/NZD|\bNZ\$|New Zealand dollar/i.test(text)) {
    const isOfCents = /\bin (?:\S+ ){0,3}cents\b/i.test(text) && !/dollar/i.test(text);
    return unless(!isOfCents, warning(answer, 'note: says that all amounts are in dollars', showValue(text)));
  }
  const report = otherWords.test(text) && !otherCurrencies.test(text) ? warning : failure;
  return [report(answer, 'note: says that all amounts are in NZD', showValue(text))];
}

const inUtc = /(?:Z|[+-]00(?::?00)?)$/;

function expiryFindings({ answer, quote: { expiresAt } }: Quote): Finding[] {
  if (typeof expiresAt !== 'string') return [];
  const expires = readInstant(expiresAt);
  if (Number.isNaN(expires) || !inUtc.test(expiresAt))
    return [failure(answer, 'expiresAt: ISO 8601 in UTC', showValue(expiresAt))];
  // The clock of this machine may be wrong, so only the service's own clock proves anything.
  const serverTime = Date.parse(answer.headers['date'] ?? '');
  const [now, report] = Number.isNaN(serverTime) ? [answer.receivedAt, warning] : [serverTime, failure];
  return unless(expires > now, report(answer, `expiresAt: after ${new Date(now).toISOString()}`, showValue(expiresAt)));
}
