/** A quote without extras, and one with accessories and an insurance plan. */
import * as shapes from '../../api/served-shapes.ts';
import type { Quote, Selection } from '../../api/types.ts';
import { readInstant } from '../../base/instants.ts';
import { any, optional, served, text } from '../../shape.ts';
import { fieldOf, ifThere, isObject, listOf, skip } from '../answers.ts';
import type { ServiceAnswer, MaybeAnswer, Missing } from '../answers.ts';
import { ofVehicle, type Judge } from '../converse.ts';
import { nights } from '../../planner/calendar.ts';
import type { VehicleAnswers } from '../vehicle-answers.ts';
import type { RuleId } from './definitions.ts';
import {
  failFinding,
  failFindings,
  judgeDecimals,
  objectFindings,
  shapeFindings,
  showValue,
  joinJudgements,
  findingUnless,
  warnFinding,
} from '../findings.ts';
import type { SmokeFinding, Judgement } from '../findings.ts';

/** An answer that is a quote with every field. */
type QuoteAnswer = ServiceAnswer & { readonly json: Quote };

export const quoteAnswer = ofVehicle(({ plainQuote }) => ifThere(plainQuote, objectFindings));

function quotesIn({
  plainQuote,
  fullQuote,
}: VehicleAnswers): Pick<VehicleAnswers, 'plainQuote' | 'fullQuote'> {
  const objectIn = (quote: MaybeAnswer, causeRuleId: RuleId): MaybeAnswer => {
    const none = skip('no quote to check', causeRuleId);
    return ifThere(quote, (answer) =>
      answer.status === 200 && isObject(answer.json) ? answer : none,
    );
  };
  return {
    plainQuote: objectIn(plainQuote, 'quote-answer'),
    fullQuote: objectIn(fullQuote, 'quote-selected'),
  };
}

/** Another rule judges the form of the expiry. */
const quoteShape = served({ ...shapes.servedQuote.fields, expiresAt: text });

export const fieldsOfQuotes = ofVehicle((answers) =>
  joinJudgements(
    Object.values(quotesIn(answers)).map((quote) =>
      ifThere(quote, (answer) => shapeFindings(answer, quoteShape)),
    ),
  ),
);

/** The fields that rules about single fields need; the id has a rule of its own. */
const shapeWithoutId = served({ ...quoteShape.fields, quoteId: optional(any) });

function wellFormedQuote(quote: MaybeAnswer): QuoteAnswer | Missing {
  return ifThere(quote, (answer) => {
    const findings = shapeFindings(answer, shapeWithoutId);
    const isWhole = findings.every(({ severity }) => severity === 'warn');
    return isWhole
      ? (answer as QuoteAnswer)
      : skip('a field of the quote is wrong', 'quote-fields');
  });
}

/** A rule of both quotes. */
function ofBoth(
  judge: (quote: QuoteAnswer, answers: VehicleAnswers, selection: Selection) => Judgement,
): Judge {
  return ofVehicle((answers) => {
    const { plainQuote, fullQuote } = quotesIn(answers);
    const judgeOne = (answer: MaybeAnswer, selection: Selection): Judgement =>
      ifThere(wellFormedQuote(answer), (quote) => judge(quote, answers, selection));
    return joinJudgements([
      judgeOne(plainQuote, answers.selection),
      judgeOne(fullQuote, answers.fullSelection),
    ]);
  });
}

export const decimalsOfQuotes = ofBoth((quote) => judgeDecimals(quote, shapes.servedQuote));

export const currency = ofBoth((quote) =>
  findingUnless(
    quote.json.currency === 'NZD',
    failFinding(quote, 'currency: "NZD"', showValue(quote.json.currency)),
  ),
);

