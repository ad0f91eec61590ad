import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../documents/records.ts';
import { tripsShape as document } from '../../documents/trips.ts';
import { tryTo } from '../../base/errors.ts';
import { readInstant } from '../../base/instants.ts';
import { subtractMoney } from '../../base/money.ts';
import { todayIn } from '../../planner/calendar.ts';
import { makeResult, type Result } from '../../result.ts';
import { answerFacts } from '../../trips/answer.ts';
import type { SavedTrip } from '../../trips/saved-trip.ts';
import { lastAnswer, pricesOf } from '../../trips/history.ts';
import { answerTimeInWords, tripCommandLine, answerInWords } from './words.ts';

export async function listSavedTrips({ io, warn }: Pick<Context, 'io' | 'warn'>): Promise<Result> {
  const { listTrips } = await import('../../trips/store.ts');
  const trips = listTrips(io.env, warn);
  const rows = trips.map((trip) => ({ ...tripRecord(trip), ...cellsOf(trip) }));
  const none = 'No trip is saved: --save <name> on quote, plan and compare saves one.';
  const columns = columnsOf(document, {
    // With its currency, or why there is none.
    total: { show: ({ price }) => String(price) },
    label: { cutTo: 12 },
    askedAt: {
      dropOrder: 1,
      show: ({ asked }) => String(asked),
      short: ({ askedOn }) => String(askedOn),
    },
    answers: { dropOrder: 2 },
  });
  return makeResult(document, {
    value: trips.map(tripRecord),
    view: () =>
      trips.length === 0
        ? [{ kind: 'text', text: none }]
        : [
            {
              kind: 'table',
              rows,
              columns: columns.filter(({ key }) => key !== 'currency' && key !== 'end'),
            },
          ],
  });
}

function tripRecord(trip: SavedTrip) {
  const { name, answers } = trip;
  const facts = answerFacts(name, lastAnswer(trip));
  const { total, currency } = facts;
  const [first] = pricesOf(trip);
  const change =
    total !== null && first?.currency === currency ? subtractMoney(total, first.total) : undefined;
  const dates = trip.kind === 'quote' ? [trip.document.selection] : trip.document.dates;
  const days = dates.flatMap((pair) => [pair.pick_up_date, pair.drop_off_date]).sort();
  return {
    ...facts,
    pickUpDate: days[0]!,
    dropOffDate: days.at(-1)!,
    change: change ?? null,
    answers: answers.length,
    command: tripCommandLine(trip),
  };
}

function cellsOf(trip: SavedTrip) {
  const last = lastAnswer(trip);
  const [{ timeZone }] = trip.operators;
  return {
    asked: answerTimeInWords(trip, last.askedAt),
    // A day alone, like the dates of the trip. The time zone can be unknown on this machine.
    askedOn: tryTo(() => todayIn(timeZone, readInstant(last.askedAt))) ?? last.askedAt,
    price: answerInWords(last),
  };
}
