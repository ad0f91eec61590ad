/** Asks for quotes of offers, and remembers what each one says. */
import { RefusedError } from '../../base/errors.ts';
import type { FieldText } from '../../base/field-text.ts';
import { shorten, shortName } from '../../base/words.ts';
import { unprovenIn } from '../../planner/proof.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { QuoteParts } from '../../search/learned.ts';
import { isQuoted, hasAllExtras, selectionOf, type Offer, type QuotedOffer } from './offer.ts';
import type { OperatorRun } from './operator-run.ts';
import { betterOf } from './rank.ts';
import { waitForAll } from './tasks.ts';
import { quotedExtraNames } from './same-extras.ts';

/** An offer that a quote can be asked for. */
export interface Candidate {
  readonly run: OperatorRun;
  readonly offer: Offer;
}

export interface QuoteRequests {
  /** At all operators side by side. */
  ask(candidates: readonly Candidate[]): Promise<void>;
  /** The cheapest so far that has everything requested. */
  best(): QuotedOffer | undefined;
  isAsked(offer: Offer): boolean;
  /** The offer with its quote, or without if that was refused. Undefined without an answer. */
  answerOf(offer: Offer): Offer | undefined;
  /** Whether its ids of extras are taken to be refused on every day. */
  isGivenUp(offer: Offer): boolean;
  /** An offer that was not asked for; its extras are unchecked if their ids are given up. */
  markGivenUp(offer: Offer): Offer;
}

export function createQuoteRequests(note: (text: FieldText) => void): QuoteRequests {
  /** By the offer that was asked for. Undefined: the request failed. */
  const answers = new Map<Offer, Offer | undefined>();
  const refusals = createRefusals(note);
  let best: QuotedOffer | undefined;
  const taskOf = (candidate: Candidate) => {
    const { vehicle, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = candidate.offer;
    const trip = { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate };
    const send = async (): Promise<number> => {
      const { offer, requests } = await requestQuote(candidate, refusals);
      answers.set(candidate.offer, offer);
      if (isQuoted(offer) && hasAllExtras(offer)) best = betterOf(best, offer);
      return requests;
    };
    return { step: 'quote', trip, vehicle, candidate, send } as const;
  };
  return {
    ask: async (candidates) => {
      const runs = [...new Set(candidates.map(({ run }) => run))];
      const failed = runs.map((run) =>
        run.ask(candidates.filter((candidate) => candidate.run === run).map(taskOf)),
      );
      for (const { candidate } of (await waitForAll(failed)).flat())
        answers.set(candidate.offer, undefined);
    },
    best: () => best,
    isAsked: (offer) => answers.has(offer),
    answerOf: (offer) => answers.get(offer),
    isGivenUp: refusals.isGivenUp,
    markGivenUp: (offer) => (refusals.isGivenUp(offer) ? withUncheckedIds(offer) : offer),
  };
}

/** What a search learns from an offer. Undefined if its total cannot be compared. */
export function quotePartsOf(offer: Offer | undefined): QuoteParts | undefined {
  if (offer?.quote === undefined || !hasAllExtras(offer)) return undefined;
  const { totalAmount: total, currency, priceBreakdown } = offer.quote;
  const { routeFee, accessoriesFee, insuranceFee } = priceBreakdown;
  return {
    total,
    currency,
    extras: quotedExtraNames(offer).join(),
    routeFee,
    accessoriesFee,
    insuranceFee,
  };
}

/** Throws what the service throws, unless it refuses an extra. `requests`: how many were sent. */
async function requestQuote(
  candidate: Candidate,
  refusals: Refusals,
): Promise<{ offer: Offer; requests: number }> {
  const { run, offer } = candidate;
  if (refusals.isGivenUp(offer)) return { offer: withUncheckedIds(offer), requests: 0 };
  try {
    const { value: quote, storedAt } = await run.answers.quote(
      selectionOf(offer),
      offer.vehicle.name,
    );
    const unproven = unprovenIn(quote, offer.extras.requested).map(({ label }) => label);
    const missing = [...offer.missing, ...unproven];
    const isReused = storedAt !== undefined;
    // Nothing is learned of a stored quote: a newer one may have shown the charged days since.
    if (!isReused) run.session.chargedDays.learn(offer, offer.vehicle, quote);
    return {
      offer: { ...offer, quote, estimate: undefined, quoteStoredAt: storedAt, missing },
      requests: isReused ? 0 : 1,
    };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 400 || unlistedIn(offer).length === 0)
      throw error;
    refusals.add(offer, error);
    return { offer: withRefusedIds(offer), requests: error.isStored ? 0 : 1 };
  }
}

/** Vehicles whose ids of extras were refused. */
interface Refusals {
  /**
   * Refused on two trips that share no first or last day, so that they are taken to be wrong on
   * every day.
   */
  isGivenUp(offer: Offer): boolean;
  add(offer: Offer, error: RefusedError): void;
}

function createRefusals(note: (text: FieldText) => void): Refusals {
  /** By the vehicle between two depots. */
  const firstRefused = new Map<string, Offer>();
  const givenUp = new Set<string>();
  const notedReasons = new Set<string>();
  const noteOnce = (offer: Offer, reason: string): void => {
    // A wrong id can be refused for every vehicle, with the same words.
    const key = `${offer.operator} ${reason}`;
    if (!notedReasons.has(key)) note(refusalNote(offer, reason));
    notedReasons.add(key);
  };
  return {
    isGivenUp: (offer) => givenUp.size > 0 && givenUp.has(routeOf(offer)),
    add: (offer, { message, served }) => {
      noteOnce(offer, shorten(served ?? message, 100));
      const route = routeOf(offer);
      const earlier = firstRefused.get(route);
      if (earlier === undefined) firstRefused.set(route, offer);
      else if (!sharesDay(offer, earlier)) givenUp.add(route);
    },
  };
}

function refusalNote({ operator, vehicle, pickUpDate }: Offer, reason: string): string {
  const what = `${operator}: no quote for ${shortName(vehicle.name)} from ${pickUpDate} with these extras`;
  return `${what} (${reason}); a vehicle that is refused on other days as well is skipped`;
}

/** Whether a first or last day of one is a first or last day of the other. */
function sharesDay(offer: Offer, other: Offer): boolean {
  return [offer.pickUpDate, offer.dropOffDate].some(
    (day) => day === other.pickUpDate || day === other.dropOffDate,
  );
}

/** Extras that no list showed. With their quantities, because fewer may be possible. */
function unlistedIn({ extras }: Offer): string[] {
  const unlisted = extras.requested.filter(({ isUnlisted }) => isUnlisted);
  return unlisted.map(({ id, name = String(id), quantity }) =>
    quantity > 1 ? `${quantity}x ${name}` : name,
  );
}

/** The service refuses some of these ids, and does not say which. */
function withRefusedIds(offer: Offer): Offer {
  return { ...offer, missing: [...offer.missing, ...unlistedIn(offer)] };
}

/**
 * The ids of its extras were refused on other dates; whether they are right on these is unknown.
 */
function withUncheckedIds(offer: Offer): Offer {
  return { ...offer, unchecked: [...offer.unchecked, ...unlistedIn(offer)] };
}

/** The vehicle between these depots. */
function routeOf({ vehicle, operator, pickUpDepotId, dropOffDepotId }: Offer): string {
  return `${vehicleKey(vehicle)} ${operator} ${pickUpDepotId} ${dropOffDepotId}`;
}
