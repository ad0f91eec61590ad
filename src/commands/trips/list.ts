/** The saved trips, and the prices that one of them had. */
import type { Context } from '../../cli/context.ts';
import { trips as document } from '../../documents/trips.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { formatMoney, subtractMoney } from '../../planner/money.ts';
import { answer, type Block, type Result } from '../../result.ts';
import { isoInstant, showMoney } from '../../text.ts';
import { readAnswers, type StoredAnswer } from '../../trips/answers.ts';
import { listTrips, type StoredTrip } from '../../trips/store.ts';
import type { TripsOptions } from './options.ts';
import { commandOf } from './words.ts';

export async function list(_: TripsOptions, { io }: Context): Promise<Result> {
  const all = listTrips(io.env).map((trip) => ({ trip, answers: readAnswers(trip) }));
  const value = all.map(({ trip, answers }) => summaryOf(trip, answers));
  return answer(document, {
    value,
    get view(): Block[] {
      if (all.length === 0)
        return [{ kind: 'text', text: 'No trip is saved: --save <name> on quote, plan and compare saves one.' }];
      const rows = all.map(({ trip, answers }, place) => ({
        ...value[place],
        what: answers.findLast(({ best }) => best !== undefined)?.best?.label ?? commandOf(trip),
        total: totalInWords(answers.at(-1)),
        askedAt: askedInWords(answers.at(-1), trip),
      }));
      return [
        {
          kind: 'table',
          rows,
          columns: [
            { key: 'name', header: 'TRIP' },
            { key: 'total', header: 'TOTAL' },
            { key: 'change', header: 'CHANGE', show: ({ change }) => changeInWords(change as number | null) },
            { key: 'what', header: 'BEST', cut: 'last' },
            {
              key: 'askedAt',
              header: 'ASKED',
              brief: ({ askedAt }) => String(askedAt).replace(/^\w+ | \w+$/g, ''),
              dropped: 1,
            },
          ],
        },
      ];
    },
  });
}

function summaryOf(trip: StoredTrip, answers: readonly StoredAnswer[]) {
  const [last, first] = [answers.at(-1), answers.find(({ best }) => best !== undefined)];
  const { best } = last ?? {};
  const isComparable = best !== undefined && first?.best?.currency === best.currency;
  return {
    name: trip.name,
    command: commandOf(trip),
    total: best?.totalAmount ?? null,
    currency: best?.currency ?? null,
    askedAt: isoInstant(last?.at ?? 0),
    change: isComparable ? subtractMoney(best.totalAmount, first?.best?.totalAmount ?? 0) : null,
    end: last?.end ?? ('failed' as const),
    answers: answers.length,
  };
}

/** In place of a price. */
const endWords = { priced: 'no price', not_available: 'not available', partial: 'not all answered', failed: 'failed' };

export function totalInWords(one: Pick<StoredAnswer, 'best' | 'end'> | undefined): string {
  if (one?.best === undefined) return endWords[one?.end ?? 'failed'];
  return `${showMoney(formatMoney(one.best.totalAmount))} ${one.best.currency}`;
}

export function changeInWords(change: number | null): string {
  if (change === null || change === 0) return '';
  return `${change < 0 ? '' : '+'}${showMoney(formatMoney(change))}`;
}

export function askedInWords(one: StoredAnswer | undefined, { operators }: StoredTrip): string {
  return one === undefined ? '' : formatInstant(isoInstant(one.at), operators[0]?.timeZone ?? 'UTC');
}
