/** Asks for quotes, and remembers what each one says. */
import type { Quote } from '../../api/types.ts';
import { NotAvailableError, RefusedError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { nights } from '../calendar.ts';
import { listed } from '../names.ts';
import { unprovenIn } from '../proof.ts';
import { namedVehicle } from '../vehicle.ts';
import { settled } from './asker.ts';
import type { Estimated } from './best.ts';
import type { SweepNote } from './events.ts';
import { selectionOf, type Offer } from './rank.ts';
import type { OperatorRun, Task } from './run.ts';
import { vehicleName } from './vehicles.ts';

/** An offer that a quote can be asked for. */
export interface Candidate extends Estimated {
  readonly run: OperatorRun;
  readonly offer: Offer;
}

export function candidateOf(run: OperatorRun, offer: Offer): Candidate {
  const { operator, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = offer;
  const count = nights(pickUpDate, dropOffDate);
  const place = `${operator} ${pickUpDepotId} ${dropOffDepotId}`;
  return {
    run,
    offer,
    estimate: offer.estimate ?? 0,
    rate: offer.vehicle.rentalDailyRate,
    kind: `${count} ${place}`,
    vehicle: vehicleName(namedVehicle(offer.vehicle)),
    isLast: offer.closed.length > 0,
  };
}

export type Quoter = ReturnType<typeof createQuoter>;

/** Who hears of an offer whose quote was answered, and of what the user should know. */
export interface Listeners {
  readonly tell: (offer: Offer) => void;
  readonly note: SweepNote;
}

export function createQuoter({ tell, note }: Listeners) {
  const answered = new Map<Candidate, Offer>();
  /** Vehicles that the service does not give some ids to: asking on other dates would not help. */
  const refused = new Map<string, readonly string[]>();
  const refusals = createRefusals(note);
  const end = (candidate: Candidate, offer: Offer): void => {
    answered.set(candidate, offer);
    tell(offer);
  };
  const without = (candidate: Candidate, ids: readonly string[]): void =>
    end(candidate, { ...candidate.offer, missing: [...candidate.offer.missing, ...ids] });
  /** Vehicles whose quote was wanted as that of the cheapest, and that the service does not have after all. */
  const gone = new Set<string>();
  const send = async (candidate: Candidate, offer = candidate.offer): Promise<number | undefined> => {
    const { run, vehicle } = candidate;
    const known = refused.get(vehicle);
    if (known !== undefined) {
      without(candidate, known);
      return 0;
    }
    try {
      const { value, storedAt } = await run.sweep.answers.quote(selectionOf(offer), offer.vehicle.name);
      end(candidate, quoted(offer, value, storedAt !== undefined));
      return storedAt;
    } catch (error) {
      const ids = offer.basket.asked.flatMap(({ id, name }) => (name === undefined ? [String(id)] : []));
      const next = error instanceof NotAvailableError ? offer.instead?.() : undefined;
      if (next !== undefined) {
        if (!gone.has(offer.vehicle.name)) note(goneInWords(offer));
        gone.add(offer.vehicle.name);
        return send(candidate, next);
      }
      const isRefused = error instanceof RefusedError && error.status === 400 && ids.length > 0;
      if (!isRefused || offer !== candidate.offer) throw error;
      if (!refused.has(vehicle)) refusals.add(offer, error);
      refused.set(vehicle, ids);
      without(candidate, ids);
      return undefined;
    }
  };
  const taskOf = (candidate: Candidate): Task => {
    const { vehicle, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = candidate.offer;
    const trip = { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate };
    return { step: 'quote', trip, vehicle, send: () => send(candidate) };
  };
  return {
    /** The offers with their quotes, or without one where the service refuses it. */
    answered,
    /** Ids that the service does not give the vehicle; undefined if it refused none. */
    refusedIds: ({ vehicle }: Candidate): readonly string[] | undefined => refused.get(vehicle),
    /** What was not said at once. */
    notes: refusals.notes,
    /** All of them, at all operators side by side; what failed waits for `askAgain` of its run. */
    ask: (candidates: readonly Candidate[]): Promise<void> => {
      const runs = [...new Set(candidates.map(({ run }) => run))];
      return settled(runs.map((run) => run.ask(candidates.filter((one) => one.run === run).map(taskOf))));
    },
  };
}

function quoted(offer: Offer, quote: Quote, reused: boolean): Offer {
  const unproven = unprovenIn(quote, offer.basket.asked).map(({ label }) => label);
  return { ...offer, quote, estimate: undefined, reused, missing: [...offer.missing, ...unproven] };
}

/** Only the first vehicle of each reason is said at once: a wrong id can be refused for every vehicle. */
function createRefusals(note: SweepNote) {
  const alike = new Map<string, Offer[]>();
  return {
    add: (offer: Offer, error: RefusedError): void => {
      const reason = `${offer.operator} ${error.served ?? error.message}`;
      const before = alike.get(reason);
      if (before === undefined) note(refusalInWords(offer, error));
      alike.set(reason, [...(before ?? []), offer]);
    },
    notes: (): string[] =>
      [...alike.values()].flatMap(([first, ...others]) =>
        first === undefined || others.length === 0
          ? []
          : [
              `${first.operator}: nor of ${listed(others.map(({ vehicle }) => namedVehicle(vehicle)))}, for the same reason`,
            ],
      ),
  };
}

function goneInWords({ operator, vehicle: { name } }: Offer): string {
  return `${operator}: no quote of ${shorten(name, 60)}, although it is listed as free; the next lowest daily rate counts`;
}

function refusalInWords({ operator, vehicle: { name } }: Offer, { message, served }: RefusedError): string {
  const who = `${operator}: no quote of ${shorten(name, 60)} with these extras`;
  return `${who} (${shorten(served ?? message, 100)}); it is not asked for on other dates`;
}
