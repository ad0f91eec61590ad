/** The prices that a saved trip had. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { tripHistory } from '../../documents/trips.ts';
import { formatInstant } from '../../planner/calendar.ts';
import { compareMoney } from '../../planner/money.ts';
import { answer, type Block, type PlotView, type Result } from '../../result.ts';
import { isoInstant, plural } from '../../text.ts';
import { readAnswers, type StoredAnswer } from '../../trips/answers.ts';
import { readTrip } from '../../trips/store.ts';
import { openReport } from '../shared/report-file.ts';
import { askedInWords, totalInWords } from './list.ts';
import type { TripsOptions } from './options.ts';
import { newestCurrency, pointsOf } from './points.ts';
import { commandOf } from './words.ts';

export async function history({ name, report }: TripsOptions, context: Context): Promise<Result> {
  const trip = readTrip(context.io.env, name);
  const writeReport = await openReport({ report }, 'trips', context);
  const answers = readAnswers(trip);
  const value = answers.map(({ at, end, best, reason }) => ({
    name: trip.name,
    askedAt: isoInstant(at),
    total: best?.totalAmount ?? null,
    currency: best?.currency ?? null,
    end,
    ...(reason !== undefined && { reason }),
  }));
  const { timeZone = 'UTC' } = trip.operators[0] ?? {};
  const asked = { at: answers.at(-1)?.at ?? 0, command: commandOf(trip) };
  const exitCode = await writeReport(() => value, { timeZone, asked });
  return answer(tripHistory, {
    exitCode,
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
        { kind: 'plot', plot: plotOf(answers, timeZone) },
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

const dayMs = 24 * 3_600_000;
/** Over less, two labels could have the same day. */
const fewDays = 4;

function plotOf(answers: readonly StoredAnswer[], timeZone: string): PlotView {
  const points = pointsOf(answers);
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const parts = (at: number) => /^\w+ (\d+ \w+) (\d+), ([\d:]+)/.exec(formatInstant(isoInstant(at), timeZone)) ?? [];
  const isShort = last - first < fewDays * dayMs;
  const isInYear = parts(first)[2] === parts(last)[2];
  const timeOf = (at: number): string => {
    const [, day = '', year = '', time = ''] = parts(at);
    return `${day}${isInYear ? '' : ` ${year}`}${isShort ? ` ${time}` : ''}`;
  };
  return { points, timeOf, without: 'no price' };
}

/** `north: 3 answers, lowest 508.72 NZD, highest 560.00 NZD, now 520.00 NZD`. */
function rangeInWords(name: string, answers: readonly StoredAnswer[]): string {
  const currency = newestCurrency(answers);
  const priced = answers.filter(({ best }) => best !== undefined);
  const sorted = priced
    .filter(({ best }) => best?.currency === currency)
    .sort((a, b) => compareMoney(a.best?.totalAmount ?? 0, b.best?.totalAmount ?? 0));
  const count = `${name}: ${plural(answers.length, 'answer')}`;
  if (sorted.length === 0) return `${count}, no price`;
  const [low, high, now] = [sorted[0], sorted.at(-1), answers.at(-1)].map(totalInWords);
  const others = priced.length - sorted.length;
  const left = others === 0 ? '' : `; ${plural(others, 'price')} in another currency not counted`;
  return `${count}, lowest ${low}, highest ${high}, now ${now}${left}`;
}
