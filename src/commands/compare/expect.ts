/** The plan before anything is asked. */
import { isId } from '../../planner/resolve.ts';
import { needsLookUp } from '../../planner/sweep/basket.ts';
import { fillBasket } from '../../planner/sweep/basket.ts';
import { quotingInWords } from '../../planner/sweep/choose.ts';
import { expectRequests, sweepPlan, type SweepPlan } from '../../planner/sweep/plan.ts';
import type { Leg } from './leg.ts';
import type { Question } from './question.ts';
import { planOf } from './sweep.ts';

export interface Expectation {
  readonly plan: SweepPlan;
  /** Whatever the service answers, it does not get more. */
  readonly isMost: boolean;
}

/** `forLater`: what a later run would send, which finds the depots that this one stored. */
export function expectSweep({ quoting }: Question, legs: readonly Leg[], forLater: boolean): Expectation {
  const parts = legs.map((leg) => {
    const lists = Object.values(needsLookUp(leg.basket)).filter(Boolean).length;
    const ids = leg.vehicles?.every(isId) === true ? new Set(leg.vehicles.map(Number)).size : undefined;
    const known = lists > 0 ? 0 : knownQuotes(leg, Math.min(quoting.top, ids ?? Number.POSITIVE_INFINITY));
    const expected = expectRequests({ cells: leg.trips.length, top: quoting.top, ids, lists, known });
    const depots = forLater && leg.depotsAreStored ? 0 : leg.depotRequests;
    const { extras, quotes } = expected;
    const requests = { depots, availability: leg.trips.length, extras, quotes };
    return { plan: planOf(leg, requests, expected.known), expected };
  });
  const cells = legs.reduce((sum, { trips }) => sum + trips.length, 0);
  const assumptions = [...new Set(parts.flatMap(({ expected }) => expected.assumptions))];
  const operators = parts.map(({ plan }) => plan);
  return {
    plan: sweepPlan(operators, { cells, quote: quotingInWords(quoting), assumptions }),
    isMost: parts.every(({ expected }) => expected.isMost),
  };
}

/** Stored quotes of the trips for this basket, at most as many a trip as will be wanted. */
function knownQuotes({ trips, basket, vehicles, store }: Leg, each: number): number {
  const { accessoryIds, insuranceId } = fillBasket(basket, { accessories: undefined, insurance: undefined });
  const ids = vehicles?.every(isId) === true ? new Set(vehicles.map(Number)) : undefined;
  return trips.reduce((sum, trip) => {
    const stored = [...store.vehicles({ ...trip, accessoryIds, insuranceId })];
    return sum + Math.min(each, stored.filter((id) => ids?.has(id) ?? true).length);
  }, 0);
}
