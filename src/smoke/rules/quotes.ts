/** A quote without extras, and one with accessories and an insurance plan. */
import * as shapes from '../../api/answers.ts';
import { quoteSchema } from '../../api/schemas.ts';
import type { Quote, Selection } from '../../api/types.ts';
import { readInstant } from '../../instant.ts';
import { fieldOf, given, isObject, isThere, listOf, skip } from '../asked.ts';
import type { Answer, Asked, Missing } from '../asked.ts';
import type { About } from '../converse.ts';
import { amountFindings, failure, objectFindings, schemaFindings, showValue } from '../findings.ts';
import { together, unless, warning, type Finding } from '../findings.ts';
import { ofVehicle, type Judge } from '../rule.ts';

/** A quote that has every field. */
interface Priced {
  readonly answer: Answer;
  readonly quote: Quote;
}

export const quoteAnswer = ofVehicle(({ plain }) => given(plain, objectFindings));

export const fields = ofVehicle(({ plain, full }) =>
  given(objectIn(plain, 'quote-answer'), (one) =>
    together([one, objectIn(full, 'quote-selected')].filter(isThere).map(fieldsFindings)),
  ),
);

function objectIn(asked: Asked, because: string): Asked {
  const none = skip('no quote to look at', because);
  return given(asked, (answer) => (answer.status === 200 && isObject(answer.json) ? answer : none));
}

/** Another rule covers the form of an expiry that is a string. */
function fieldsFindings(answer: Answer): Finding[] {
  const ignored = typeof fieldOf(answer.json, 'expiresAt') === 'string' ? 'expiresAt' : undefined;
  return schemaFindings(answer, quoteSchema, answer.json, ignored);
}

function quoteIn(asked: Asked, because: string): Priced | Missing {
  return given(objectIn(asked, because), (answer) => {
    const isWhole = fieldsFindings(answer).every(({ severity }) => severity === 'warn');
    return isWhole ? { answer, quote: answer.json as Quote } : skip('a field of the quote is wrong', 'quote-fields');
  });
}

const plainIn = ({ plain }: About): Priced | Missing => quoteIn(plain, 'quote-answer');
const fullIn = ({ full }: About): Priced | Missing => quoteIn(full, 'quote-selected');

/** A rule of both quotes. */
function ofBoth(judge: (priced: Priced) => readonly Finding[]): Judge {
  return ofVehicle((about) =>
    given(plainIn(about), (plain) => together([plain, fullIn(about)].filter(isThere).map(judge))),
  );
}

export const amounts = ofBoth(({ answer }) => amountFindings(answer, shapes.quote));

export const currency = ofBoth(({ answer, quote }) =>
  unless(quote.currency === 'NZD', failure(answer, 'currency: "NZD"', showValue(quote.currency))),
);

export const otherId = ofVehicle((about) =>
  given(plainIn(about), ({ quote: { quoteId } }) =>
    given(fullIn(about), ({ answer, quote }) => {
      const same = failure(answer, 'quoteId: not that of the quote without extras', showValue(quoteId));
      return unless(quote.quoteId !== quoteId, same);
    }),
  ),
);

/** A note may say in these what NZD says, or in another language. */
const otherWords = /dollar|cents|\$|zealand|kiwi|currenc|[^ -~\s]/i;
const otherCurrencies = /\b(?:AUD|CAD|EUR|FJD|GBP|SGD|USD)\b|\b(?:American|Australian|Canadian|US) dollar/i;

export const note = ofBoth(({ answer, quote: { note: text } }) => {
  const isOfDollars = /NZD|\bNZ\$|New Zealand dollar/i.test(text) && (/dollar/i.test(text) || !/\bcents\b/i.test(text));
  const report = otherWords.test(text) && !otherCurrencies.test(text) ? warning : failure;
  return unless(isOfDollars, report(answer, 'note: says that all amounts are in NZD dollars', showValue(text)));
});

