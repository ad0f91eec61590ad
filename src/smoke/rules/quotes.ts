/** A quote without extras, and one with accessories and an insurance plan. */
import * as shapes from '../../api/answers.ts';
import type { Quote, Selection } from '../../api/types.ts';
import { readInstant } from '../../base/instants.ts';
import { any, optional, served, text } from '../../shape.ts';
import { fieldOf, given, isObject, listOf, skip } from '../asked.ts';
import type { ServiceAnswer, MaybeAnswer, Missing } from '../asked.ts';
import { ofVehicle, type VehicleAnswers, type Judge } from '../converse.ts';
import { nightsOf } from '../trips.ts';
import {
  failFinding,
  failFindings,
  judgeAmounts,
  objectFindings,
  shapeFindings,
  showValue,
} from '../findings.ts';
import { together, unless, warnFinding, type SmokeFinding, type Verdict } from '../findings.ts';

/** The answer is a quote that has every field. */
type Priced = ServiceAnswer & { readonly json: Quote };

export const quoteAnswer = ofVehicle(({ plain }) => given(plain, objectFindings));

/** The quote without extras, and the one with some. */
function quotesIn({ plain, full }: VehicleAnswers): readonly [MaybeAnswer, MaybeAnswer] {
  const objectIn = (asked: MaybeAnswer, because: string): MaybeAnswer => {
    const none = skip('no quote to check', because);
    return given(asked, (one) => (one.status === 200 && isObject(one.json) ? one : none));
  };
  return [objectIn(plain, 'quote-answer'), objectIn(full, 'quote-selected')];
}

/** Another rule covers the form of the expiry. */
const judged = served({ ...shapes.quote.fields, expiresAt: text });

export const fieldsOfQuotes = ofVehicle((about) =>
  together(quotesIn(about).map((asked) => given(asked, (one) => shapeFindings(one, judged)))),
);

/** The other rules need no quoteId. */
const needed = served({ ...judged.fields, quoteId: optional(any) });

function pricedIn(asked: MaybeAnswer): Priced | Missing {
  return given(asked, (one) => {
    const isWhole = shapeFindings(one, needed).every(({ severity }) => severity === 'warn');
    return isWhole ? (one as Priced) : skip('a field of the quote is wrong', 'quote-fields');
  });
}

/** A rule of both quotes. */
function ofBoth(
  judge: (priced: Priced, about: VehicleAnswers, selection: Selection) => Verdict,
): Judge {
  return ofVehicle((about) => {
    const [plain, full] = quotesIn(about);
    const judgeOne = (asked: MaybeAnswer, selection: Selection): Verdict =>
      given(pricedIn(asked), (one) => judge(one, about, selection));
    return together([judgeOne(plain, about.selection), judgeOne(full, about.fullSelection)]);
  });
}

export const amountsOfQuotes = ofBoth((one) => judgeAmounts(one, shapes.quote));

export const currency = ofBoth((one) =>
  unless(
    one.json.currency === 'NZD',
    failFinding(one, 'currency: "NZD"', showValue(one.json.currency)),
  ),
);

/** Also of ids that are not strings, which break another rule. */
export const otherId = ofVehicle((about) => {
  const [plain, full] = quotesIn(about);
  return given(plain, ({ json }) =>
    given(full, (answer) => {
      const [first, id] = [json, answer.json].map((quote) => fieldOf(quote, 'quoteId'));
      if (id == null) return skip('there is no quoteId', 'quote-fields');
      return unless(
        id !== first,
        failFinding(
          answer,
          'quoteId: different from that of the quote without extras',
          showValue(id),
        ),
      );
    }),
  );
});

/** A note may say in these what NZD says, or in another language. */
const otherWords = /dollar|cents|\$|zealand|kiwi|currenc|[^ -~\s]/i;
const otherCurrencies =
  /\b(?:AUD|CAD|EUR|FJD|GBP|SGD|USD)\b|\b(?:American|Australian|Canadian|US) dollar/i;

export const note = ofBoth((one) => {
  const said = one.json.note;
  const isOfDollars =
    /NZD|\bNZ\$|New Zealand dollar/i.test(said) &&
    (/dollar/i.test(said) || !/\bcents\b/i.test(said));
  const report = otherWords.test(said) && !otherCurrencies.test(said) ? warnFinding : failFinding;
  return unless(
    isOfDollars,
    report(one, 'note: says that all amounts are in NZD dollars', showValue(said)),
  );
});

