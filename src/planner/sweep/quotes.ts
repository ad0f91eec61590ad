/** Asks for the quotes of a sweep: all, none, or as few as it takes to know the cheapest. Remembers what each one says. */
import type { Quote } from '../../api/types.ts';
import { RefusedError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { nights } from '../calendar.ts';
import { unprovenIn } from '../proof.ts';
import { settled, type OperatorRun, type Task } from './run.ts';
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
    estimate: offer.estimate ?? 0,
    rate: offer.vehicle.rentalDailyRate,
    kind,
    vehicle: `${name} ${kind}`,
    isLast: offer.closed.length > 0,
  };
}

/** The quotes of the offers of all operators. `result` also tells of a sweep that was interrupted. */
export function createQuotes(found: readonly FoundOffers[], { by, quoting, note }: SweepScope) {
  const candidates = found.flatMap(({ run, offers }) => offers.map((offer) => candidateOf(run, offer)));
  const { answered, failed, isGivenUp, ask } = createQuoter(note);
  let chooser: Chooser<Candidate> | undefined;
  /** Ten at a time, until no other can be among the cheapest. */
  const askCheapest = async (one: CheapestOf, most: number): Promise<void> => {
    // Without a wanted extra an offer is not among the cheapest, whatever it costs.
    const whole = candidates.filter(({ offer }) => offer.missing.length === 0);
    const known = createChooser(whole, {
      most: one === 'all' ? most : 1,
      groupOf: ({ offer }) => groupKey(offer, one),
    });
    chooser = known;
    for (const [candidate, offer] of answered) known.learn(candidate, priceOf(offer));
    for (let next = known.next(); next.length > 0; next = known.next()) {
      await ask(next);
      for (const candidate of next) known.learn(candidate, priceOf(answered.get(candidate)));
      known.drop((candidate) => candidate.run.isStopped() || isGivenUp(candidate));
    }
  };
  const estimated = (candidate: Candidate): Offer => {
    const offer = isGivenUp(candidate) ? withoutIds(candidate.offer) : candidate.offer;
    return chooser === undefined ? offer : { ...offer, estimate: Math.round(chooser.guess(candidate) * 100) / 100 };
  };
  return {
    ask: async (): Promise<void> => {
      if (quoting.how === 'all') await ask(candidates);
      if (quoting.how === 'best') for (const one of by) await askCheapest(one, quoting.most);
    },
    /** First those with quotes. Notes if the basket is not the same everywhere. */
    result: () => {
      const rest = candidates.filter((one) => !answered.has(one) && !failed.has(one)).map(estimated);
      const isBelowEstimates = rest.length > 0 && chooser?.isBelowEstimates() === true;
      return { offers: [...withOneBasket([...answered.values()], note), ...rest], isBelowEstimates };
    },
  };
}

/** Only totals of the whole basket are compared, in one currency and for the same things. */
function priceOf(offer: Offer | undefined): Price | undefined {
  if (offer?.quote === undefined || offer.missing.length > 0) return undefined;
  const { totalAmount, currency } = offer.quote;
  return { total: totalAmount, unit: [currency, ...namesOf(offer)].join() };
}

function endsOf({ pickUpDate, dropOffDate }: Offer) {
  return [pickUpDate, dropOffDate];
}

function createQuoter(note: SweepNote) {
  const answered = new Map<Candidate, Offer>();
  const failed = new Set<Candidate>();
  /** The first trip for which the extras of a vehicle were refused. */
  const refused = new Map<string, Offer>();
  /** Refused again on other days, the extras are wrong for the vehicle; the first time they can be wrong on these days alone. */
  const givenUp = new Set<string>();
  const isGivenUp = ({ own }: Candidate): boolean => givenUp.has(own);
  const reasons = new Set<string>();
  const refuse = ({ offer, own }: Candidate, error: RefusedError): Offer => {
    const reason = `${offer.operator} ${error.served ?? error.message}`;
    // A wrong id can be refused for every vehicle, with the same words.
    if (!reasons.has(reason)) note(refusalInWords(offer, error));
    reasons.add(reason);
    const first = refused.get(own);
    if (first === undefined) refused.set(own, offer);
    else if (!endsOf(first).some((day) => endsOf(offer).includes(day))) givenUp.add(own);
    return withoutIds(offer);
  };
  const send = async (candidate: Candidate): Promise<number> => {
    const { run, offer } = candidate;
    if (isGivenUp(candidate)) {
      answered.set(candidate, withoutIds(offer));
      return 0;
    }
    try {
      const { value, storedAt } = await run.answers.quote(selectionOf(offer), offer.vehicle.name);
      answered.set(candidate, quoted(offer, value, storedAt));
      return storedAt === undefined ? 1 : 0;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 400 || idsOf(offer).length === 0) throw error;
      answered.set(candidate, refuse(candidate, error));
      return 1;
    }
  };
  const taskOf = (candidate: Candidate): Task & { readonly candidate: Candidate } => {
    const { vehicle, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = candidate.offer;
    const trip = { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate };
    return { step: 'quote', trip, vehicle, candidate, send: () => send(candidate) };
  };
  return {
    /** The offers with their quotes, or without one where the service refuses it. */
    answered,
    failed,
    isGivenUp,
    /** All of them, at all operators side by side. */
    ask: async (candidates: readonly Candidate[]): Promise<void> => {
      const runs = [...new Set(candidates.map(({ run }) => run))];
      const lost = runs.map((run) => run.ask(candidates.filter((one) => one.run === run).map(taskOf)));
      for (const { candidate } of (await settled(lost)).flat()) failed.add(candidate);
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

function quoted(offer: Offer, quote: Quote, storedAt: number | undefined): Offer {
  const unproven = unprovenIn(quote, offer.basket.asked).map(({ label }) => label);
  const missing = [...offer.missing, ...unproven];
  return { ...offer, quote, estimate: undefined, reused: storedAt !== undefined, missing };
}

function refusalInWords({ operator, vehicle, pickUpDate }: Offer, { message, served }: RefusedError): string {
  const what = `${operator}: no quote of ${shorten(vehicle.name, 60)} from ${pickUpDate} with these extras`;
  return `${what} (${shorten(served ?? message, 100)}); a vehicle that is refused on other days too is asked for no more`;
}
