/** One operator's part of a sweep: its trips, and its own ids for what was given by name. */
import { isFailedRequest, UsageError, type FieldText } from '../../errors.ts';
import type { Depot, RentalDates, Trip } from '../../api/types.ts';
import { bestMatches, isId, isWholeName, joinSplitNames, listed, meaningNote, resolve } from '../names.ts';
import type { Allowance, QuoteStore, Session } from '../session.ts';
import { depotName } from '../trip.ts';
import { itemsFor, type Basket } from './basket.ts';
import { readBaskets } from './operator-baskets.ts';
import type { SweepFailure } from './events.ts';
import type { SweepScope } from './request.ts';
import { depotPairs, tripsOf } from './trips.ts';
import type { VehicleFilter } from './vehicles.ts';

export interface OperatorSweep {
  readonly session: Session;
  readonly quotes: QuoteStore;
  readonly trips: readonly Trip[];
  readonly vehicles: VehicleFilter;
  readonly basket: Basket;
  /** Requests that looking depots up took, or may still take for their names. */
  readonly depotRequests: number;
  /** Before the first request. */
  readonly allowance: Allowance;
}

/** Names of a trip's depots if they were looked up, else `depot 1`. */
export function depotNames(
  { depots }: Session,
  { pickUpDepotId, dropOffDepotId }: Trip,
): { readonly pickUp: string; readonly dropOff: string } {
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
  note: (text: FieldText) => void,
): Promise<OperatorSweeps> {
  const names = sessions.map(({ operator }) => operator.name);
  const baskets = readBaskets(scope, names);
  const sweeps: OperatorSweep[] = [];
  const lost: SweepFailure[] = [];
  for (const [index, session] of sessions.entries()) {
    const basket = baskets[index] ?? { accessories: [], insurance: undefined };
    try {
      const own = { ...scope, basket, dates: scope.dates[index] ?? [] };
      const sweep = await readOperatorSweep(own, session, { names, note });
      if (sweep !== undefined) sweeps.push(sweep);
    } catch (error) {
      if (names.length === 1 || !isFailedRequest(error)) throw error;
      lost.push({ operator: session.operator.name, step: 'depots', error, unsent: 0 });
    }
  }
  if (sweeps.length + lost.length > 0) return { sweeps, lost };
  throw new UsageError('none of these operators has what was asked for', {
    hint: "rental depots lists an operator's depots",
  });
}

interface ReadParts {
  /** Names of all operators of the sweep. */
  readonly names: readonly string[];
  readonly note: (text: FieldText) => void;
}

/** What is asked of one operator. */
interface OwnScope extends Omit<SweepScope, 'dates'> {
  readonly dates: readonly RentalDates[];
  readonly basket: Basket;
}

/** Undefined if the operator has none of the depots, or all vehicles were named as another operator's. */
async function readOperatorSweep(
  { pickUps, dropOffs, dates, vehicles, basket, named }: OwnScope,
  session: Session,
  parts: ReadParts,
): Promise<OperatorSweep | undefined> {
  const own = (items: readonly string[], field: string) => itemsFor(session.operator.name, parts.names, items, field);
  const wantedPickUps = own(pickUps, 'pickUp');
  const wantedDropOffs = own(dropOffs, 'dropOff');
  const wantedVehicles = vehicles && own(vehicles, 'vehicle');
  if (wantedVehicles?.length === 0) return undefined;
  const allowance = session.allowance();
  const isSame = (item: string): boolean => item.trim().toLowerCase() === 'same';
  const pickUpIds = await readDepotIds(wantedPickUps, session, parts);
  const others = await readDepotIds(
    wantedDropOffs.filter((item) => !isSame(item)),
    session,
    parts,
  );
  const dropOffIds = [...(wantedDropOffs.some(isSame) ? (['same'] as const) : []), ...others];
  const trips = tripsOf(depotPairs(pickUpIds, dropOffIds), dates);
  if (trips.length === 0) return undefined;
  // For warnings of closed days, and for names: ids alone need no list.
  await session.depots.stored();
  return {
    session,
    quotes: await session.quotes(),
    trips,
    vehicles: wantedVehicles,
    basket,
    depotRequests: session.depots.requests() + (named && session.depots.known().length === 0 ? 1 : 0),
    allowance,
  };
}

/**
 * An id needs no look-up. `all` is every depot. A text that fits several depots, which `resolve` refuses, means all of them: so a
 * part of a name is a region. With several operators, one that does not have a depot continues without it, with a note.
 */
async function readDepotIds(
  items: readonly string[],
  { operator, depots }: Session,
  { names, note }: ReadParts,
): Promise<number[]> {
  const isOnly = names.length === 1;
  if (items.every(isId)) return items.map(Number);
  const all = await depots.list();
  const what = isOnly ? 'depot' : `${operator.name} depot`;
  return joinSplitNames(items, all).flatMap((item) => {
    if (isId(item)) return [Number(item)];
    const found = item.trim() === '' ? [] : depotsFor(item, all);
    if (found.length === 0 && !isOnly && item.trim() !== '') {
      note(`${operator.name} has no depot called "${item}"`);
      return [];
    }
    // Fails with the nearest name.
    if (found.length === 0) return [resolve(item, all, what).id];
    if (found.length > 1 || !(isAll(item) || isWholeName(item, found[0]?.name ?? ''))) {
      note(isAll(item) ? `all ${found.length} depots: ${listed(found)}` : meaningNote(item, found, what));
    }
    return found.map(({ id }) => id);
  });
}

function depotsFor(text: string, all: readonly Depot[]): readonly Depot[] {
  return isAll(text) ? all : bestMatches(text, all);
}

function isAll(text: string): boolean {
  return text.trim().toLowerCase() === 'all';
}
