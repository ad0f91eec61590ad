/** The vehicle that a request means together with its extras: the cheapest is the cheapest vehicle that has them. */
import type { Trip } from '../api/types.ts';
import { readExtras, type ExtrasRequest } from './extras.ts';
import type { Note } from './names.ts';
import { isWord, withoutNone } from './read.ts';
import { UnknownNameError } from './read-one.ts';
import type { Session } from './session.ts';
import type { LookUp } from './trip.ts';
import { byDailyRate, cheapestNote, foundVehicle, type FoundVehicle, notAvailable, readVehicle } from './vehicle.ts';

export interface WantedRequest extends ExtrasRequest {
  /** An id, a name or `cheapest`, the lowest daily rate of the vehicles that have the extras. */
  readonly vehicle: string;
}

interface WantedRules {
  readonly lookUp: LookUp;
  readonly allowPart: boolean;
  readonly note: Note;
}

type Wanted = Awaited<ReturnType<typeof readExtras>> & { readonly vehicle: FoundVehicle };

/** Throws UsageError and NotAvailableError. */
export async function readWanted(
  request: WantedRequest,
  trip: Trip,
  session: Session,
  rules: WantedRules,
): Promise<Wanted> {
  const { accessory = [], insurance = 'none' } = request;
  const hasExtras = withoutNone(accessory).length > 0 || !isWord(insurance, 'none');
  if (hasExtras && isWord(request.vehicle, 'cheapest')) return cheapestWith(request, trip, session, rules.note);
  const vehicle = await readVehicle(request.vehicle, trip, session, rules);
  return { vehicle, ...(await readExtras(request, vehicle.id, trip, session, rules.note, rules.lookUp)) };
}

/** Each vehicle takes up to two requests. */
const mostTried = 10;

/** Ids are looked up as well: only the lists show which vehicles have them. */
async function cheapestWith(request: WantedRequest, trip: Trip, session: Session, note: Note): Promise<Wanted> {
  const free = await session.service.availability(trip);
  const tried = byDailyRate(free).slice(0, mostTried);
  let lacking: UnknownNameError | undefined;
  for (const vehicle of tried) {
    const notes: string[] = [];
    try {
      const extras = await readExtras(
        request,
        vehicle.vehicleId,
        trip,
        session,
        (text) => void notes.push(text),
        'all',
      );
      note(cheapestNote(request.vehicle, vehicle, lacking === undefined ? '' : ' with these extras'));
      notes.forEach(note);
      return { vehicle: foundVehicle(vehicle, free), ...extras };
    } catch (error) {
      if (!(error instanceof UnknownNameError)) throw error;
      lacking ??= error;
    }
  }
  if (tried.length > 1) lacking?.alsoTry(`none of the ${tried.length} cheapest vehicles has all of it`);
  throw lacking ?? notAvailable(request.vehicle, [], await session.seenVehicles());
}
