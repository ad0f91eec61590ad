/** What would bring a sweep under the number of requests that is allowed. */
import type { FieldText } from '../../errors.ts';
import { countsOf } from './forecast.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { requestCeiling, type SweepPlan } from './plan.ts';

/** Fewer dates or trips, fewer quotes, or a higher number. */
export function lessInWords(plan: SweepPlan, sweeps: readonly OperatorSweep[]): (allowed: number) => FieldText {
  const dates = countsOf(sweeps.flatMap(({ trips }) => trips.dates)).pairs;
  const isAll = plan.quote === 'all';
  return (allowed) => (name) => {
    const fewer = fewerTrips(plan, allowed, dates);
    return [
      ...(fewer === undefined ? [] : [`compare at most ${fewer}`]),
      ...(isAll ? [`give ${name('quote')} best`] : []),
      ...(plan.mostRequests <= requestCeiling ? [`allow them with ${name('maxRequests')} ${plan.mostRequests}`] : []),
    ].join('; or ');
  };
}

/** How many of the dates, or else of the trips, the requests are enough for; undefined if for none. */
function fewerTrips({ requests, trips, operators }: SweepPlan, allowed: number, dates: number): string | undefined {
  const depots = operators.reduce((sum, one) => sum + one.depots, 0);
  const affordable = Math.floor(((allowed - depots) * trips) / (requests - depots));
  const fewerDates = Math.floor((affordable * dates) / trips);
  if (dates > 1 && fewerDates > 0) return `${fewerDates} of the ${dates} pairs of dates`;
  return trips > 1 && affordable > 0 ? `${affordable} of the ${trips} trips` : undefined;
}
