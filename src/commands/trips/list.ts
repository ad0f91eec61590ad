/** The saved trips, the prices that one of them had, and its removal. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { compare } from '../../documents/compare.ts';
import { quote } from '../../documents/planning.ts';
import { tripChecks, tripHistory, tripRemoved, trips as document } from '../../documents/trips.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { moneyInWords, subtractMoney } from '../../planner/money.ts';
import { answer, type Block, type Column, type Result } from '../../result.ts';
import type { Form } from '../../shape.ts';
import { isoInstant, plural } from '../../text.ts';
import { isPrice, priceInWords } from '../../trips/news.ts';
import { listTrips, readTrip, removeTrip } from '../../trips/store.ts';
import type { Answer, AnswerEnd, Trip } from '../../trips/trip.ts';
import type { TripsOptions } from './options.ts';
import { commandOf } from '../shared/command-line.ts';

export async function list(_: TripsOptions, { io, warn }: Context): Promise<Result> {
  const { trips, damaged } = listTrips(io.env);
  warn(...damaged);
  const value = trips.map(summaryOf);
  return answer(document, {
    value,
    get view(): Block[] {
      if (trips.length === 0)
        return [{ kind: 'text', text: 'No trip is saved: --save <name> on quote, plan and compare saves one.' }];
      const rows = trips.map((trip, place) => ({
        ...value[place],
        what: trip.answers.findLast(({ label }) => label !== undefined)?.label ?? commandOf(trip.question),
        total: totalInWords(trip.answers.at(-1)),
        askedAt: askedInWords(trip.answers.at(-1), trip),
      }));
      return [{ kind: 'table', rows, columns: listColumns }];
    },
  });
}

const listColumns: readonly Column[] = [
  { key: 'name', header: 'TRIP' },
  { key: 'total', header: 'TOTAL' },
  { key: 'change', header: 'CHANGE', show: ({ change }) => changeInWords(change as number | null) },
  { key: 'what', header: 'BEST', flexible: 12 },
  {
    key: 'askedAt',
    header: 'ASKED',
    flexible: 18,
    priority: 1,
    // Without the day of the week and the time zone.
    show: ({ askedAt }) => String(askedAt).replace(/^\w+ | \w+$/g, ''),
  },
];

function summaryOf({ name, question, answers }: Trip) {
  const [last, first] = [answers.at(-1), answers.find(isPrice)];
  const isComparable = last !== undefined && isPrice(last) && first?.currency === last.currency;
  return {
    ...{ name, command: commandOf(question) },
    ...{ total: last?.total ?? null, currency: last?.currency ?? null, label: last?.label ?? null },
    askedAt: isoInstant(last?.at ?? 0),
    change: isComparable ? subtractMoney(last.total, first.total) : null,
    end: last?.end ?? ('failed' as const),
    answers: answers.length,
  };
}

export async function history({ name }: TripsOptions, { io }: Context): Promise<Result> {
  const trip = readTrip(io.env, name);
  const value = trip.answers.map(({ at, end, total = null, currency = null, label = null, reason }) => {
    return { name: trip.name, askedAt: isoInstant(at), total, currency, end, label, reason };
  });
  return answer(tripHistory, {
    value,
    columns: columnsOf(tripHistory),
    get view(): Block[] {
      const newest = trip.answers.findLast(isPrice)?.currency;
      const rows = trip.answers.map((one) => ({
        askedAt: askedInWords(one, trip),
        words: totalInWords(one),
        // Amounts of two currencies cannot be compared.
        bar: one.currency === newest ? one.total : null,
      }));
      return [
        { kind: 'text', text: rangeInWords(trip), style: 'heading' },
        { kind: 'table', rows, columns: historyColumns },
      ];
    },
  });
}

const historyColumns: readonly Column[] = [
  { key: 'askedAt', header: 'ASKED' },
  { key: 'words', header: 'TOTAL' },
  { key: 'bar', header: '', kind: 'bar' },
];

/** `north: 3 answers, lowest 508.72 NZD, highest 560.00 NZD, now 520.00 NZD`. */
function rangeInWords({ name, answers }: Trip): string {
  const prices = answers.filter(isPrice);
  const same = prices.filter(({ currency }) => currency === prices.at(-1)?.currency);
  const [low, ...others] = [...same].sort((a, b) => a.total - b.total);
  const count = `${name}: ${plural(answers.length, 'answer')}`;
  if (low === undefined) return `${count}, no price`;
  const foreign = prices.length - same.length;
  const left = foreign === 0 ? '' : `; ${plural(foreign, 'price')} in another currency not counted`;
  const range = `lowest ${priceInWords(low)}, highest ${priceInWords(others.at(-1) ?? low)}`;
  return `${count}, ${range}, now ${totalInWords(answers.at(-1))}${left}`;
}

export async function remove({ name: text }: TripsOptions, { io }: Context): Promise<Result> {
  const name = await removeTrip(io.env, text);
  return answer(tripRemoved, { value: { name, done: 'removed' }, view: [{ kind: 'text', text: `removed: ${name}` }] });
}

/** What each action prints. */
export function formsOf(action: string): readonly Form[] {
  const forms: Readonly<Partial<Record<string, readonly Form[]>>> = {
    show: [quote, compare],
    check: [tripChecks],
    history: [tripHistory],
    remove: [tripRemoved],
  };
  return forms[action] ?? [document];
}

/** In place of a price. */
const endWords: Readonly<Record<AnswerEnd, string>> = {
  priced: 'no price',
  incomplete: 'incomplete',
  partial: 'not all answered',
  not_available: 'not available',
  changed: 'changed',
  failed: 'failed',
  over: 'over',
};

export function totalInWords(one: Answer | undefined): string {
  if (one === undefined) return endWords.failed;
  return isPrice(one) ? priceInWords(one) : endWords[one.end];
}

export function changeInWords(change: number | null): string {
  if (change === null || change === 0) return '';
  return `${change < 0 ? '' : '+'}${moneyInWords(change)}`;
}

function askedInWords(one: Answer | undefined, { question: { operators } }: Trip): string {
  return one === undefined ? '' : formatInstant(isoInstant(one.at), operators[0]?.timeZone ?? 'UTC');
}
