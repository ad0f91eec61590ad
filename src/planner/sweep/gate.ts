/** Keeps a sweep within the number of requests that is allowed. */
import { UsageError, type FieldText } from '../../errors.ts';
import { countDates, expectSweep } from './forecast.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { mostRequests, type SweepPlan } from './plan.ts';
import type { SweepRequest } from './request.ts';

/** Whether a sweep with more requests than `maxRequests` may go on. */
export type Confirm = (plan: SweepPlan) => Promise<boolean>;

export type RequestGate = ReturnType<typeof createRequestGate>;

export function createRequestGate(
  { maxRequests = 300, quote }: SweepRequest,
  sweeps: readonly OperatorSweep[],
  { confirm, signal }: { readonly confirm?: Confirm | undefined; readonly signal: AbortSignal },
) {
  let allowed = Math.min(maxRequests, mostRequests);
  let spare = 0;
  /**
   * Throws UsageError for more requests than allowed, unless they are confirmed; a confirmation allows as many from then on.
   * `wasSent`: requests were sent before, such as for names.
   */
  const allow = async (plan: SweepPlan, wasSent: boolean): Promise<void> => {
    const { requests } = plan;
    const isPossible = requests <= mostRequests;
    if (isPossible && requests > allowed && (await confirm?.(plan))) allowed = requests;
    spare = allowed - requests;
    if (spare >= 0) return;
    // The plan with fewer quotes, if the user did not choose their number.
    const small =
      quote === undefined
        ? (await expectSweep(sweeps, { quoting: { top: 1 }, forLater: false, signal })).plan
        : undefined;
    const stopped = wasSent ? 'Stopped. No quotes were requested.' : 'Stopped. Nothing was sent.';
    throw new UsageError(
      (name) =>
        !isPossible
          ? `this takes ${requests} requests, and a comparison sends at most ${mostRequests}`
          : confirm === undefined
            ? `this takes ${requests} requests, more than ${name('maxRequests')} allows (${allowed})`
            : stopped,
      { hint: lessInWords({ plan, small }, allowed, countDates(sweeps.flatMap(({ trips }) => trips.dates))) },
    );
  };
  /** Whether so many more than the last plan has are allowed; counts them if they are. */
  const mayAdd = (count: number): boolean => {
    if (count > spare) return false;
    spare -= count;
    return true;
  };
  return { allow, mayAdd };
}

/**
 * What would bring a sweep under the number: `compare at most 50 of the 250 pairs of dates; or give --quote top:1 (250 requests); or
 * allow them with --max-requests 1500`. `dates` counts the pairs of dates.
 */
function lessInWords(
  { plan, small }: { readonly plan: SweepPlan; readonly small: SweepPlan | undefined },
  allowed: number,
  dates: number,
): FieldText {
  const fewer = fewerTrips(plan, allowed, dates);
  return (name) => {
    const ways = fewer === undefined ? [] : [`compare at most ${fewer}`];
    if (small !== undefined && small.requests < plan.requests) {
      const top = `${name('quote')} top:1`;
      const rest = small.requests > allowed ? fewerTrips(small, allowed, dates) : undefined;
      if (small.requests <= allowed) ways.push(`give ${top} (${small.requests} requests)`);
      else if (rest !== undefined) ways.push(`give ${top} and compare at most ${rest}`);
    }
    if (plan.requests <= mostRequests) ways.push(`allow them with ${name('maxRequests')} ${plan.requests}`);
    return ways.join('; or ');
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
