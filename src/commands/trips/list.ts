/** The saved trips, the prices that one of them had, and its removal. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { tripHistory, trips as document } from '../../documents/trips.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { subtractMoney } from '../../planner/money.ts';
import { answer, type Result } from '../../result.ts';
import { isoInstant, plural } from '../../text.ts';
import { priceInWords } from '../../trips/news.ts';
import type { Question } from '../../trips/question.ts';
import { listTrips, readTrip, removeTrip } from '../../trips/store.ts';
import { lastAnswer, pricesOf, type Answer, type Trip } from '../../trips/trip.ts';
import { commandOf } from '../shared/command-line.ts';
import type { TripsOptions } from './flags.ts';

export async function list(_: TripsOptions, { io, warn }: Context): Promise<Result> {
  const trips = listTrips(io.env, warn);
  const rows = trips.map((trip) => ({ ...summaryOf(trip), asked: askedInWords(lastAnswer(trip), trip.question) }));
  const none = 'No trip is saved: --save <name> on quote, plan and compare saves one.';
  const columns = columnsOf(document, {
    label: { flexible: 12 },
    askedAt: { priority: 1, show: ({ asked }) => String(asked) },
    answers: { priority: 2 },
  });
  return answer(document, {
    value: trips.map(summaryOf),
    view: trips.length === 0 ? [{ kind: 'text', text: none }] : [{ kind: 'table', rows, columns }],
  });
}

function summaryOf(trip: Trip) {
  const { name, question, answers } = trip;
  const { askedAt, end, total, currency, label } = factsOf(lastAnswer(trip));
  const [first] = pricesOf(trip);
  const change = total !== null && first?.currency === currency ? subtractMoney(total, first.total) : null;
  const [pickUpDate, dropOffDate] = question.days;
  const asked = { name, command: commandOf(question), pickUpDate, dropOffDate };
  return { ...asked, total, currency, label, askedAt, change, end, answers: answers.length };
}

export async function history({ name: text }: TripsOptions, { io }: Context): Promise<Result> {
  const trip = readTrip(io.env, text);
  const { name, answers, question } = trip;
  const prices = pricesOf(trip);
  // Amounts of two currencies cannot be compared.
  const same = prices.filter(({ currency }) => currency === prices.at(-1)?.currency);
  const sorted = same.toSorted((a, b) => a.total - b.total).map(priceInWords);
  const range = sorted.length === 0 ? 'no price' : `lowest ${sorted[0]}, highest ${sorted.at(-1)}`;
  const columns = [
    { key: 'asked', header: 'ASKED' },
    { key: 'total', header: 'TOTAL' },
    { key: 'bar', header: '', kind: 'bar' },
  ] as const;
  const rows = answers.map((one) => {
    const bar = one.price && same.includes(one.price) ? one.price.total : null;
    return { asked: askedInWords(one, question), total: endInWords(one), bar };
  });
  return answer(tripHistory, {
    value: answers.map((one) => {
      const { checkoutUrl: _, ...facts } = factsOf(one);
      return { name, ...facts };
    }),
    view: [
      { kind: 'text', text: `${name}: ${plural(answers.length, 'answer')}, ${range}`, style: 'heading' },
      { kind: 'table', rows, columns },
    ],
  });
}

/** Lists those that are left. */
export async function remove(options: TripsOptions, context: Context): Promise<Result> {
  context.note(`removed: ${await removeTrip(context.io.env, options.name)}`);
  return list(options, context);
}

/** What the documents say of an answer. */
export function factsOf({ at, end, price, reason }: Answer) {
  const { total = null, currency = null, label = null, checkoutUrl = null } = price ?? {};
  return { askedAt: isoInstant(at), end, total, currency, label, checkoutUrl, reason };
}

/** The price, or `not available`. */
export function endInWords({ end, price }: Answer): string {
  return price === undefined ? end.replace('_', ' ') : priceInWords(price);
}

/** In the time zone of the first operator. */
export function askedInWords({ at }: Answer, { operators: [{ timeZone }] }: Question): string {
  return formatInstant(isoInstant(at), timeZone);
}