/** Compares also ids that are not strings, which break another rule. */
export const otherId = ofVehicle((answers) => {
  const { plainQuote, fullQuote } = quotesIn(answers);
  return ifThere(plainQuote, ({ json }) =>
    ifThere(fullQuote, (answer) => {
      const first = fieldOf(json, 'quoteId');
      const id = fieldOf(answer.json, 'quoteId');
      if (id == null) return skip('there is no quoteId', 'quote-fields');
      return findingUnless(
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

/**
 * `all amounts in NZD`: right. `all amounts in dollars`, and words of another language: a warning,
 * because they may mean NZD. `all amounts in AUD`, or without a currency: wrong.
 */
const otherWords = /dollar|cents|\$|zealand|kiwi|currenc|[^ -~\s]/i;
const otherCurrencies =
  /\b(?:AUD|CAD|EUR|FJD|GBP|SGD|USD)\b|\b(?:American|Australian|Canadian|US) dollar/i;

export const note = ofBoth((quote) => {
  const { note: words } = quote.json;
  const isOfDollars =
    /NZD|\bNZ\$|New Zealand dollar/i.test(words) &&
    (/dollar/i.test(words) || !/\bcents\b/i.test(words));
  const report = otherWords.test(words) && !otherCurrencies.test(words) ? warnFinding : failFinding;
  return findingUnless(
    isOfDollars,
    report(quote, 'note: says that all amounts are in NZD dollars', showValue(words)),
  );
});

export const expiry = ofBoth((quote) => {
  const { expiresAt } = quote.json;
  const expires = readInstant(expiresAt);
  if (Number.isNaN(expires) || !/(?:Z|[+-]00(?::?00)?)$/.test(expiresAt))
    return [failFinding(quote, 'expiresAt: ISO 8601 in UTC', showValue(expiresAt))];
  const serverTime = Date.parse(quote.headers['date'] ?? '');
  const hasTime = !Number.isNaN(serverTime);
  const now = hasTime ? serverTime : quote.receivedAt;
  // The clock of this machine may be wrong, so it proves nothing.
  const report = hasTime ? failFinding : warnFinding;
  return findingUnless(
    expires > now,
    report(quote, `expiresAt: after ${new Date(now).toISOString()}`, showValue(expiresAt)),
  );
});

/** If the service refuses the quote without extras too, the rule of that quote reports it. */
export const selected = ofVehicle((answers) =>
  ifThere(wellFormedQuote(quotesIn(answers).plainQuote), (plain) => {
    const full = ifThere(answers.fullQuote, (answer) => {
      const found = objectFindings(answer);
      return found.length > 0
        ? found
        : ifThere(wellFormedQuote(answer), (quote) =>
            selectionFindings(quote, answers.fullSelection),
          );
    });
    const unselected = selectionFindings(plain, answers.selection);
    return unselected.length > 0 ? joinJudgements([unselected, full]) : full;
  }),
);

/** Where the quote differs from the selection. */
function selectionFindings(
  quote: QuoteAnswer,
  { accessoryIds, insuranceId }: Selection,
): SmokeFinding[] {
  const { accessories, insurance, accessoriesFee, insuranceFee } = quote.json.priceBreakdown;
  const inOrder = (ids: readonly number[]): string =>
    [...ids].sort((a, b) => a - b).join(', ') || 'none';
  const wanted = inOrder(accessoryIds);
  const got = inOrder(accessories.map(({ id }) => id));
  const plan = insuranceId ?? null;
  const wrong = failFindings(quote, [
    { isMet: got === wanted, expected: `accessories: one entry for each id, ${wanted}`, got },
    {
      isMet: (insurance?.id ?? null) === plan,
      expected: `insurance: ${plan === null ? 'null' : `id ${plan}`}`,
      got: insurance?.id,
    },
    {
      isMet: accessoryIds.length > 0 || accessoriesFee === 0,
      expected: 'accessoriesFee: 0',
      got: accessoriesFee,
    },
    {
      isMet: plan !== null || insuranceFee === 0,
      expected: 'insuranceFee: 0',
      got: insuranceFee,
    },
  ]);
  // The document says of the quantity only that it is an integer.
  const odd = accessories.find(({ quantity }) => quantity !== 1);
  return [
    ...wrong,
    ...findingUnless(
      !odd,
      warnFinding(quote, 'accessories: quantity 1 of each', showValue(odd?.quantity)),
    ),
  ];
}

/**
 * The document does not show the arithmetic. Discounts, seasons and the unit of a rate change an
 * amount, but by much less than the hundred between dollars and cents.
 */
export const sums = ofBoth((quote, { vehicles }, selection) => {
  const { totalAmount, priceBreakdown } = quote.json;
  const { rentalFee, routeFee, accessoriesFee, insuranceFee, accessories, insurance } =
    priceBreakdown;
  const vehicle = listOf(vehicles)?.find(
    (listed) => fieldOf(listed, 'vehicleId') === selection.vehicleId,
  );
  const rate = Number(fieldOf(vehicle, 'rentalDailyRate'));
  const days = Math.max(1, nights(selection.pickUpDate, selection.dropOffDate));
  const sumsOfParts = [
    {
      name: 'totalAmount',
      amount: totalAmount,
      parts: rentalFee + routeFee + accessoriesFee + insuranceFee,
    },
    // A rental can be free.
    { name: 'rentalFee', amount: rentalFee, parts: rentalFee === 0 ? 0 : days * rate },
    {
      name: 'accessoriesFee',
      amount: accessoriesFee,
      parts: accessories.reduce((sum, { cost }) => sum + cost, 0),
    },
    { name: 'insuranceFee', amount: insuranceFee, parts: insurance?.cost ?? 0 },
  ];
  const found = sumsOfParts.flatMap(({ name, amount, parts }) => {
    const ratio = amount >= 0 && parts > 0 ? amount / parts : 1;
    const got = `${amount} for ${parts}${amount === 0 ? '' : ': cents?'}`;
    return findingUnless(
      ratio < 50 && ratio > 1 / 50,
      warnFinding(quote, `${name}: in the same unit as its parts`, got),
    );
  });
  if (found.length > 0 || (rentalFee > 0 && rate > 0)) return found;
  return skip(rate > 0 ? 'the rental costs nothing' : 'every daily rate is 0');
});
