/** The plan of a sweep before anything is asked. */
import type { RentalDates } from '../../api/types.ts';
import { nights } from '../calendar.ts';
import { idOf } from '../names.ts';
import { isWord, read } from '../read.ts';
import type { Basket } from './basket.ts';
import { decideExtras, fillBasket, neededLists, nothingListed, type WantedExtra } from './wanted-extras.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { withPauses } from './pauses.ts';
import { requestCeiling, sweepPlan, wantedQuotes, type Known, type SweepPlan } from './plan.ts';
import type { SweepScope } from './request.ts';
import { datesKey } from './trips.ts';
import { idsOfFilter, wantsCheapest } from './vehicles.ts';

interface ForecastOptions {
  /** The plan of a later run, which finds the depots that this one stored. */
  readonly forLater: boolean;
  readonly signal: AbortSignal;
}

/** Before the first request, and however many trips there are: no more of them are looked up than a sweep can ask for. */
export async function expectSweep(
  sweeps: readonly OperatorSweep[],
  scope: SweepScope,
  options: ForecastOptions,
): Promise<SweepPlan> {
  const known = sweeps.map((sweep) => expectedOf(sweep, scope, { ...options, operators: sweeps.length }));
  return sweepPlan(await Promise.all(known), scope.quoting);
}

async function expectedOf(
  sweep: OperatorSweep,
  { quoting, by }: SweepScope,
  { forLater, signal, operators }: ForecastOptions & { readonly operators: number },
): Promise<Known> {
  const { trips, session, basket, depotRequests } = sweep;
  const { wanted, seen } = await vehiclesOf(sweep);
  const [each, vehicles] = [wanted ?? Number.POSITIVE_INFINITY, wanted ?? seen];
  const lists = neededLists(basket, wantsCheapest(sweep.vehicles)).length;
  const isUnquoted = quoting.how === 'none';
  const dates = countsOf(trips.dates);
  const depots = trips.dates.length === 0 ? 0 : trips.length / trips.dates.length;
  const isKnown = lists === 0 && quoting.how !== 'all' && !(by.includes('vehicle') && vehicles === 0);
  return {
    ...placeOf(sweep),
    depots: depotRequests - (forLater && session.depots.isStored ? session.depots.requests() : 0),
    availability: trips.length - (await knownTrips(sweep, signal)),
    extras: lists * (wanted ?? 0) * (isUnquoted ? dates.pairs : 1),
    pairs: trips.length * each,
    allPairs: vehicles * trips.length || undefined,
    kinds: dates.lengths * depots,
    wanted: wantedQuotes(wantedIn({ by, quoting }, { ...dates, depots, vehicles }), operators),
    stored: lists === 0 && !isUnquoted ? await storedQuotes(sweep, each, signal) : 0,
    isCounted: wanted !== undefined || isKnown,
    isAssumed: !isUnquoted || lists > 0,
  };
}

export function placeOf({ session, allowance, trips }: OperatorSweep) {
  const { name, baseUrl } = session.operator;
  return { operator: name, baseUrl: baseUrl.href, trips: trips.length, ...allowance };
}

/** Different starts, lengths and pairs of both. */
export function countsOf(dates: readonly RentalDates[]) {
  const pairs = new Set(dates.map(datesKey)).size;
  const starts = new Set(dates.map(({ pickUpDate }) => pickUpDate)).size;
  const lengths = new Set(dates.map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate))).size;
  return { pairs, starts, lengths };
}

interface Counts extends ReturnType<typeof countsOf> {
  readonly depots: number;
  readonly vehicles: number;
}

/** How many of the cheapest. */
function wantedIn(
  { by, quoting }: Pick<SweepScope, 'by' | 'quoting'>,
  { pairs, starts, lengths, depots, vehicles }: Counts,
) {
  const groups = {
    calendar: pairs,
    date: starts,
    nights: lengths,
    depots,
    vehicle: vehicles,
    operator: 1,
  };
  const counts = { ...groups, all: quoting.how === 'best' ? quoting.most : 0 };
  return by.map((one) => [one, counts[one]] as const);
}

/** Trips whose availability is stored. Of more trips than a sweep can have, no stored answers are counted. */
async function knownTrips({ trips, answers }: OperatorSweep, signal: AbortSignal): Promise<number> {
  if (answers.isEmpty() || trips.length > requestCeiling) return 0;
  let sum = 0;
  for await (const trip of withPauses(trips, 1000, signal)) if (answers.isKnown(trip)) sum += 1;
  return sum;
}

/** Stored quotes of the trips for a basket of ids; counts at most `each` per trip. */
async function storedQuotes(
  { trips, basket, vehicles, answers }: OperatorSweep,
  each: number,
  signal: AbortSignal,
): Promise<number> {
  if (answers.isEmpty() || trips.length > requestCeiling) return 0;
  const ids = idsOfFilter(vehicles);
  const { accessoryIds, insuranceId } = fillBasket(idsIn(basket), nothingListed).ids;
  let sum = 0;
  for await (const trip of withPauses(trips, 1000, signal)) {
    const stored = [...answers.quoted({ ...trip, accessoryIds, insuranceId })];
    sum += Math.min(each, stored.filter((id) => ids?.has(id) ?? true).length);
  }
  return sum;
}

/** A basket of ids alone, as it stands for every vehicle. */
function idsIn(basket: Basket): WantedExtra[] {
  return decideExtras([basket], { lists: [], vehicles: [], unread: 0 }, () => {}).flat();
}

/** How many vehicles are wanted, if that is known, and how many earlier answers had. */
async function vehiclesOf({ session, vehicles }: OperatorSweep) {
  const seen = await session.seenVehicles();
  const asked = idsOfFilter(vehicles);
  if (asked !== undefined) return { wanted: asked.size, seen: seen.length };
  if (vehicles?.every((text) => isWord(text, 'cheapest')) === true) return { wanted: 1, seen: seen.length };
  if (vehicles === undefined || wantsCheapest(vehicles)) return { wanted: undefined, seen: seen.length };
  const named = read(vehicles, seen);
  const isKnown = named.every(({ how, found }) => how === 'id' || (how === 'whole' && found.length > 0));
  const ids = named.flatMap(({ text, how, found }) => (how === 'id' ? [idOf(text)] : found.map(({ id }) => id)));
  return { wanted: isKnown ? new Set(ids).size : undefined, seen: seen.length };
}
