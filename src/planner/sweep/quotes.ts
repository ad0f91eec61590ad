/** Asks for the quotes of a sweep: all, none, or as few as it takes to know the cheapest. Remembers what each one says. */
import { RefusedError } from '../../base/errors.ts';
import { shorten } from '../../base/words.ts';
import { nights } from '../calendar.ts';
import { roundMoney } from '../../base/money.ts';
import { unprovenIn } from '../proof.ts';
import { settled, type OperatorRun } from './run.ts';
import { createChooser, type Chooser, type Estimated, type Price } from './best.ts';
import type { FoundOffers } from './find-offers.ts';
import { groupKey, type CheapestOf } from './groups.ts';
import { namesOf, withOneBasket } from './one-basket.ts';
import { selectionOf, type Offer } from './rank.ts';
import type { SweepNote, SweepScope } from './request.ts';
import { vehicleKey } from './vehicles.ts';

/** An offer that a quote can be asked for. */
interface Candidate extends Estimated {
  readonly run: OperatorRun;
  readonly offer: Offer;
  /** The vehicle between these depots. */
  readonly own: string;
}

function candidateOf(run: OperatorRun, offer: Offer): Candidate {
  const { operator, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = offer;
  const place = `${operator} ${pickUpDepotId} ${dropOffDepotId}`;
  const kind = `${nights(pickUpDate, dropOffDate)} ${place}`;
  const name = vehicleKey(offer.vehicle);
  return {
    run,
    offer,
    own: `${name} ${place}`,
    estimate: offer.estimate ?? Number.POSITIVE_INFINITY,
    rate: offer.vehicle.rentalDailyRate,
    kind,
    vehicle: `${name} ${kind}`,
    isLast: offer.closed.length > 0,
  };
}

/** The quotes of the offers of all operators. `result` also tells of a sweep that was interrupted. */
export function createQuotes(found: readonly FoundOffers[], { by, quoting, note }: SweepScope) {
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
    const lost = runs.map((run) => run.ask(some.filter((one) => one.run === run).map(taskOf)));
    for (const { candidate } of (await settled(lost)).flat()) asked.set(candidate, undefined);
  };
  /** Ten at a time, until no other can be among the cheapest. */
  const askCheapest = async (one: CheapestOf, most: number): Promise<void> => {
    // Without a wanted extra an offer is not among the cheapest, whatever it costs.
    const whole = candidates.filter(({ offer }) => offer.missing.length === 0);
    const known = createChooser(whole, {
      most: one === 'all' ? most : 1,
      groupOf: ({ offer }) => groupKey(offer, one),
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
      if (quoting.how === 'all') await askEach(candidates);
      if (quoting.how === 'best') for (const one of by) await askCheapest(one, quoting.most);
    },
    /** First those with quotes. Notes if the basket is not the same everywhere. */
    result: () => {
      const rest = candidates.filter((one) => !asked.has(one)).map(estimated);
      const isBelowEstimates = rest.length > 0 && chooser?.isBelowEstimates() === true;
      const answered = [...asked.values()].filter((offer) => offer !== undefined);
      return { offers: [...withOneBasket(answered, note), ...rest], isBelowEstimates };
    },
  };
}

/** Only totals of the whole basket are compared, in one currency and for the same things. */
function priceOf(offer: Offer | undefined): Price | undefined {
  if (offer?.quote === undefined || offer.missing.length > 0) return undefined;
  const { totalAmount, currency } = offer.quote;
  return { total: totalAmount, unit: [currency, ...namesOf(offer)].join() };
}

/** Resolves with the offer and how many requests it took. Throws what the service throws, unless it refuses an extra. */
async function askFor(candidate: Candidate, refusals: Refusals): Promise<{ offer: Offer; requests: number }> {
  const { run, offer } = candidate;
  if (refusals.isGivenUp(candidate)) return { offer: withoutIds(offer), requests: 0 };
  try {
    const { value: quote, storedAt } = await run.answers.quote(selectionOf(offer), offer.vehicle.name);
    const unproven = unprovenIn(quote, offer.basket.asked).map(({ label }) => label);
    const missing = [...offer.missing, ...unproven];
    const reused = storedAt !== undefined;
    return { offer: { ...offer, quote, estimate: undefined, reused, missing }, requests: reused ? 0 : 1 };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 400 || idsOf(offer).length === 0) throw error;
    refusals.add(candidate, error);
    return { offer: withoutIds(offer), requests: 1 };
  }
}

type Refusals = ReturnType<typeof createRefusals>;

/** For which vehicles the ids of extras are given up: after one refusal they may be wrong on these days only, after another one on other days always. */
function createRefusals(note: SweepNote) {
  const first = new Map<string, Offer>();
  const givenUp = new Set<string>();
  const reasons = new Set<string>();
  return {
    isGivenUp: ({ own }: Candidate): boolean => givenUp.has(own),
    add: ({ own, offer }: Candidate, { message, served }: RefusedError): void => {
      const { operator, vehicle, pickUpDate, dropOffDate } = offer;
      const reason = shorten(served ?? message, 100);
      // A wrong id can be refused for every vehicle, with the same words.
      if (!reasons.has(`${operator} ${reason}`)) {
        const what = `${operator}: no quote of ${shorten(vehicle.name, 60)} from ${pickUpDate} with these extras`;
        note(`${what} (${reason}); a vehicle that is refused on other days too is asked for no more`);
      }
      reasons.add(`${operator} ${reason}`);
      const before = first.get(own);
      if (before === undefined) first.set(own, offer);
      else if (![pickUpDate, dropOffDate].some((day) => day === before.pickUpDate || day === before.dropOffDate))
        givenUp.add(own);
    },
  };
}

/** What was asked for by id. */
function idsOf({ basket }: Offer): string[] {
  return basket.asked.flatMap(({ id, name }) => (name === undefined ? [String(id)] : []));
}

/** The service refuses some of these ids, and does not say which. */
function withoutIds(offer: Offer): Offer {
  return { ...offer, missing: [...offer.missing, ...idsOf(offer)] };
}
