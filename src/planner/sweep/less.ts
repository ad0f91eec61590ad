/** What would bring a sweep under a number of requests. */
import type { FieldText } from '../../errors.ts';
import { expectSweep } from './forecast.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import type { SweepPlan } from './plan.ts';

export interface TooMany {
  readonly plan: SweepPlan;
  readonly allowed: number;
  readonly sweeps: readonly OperatorSweep[];
  /** Then fewer quotes are not suggested: the user chose their number. */
  readonly quoteIsGiven: boolean;
}

/** `compare at most 50 of the 250 pairs of dates; or give --quote top:1 (250 requests); or allow them with --max-requests 1500`. */
export function lessInWords({ plan, allowed, sweeps, quoteIsGiven }: TooMany): FieldText {
  const dates = new Set(sweeps.flatMap(({ trips }) => trips.map((trip) => `${trip.pickUpDate} ${trip.dropOffDate}`)))
    .size;
  const fewer = fewerTrips(plan, allowed, dates);
  const small = quoteIsGiven ? undefined : expectSweep(sweeps, { top: 1 }, false).plan;
  return (name) => {
    const ways = [...(fewer === undefined ? [] : [`compare at most ${fewer}`])];
    if (small !== undefined && small.requests < plan.requests) {
      const top = `${name('quote')} top:1`;
      const rest = small.requests > allowed ? fewerTrips(small, allowed, dates) : undefined;
      if (small.requests <= allowed) ways.push(`give ${top} (${small.requests} requests)`);
      else if (rest !== undefined) ways.push(`give ${top} and compare at most ${rest}`);
    }
    return [...ways, `allow them with ${name('maxRequests')} ${plan.requests}`].join('; or ');
  };
}

/** How many of the dates, or else of the trips, the requests are enough for; undefined if for none. */
function fewerTrips({ requests, cells, operators }: SweepPlan, allowed: number, dates: number): string | undefined {
  const depots = operators.reduce((sum, one) => sum + one.depots, 0);
  const trips = Math.floor(((allowed - depots) * cells) / (requests - depots));
  const fewerDates = Math.floor((trips * dates) / cells);
  if (dates > 1 && fewerDates > 0) return `${fewerDates} of the ${dates} pairs of dates`;
  return cells > 1 && trips > 0 ? `${trips} of the ${cells} trips` : undefined;
}
