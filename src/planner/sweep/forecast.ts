/** The plan of a sweep: expected before anything is asked, and exact once the availability is known. */
import { chosenIds } from '../proof.ts';
import { fillBasket, neededLists, readBasket } from './basket.ts';
import type { Candidates } from './candidates.ts';
import type { SweepFailure } from './events.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { assumptionText, expectRequests, operatorPlan, sweepPlan } from './plan.ts';
import type { Assumption, OperatorPlan, Requests, SweepPlan } from './plan.ts';
import { idsOfFilter, isCheapestOnly, quotingInWords, type Quoting } from './vehicles.ts';

export interface Forecast {
  readonly plan: SweepPlan;
  /** The answers cannot make the sweep larger. */
  readonly isMost: boolean;
}

/** `forLater`: the plan of a later run, which finds the depots that this one stored. */
export function expectSweep(sweeps: readonly OperatorSweep[], quoting: Quoting, forLater: boolean): Forecast {
  const parts = sweeps.map((sweep) => {
    const lists = neededLists(sweep.basket).length;
    const ids = idsOfFilter(sweep.vehicles);
    const known =
      lists > 0 ? 0 : storedQuotes(sweep, ids, Math.min(quoting.top, ids?.size ?? Number.POSITIVE_INFINITY));
    const cells = sweep.trips.length;
    const top = isCheapestOnly(sweep.vehicles) ? Math.min(1, quoting.top) : quoting.top;
    const expected = expectRequests({ cells, dates: datesOf(sweep), top, ids: ids?.size, lists, known });
    const depots = forLater && sweep.session.depots.isStored ? 0 : sweep.depotRequests;
    const { extras, quotes, again } = expected;
    const plan = planOf(sweep, { depots, availability: cells, extras, quotes, again }, expected.known);
    return { plan, expected };
  });
  const plans = parts.map(({ plan }) => plan);
  const assumptions = new Map(parts.flatMap(({ expected }) => expected.assumptions.map((one) => [one.text, one])));
  return {
    plan: totalPlan(sweeps, plans, quoting, [...assumptions.values()]),
    isMost: parts.every(({ expected }) => expected.isMost),
  };
}

/** A plan that leaves operators out says so. Throws if it would leave all of them out. */
export function planWithout(lost: readonly SweepFailure[], plan: SweepPlan, note: (text: string) => void): SweepPlan {
  const [first] = lost;
  if (first === undefined) return plan;
  const assumptions = lost.map(({ operator, error: { message } }): Assumption => {
    return { kind: 'uncounted', text: `${operator}, because of this: ${message}` };
  });
  assumptions.forEach((one) => note(assumptionText(one)));
  if (plan.operators.length === 0) throw first.error;
  return { ...plan, exact: false, assumptions: [...plan.assumptions, ...assumptions] };
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
  return totalPlan(sweeps, plans, quoting, []);
}

function datesOf({ trips }: OperatorSweep): number {
  return new Set(trips.map(({ pickUpDate, dropOffDate }) => `${pickUpDate} ${dropOffDate}`)).size;
}

function totalPlan(
  sweeps: readonly OperatorSweep[],
  plans: readonly OperatorPlan[],
  quoting: Quoting,
  assumptions: readonly Assumption[],
): SweepPlan {
  const cells = sweeps.reduce((sum, { trips }) => sum + trips.length, 0);
  return sweepPlan(plans, { cells, quote: quotingInWords(quoting), assumptions });
}

function planOf({ session, allowance }: OperatorSweep, requests: Requests, known: number): OperatorPlan {
  const { name, baseUrl } = session.operator;
  return operatorPlan({ operator: name, baseUrl: baseUrl.href, ...requests, known, ...allowance });
}

/** Stored quotes of the trips for this basket; counts at most `each` per trip. */
function storedQuotes(
  { trips, basket, quotes }: OperatorSweep,
  ids: ReadonlySet<number> | undefined,
  each: number,
): number {
  const byId = fillBasket(readBasket(basket, [], false), { accessory: undefined, insurance: undefined });
  const { accessoryIds, insuranceId } = chosenIds(byId.asked);
  return trips.reduce((sum, trip) => {
    const stored = [...quotes.vehicles({ ...trip, accessoryIds, insuranceId })];
    return sum + Math.min(each, stored.filter((id) => ids?.has(id) ?? true).length);
  }, 0);
}
