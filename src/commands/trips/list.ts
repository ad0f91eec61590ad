/** The saved trips, and the prices that one of them had. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { tripHistory, trips as document } from '../../documents/trips.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { compareMoney, formatMoney, subtractMoney } from '../../planner/money.ts';
import { answer, type Block, type Result } from '../../result.ts';
import { flagOf } from '../../cli/flags.ts';
import { plural, quoteShell, showMoney } from '../../text.ts';
import { readAnswers, type StoredAnswer } from '../../trips/answers.ts';
import { listTrips, readTrip, type StoredTrip } from '../../trips/store.ts';
import type { TripsOptions } from './options.ts';
import { operatorWords } from './words.ts';

export async function list(_: TripsOptions, { io }: Context): Promise<Result> {
  const all = listTrips(io.env).map((trip) => ({ trip, answers: readAnswers(trip) }));
  const value = all.map(({ trip, answers }) => summaryOf(trip, answers));
  return answer(document, {
    value,
    columns: columnsOf(document),
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
            { key: 'change', header: 'CHANGE', show: ({ change }) => changeInWords(change as string | null) },
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
    askedAt: new Date(last?.at ?? 0).toISOString(),
    change: isComparable ? subtractMoney(best.totalAmount, first?.best?.totalAmount ?? 0) : null,
    end: last?.end ?? ('failed' as const),
    answers: answers.length,
  };
}

/** `rental compare --operator lucky --pick-up auckland …`. */
export function commandOf({ command, options, operators }: StoredTrip): string {
  const { vehicle, ...flags } = options;
  const isArgument = command === 'quote' && typeof vehicle === 'string';
  const words = Object.entries(isArgument ? flags : options).flatMap(([name, value]) => {
    if (value === false) return [];
    return value === true ? [flagOf(name)] : [value].flat().flatMap((one) => [flagOf(name), String(one)]);
  });
  return quoteShell(['rental', command, ...(isArgument ? [vehicle] : []), ...operatorWords(operators), ...words]);
}

export async function history({ name }: TripsOptions, { io }: Context): Promise<Result> {
  const trip = readTrip(io.env, name);
  const answers = readAnswers(trip);
  const value = answers.map(({ at, end, best, reason }) => ({
    name: trip.name,
    askedAt: new Date(at).toISOString(),
    total: best?.totalAmount ?? null,
    currency: best?.currency ?? null,
    end,
    ...(reason !== undefined && { reason }),
  }));
  return answer(tripHistory, {
    value,
    columns: columnsOf(tripHistory),
    get view(): Block[] {
      const rows = value.map((one, place) => ({
        ...one,
        askedAt: askedInWords(answers[place], trip),
        words: totalInWords(answers[place]),
      }));
      return [
        { kind: 'text', text: rangeInWords(trip.name, answers), style: 'heading' },
        {
          kind: 'table',
          rows,
          columns: [
            { key: 'askedAt', header: 'ASKED' },
            { key: 'words', header: 'TOTAL' },
            { key: 'total', header: '', kind: 'bar' },
          ],
        },
      ];
    },
  });
}

/** `north: 3 answers, lowest 508.72 NZD, highest 560.00 NZD, now 520.00 NZD`. */
function rangeInWords(name: string, answers: readonly StoredAnswer[]): string {
  const currency = answers.findLast(({ best }) => best !== undefined)?.best?.currency;
  const prices = answers.filter(({ best }) => best !== undefined && best.currency === currency);
  const sorted = prices.toSorted((a, b) => compareMoney(a.best?.totalAmount ?? 0, b.best?.totalAmount ?? 0));
  const count = `${name}: ${plural(answers.length, 'answer')}`;
  if (sorted.length === 0) return `${count}, no price`;
  const [low, high, now] = [sorted[0], sorted.at(-1), answers.at(-1)].map(totalInWords);
  return `${count}, lowest ${low}, highest ${high}, now ${now}`;
}

const ends = { priced: 'no price', not_available: 'not available', partial: 'not all answered', failed: 'failed' };

export function totalInWords(one: Pick<StoredAnswer, 'best' | 'end'> | undefined): string {
  if (one?.best === undefined) return ends[one?.end ?? 'failed'];
  return `${showMoney(formatMoney(one.best.totalAmount))} ${one.best.currency}`;
}

export function changeInWords(change: string | null): string {
  if (change === null || Number(change) === 0) return '';
  return `${change.startsWith('-') ? '' : '+'}${showMoney(change)}`;
}

function askedInWords(one: StoredAnswer | undefined, { operators }: StoredTrip): string {
  return one === undefined ? '' : formatInstant(new Date(one.at).toISOString(), operators[0]?.timeZone ?? 'UTC');
}