export const expiry = ofBoth(({ answer, quote: { expiresAt } }) => {
  const expires = readInstant(expiresAt);
  if (Number.isNaN(expires) || !/(?:Z|[+-]00(?::?00)?)$/.test(expiresAt))
    return [failure(answer, 'expiresAt: ISO 8601 in UTC', showValue(expiresAt))];
  // The clock of this machine may be wrong, so only the service's own clock proves anything.
  const serverTime = Date.parse(answer.headers['date'] ?? '');
  const [now, report] = Number.isNaN(serverTime) ? [answer.receivedAt, warning] : [serverTime, failure];
  return unless(expires > now, report(answer, `expiresAt: after ${new Date(now).toISOString()}`, showValue(expiresAt)));
});

/** If the service refuses the quote without extras as well, the rule of that quote reports it. */
export const selected = ofVehicle((about) =>
  given(plainIn(about), () =>
    given(about.full, (answer) => {
      const found = objectFindings(answer);
      return found.length > 0 ? found : given(fullIn(about), (full) => chosenFindings(full, about.fullSelection));
    }),
  ),
);

export const unselected = ofVehicle((about) =>
  given(plainIn(about), (plain) => chosenFindings(plain, about.selection)),
);

/** The quote has what was selected, and nothing else. */
function chosenFindings({ answer, quote }: Priced, { accessoryIds, insuranceId }: Selection): Finding[] {
  const { accessories, insurance, accessoriesFee, insuranceFee } = quote.priceBreakdown;
  const ids = (list: readonly number[]): string => [...list].sort((one, other) => one - other).join(', ') || 'none';
  const [wanted, got] = [ids(accessoryIds), ids(accessories.map(({ id }) => id))];
  const plan = insuranceId ?? null;
  const rows: readonly (readonly [isRight: boolean, expected: string, got: unknown])[] = [
    [got === wanted, `accessories: one entry for each id, ${wanted}`, got],
    [(insurance?.id ?? null) === plan, `insurance: ${plan === null ? 'null' : `id ${plan}`}`, insurance?.id],
    [accessoryIds.length > 0 || accessoriesFee === 0, 'accessoriesFee: 0', accessoriesFee],
    [plan !== null || insuranceFee === 0, 'insuranceFee: 0', insuranceFee],
  ];
  const wrong = rows.flatMap(([isRight, expected, value]) =>
    unless(isRight, failure(answer, expected, showValue(value))),
  );
  // The quantity is not documented beyond its type, but 1 is what was selected.
  const odd = accessories.find(({ quantity }) => quantity !== 1);
  return [...wrong, ...unless(!odd, warning(answer, 'accessories: quantity 1 of each', showValue(odd?.quantity)))];
}

/** The document does not show the arithmetic, so a sum may differ from its parts, but not by the hundred between dollars and cents. */
export const sums = ofBoth(({ answer, quote: { totalAmount, priceBreakdown } }) => {
  const { rentalFee, routeFee, accessoriesFee, insuranceFee, accessories, insurance } = priceBreakdown;
  const costs = accessories.reduce((sum, { cost }) => sum + cost, 0);
  return [
    ...unitFindings(answer, 'totalAmount', totalAmount, rentalFee + routeFee + accessoriesFee + insuranceFee),
    ...unitFindings(answer, 'accessoriesFee', accessoriesFee, costs),
    ...unitFindings(answer, 'insuranceFee', insuranceFee, insurance?.cost ?? 0),
  ];
});

export const rate = ofVehicle((about) =>
  given(plainIn(about), ({ answer, quote: { priceBreakdown } }) => {
    const { pickUpDate, dropOffDate, vehicleId } = about.selection;
    const days = Math.max(1, (Date.parse(dropOffDate) - Date.parse(pickUpDate)) / 86_400_000);
    const vehicle = listOf(about.vehicles)?.find((one) => fieldOf(one, 'vehicleId') === vehicleId);
    const daily = Number(fieldOf(vehicle, 'rentalDailyRate'));
    return unitFindings(answer, 'rentalFee', priceBreakdown.rentalFee, daily * days);
  }),
);

/** Discounts and seasons change an amount by much less than the 100 between dollars and cents. */
function unitFindings(answer: Answer, name: string, amount: number, whole: number): Finding[] {
  const ratio = amount > 0 && whole > 0 ? amount / whole : 1;
  const cents = warning(answer, `${name}: in the unit of what it is made of`, `${amount} for ${whole}: cents?`);
  return unless(ratio < 50 && ratio > 1 / 50, cents);
}
