/** Makes the document of a comparison from its outcome. */
import { checkoutLink, selectionFields } from '../api/links.ts';
import type { FailureDocument, OfferDocument } from './compare.ts';
import { groupOffers, isUnpriced, rankedByCurrency, type Comparison } from './offers.ts';
import { quoteDocument } from './planning.ts';
import { nights } from '../planner/calendar.ts';
import { divideMoney } from '../base/money.ts';
import type { SweepFailure, SweepOutcome } from '../planner/sweep/outcome.ts';
import { pricingOf } from '../planner/sweep/priced-share.ts';
import { rankOffers, selectionOf, type Ranked } from '../planner/sweep/rank.ts';
import { isoInstant } from '../base/instants.ts';
import { giveWay, mapInParts } from '../base/turns.ts';
import type { Grouping } from '../planner/sweep/groups.ts';

/** What the document is made of. The sessions are no part of it. */
type Outcome = Omit<SweepOutcome, 'sessions' | 'asked' | 'meant'>;

interface Request {
  /** When the comparison was requested, epoch ms. */
  readonly at: number;
  /** Requests the same again. */
  readonly command: string;
}

/** With every offer. */
export async function compareDocument(outcome: Outcome, { at, command }: Request): Promise<Comparison> {
  const { plan, dates, failures, interruption, warnings } = outcome;
  const ranked = rankOffers(outcome.offers);
  await giveWay(ranked.length);
  return {
    askedAt: isoInstant(at),
    command,
    plan,
    pricing: pricingOf(outcome),
    offers: await mapInParts(ranked, offerData),
    dates: dates.map(({ pickUpDate, dropOffDate, trips, answered }) => {
      return { pick_up_date: pickUpDate, drop_off_date: dropOffDate, trips, answered };
    }),
    failures: failures.map(failureData),
    // Something was not answered, or not asked for.
    partial: interruption !== undefined || failures.length > 0,
    interrupted: interruption !== undefined,
    ...(warnings.length > 0 && { warnings }),
  };
}

interface Shown {
  readonly groupBy: Grouping | undefined;
  /** Undefined: all. */
  readonly limit: number | undefined;
}

/** The best of each group, then what is not ranked; and no more than the limit. */
export function shownOf(document: Comparison, { groupBy, limit }: Shown): Comparison {
  const { offers } = document;
  if (groupBy === undefined) return { ...document, offers: offers.slice(0, limit) };
  const unpriced = offers.filter(isUnpriced);
  const groups = rankedByCurrency(offers).flatMap((ranked) => groupOffers(ranked, unpriced, groupBy));
  const others = offers.filter(({ rank }) => rank === null).map((offer) => ({ ...offer, count: null, highest: null }));
  return { ...document, offers: [...groups, ...others].slice(0, limit) };
}

/** The quote's fields, as in `quote --json`, with its rank and its trip. */
export function offerData({ rank, offer }: Ranked): OfferDocument {
  const { quote, operator, pickUp, dropOff, vehicle, missing, closed, reused } = offer;
  const count = nights(offer.pickUpDate, offer.dropOffDate);
  const own = {
    rank: rank ?? null,
    perNight: quote === undefined || count < 1 ? null : (divideMoney(quote.totalAmount, count) ?? null),
    nights: count,
    ...{ operator, pickUp, dropOff, vehicle, missing },
    warnings: closed.length === 0 ? undefined : closed,
    reused,
    // Names that are taken, whatever the service adds to a quote.
    ...{ count: undefined, highest: undefined },
  };
  const selection = selectionOf(offer);
  const booking = { selection: selectionFields(selection), checkoutUrl: checkoutLink(offer.siteUrl, selection) };
  if (quote === undefined)
    return { ...own, priced: false, estimate: offer.estimate, totalAmount: null, currency: null, ...booking };
  return quoteDocument(quote, { first: { ...own, priced: true }, last: booking });
}

function failureData(failure: SweepFailure): FailureDocument {
  const { operator, step, trip, pickUp = null, dropOff = null, vehicle = null, error, unasked } = failure;
  return {
    operator,
    step,
    pick_up_depot_id: trip?.pickUpDepotId ?? null,
    drop_off_depot_id: trip?.dropOffDepotId ?? null,
    pick_up_date: trip?.pickUpDate ?? null,
    drop_off_date: trip?.dropOffDate ?? null,
    ...{ pickUp, dropOff, vehicle },
    code: error.code,
    status: error.status ?? null,
    reason: unasked === 0 ? error.message : `given up, ${unasked} not asked: ${error.message}`,
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    unasked,
  };
}
