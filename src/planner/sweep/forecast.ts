/** The plan of a sweep: expected before anything is asked, and once more when the vehicles are known. */
import type { RentalDates } from '../../api/types.ts';
import { nights } from '../calendar.ts';
import { isWord, read } from '../read.ts';
import type { Basket } from './basket.ts';
import { decideExtras, fillBasket, neededLists, nothingListed, type WantedExtra } from './extras.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { withPauses } from './pauses.ts';
import { expectQuotes, mostRequests, operatorPlan, sweepPlan, wantedQuotes } from './plan.ts';
import type { OperatorPlan, Requests, SweepPlan, Wanted } from './plan.ts';
import { quotingInWords } from './quoting.ts';
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
  { forLater, signal }: ForecastOptions,
): Promise<SweepPlan> {
  const parts = await Promise.all(
    sweeps.map(async (sweep) => {
      const { trips, session, basket } = sweep;
      const { wanted, seen } = await vehiclesOf(sweep);
      const each = wanted ?? Number.POSITIVE_INFINITY;
      const vehicles = wanted ?? seen;
      const lists = neededLists(basket, wantsCheapest(sweep.vehicles)).length;
      const stored = lists === 0 && scope.quoting.how !== 'none' ? await storedQuotes(sweep, each, signal) : 0;
      const dates = shapeOf(trips.dates);
      const depots = sweep.depotRequests - (forLater && session.depots.isStored ? session.depots.requests() : 0);
      const pairsOfDepots = trips.dates.length === 0 ? 0 : trips.length / trips.dates.length;
      const quotes = expectQuotes(scope.quoting, {
        pairs: trips.length * each,
        kinds: dates.lengths * pairsOfDepots,
        wanted: wantedQuotes(wantedIn(scope, { ...dates, depots: pairsOfDepots, vehicles }), sweeps.length),
        stored,
      });
      const extras = lists * (wanted ?? 0) * (scope.quoting.how === 'none' ? dates.pairs : 1);
      const known = Math.min(stored, trips.length * each);
      const isKnown = lists === 0 && scope.quoting.how !== 'all' && !(scope.by.includes('vehicle') && vehicles === 0);
      const isCounted = wanted !== undefined || isKnown;
      const requests = { depots, availability: trips.length - (await knownTrips(sweep, signal)), extras };
      const counted = isCounted ? quotes : { quotes: 0, mostQuotes: 0 };
      const plan = planOf(sweep, { ...requests, ...counted }, known);
      const all = vehicles * trips.length;
      const isExact = scope.quoting.how === 'none' && lists === 0;
      return { plan, isCounted, isExact, all: all === 0 ? null : requestsWithout(plan) + all - known };
    }),
  );
  const all = parts.map((part) => part.all);
  return sweepPlan(
    parts.map(({ plan }) => plan),
    {
      cells: countTrips(sweeps),
      quote: quotingInWords(scope.quoting),
      allRequests: all.includes(null) ? null : all.reduce<number>((sum, one) => sum + Number(one), 0),
      exact: parts.every(({ isExact }) => isExact),
      counted: parts.every(({ isCounted }) => isCounted),
    },
  );
}

/** What is known of one operator when its vehicles and their extras are. */
export interface Known extends Pick<Requests, 'availability' | 'extras'> {
  readonly pairs: number;
  readonly kinds: number;
  readonly wanted: Wanted;
  readonly stored: number;
}

/** `known` in the order of the sweeps. */
export function exactPlan(
  sweeps: readonly OperatorSweep[],
  known: readonly Known[],
  { quoting }: SweepScope,
): SweepPlan {
  const parts = sweeps.flatMap((sweep, index) => {
    const one = known[index];
    if (one === undefined) return [];
    const { availability, extras, pairs, stored } = one;
    const quotes = expectQuotes(quoting, one);
    const requests = { depots: sweep.depotRequests, availability, extras, ...quotes };
    const plan = planOf(sweep, requests, quoting.how === 'none' ? 0 : stored);
    return [{ plan, all: requestsWithout(plan) + pairs - stored }];
  });
  const plans = parts.map(({ plan }) => plan);
  return sweepPlan(plans, {
    cells: countTrips(sweeps),
    quote: quotingInWords(quoting),
    allRequests: parts.reduce((sum, { all }) => sum + all, 0),
    exact: plans.every(({ requests, mostRequests: most }) => requests === most),
    counted: true,
  });
}

function planOf({ session, allowance }: OperatorSweep, requests: Requests, known: number): OperatorPlan {
  const { name, baseUrl } = session.operator;
  return operatorPlan({ operator: name, baseUrl: baseUrl.href, ...requests, known, ...allowance });
}

/** Without quotes. */
function requestsWithout({ requests, quotes }: OperatorPlan): number {
  return requests - quotes;
}

function countTrips(sweeps: readonly OperatorSweep[]): number {
  return sweeps.reduce((sum, { trips }) => sum + trips.length, 0);
}

/** Different starts, lengths and pairs of both. */
export function shapeOf(dates: readonly RentalDates[]) {
  const pairs = new Set(dates.map(datesKey)).size;
  const starts = new Set(dates.map(({ pickUpDate }) => pickUpDate)).size;
  const lengths = new Set(dates.map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate))).size;
  return { pairs, starts, lengths };
}

interface Shape extends ReturnType<typeof shapeOf> {
  readonly depots: number;
  readonly vehicles: number;
}

/** How many of the cheapest. */
function wantedIn({ by, quoting }: SweepScope, { pairs, starts, lengths, depots, vehicles }: Shape) {
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
  if (answers.isEmpty() || trips.length > mostRequests) return 0;
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
  if (answers.isEmpty() || trips.length > mostRequests) return 0;
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
  const ids = named.flatMap(({ text, how, found }) => (how === 'id' ? [Number(text)] : found.map(({ id }) => id)));
  return { wanted: isKnown ? new Set(ids).size : undefined, seen: seen.length };
}
