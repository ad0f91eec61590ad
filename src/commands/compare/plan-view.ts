/** The plan of a sweep, in one line and in full, and how far the sweep is. */
import type { OperatorProgress } from '../../planner/sweep/events.ts';
import { sendingMs, type SweepPlan } from '../../planner/sweep/plan.ts';
import { columnsOf } from '../../document.ts';
import { plannedSweep } from '../../documents/compare.ts';
import { answer, type Block, type Result, type Row } from '../../result.ts';
import { formatDuration, plural } from '../../text.ts';

/** `155 requests, then 20 to 60 quotes (with --quote all 1860) to 2 operators, about 3 min`. */
export function planInWords(plan: SweepPlan): string {
  const { operators } = plan;
  const to = operators.length === 1 ? (operators[0]?.operator ?? '') : plural(operators.length, 'operator');
  return requestsInWords(plan, ` to ${to}`);
}

/** Requests before the quotes, the quotes, and the time. `to`: where they go. */
export function requestsInWords(plan: SweepPlan, to = ''): string {
  const { requests, mostRequests, allRequests, exact, counted, operators, seconds, quote } = plan;
  const time = timeInWords(seconds);
  // An interrupted sweep has asked for all that can be counted.
  if (!counted) return `${requests === 0 ? 'some requests' : `at least ${plural(requests, 'request')}`}${to}, ${time}`;
  if (requests === mostRequests) return `${exact ? '' : 'about '}${plural(requests, 'request')}${to}, ${time}`;
  const quotes = sumOf(operators, 'quotes');
  const first = requests - quotes;
  const isMore = allRequests !== null && allRequests > mostRequests && quote !== 'all';
  const all = isMore ? `; with --quote all ${plural(allRequests, 'request')}` : '';
  const before = first === 0 ? '' : `${plural(first, 'request')}, then `;
  return `${before}${quotes} to ${plural(sumOf(operators, 'mostQuotes'), 'quote')}${to}, ${time}${all}`;
}

function sumOf(operators: SweepPlan['operators'], key: 'quotes' | 'mostQuotes'): number {
  return operators.reduce((sum, one) => sum + one[key], 0);
}

export function dryRunResult(plan: SweepPlan): Result {
  const time = ({ seconds }: Row): string => timeInWords(Number(seconds));
  const uncounted = plan.counted ? {} : { quotes: { show: () => '?' }, mostQuotes: { show: () => '?' } };
  const view: Block[] = [
    { kind: 'text', text: `${plural(plan.trips, 'trip')}, ${planInWords(plan)}`, style: 'heading' },
    {
      kind: 'table',
      columns: columnsOf(plannedSweep, { seconds: { show: time }, ...uncounted }),
      rows: plan.operators.map((one) => ({ ...one })),
    },
    { kind: 'text', text: 'No requests were sent, except to find names.', style: 'dim' },
  ];
  return answer(plannedSweep, { value: { plan }, view });
}

function timeInWords(seconds: number): string {
  return seconds === 0 ? 'no wait' : `about ${formatDuration(seconds * 1000)}`;
}

/** The requests to all operators. */
export function countAll(operators: readonly OperatorProgress[]) {
  return {
    done: operators.reduce((sum, one) => sum + one.done, 0),
    total: operators.reduce((sum, one) => sum + Math.max(one.done, one.total), 0),
  };
}

const barWidth = 16;

/** `[████░░░░░░░░░░░░] 34 of 181, 66 of 100 free, 1 min left`; the budget and the time are those of the slowest operator. */
export function progressInWords(operators: readonly OperatorProgress[]): string {
  const all = operators.map(({ session, done, total }) => {
    const allowance = session.allowance();
    return { ...allowance, leftMs: sendingMs(total - done, allowance) };
  });
  const { done, total } = countAll(operators);
  const slowest = all.reduce((a, b) => (b.leftMs > a.leftMs ? b : a));
  const filled = total === 0 ? 0 : Math.floor((done / total) * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  const left = slowest.leftMs > 0 ? `, about ${formatDuration(slowest.leftMs)} left` : '';
  return `[${bar}] ${done} of ${total}, ${slowest.free} of ${slowest.limit} free${left}`;
}