export const expiry = ofBoth((one) => {
  const { expiresAt } = one.json;
  const expires = readInstant(expiresAt);
  if (Number.isNaN(expires) || !/(?:Z|[+-]00(?::?00)?)$/.test(expiresAt))
    return [failFinding(one, 'expiresAt: ISO 8601 in UTC', showValue(expiresAt))];
  // The clock of this machine may be wrong, so only the service's own clock proves anything.
  const serverTime = Date.parse(one.headers['date'] ?? '');
  const [now, report] = Number.isNaN(serverTime)
    ? [one.receivedAt, warnFinding]
    : [serverTime, failFinding];
  return unless(
    expires > now,
    report(one, `expiresAt: after ${new Date(now).toISOString()}`, showValue(expiresAt)),
  );
});

/**
 * The quote without extras can only show too much: the one with some decides. If the service
 * refuses the former as well, the rule of that quote reports it.
 */
export const selected = ofVehicle((about) =>
  given(pricedIn(quotesIn(about)[0]), (plain) => {
    const full = given(about.full, (answer) => {
      const found = objectFindings(answer);
      return found.length > 0
        ? found
        : given(pricedIn(answer), (one) => chosenFindings(one, about.fullSelection));
    });
    const unselected = chosenFindings(plain, about.selection);
    return unselected.length > 0 ? together([unselected, full]) : full;
  }),
);

/** The quote has what was selected, and nothing else. */
function chosenFindings(one: Priced, { accessoryIds, insuranceId }: Selection): SmokeFinding[] {
  const { accessories, insurance, accessoriesFee, insuranceFee } = one.json.priceBreakdown;
  const ids = (list: readonly number[]): string =>
    [...list].sort((one, other) => one - other).join(', ') || 'none';
  const [wanted, got] = [ids(accessoryIds), ids(accessories.map(({ id }) => id))];
  const plan = insuranceId ?? null;
  const wrong = failFindings(one, [
    [got === wanted, `accessories: one entry for each id, ${wanted}`, got],
    [
      (insurance?.id ?? null) === plan,
      `insurance: ${plan === null ? 'null' : `id ${plan}`}`,
      insurance?.id,
    ],
    [accessoryIds.length > 0 || accessoriesFee === 0, 'accessoriesFee: 0', accessoriesFee],
    [plan !== null || insuranceFee === 0, 'insuranceFee: 0', insuranceFee],
  ]);
  // The quantity is not documented beyond its type, but 1 is what was selected.
  const odd = accessories.find(({ quantity }) => quantity !== 1);
  return [
    ...wrong,
    ...unless(!odd, warnFinding(one, 'accessories: quantity 1 of each', showValue(odd?.quantity))),
  ];
}

/**
 * The document does not show the arithmetic: discounts, seasons and the unit of a rate change an
 * amount, but by much less than the hundred between dollars and cents.
 */
export const sums = ofBoth((one, { vehicles }, selection) => {
  const { totalAmount, priceBreakdown } = one.json;
  const { rentalFee, routeFee, accessoriesFee, insuranceFee, accessories, insurance } =
    priceBreakdown;
  const vehicle = listOf(vehicles)?.find(
    (free) => fieldOf(free, 'vehicleId') === selection.vehicleId,
  );
  const rate = Number(fieldOf(vehicle, 'rentalDailyRate'));
  const days = Math.max(1, nightsOf(selection));
  const rows: readonly (readonly [name: string, amount: number, parts: number])[] = [
    ['totalAmount', totalAmount, rentalFee + routeFee + accessoriesFee + insuranceFee],
    // A rental can be free, but what has a cost in the list is not.
    ['rentalFee', rentalFee, rentalFee === 0 ? 0 : days * rate],
    ['accessoriesFee', accessoriesFee, accessories.reduce((sum, { cost }) => sum + cost, 0)],
    ['insuranceFee', insuranceFee, insurance?.cost ?? 0],
  ];
  const found = rows.flatMap(([name, amount, parts]) => {
    const ratio = amount >= 0 && parts > 0 ? amount / parts : 1;
    const got = `${amount} for ${parts}${amount === 0 ? '' : ': cents?'}`;
    return unless(
      ratio < 50 && ratio > 1 / 50,
      warnFinding(one, `${name}: in the same unit as its parts`, got),
    );
  });
  if (found.length > 0 || (rentalFee > 0 && rate > 0)) return found;
  return skip(rate > 0 ? 'the rental costs nothing' : 'every daily rate is 0');
});
