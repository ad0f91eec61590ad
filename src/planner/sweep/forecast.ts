/** The plan of a sweep: expected before anything is asked, and exact once the availability is known. */
import type { RentalDates } from '../../api/types.ts';
import { isId } from '../names.ts';
import { chosenIds } from '../proof.ts';
import { wholeMatches } from './old-reading.ts';
import { fillBasket, neededLists, readBasket } from './basket.ts';
import type { Candidates } from './candidates.ts';
import type { SweepFailure } from './events.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { withPauses } from './pauses.ts';
import { mostRequests, operatorPlan, sweepPlan, type OperatorPlan, type Requests, type SweepPlan } from './plan.ts';
import { idsOfFilter, isCheapestOnly, quotingInWords, wantsCheapest, type Quoting } from './vehicles.ts';

interface ForecastOptions {
  readonly quoting: Quoting;
  /** The plan of a later run, which finds the depots that this one stored. */
  readonly forLater: boolean;
  readonly signal: AbortSignal;
}

/** Before the first request, and however many trips there are: no more of them are looked up than a sweep can ask for. */
export async function expectSweep(sweeps: readonly OperatorSweep[], { quoting, forLater, signal }: ForecastOptions) {
  const parts = await Promise.all(
    sweeps.map(async (sweep) => {
      const lists = neededLists(sweep.basket, wantsCheapest(sweep.vehicles)).length;
      const ids = idsOfFilter(sweep.vehicles);
      const count = ids?.size ?? (await namedVehicles(sweep));
      const { length: cells } = sweep.trips;
      const isLookedUp = lists === 0 && cells <= mostRequests;
      const each = Math.min(quoting.top, count ?? Number.POSITIVE_INFINITY);
      const stored = isLookedUp ? await storedQuotes(sweep, ids, each, signal) : 0;
      const top = isCheapestOnly(sweep.vehicles) ? Math.min(1, quoting.top) : quoting.top;
      const dates = sweep.trips.dates.length;
      const wanted = { cells, dates, top, ids: count, areNamed: ids === undefined, lists, known: stored };
      const { known, isExact, isCounted, isMost, ...requests } = expectRequests(wanted);
      const { depots: directory } = sweep.session;
      const depots = sweep.depotRequests - (forLater && directory.isStored ? directory.requests() : 0);
      const availability = cells - (await knownTrips(sweep, signal));
      const plan = planOf(sweep, { depots, availability, ...requests }, known);
      return { plan, isExact, isCounted, isMost };
    }),
  );
  const plans = parts.map(({ plan }) => plan);
  const exact = parts.every(({ isExact }) => isExact);
  const counted = parts.every(({ isCounted }) => isCounted);
  return {
    plan: totalPlan(sweeps, plans, quoting, { exact, counted }),
    /** The answers cannot make the sweep larger. */
    isMost: parts.every(({ isMost }) => isMost),
  };
}

/** A plan that leaves operators out says so. Throws if it would leave all of them out. */
export function planWithout(lost: readonly SweepFailure[], plan: SweepPlan, note: (text: string) => void): SweepPlan {
  const [first] = lost;
  if (first === undefined) return plan;
  for (const { operator, error } of lost) note(`not counted: ${operator}, because of this: ${error.message}`);
  if (plan.operators.length === 0) throw first.error;
  return { ...plan, exact: false, counted: false };
}

/** `candidates` in the order of the sweeps. */
export function exactPlan(
  sweeps: readonly OperatorSweep[],
  candidates: readonly Candidates[],
  quoting: Quoting,
): SweepPlan {
  const plans = sweeps.flatMap((sweep, index) => {
    const found = candidates[index];
    return found === undefined ? [] : [planOf(sweep, found.requests, found.stored)];
  });
  return totalPlan(sweeps, plans, quoting, { exact: true, counted: true });
}

/** Different pairs of dates. */
export function countDates(dates: readonly RentalDates[]): number {
  return new Set(dates.map(({ pickUpDate, dropOffDate }) => `${pickUpDate} ${dropOffDate}`)).size;
}

