import { tripHistoryShape as document } from '../../documents/trips.ts';
import { makeResult, type Result } from '../../result.ts';
import { plural } from '../../base/words.ts';
import { answerFacts } from '../../trips/answer.ts';
import { priceInWords } from '../../trips/events.ts';
import type { Price, SavedTrip } from '../../trips/saved-trip.ts';
import { pricesOf } from '../../trips/history.ts';
import { answerTimeInWords, answerInWords } from './words.ts';
import type { Context } from '../../cli/context.ts';

export async function showHistory(
  { name }: { readonly name: string },
  { io }: Context,
): Promise<Result> {
  const { readTrip } = await import('../../trips/store.ts');
  const trip = readTrip(io.env, name);
  // Amounts of two currencies cannot be compared.
  const prices = pricesOf(trip);
  const comparable = prices.filter(({ currency }) => currency === prices.at(-1)?.currency);
  return makeResult(document, {
    value: trip.answers.map((line) => answerFacts(trip.name, line)),
    view: () => [
      { kind: 'text', text: `${trip.name}: ${historyInWords(trip, comparable)}`, style: 'heading' },
      { kind: 'table', rows: rowsOf(trip, comparable), columns },
    ],
  });
}

const columns = [
  { key: 'asked', header: 'CHECKED' },
  { key: 'price', header: 'TOTAL', kind: 'number' },
  { key: 'bar', header: '', kind: 'bar' },
] as const;

function rowsOf(trip: SavedTrip, comparable: readonly Price[]) {
  return trip.answers.map(({ askedAt, end, price }) => {
    const bar = price && comparable.includes(price) ? price.total : null;
    return { asked: answerTimeInWords(trip, askedAt), price: answerInWords({ end, price }), bar };
  });
}

function historyInWords({ answers }: SavedTrip, comparable: readonly Price[]): string {
  const sorted = comparable.toSorted((a, b) => a.total - b.total).map(priceInWords);
  const range = sorted.length === 0 ? 'no price' : `lowest ${sorted[0]}, highest ${sorted.at(-1)}`;
  return `${plural(answers.length, 'answer')}, ${range}`;
}
