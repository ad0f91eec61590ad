/** The quotes of one operator: stored ones first, then those that are asked for; each one is compared with what was asked. */
import type { Vehicle } from '../../api/types.ts';
import { RefusedError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { unprovenIn } from '../proof.ts';
import { selectionOf, type Candidate } from './basket.ts';
import { closedDaysFinder } from './closed-days.ts';
import type { Found } from './extras.ts';
import { depotNames, type OperatorSweep } from './operator-sweep.ts';
import { withPauses } from './pauses.ts';
import type { OperatorRun } from './recorder.ts';
import type { Offer, QuotedOffer } from './rank.ts';

type Priced = Pick<QuotedOffer, 'quote' | 'reused'>;

interface QuoteParts extends Pick<Found, 'run'> {
  readonly isQuoted: boolean;
}

export async function quoteAll(candidates: readonly Candidate[], { run, isQuoted }: QuoteParts): Promise<void> {
  const { sweep, signal, askEach } = run;
  const { session, answers } = sweep;
  const closedOn = closedDaysFinder(session, sweep.trips);
  const tell = (candidate: Candidate, priced?: Priced, refused: readonly string[] = []): void =>
    run.offer(offerOf(candidate, priced, { session, refused, closed: closedOn(candidate.trip) }));
  const items: Candidate[] = [];
  for await (const candidate of withPauses(candidates, 500, signal)) {
    signal.throwIfAborted();
    const stored = isQuoted ? await answers.find(selectionOf(candidate)) : undefined;
    if (isQuoted && stored === undefined) items.push(candidate);
    else tell(candidate, stored && { quote: stored, reused: true });
  }
  /** Vehicles that the service does not give the ids to: asking on other dates would not help. */
  const refusing = new Set<number>();
  const ask = async (candidate: Candidate): Promise<void> => {
    const { vehicle, basket } = candidate;
    const ids = basket.asked.flatMap(({ id, name }) => (name === undefined ? [String(id)] : []));
    if (refusing.has(vehicle.vehicleId)) {
      run.spared();
      return tell(candidate, undefined, ids);
    }
    try {
      const { value, storedAt } = await answers.quote(selectionOf(candidate));
      tell(candidate, { quote: value, reused: storedAt !== undefined });
    } catch (error) {
      if (!(error instanceof RefusedError && error.status === 400 && ids.length > 0)) throw error;
      if (!refusing.has(vehicle.vehicleId)) noteRefusal(run, vehicle, error);
      refusing.add(vehicle.vehicleId);
      run.made(1);
      tell(candidate, undefined, ids);
    }
  };
  await askEach('quote', items, ask, ({ trip, vehicle }) => ({ trip, vehicle }));
}

function noteRefusal({ sweep, note }: OperatorRun, { name }: Vehicle, { message, served }: RefusedError): void {
  const who = `${sweep.session.operator.name}: no quote of ${shorten(name, 60)} with these extras`;
  note(`${who} (${shorten(served ?? message, 100)}); it is not asked for on other dates`);
}

interface OfferParts extends Pick<OperatorSweep, 'session'>, Pick<Offer, 'closed'> {
  /** Ids of extras that the service does not give the vehicle. */
  readonly refused: readonly string[];
}

function offerOf(candidate: Candidate, priced: Priced | undefined, { session, refused, closed }: OfferParts): Offer {
  const { trip, vehicle, basket } = candidate;
  const { pickUp, dropOff } = depotNames(session, trip);
  const unproven = priced === undefined ? [] : unprovenIn(priced.quote, basket.asked);
  // Field by field: an object that is made of others takes twice the memory, and there can be thousands.
  return {
    pickUpDepotId: trip.pickUpDepotId,
    dropOffDepotId: trip.dropOffDepotId,
    pickUpDate: trip.pickUpDate,
    dropOffDate: trip.dropOffDate,
    pickUp,
    dropOff,
    operator: session.operator.name,
    vehicle,
    candidate,
    quote: priced?.quote,
    missing: [...basket.missing, ...refused, ...unproven.map(({ label }) => label)],
    closed,
    reused: priced?.reused === true,
    siteUrl: session.operator.siteUrl,
  };
}
