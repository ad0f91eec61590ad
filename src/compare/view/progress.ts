/** The progress of a comparison: how far it is, and the cheapest offer so far. */
import type { CalendarDate, Quote } from '../../api/types.ts';
import { formatDuration } from '../../base/durations.ts';
import { moneyInWords } from '../../base/money.ts';
import { sendingMs, type Allowance } from '../../planner/session.ts';
import { shortRange } from '../../views/trip-words.ts';

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
  { showsOperator }: { readonly showsOperator: boolean },
): string {
  const price = `${moneyInWords(quote.totalAmount)} ${quote.currency}`;
  const dates = shortRange(pickUpDate, dropOffDate);
  return `best so far: ${price}, ${dates}, ${pickUp}, ${vehicle.name}${showsOperator ? `, ${operator}` : ''}`;
}

const barWidth = 16;

/**
 * `[████░░░░░░░░░░░░] 34 of 181, done in about 60 s, 66 of 100 free`: time and budget are those of
 * the slowest operator. During a wait the line ends after the count, because the line of the wait
 * says how long.
 */
export function progressInWords(
  operators: readonly Progress[],
  { isWaiting }: { readonly isWaiting: boolean },
): string {
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
