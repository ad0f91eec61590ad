/** Asks for quotes, and remembers what each one says. */
import type { Quote } from '../../api/types.ts';
import { RefusedError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { nights } from '../calendar.ts';
import { unprovenIn } from '../proof.ts';
import { settled } from './asker.ts';
import type { Estimated } from './best.ts';
import type { SweepNote } from './events.ts';
import { selectionOf, type Offer } from './rank.ts';
import type { OperatorRun, Task } from './run.ts';
import { vehicleKey } from './vehicles.ts';

/** An offer that a quote can be asked for. */
export interface Candidate extends Estimated {
  readonly run: OperatorRun;
  readonly offer: Offer;
  /** The vehicle between these depots. */
  readonly own: string;
}

export function candidateOf(run: OperatorRun, offer: Offer): Candidate {
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

/** Who hears of an offer whose quote was answered, and of what the user should know. */
export interface Listeners {
  readonly tell: (offer: Offer) => void;
  readonly note: SweepNote;
}

export function createQuoter({ tell, note }: Listeners) {
  const answered = new Map<Candidate, Offer>();
  const failed = new Set<Candidate>();
  /** Ids that the service does not give a vehicle: asking on other dates would not help. */
  const refused = new Map<string, readonly string[]>();
  const reasons = new Set<string>();
  const end = (candidate: Candidate, offer: Offer): void => {
    answered.set(candidate, offer);
    tell(offer);
  };
  /** The offer; the ids that the service refuses for its vehicle are added to what is missing. */
  const lacking = ({ offer, own }: Candidate): Offer => {
    const ids = refused.get(own);
    return ids === undefined ? offer : { ...offer, missing: [...offer.missing, ...ids] };
  };
  const send = async (candidate: Candidate): Promise<number> => {
    const { run, offer, own } = candidate;
    try {
      const isRefused = refused.has(own);
      const answer = isRefused ? undefined : await run.sweep.answers.quote(selectionOf(offer), offer.vehicle.name);
      end(candidate, answer === undefined ? lacking(candidate) : quoted(offer, answer.value, answer.storedAt));
      return answer === undefined || answer.storedAt !== undefined ? 0 : 1;
    } catch (error) {
      const ids = offer.basket.asked.flatMap(({ id, name }) => (name === undefined ? [String(id)] : []));
      if (!(error instanceof RefusedError) || error.status !== 400 || ids.length === 0) throw error;
      const reason = `${offer.operator} ${error.served ?? error.message}`;
      // A wrong id can be refused for every vehicle, with the same words.
      if (!reasons.has(reason)) note(refusalInWords(offer, error));
      reasons.add(reason);
      refused.set(own, ids);
      end(candidate, lacking(candidate));
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
    failed: failed as ReadonlySet<Candidate>,
    lacking,
    isRefused: ({ own }: Candidate): boolean => refused.has(own),
    /** All of them, at all operators side by side. */
    ask: async (candidates: readonly Candidate[]): Promise<void> => {
      const runs = [...new Set(candidates.map(({ run }) => run))];
      const lost = runs.map((run) => run.ask(candidates.filter((one) => one.run === run).map(taskOf)));
      for (const { candidate } of (await settled(lost)).flat()) failed.add(candidate);
    },
  };
}

function quoted(offer: Offer, quote: Quote, storedAt: number | undefined): Offer {
  const unproven = unprovenIn(quote, offer.basket.asked).map(({ label }) => label);
  const missing = [...offer.missing, ...unproven];
  return { ...offer, quote, estimate: undefined, reused: storedAt !== undefined, missing };
}

function refusalInWords({ operator, vehicle: { name } }: Offer, { message, served }: RefusedError): string {
  const who = `${operator}: no quote of ${shorten(name, 60)} with these extras`;
  return `${who} (${shorten(served ?? message, 100)}); it is not asked for on other dates`;
}
