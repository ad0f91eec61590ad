/** One operator's part of a sweep: its trips, and its own ids for what was given by name. */
import { isFailedRequest, UsageError, type RentalError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import type { Trip } from '../../api/types.ts';
import { idOf, listed } from '../names.ts';
import type { Allowance, Session, SweepAnswers } from '../session.ts';
import { depotName } from '../trip.ts';
import { isWord, read, type Reading } from '../read.ts';
import { meaningNote, unknown } from '../read-one.ts';
import { itemsFor, readBaskets, type Basket } from './basket.ts';
import type { SweepScope } from './request.ts';
import { tripsOf, type DepotChoice } from './trips.ts';
import { parseVehicleFilter, type VehicleFilter } from './vehicles.ts';

export interface OperatorSweep {
  readonly session: Session;
  readonly answers: SweepAnswers;
  /** Their ids. */
  readonly depots: DepotChoice;
  readonly trips: readonly Trip[];
  readonly vehicles: VehicleFilter;
  readonly basket: Basket;
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
  readonly lost: readonly { readonly operator: string; readonly error: RentalError }[];
}

/**
 * `spend` is called before each request of the sweep, and throws if it is not allowed. Throws UsageError if no operator has the depots, and
 * what the service throws if there is only one operator.
 */
export async function readOperatorSweeps(
  scope: SweepScope,
  sessions: readonly Session[],
  spend: () => void,
): Promise<OperatorSweeps> {
  const { names, note, quoting } = scope;
  const baskets = readBaskets(scope);
  if (quoting.how === 'none' && baskets.some((one) => one.accessories.length > 0 || one.insurance !== undefined))
    throw new UsageError(fieldText('{quote} none prices no extras'), { hint: 'leave one of them out' });
  const sweeps: OperatorSweep[] = [];
  const lost: OperatorSweeps['lost'][number][] = [];
  // Side by side: one that does not answer must not keep the others waiting.
  const readings = await Promise.allSettled(
    baskets.map(async (basket, index) => {
      const session = sessions[index] as Session;
      const found = await readTrips(scope, session);
      return found && { session, basket, answers: await session.answers(spend), ...found };
    }),
  );
  for (const [index, reading] of readings.entries()) {
    const operator = names[index] ?? '';
    if (reading.status === 'rejected') {
      const error: unknown = reading.reason;
      if (names.length === 1 || !isFailedRequest(error)) throw error;
      lost.push({ operator, error });
    } else if (reading.value === undefined) note(`${operator} takes no part: nothing that was asked for is there`);
    else sweeps.push(reading.value);
  }
  if (sweeps.length + lost.length > 0) return { sweeps, lost };
  throw new UsageError('none of these operators has what was asked for', {
    hint: fieldText("{list:depots} lists an operator's depots"),
  });
}

/** Undefined for an operator that has none of the depots, or that was not meant, because depots or vehicles were given for others. */
async function readTrips(scope: SweepScope, session: Session) {
  const own = (field: 'pickUp' | 'dropOff' | 'vehicle') => itemsFor(session.operator.name, scope, field);
  const wantedPickUps = own('pickUp');
  const wantedDropOffs = own('dropOff');
  const vehicles = parseVehicleFilter(scope.vehicle && own('vehicle'));
  if ([wantedPickUps, wantedDropOffs, vehicles].some((wanted) => wanted?.length === 0)) return undefined;
  const allowance = session.allowance();
  const pickUpIds = await readDepotIds(wantedPickUps, session, scope);
  const dropOffIds = await readDepotIds(wantedDropOffs, session, scope);
  const depots = { pickUps: pickUpIds.filter((id) => id !== 'same'), dropOffs: dropOffIds };
  const trips = tripsOf(depots, scope.dates);
  // For warnings of closed days, and for names: ids alone need no list.
  await session.depots.stored();
  return trips.length === 0 ? undefined : { depots, trips, vehicles, allowance };
}

/**
 * An id needs no look-up. `all` is every depot, and a part of a name is every depot that has it: so it can be a region. With several
 * operators, one that does not have a depot continues without it, with a note. Throws UsageError.
 */
async function readDepotIds(
  items: readonly string[],
  { operator, depots }: Pick<Session, 'operator' | 'depots'>,
  { names, note }: SweepScope,
): Promise<(number | 'same')[]> {
  const words = ['all', 'same'];
  const isSame = ({ text }: Reading): boolean => isWord(text, 'same');
  const isSimple = read(items, [], { words }).every((one) => one.how === 'id' || isSame(one));
  const all = isSimple ? [] : await depots.list();
  const what = names.length === 1 ? 'depot' : `${operator.name} depot`;
  return read(items, all, { words, many: true }).flatMap((one): readonly (number | 'same')[] => {
    const { text, found, how } = one;
    if (how === 'id') return [idOf(text)];
    if (isSame(one)) return ['same'];
    const meant = how === 'word' ? all : found;
    if (meant.length === 0 && names.length === 1) throw unknown(text, all, what);
    if (meant.length === 0) note(`${operator.name} has no depot called "${text}"`);
    else if (how === 'word') note(`all ${all.length} depots: ${listed(all)}`);
    else if (how === 'part' || found.length > 1) note(meaningNote(text, found, what, all));
    return meant.map(({ id }) => id);
  });
}
