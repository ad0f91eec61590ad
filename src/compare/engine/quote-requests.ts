/** Asks for the quotes of a comparison: all, none, or as few as it takes to know the cheapest. Remembers what each one says. */
import { RefusedError } from '../../base/errors.ts';
import { shorten } from '../../base/words.ts';
import { nights } from '../../planner/calendar.ts';
import { roundMoney } from '../../base/money.ts';
import type { FieldText } from '../../base/field-text.ts';
import { groupKey, type SearchGroup } from '../../planner/groupings.ts';
import { unprovenIn } from '../../planner/proof.ts';
import type { Question } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { FoundOffers } from './find-offers.ts';
import { isWhole, selectionOf, type Offer } from './offer.ts';
import { settled, type OperatorRun } from './operator-run.ts';
import { namesOf, withSameExtras } from './same-extras.ts';
import { createChooser, type Chooser, type Estimated, type Price } from './search.ts';

/** An offer that a quote can be asked for. */
interface Candidate extends Estimated {
  readonly run: OperatorRun;
  readonly offer: Offer;
  /** The vehicle between these depots. */
  readonly route: string;
}

function candidateOf(run: OperatorRun, offer: Offer): Candidate {
  const { operator, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = offer;
  const place = `${operator} ${pickUpDepotId} ${dropOffDepotId}`;
  const kind = `${nights(pickUpDate, dropOffDate)} ${place}`;
  const name = vehicleKey(offer.vehicle);
  return {
    run,
    offer,
    route: `${name} ${place}`,
    estimate: offer.estimate ?? Number.POSITIVE_INFINITY,
    rate: offer.vehicle.rentalDailyRate,
    kind,
    vehicle: `${name} ${kind}`,
    isLast: offer.closed.length > 0,
  };
}

/** The quotes of the offers of all operators. `result` can be called after an interruption, too. */
export function createQuoteRequests(
  found: readonly FoundOffers[],
  { groups, quoteMode }: Pick<Question, 'groups' | 'quoteMode'>,
  note: (text: FieldText) => void,
) {
  const candidates = found.flatMap(({ run, offers }) => offers.map((offer) => candidateOf(run, offer)));
  /** The offers with their quotes, or without one where the service refuses it. Undefined: the request failed. */
  const asked = new Map<Candidate, Offer | undefined>();
  const refusals = createRefusals(note);
  let chooser: Chooser<Candidate> | undefined;
  const taskOf = (candidate: Candidate) => {
    const { vehicle, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = candidate.offer;
    const trip = { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate };
    const send = async (): Promise<number> => {
      const { offer, requests } = await askFor(candidate, refusals);
      asked.set(candidate, offer);
      return requests;
    };
    return { step: 'quote', trip, vehicle, candidate, send } as const;
  };
  /** All of them, at all operators side by side. */
  const askEach = async (some: readonly Candidate[]): Promise<void> => {
    const runs = [...new Set(some.map(({ run }) => run))];
    const lost = runs.map((run) => run.ask(some.filter((candidate) => candidate.run === run).map(taskOf)));
    for (const { candidate } of (await settled(lost)).flat()) asked.set(candidate, undefined);
  };
  /** Ten at a time, until no other can be among the cheapest. */
  const askCheapest = async (group: SearchGroup, max: number): Promise<void> => {
    // Without a requested extra an offer is not among the cheapest, whatever it costs.
    const whole = candidates.filter(({ offer }) => isWhole(offer));
    const known = createChooser(whole, {
      max: group === 'all' ? max : 1,
      groupOf: ({ offer }) => groupKey(offer, group),
    });
    chooser = known;
    for (const [candidate, offer] of asked) known.learn(candidate, priceOf(offer));
    for (let next = known.next(); next.length > 0; next = known.next()) {
      await askEach(next);
      for (const candidate of next) known.learn(candidate, priceOf(asked.get(candidate)));
      known.drop((candidate) => candidate.run.isStopped() || refusals.isGivenUp(candidate));
    }
  };
  const estimated = (candidate: Candidate): Offer => {
    const offer = refusals.isGivenUp(candidate) ? withoutIds(candidate.offer) : candidate.offer;
    if (chooser === undefined || offer.estimate === undefined) return offer;
    return { ...offer, estimate: roundMoney(chooser.guess(candidate)) };
  };
  return {
    ask: async (): Promise<void> => {
      // Of what was not looked up there is no id to request.
      if (quoteMode.how === 'all') await askEach(candidates.filter(({ offer }) => offer.unchecked.length === 0));
      if (quoteMode.how === 'best') for (const group of groups) await askCheapest(group, quoteMode.max);
    },
    /** First those with quotes. Notes if an extra is not the same everywhere. */
    result: () => {
      const rest = candidates.filter((candidate) => !asked.has(candidate)).map(estimated);
      const isBelowEstimates = rest.length > 0 && chooser?.isBelowEstimates() === true;
      const answered = [...asked.values()].filter((offer) => offer !== undefined);
      return { offers: [...withSameExtras(answered, note), ...rest], isBelowEstimates };
    },
  };
}

/** Only totals with all requested extras are compared, in one currency and for the same things. */
function priceOf(offer: Offer | undefined): Price | undefined {
  if (offer?.quote === undefined || !isWhole(offer)) return undefined;
  const { totalAmount, currency } = offer.quote;
  return { total: totalAmount, unit: [currency, ...namesOf(offer)].join() };
}

/** Resolves with the offer and how many requests it took. Throws what the service throws, unless it refuses an extra. */
async function askFor(candidate: Candidate, refusals: Refusals): Promise<{ offer: Offer; requests: number }> {
  const { run, offer } = candidate;
  if (refusals.isGivenUp(candidate)) return { offer: withoutIds(offer), requests: 0 };
  try {
    const { value: quote, storedAt } = await run.answers.quote(selectionOf(offer), offer.vehicle.name);
    const unproven = unprovenIn(quote, offer.extras.requested).map(({ label }) => label);
    const missing = [...offer.missing, ...unproven];
    const reused = storedAt !== undefined;
    return { offer: { ...offer, quote, estimate: undefined, reused, missing }, requests: reused ? 0 : 1 };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 400 || unlistedIn(offer).length === 0) throw error;
    refusals.add(candidate, error);
    return { offer: withoutIds(offer), requests: 1 };
  }
}

type Refusals = ReturnType<typeof createRefusals>;

/** Which vehicles the service refuses with these ids of extras. One refusal may be about its days alone; after another on other days, the vehicle is given up. */
function createRefusals(note: (text: FieldText) => void) {
  const first = new Map<string, Offer>();
  const givenUp = new Set<string>();
  const reasons = new Set<string>();
  return {
    isGivenUp: ({ route }: Candidate): boolean => givenUp.has(route),
    add: ({ route, offer }: Candidate, { message, served }: RefusedError): void => {
      const { operator, vehicle, pickUpDate, dropOffDate } = offer;
      const reason = shorten(served ?? message, 100);
      // A wrong id can be refused for every vehicle, with the same words.
      if (!reasons.has(`${operator} ${reason}`)) {
        const what = `${operator}: no quote of ${shorten(vehicle.name, 60)} from ${pickUpDate} with these extras`;
        note(`${what} (${reason}); a vehicle that is refused on other days too is asked for no more`);
      }
      reasons.add(`${operator} ${reason}`);
      const before = first.get(route);
      if (before === undefined) first.set(route, offer);
      else if (![pickUpDate, dropOffDate].some((day) => day === before.pickUpDate || day === before.dropOffDate))
        givenUp.add(route);
    },
  };
}

/** The requested extras that were not on any list that was looked up. */
function unlistedIn({ extras }: Offer): string[] {
  return extras.requested.flatMap(({ id, name, isUnlisted }) => (isUnlisted ? [name ?? String(id)] : []));
}

/** The service refuses some of these ids, and does not say which. */
function withoutIds(offer: Offer): Offer {
  return { ...offer, missing: [...offer.missing, ...unlistedIn(offer)] };
}
