/** One operator's part of a sweep: its trips, and its own ids for what was given by name. */
import { isFailedRequest, UsageError } from '../../errors.ts';
import type { Trip } from '../../api/types.ts';
import { idOf, listed } from '../names.ts';
import type { Allowance, Session, SweepAnswers } from '../session.ts';
import { depotName } from '../trip.ts';
import { isWord, read, type Reading } from '../read.ts';
import { meaningNote, unknown } from '../read-one.ts';
import { itemsFor, readBaskets, type Basket } from './basket.ts';
import type { SweepFailure, SweepNote } from './events.ts';
import type { SweepScope } from './request.ts';
import { tripsOf, type DepotChoice, type Trips } from './trips.ts';
import { parseVehicleFilter, type VehicleFilter } from './vehicles.ts';

export interface OperatorSweep {
  readonly session: Session;
  readonly answers: SweepAnswers;
  /** Their ids. */
  readonly depots: DepotChoice;
  readonly trips: Trips;
  readonly vehicles: VehicleFilter;
  readonly basket: Basket;
  /** Requests that looking depots up took, or may still take for their names. */
  readonly depotRequests: number;
  /** Before the first request. */
  readonly allowance: Allowance;
}

/** Names of a trip's depots if they were looked up, else `depot 1`. */
export function depotNames({ depots }: Session, { pickUpDepotId, dropOffDepotId }: Trip) {
  const known = depots.known();
  return { pickUp: depotName(pickUpDepotId, known), dropOff: depotName(dropOffDepotId, known) };
}

export interface OperatorSweeps {
  readonly sweeps: readonly OperatorSweep[];
  /** Operators whose depots could not be looked up; the others continue. */
  readonly lost: readonly SweepFailure[];
}

/** Throws UsageError if no operator has the depots, and what the service throws if there is only one operator. */
export async function readOperatorSweeps(
  scope: SweepScope,
  sessions: readonly Session[],
  { note, spend }: Pick<ReadParts, 'note' | 'spend'>,
): Promise<OperatorSweeps> {
  const names = sessions.map(({ operator }) => operator.name);
  const baskets = readBaskets(scope, names);
  const sweeps: OperatorSweep[] = [];
  const lost: SweepFailure[] = [];
  const out: { readonly operator: string; readonly reason: keyof typeof reasons }[] = [];
  // Side by side: one that does not answer must not keep the others waiting.
  const readings = await Promise.allSettled(
    sessions.map((session, index) => {
      const basket = baskets[index] ?? { accessories: [], insurance: undefined };
      return readOperatorSweep(scope, { session, basket }, { names, note, spend });
    }),
  );
  for (const [index, reading] of readings.entries()) {
    const operator = names[index] ?? '';
    if (reading.status === 'fulfilled') {
      if (typeof reading.value === 'string') out.push({ operator, reason: reading.value });
      else sweeps.push(reading.value);
    } else {
      const error: unknown = reading.reason;
      if (names.length === 1 || !isFailedRequest(error)) throw error;
      lost.push({ operator, step: 'depots', error, unasked: 0 });
    }
  }
  if (sweeps.length + lost.length === 0) {
    throw new UsageError('none of these operators has what was asked for', {
      hint: (_, list) => `${list('depots')} lists an operator's depots`,
    });
  }
  for (const { operator, reason } of out) {
    const error = new UsageError(reasons[reason]);
    if (scope.everyOperator && reason === 'noDepot') lost.push({ operator, step: 'depots', error, unasked: 0 });
    else note(`${operator} takes no part: ${error.message}`);
  }
  return { sweeps, lost };
}

/** Why an operator takes no part. */
const reasons = {
  noDepot: 'it has none of the depots that were asked for',
  notMeant: 'all depots or vehicles were asked for at other operators',
} as const;

interface ReadParts {
  /** Names of all operators of the sweep. */
  readonly names: readonly string[];
  readonly note: SweepNote;
  /** Called before each request of the sweep; throws if it is not allowed. */
  readonly spend: () => void;
}

/** Or why the operator takes no part. */
async function readOperatorSweep(
  { pickUps, dropOffs, dates, vehicles, named }: SweepScope,
  { session, basket }: Pick<OperatorSweep, 'session' | 'basket'>,
  parts: ReadParts,
): Promise<OperatorSweep | keyof typeof reasons> {
  const own = (items: readonly string[], field: string) => itemsFor(session.operator.name, parts.names, items, field);
  const wantedPickUps = own(pickUps, 'pickUp');
  const wantedDropOffs = own(dropOffs, 'dropOff');
  const wantedVehicles = parseVehicleFilter(vehicles && own(vehicles, 'vehicle'));
  if ([wantedPickUps, wantedDropOffs, wantedVehicles].some((wanted) => wanted?.length === 0)) return 'notMeant';
  const allowance = session.allowance();
  const pickUpIds = await readDepotIds(wantedPickUps, session, parts);
  const dropOffIds = await readDepotIds(wantedDropOffs, session, parts);
  const depots = { pickUps: pickUpIds.filter((id) => id !== 'same'), dropOffs: dropOffIds };
  const trips = tripsOf(depots, dates);
  if (trips.length === 0) return 'noDepot';
  // For warnings of closed days, and for names: ids alone need no list.
  await session.depots.stored();
  return {
    session,
    answers: await session.answers(parts.spend),
    depots,
    trips,
    vehicles: wantedVehicles,
    basket,
    depotRequests: session.depots.requests() + (named && session.depots.known().length === 0 ? 1 : 0),
    allowance,
  };
}

/**
 * An id needs no look-up. `all` is every depot, and a part of a name is every depot that has it: so it can be a region. With several
 * operators, one that does not have a depot continues without it, with a note. Throws UsageError.
 */
async function readDepotIds(
  items: readonly string[],
  { operator, depots }: Pick<Session, 'operator' | 'depots'>,
  { names, note }: ReadParts,
): Promise<(number | 'same')[]> {
  const words = ['all', 'same'];
  const simple = read(items, [], { words });
  if (simple.every(({ text, how }) => how === 'id' || isWord(text, 'same'))) return simple.map(depotIdOf);
  const all = await depots.list();
  const isOnly = names.length === 1;
  const what = isOnly ? 'depot' : `${operator.name} depot`;
  return read(items, all, { words, many: true }).flatMap((one): (number | 'same')[] => {
    const { text, found, how } = one;
    if (how === 'id' || isWord(text, 'same')) return [depotIdOf(one)];
    if (how === 'word') {
      if (all.length === 0 && isOnly) throw unknown(text, all, what);
      note(all.length === 0 ? `${operator.name} lists no depots` : `all ${all.length} depots: ${listed(all)}`);
      return all.map(({ id }) => id);
    }
    if (found.length === 0 && isOnly) throw unknown(text, all, what);
    if (found.length === 0) note(`${operator.name} has no depot called "${text}"`);
    else if (how === 'part' || found.length > 1) note(meaningNote(text, found, what, all));
    return found.map(({ id }) => id);
  });
}

function depotIdOf({ text, how }: Pick<Reading, 'text' | 'how'>): number | 'same' {
  return how === 'id' ? idOf(text) : 'same';
}
