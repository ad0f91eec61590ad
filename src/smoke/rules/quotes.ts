/** A quote without extras, and one with accessories and an insurance plan. */
import * as shapes from '../../api/answers.ts';
import type { Quote, Selection } from '../../api/types.ts';
import { readInstant } from '../../instant.ts';
import { fieldOf, given, isObject, listOf, skip } from '../asked.ts';
import type { Answer, Asked, Missing } from '../asked.ts';
import { ofVehicle, type About, type Judge } from '../converse.ts';
import { amountFindings, failure, failures, objectFindings, shapeFindings, showValue } from '../findings.ts';
import { together, unless, warning, type Finding } from '../findings.ts';

/** A quote that has every field. */
interface Priced {
  readonly answer: Answer;
  readonly quote: Quote;
}

export const quoteAnswer = ofVehicle(({ plain }) => given(plain, objectFindings));

export const fields = ofVehicle(({ plain, full }) =>
  together(
    [objectIn(plain, 'quote-answer'), objectIn(full, 'quote-selected')].map((one) => given(one, fieldsFindings)),
  ),
);

function objectIn(asked: Asked, because: string): Asked {
  const none = skip('no quote to look at', because);
  return given(asked, (answer) => (answer.status === 200 && isObject(answer.json) ? answer : none));
}

/** Another rule covers the form of an expiry that is a string. */
function fieldsFindings(answer: Answer, ...ignored: readonly string[]): Finding[] {
  const expiry = typeof fieldOf(answer.json, 'expiresAt') === 'string' ? ['expiresAt'] : [];
  return shapeFindings(answer, shapes.quote, ...expiry, ...ignored);
}

function quoteIn(asked: Asked, because: string): Priced | Missing {
  return given(objectIn(asked, because), (answer) => {
    // The other rules need no quoteId.
    const isWhole = fieldsFindings(answer, 'quoteId').every(({ severity }) => severity === 'warn');
    return isWhole ? { answer, quote: answer.json as Quote } : skip('a field of the quote is wrong', 'quote-fields');
  });
}

const plainIn = ({ plain }: About): Priced | Missing => quoteIn(plain, 'quote-answer');
const fullIn = ({ full }: About): Priced | Missing => quoteIn(full, 'quote-selected');

/** A rule of both quotes. */
function ofBoth(judge: (priced: Priced, about: About) => readonly Finding[]): Judge {
  return ofVehicle((about) =>
    together([plainIn(about), fullIn(about)].map((one) => given(one, (it) => judge(it, about)))),
  );
}

export const amounts = ofBoth(({ answer }) => amountFindings(answer, shapes.quote));

export const currency = ofBoth(({ answer, quote }) =>
  unless(quote.currency === 'NZD', failure(answer, 'currency: "NZD"', showValue(quote.currency))),
);

export const otherId = ofVehicle((about) =>
  given(plainIn(about), ({ quote: { quoteId } }) =>
    given(fullIn(about), ({ answer, quote }) => {
      if (typeof quoteId !== 'string') return skip('the quoteId is not a string', 'quote-fields');
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
  given(plainIn(about), (plain) => {
    const full = given(about.full, (answer) => {
      const found = objectFindings(answer);
      return found.length > 0 ? found : given(fullIn(about), (one) => chosenFindings(one, about.fullSelection));
    });
    return together([chosenFindings(plain, about.selection), full]);
  }),
);

/** The quote has what was selected, and nothing else. */
function chosenFindings({ answer, quote }: Priced, { accessoryIds, insuranceId }: Selection): Finding[] {
  const { accessories, insurance, accessoriesFee, insuranceFee } = quote.priceBreakdown;
  const ids = (list: readonly number[]): string => [...list].sort((one, other) => one - other).join(', ') || 'none';
  const [wanted, got] = [ids(accessoryIds), ids(accessories.map(({ id }) => id))];
  const plan = insuranceId ?? null;
  const wrong = failures(answer, [
    [got === wanted, `accessories: one entry for each id, ${wanted}`, got],
    [(insurance?.id ?? null) === plan, `insurance: ${plan === null ? 'null' : `id ${plan}`}`, insurance?.id],
    [accessoryIds.length > 0 || accessoriesFee === 0, 'accessoriesFee: 0', accessoriesFee],
    [plan !== null || insuranceFee === 0, 'insuranceFee: 0', insuranceFee],
  ]);
  // The quantity is not documented beyond its type, but 1 is what was selected.
  const odd = accessories.find(({ quantity }) => quantity !== 1);
  return [...wrong, ...unless(!odd, warning(answer, 'accessories: quantity 1 of each', showValue(odd?.quantity)))];
}

/**
 * The document does not show the arithmetic: discounts, seasons and the unit of a rate change an amount, but by much less than the hundred
 * between dollars and cents.
 */
export const sums = ofBoth(({ answer, quote: { totalAmount, priceBreakdown } }, { vehicles, selection }) => {
  const { rentalFee, routeFee, accessoriesFee, insuranceFee, accessories, insurance } = priceBreakdown;
  const vehicle = listOf(vehicles)?.find((one) => fieldOf(one, 'vehicleId') === selection.vehicleId);
  const days = Math.max(1, (Date.parse(selection.dropOffDate) - Date.parse(selection.pickUpDate)) / 86_400_000);
  const rows: readonly (readonly [name: string, amount: number, parts: number])[] = [
    ['totalAmount', totalAmount, rentalFee + routeFee + accessoriesFee + insuranceFee],
    // A rental can be free, but what has a cost in the list is not.
    ['rentalFee', rentalFee, rentalFee === 0 ? 0 : days * Number(fieldOf(vehicle, 'rentalDailyRate'))],
    ['accessoriesFee', accessoriesFee, accessories.reduce((sum, { cost }) => sum + cost, 0)],
    ['insuranceFee', insuranceFee, insurance?.cost ?? 0],
  ];
  return rows.flatMap(([name, amount, parts]) => {
    const ratio = amount >= 0 && parts > 0 ? amount / parts : 1;
    const got = `${amount} for ${parts}${amount === 0 ? '' : ': cents?'}`;
    return unless(ratio < 50 && ratio > 1 / 50, warning(answer, `${name}: in the unit of what it is made of`, got));
  });
});
