/** The saved trips, the prices that one of them had, and its removal. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { compare } from '../../documents/compare.ts';
import { quote } from '../../documents/planning.ts';
import { tripChecks, tripHistory, tripRemoved, trips as document } from '../../documents/trips.ts';
import { subtractMoney } from '../../planner/money.ts';
import { answer, type Block, type Column, type Result } from '../../result.ts';
import type { Form } from '../../shape.ts';
import { plural } from '../../text.ts';
import { priceInWords } from '../../trips/news.ts';
import { listTrips, readTrip, removeTrip } from '../../trips/store.ts';
import { bestOfEach, lastAnswer, type Trip } from '../../trips/trip.ts';
import { commandOf } from '../shared/command-line.ts';
import { askedInWords, changeInWords, datesInWords, datesOf, factsOf, totalInWords } from './facts.ts';
import type { TripsOptions } from './flags.ts';

export async function list(_: TripsOptions, { io, warn }: Context): Promise<Result> {
  const trips = listTrips(io.env, warn);
  return answer(document, {
    value: trips.map(summaryOf),
    get view(): Block[] {
      if (trips.length === 0)
        return [{ kind: 'text', text: 'No trip is saved: --save <name> on quote, plan and compare saves one.' }];
      return [{ kind: 'table', rows: trips.map(rowOf), columns: listColumns }];
    },
  });
}

const listColumns: readonly Column[] = [
  { key: 'name', header: 'TRIP' },
  { key: 'total', header: 'TOTAL' },
  { key: 'change', header: 'CHANGE' },
  { key: 'dates', header: 'DATES', flexible: 16 },
  { key: 'what', header: 'BEST', flexible: 12 },
  { key: 'asked', header: 'ASKED', flexible: 18, priority: 1 },
];

function rowOf(trip: Trip) {
  const { name, change, command } = summaryOf(trip);
  const last = lastAnswer(trip);
  return {
    name,
    total: totalInWords(factsOf(last)),
    change: changeInWords(change),
    dates: datesInWords(datesOf(trip)),
    what: trip.answers.flatMap((one) => factsOf(one).label ?? []).at(-1) ?? command,
    // Without the day of the week and the time zone.
    asked: askedInWords(last, trip.question).replace(/^\w+ | \S+$/g, ''),
  };
}

function summaryOf(trip: Trip) {
  const { name, question, answers } = trip;
  const { total, currency, label, askedAt, end } = factsOf(lastAnswer(trip));
  const [first] = bestOfEach(answers);
  const change = total !== null && first?.currency === currency ? subtractMoney(total, first.total) : null;
  const [pickUpDate = null, dropOffDate = null] = datesOf(trip).days;
  return {
    name,
    command: commandOf(question),
    pickUpDate,
    dropOffDate,
    total,
    currency,
    label,
    askedAt,
    change,
    end,
    answers: answers.length,
  };
}

export async function history({ name }: TripsOptions, { io }: Context): Promise<Result> {
  const trip = readTrip(io.env, name);
  const value = trip.answers.map((one) => {
    const { askedAt, total, currency, end, label, reason } = factsOf(one);
    return { name: trip.name, askedAt, total, currency, end, label, reason };
  });
  return answer(tripHistory, {
    value,
    columns: columnsOf(tripHistory),
    get view(): Block[] {
      const newest = bestOfEach(trip.answers).at(-1)?.currency;
      const rows = trip.answers.map((one) => {
        const facts = factsOf(one);
        // Amounts of two currencies cannot be compared.
        const bar = facts.currency === newest ? facts.total : null;
        return { asked: askedInWords(one, trip.question), total: totalInWords(facts), bar };
      });
      return [
        { kind: 'text', text: rangeInWords(trip), style: 'heading' },
        { kind: 'table', rows, columns: historyColumns },
      ];
    },
  });
}

const historyColumns: readonly Column[] = [
  { key: 'asked', header: 'ASKED' },
  { key: 'total', header: 'TOTAL' },
  { key: 'bar', header: '', kind: 'bar' },
];

/** `north: 3 answers, lowest 508.72 NZD, highest 560.00 NZD, now 520.00 NZD`. */
function rangeInWords(trip: Trip): string {
  const prices = bestOfEach(trip.answers);
  const same = prices.filter(({ currency }) => currency === prices.at(-1)?.currency);
  const [low, ...others] = [...same].sort((a, b) => a.total - b.total);
  const count = `${trip.name}: ${plural(trip.answers.length, 'answer')}`;
  if (low === undefined) return `${count}, no price`;
  const foreign = prices.length - same.length;
  const left = foreign === 0 ? '' : `; ${plural(foreign, 'price')} in another currency not counted`;
  const range = `lowest ${priceInWords(low)}, highest ${priceInWords(others.at(-1) ?? low)}`;
  return `${count}, ${range}, now ${totalInWords(factsOf(lastAnswer(trip)))}${left}`;
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
