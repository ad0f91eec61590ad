/** Asks for quotes of offers, and remembers what each one says. */
import { RefusedError } from '../../base/errors.ts';
import type { FieldText } from '../../base/field-text.ts';
import { shorten } from '../../base/words.ts';
import { unprovenIn } from '../../planner/proof.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { QuoteParts } from '../../search/learned.ts';
import { betterOf, isQuoted, isWhole, selectionOf, type Offer, type QuotedOffer } from './offer.ts';
import { settled, type OperatorRun } from './operator-run.ts';
import { namesOf } from './same-extras.ts';

/** An offer that a quote can be asked for. */
export interface Candidate {
  readonly run: OperatorRun;
  readonly offer: Offer;
}

export type QuoteRequests = ReturnType<typeof createQuoteRequests>;

export function createQuoteRequests(note: (text: FieldText) => void) {
  /**
   * The offers with their quotes, or without one where the service refuses it. Undefined: the
   * request failed.
   */
  const answers = new Map<Offer, Offer | undefined>();
  const refusals = createRefusals(note);
  let best: QuotedOffer | undefined;
  const taskOf = (candidate: Candidate) => {
    const { vehicle, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = candidate.offer;
    const trip = { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate };
    const send = async (): Promise<number> => {
      const { offer, requests } = await askFor(candidate, refusals);
      answers.set(candidate.offer, offer);
      if (isQuoted(offer) && isWhole(offer)) best = betterOf(best, offer);
      return requests;
    };
    return { step: 'quote', trip, vehicle, candidate, send } as const;
  };
  return {
    /** All of them, at all operators side by side. */
    ask: async (candidates: readonly Candidate[]): Promise<void> => {
      const runs = [...new Set(candidates.map(({ run }) => run))];
      const lost = runs.map((run) =>
        run.ask(candidates.filter((candidate) => candidate.run === run).map(taskOf)),
      );
      for (const { candidate } of (await settled(lost)).flat())
        answers.set(candidate.offer, undefined);
    },
    /** The cheapest so far that has everything requested. */
    best: () => best,
    isAsked: (offer: Offer): boolean => answers.has(offer),
    /** Undefined if it was not asked for, or without an answer. */
    answerOf: (offer: Offer): Offer | undefined => answers.get(offer),
    /** Its ids of extras are refused on any day. */
    isGivenUp: refusals.isGivenUp,
    /** The offer as it is reported without a request. */
    withoutGivenUp: (offer: Offer): Offer =>
      refusals.isGivenUp(offer) ? withUncheckedIds(offer) : offer,
  };
}

/**
 * What a search learns. Only totals with all requested extras are compared, in one currency and for
 * the same things.
 */
export function quotePartsOf(offer: Offer | undefined): QuoteParts | undefined {
  if (offer?.quote === undefined || !isWhole(offer)) return undefined;
  const { totalAmount: total, currency, priceBreakdown } = offer.quote;
  const { routeFee, accessoriesFee, insuranceFee } = priceBreakdown;
  return { total, currency, basket: namesOf(offer).join(), routeFee, accessoriesFee, insuranceFee };
}

/**
 * Resolves with the offer and how many requests it took. Throws what the service throws, unless it
 * refuses an extra.
 */
async function askFor(
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
    const reused = storedAt !== undefined;
    if (reused) run.counted.storedQuotes += 1;
    // A stored quote is older than what is known.
    else run.session.chargedDays.learn(offer, offer.vehicle, quote);
    return {
      offer: { ...offer, quote, estimate: undefined, reused, missing },
      requests: reused ? 0 : 1,
    };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 400 || unlistedIn(offer).length === 0)
      throw error;
    refusals.add(offer, error);
    return { offer: withoutIds(offer), requests: error.isStored ? 0 : 1 };
  }
}

type Refusals = ReturnType<typeof createRefusals>;

/**
 * For which vehicles the ids of extras are given up: after one refusal they may be wrong on these
 * days only, after another one on other days always.
 */
function createRefusals(note: (text: FieldText) => void) {
  const first = new Map<string, Offer>();
  const givenUp = new Set<string>();
  const reasons = new Set<string>();
  return {
    isGivenUp: (offer: Offer): boolean => givenUp.size > 0 && givenUp.has(routeOf(offer)),
    add: (offer: Offer, { message, served }: RefusedError): void => {
      const route = routeOf(offer);
      const { operator, vehicle, pickUpDate, dropOffDate } = offer;
      const reason = shorten(served ?? message, 100);
      // A wrong id can be refused for every vehicle, with the same words.
      if (!reasons.has(`${operator} ${reason}`)) {
        const what = `${operator}: no quote for ${shorten(vehicle.name, 60)} from ${pickUpDate} with these extras`;
        note(`${what} (${reason}); a vehicle that is refused on other days as well is skipped`);
      }
      reasons.add(`${operator} ${reason}`);
      const before = first.get(route);
      if (before === undefined) first.set(route, offer);
      else if (
        ![pickUpDate, dropOffDate].some(
          (day) => day === before.pickUpDate || day === before.dropOffDate,
        )
      )
        givenUp.add(route);
    },
  };
}

/** What no list showed. With its number: fewer of it may be possible. */
function unlistedIn({ extras }: Offer): string[] {
  const unlisted = extras.requested.filter(({ isUnlisted }) => isUnlisted);
  return unlisted.map(({ id, name = String(id), quantity }) =>
    quantity > 1 ? `${quantity}x ${name}` : name,
  );
}

/** The service refuses some of these ids, and does not say which. */
function withoutIds(offer: Offer): Offer {
  return { ...offer, missing: [...offer.missing, ...unlistedIn(offer)] };
}

/** Its ids were refused on other dates, which says nothing of these. */
function withUncheckedIds(offer: Offer): Offer {
  return { ...offer, unchecked: [...offer.unchecked, ...unlistedIn(offer)] };
}

/** The vehicle between these depots. */
function routeOf({ vehicle, operator, pickUpDepotId, dropOffDepotId }: Offer): string {
  return `${vehicleKey(vehicle)} ${operator} ${pickUpDepotId} ${dropOffDepotId}`;
}
