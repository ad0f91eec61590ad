/** The saved trips, the prices that one of them had, and its removal. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../documents/records.ts';
import { tripHistory, trips as document } from '../../documents/trips.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { subtractMoney } from '../../base/money.ts';
import { answer, type Result } from '../../result.ts';
import { plural } from '../../base/words.ts';
import { quoteShell } from '../../base/shell-words.ts';
import { factsOf } from '../../trips/answer.ts';
import { operatorOf } from '../../trips/kept.ts';
import { priceInWords } from '../../trips/news.ts';
import { listTrips, readTrip, removeTrip } from '../../trips/store.ts';
import { lastAnswer, pricesOf, type Answer, type Answered, type Trip } from '../../trips/trip.ts';
import { operatorWords, planLine } from '../shared/command-line.ts';
import type { TripsOptions } from './flags.ts';

export async function list(_: TripsOptions, { io, warn }: Context): Promise<Result> {
  const trips = listTrips(io.env, warn);
  const value = trips.map(summaryOf);
  const rows = trips.map((trip, place) => ({ ...value[place], ...cellsOf(trip, lastAnswer(trip)) }));
  const none = 'No trip is saved: --save <name> on quote, plan and compare saves one.';
  const columns = columnsOf(document, {
    // With its currency, or why there is none.
    total: { show: ({ price }) => String(price) },
    label: { flexible: 12 },
    askedAt: { priority: 1, show: ({ asked }) => String(asked) },
    answers: { priority: 1 },
  });
  return answer(document, {
    value,
    view: () =>
      trips.length === 0
        ? [{ kind: 'text', text: none }]
        : [{ kind: 'table', rows, columns: columns.filter(({ key }) => key !== 'currency' && key !== 'end') }],
  });
}

function summaryOf(trip: Trip) {
  const { name, answers } = trip;
  const facts = factsOf(name, lastAnswer(trip));
  const { total, currency } = facts;
  const [first] = pricesOf(trip);
  const change = total !== null && first?.currency === currency ? subtractMoney(total, first.total) : undefined;
  const dates = trip.kind === 'quote' ? [trip.document.selection] : trip.document.dates;
  const days = dates.flatMap((one) => [one.pick_up_date, one.drop_off_date]).sort();
  const [pickUpDate, dropOffDate] = [days[0]!, days.at(-1)!];
  return {
    ...facts,
    pickUpDate,
    dropOffDate,
    change: change ?? null,
    answers: answers.length,
    command: commandOf(trip),
  };
}

/** What asks the same again, by ids and whole names. */
export function commandOf(trip: Trip): string {
  if (trip.kind === 'compare') return trip.document.command;
  return quoteShell(planLine(trip.selection, operatorWords(trip.operators.map(operatorOf))));
}

export async function history({ name: text }: TripsOptions, { io }: Context): Promise<Result> {
  const trip = readTrip(io.env, text);
  const { name, answers } = trip;
  const prices = pricesOf(trip);
  // Amounts of two currencies cannot be compared.
  const same = prices.filter(({ currency }) => currency === prices.at(-1)?.currency);
  const sorted = same.toSorted((a, b) => a.total - b.total).map(priceInWords);
  const range = sorted.length === 0 ? 'no price' : `lowest ${sorted[0]}, highest ${sorted.at(-1)}`;
  const columns = [
    { key: 'asked', header: 'ASKED' },
    { key: 'price', header: 'TOTAL' },
    { key: 'bar', header: '', kind: 'bar' },
  ] as const;
  const rows = answers.map((one) => {
    const bar = one.price && same.includes(one.price) ? one.price.total : null;
    return { ...cellsOf(trip, one), bar };
  });
  return answer(tripHistory, {
    value: answers.map((one) => factsOf(name, one)),
    view: () => [
      { kind: 'text', text: `${name}: ${plural(answers.length, 'answer')}, ${range}`, style: 'heading' },
      { kind: 'table', rows, columns },
    ],
  });
}

/** Lists those that are left. */
export async function remove(options: TripsOptions, context: Context): Promise<Result> {
  context.note(`removed: ${await removeTrip(context.io.env, options.name, context)}`);
  return list(options, context);
}

/** What tables say of an answer. */
function cellsOf(trip: Answered, one: Answer) {
  return { asked: askedInWords(trip, one.askedAt), price: endInWords(one) };
}

/** The price, or `not available`. */
export function endInWords({ end, price }: Answer): string {
  return price === undefined ? end.replace('_', ' ') : priceInWords(price);
}

/** In the time zone of the first operator. */
export function askedInWords({ operators: [{ timeZone }] }: Answered, at: string): string {
  return formatInstant(at, timeZone);
}