function totalPlan(
  sweeps: readonly OperatorSweep[],
  plans: readonly OperatorPlan[],
  quoting: Quoting,
  known: Pick<SweepPlan, 'exact' | 'counted'>,
): SweepPlan {
  const cells = sweeps.reduce((sum, { trips }) => sum + trips.length, 0);
  return sweepPlan(plans, { cells, quote: quotingInWords(quoting), ...known });
}

function planOf({ session, allowance }: OperatorSweep, requests: Requests, known: number): OperatorPlan {
  const { name, baseUrl } = session.operator;
  return operatorPlan({ operator: name, baseUrl: baseUrl.href, ...requests, known, ...allowance });
}

/** Trips whose availability an interrupted sweep stored. Of more trips than a sweep can have, no stored answers are counted. */
async function knownTrips({ trips, answers }: OperatorSweep, signal: AbortSignal): Promise<number> {
  if (answers.isEmpty() || trips.length > mostRequests) return 0;
  let sum = 0;
  for await (const trip of withPauses(trips, 1000, signal)) if (answers.isKnown(trip)) sum += 1;
  return sum;
}

/** Stored quotes of the trips for this basket; counts at most `each` per trip. */
async function storedQuotes(
  { trips, basket, answers }: OperatorSweep,
  ids: ReadonlySet<number> | undefined,
  each: number,
  signal: AbortSignal,
): Promise<number> {
  if (answers.isEmpty()) return 0;
  const byId = fillBasket(readBasket(basket, [], false), { accessory: undefined, insurance: undefined });
  const { accessoryIds, insuranceId } = chosenIds(byId.asked);
  let sum = 0;
  for await (const trip of withPauses(trips, 1000, signal)) {
    const stored = [...answers.vehicles({ ...trip, accessoryIds, insuranceId })];
    sum += Math.min(each, stored.filter((id) => ids?.has(id) ?? true).length);
  }
  return sum;
}

/** How many vehicles a filter of whole names means, of those that earlier answers had; undefined if it has anything else. */
async function namedVehicles({ session, vehicles }: OperatorSweep): Promise<number | undefined> {
  if (vehicles === undefined || wantsCheapest(vehicles)) return undefined;
  const seen = await session.seenVehicles();
  const found = vehicles.map((text) => (isId(text) ? [{ id: Number(text) }] : wholeMatches(text, seen)));
  return found.some(({ length }) => length === 0) ? undefined : new Set(found.flat().map(({ id }) => id)).size;
}

/** What is known before the first request. */
interface Unasked {
  readonly cells: number;
  /** Different pairs of dates. */
  readonly dates: number;
  /** Vehicles quoted for each trip; Infinity is all of them. */
  readonly top: number;
  /** How many vehicles were given by id or whole name; undefined if parts of names or all vehicles are wanted. */
  readonly ids: number | undefined;
  /** By name: a vehicle that no answer had yet can be meant, too. */
  readonly areNamed?: boolean;
  /** Lists to look up at each vehicle: 0, 1 or 2. */
  readonly lists: number;
  /** Stored quotes for these trips and this basket. */
  readonly known: number;
}

/** The requests to expect, if as many vehicles as are wanted are available for each trip. */
export function expectRequests({ cells, dates, top, ids, areNamed = false, lists, known }: Unasked) {
  const isQuoted = top > 0;
  const each = Math.min(isQuoted ? top : Number.POSITIVE_INFINITY, ids ?? Number.POSITIVE_INFINITY);
  if (each === 0 || cells === 0 || !(isQuoted || lists > 0)) return nothingExpected;
  if (!Number.isFinite(each)) return { ...nothingExpected, isExact: false, isCounted: false, isMost: false };
  const quotes = isQuoted ? cells * each : 0;
  const used = Math.min(lists > 0 ? 0 : known, quotes);
  const extras = lists * (ids ?? each) * (isQuoted ? 1 : dates);
  // Whether the answers cannot make it more.
  const isMost = used === 0 && (ids === undefined ? lists === 0 : !areNamed);
  return { extras, quotes: quotes - used, known: used, isExact: false, isCounted: true, isMost };
}

const nothingExpected = {
  ...{ extras: 0, quotes: 0, known: 0 },
  ...{ isExact: true, isCounted: true, isMost: true },
};
