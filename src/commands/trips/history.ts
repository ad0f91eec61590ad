/** The prices that a saved trip had. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { tripHistory } from '../../documents/trips.ts';
import { answer, type Block, type Result } from '../../result.ts';
import { isoInstant, plural } from '../../text.ts';
import { readAnswers, type StoredAnswer } from '../../trips/answers.ts';
import { readTrip } from '../../trips/store.ts';
import { askedInWords, totalInWords } from './list.ts';
import type { TripsOptions } from './options.ts';

export async function history({ name }: TripsOptions, context: Context): Promise<Result> {
  const trip = readTrip(context.io.env, name);
  const answers = readAnswers(trip);
  const value = answers.map(({ at, end, best, reason }) => ({
    name: trip.name,
    askedAt: isoInstant(at),
    total: best?.totalAmount ?? null,
    currency: best?.currency ?? null,
    end,
    ...(reason !== undefined && { reason }),
  }));
  return answer(tripHistory, {
    value,
    columns: columnsOf(tripHistory),
    get view(): Block[] {
      const currency = newestCurrency(answers);
      const rows = value.map((one, place) => ({
        ...one,
        askedAt: askedInWords(answers[place], trip),
        words: totalInWords(answers[place]),
        // Amounts of two currencies cannot be compared.
        bar: one.currency === currency ? one.total : null,
      }));
      return [
        { kind: 'text', text: rangeInWords(trip.name, answers), style: 'heading' },
        {
          kind: 'table',
          rows,
          columns: [
            { key: 'askedAt', header: 'ASKED' },
            { key: 'words', header: 'TOTAL' },
            { key: 'bar', header: '', kind: 'bar' },
          ],
        },
      ];
    },
  });
}

function newestCurrency(answers: readonly StoredAnswer[]): string | undefined {
  return answers.findLast(({ best }) => best !== undefined)?.best?.currency;
}

/** `north: 3 answers, lowest 508.72 NZD, highest 560.00 NZD, now 520.00 NZD`. */
function rangeInWords(name: string, answers: readonly StoredAnswer[]): string {
  const currency = newestCurrency(answers);
  const priced = answers.filter(({ best }) => best !== undefined);
  const sorted = priced
    .filter(({ best }) => best?.currency === currency)
    .sort((a, b) => (a.best?.totalAmount ?? 0) - (b.best?.totalAmount ?? 0));
  const count = `${name}: ${plural(answers.length, 'answer')}`;
  if (sorted.length === 0) return `${count}, no price`;
  const [low, high, now] = [sorted[0], sorted.at(-1), answers.at(-1)].map(totalInWords);
  const others = priced.length - sorted.length;
  const left = others === 0 ? '' : `; ${plural(others, 'price')} in another currency not counted`;
  return `${count}, lowest ${low}, highest ${high}, now ${now}${left}`;
}
