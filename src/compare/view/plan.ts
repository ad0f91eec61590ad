/** The plan of a comparison, in one line and in full, and its progress. */
import type { CalendarDate, Quote } from '../../api/types.ts';
import { plannedComparison, type ComparePlan } from '../../documents/compare-plan.ts';
import { sendingMs, type Allowance } from '../../planner/session.ts';
import { requestsInWords, timeInWords } from '../../views/plan-words.ts';
import { columnsOf } from '../../documents/records.ts';
import { answer, type Block, type Result, type Row } from '../../result.ts';
import { formatDuration } from '../../base/durations.ts';
import { moneyInWords } from '../../base/money.ts';
import { shortRange } from '../../planner/trip-words.ts';
import { plural } from '../../base/words.ts';

/** `about 80 requests to lucky, no wait; at most 300, about 2 min`. */
export function comparePlanInWords(plan: ComparePlan): string {
  const { operators } = plan;
  const to =
    operators.length === 1 ? (operators[0]?.operator ?? '') : plural(operators.length, 'operator');
  return requestsInWords(plan, to);
}

export function dryRunResult(plan: ComparePlan): Result {
  const time = ({ seconds }: Row): string => timeInWords(Number(seconds));
  const maxText = ({ mostRequests }: Row): string => String(mostRequests ?? '?');
  const view: Block[] = [
    {
      kind: 'text',
      text: `${plural(plan.trips, 'trip')} to compare: ${comparePlanInWords(plan)}`,
      style: 'heading',
    },
    {
      kind: 'table',
      columns: columnsOf(plannedComparison, {
        seconds: { show: time },
        mostRequests: { show: maxText },
      }),
      rows: plan.operators.map((one) => ({ ...one })),
    },
    { kind: 'text', text: 'No requests were sent, except to look up names.', style: 'dim' },
  ];
  return answer(plannedComparison, { value: { plan }, view: () => view });
}

/** How many of the requests to one operator were sent. */
interface Progress {
  readonly session: { allowance(): Allowance };
  readonly done: number;
  readonly total: number;
}

export function countAll(operators: readonly Progress[]) {
  return {
    done: operators.reduce((sum, { done }) => sum + done, 0),
    total: operators.reduce((sum, { done, total }) => sum + Math.max(done, total), 0),
  };
}

interface Best {
  readonly operator: string;
  readonly vehicle: { readonly name: string };
  readonly pickUp: string;
  readonly pickUpDate: CalendarDate;
  readonly dropOffDate: CalendarDate;
  readonly quote: Pick<Quote, 'totalAmount' | 'currency'>;
}

/** `best so far: 386.25 NZD, Thu 10 – Tue 15 Dec, Auckland, Weka`. Narrow terminals cut the end. */
export function bestInWords(
  { quote, pickUpDate, dropOffDate, pickUp, vehicle, operator }: Best,
  isOnly: boolean,
): string {
  const price = `${moneyInWords(quote.totalAmount)} ${quote.currency}`;
  const dates = shortRange(pickUpDate, dropOffDate);
  return `best so far: ${price}, ${dates}, ${pickUp}, ${vehicle.name}${isOnly ? '' : `, ${operator}`}`;
}

const barWidth = 16;

/**
 * `[████░░░░░░░░░░░░] 34 of 181, done in about 60 s, 66 of 100 free`: time and budget are those of
 * the slowest operator. During a wait it is shorter, because the wait has a time of its own.
 */
export function progressInWords(operators: readonly Progress[], isWaiting: boolean): string {
  const all = operators.map(({ session, done, total }) => {
    const allowance = session.allowance();
    return { ...allowance, leftMs: sendingMs(total - done, allowance) };
  });
  const { done, total } = countAll(operators);
  const slowest = all.reduce((a, b) => (b.leftMs > a.leftMs ? b : a));
  const filled = total === 0 ? 0 : Math.floor((done / total) * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  if (isWaiting) return `[${bar}] ${done} of ${total}`;
  const left = slowest.leftMs > 0 ? `, done in about ${formatDuration(slowest.leftMs)}` : '';
  return `[${bar}] ${done} of ${total}${left}, ${slowest.free} of ${slowest.limit} free`;
}
