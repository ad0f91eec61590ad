/** Each change of a trip is reported once, and only prices of the same thing are compared. */
import { expect, test } from 'vitest';
import { isoInstant } from '../../src/base/instants.ts';
import { parseMaxAmount } from '../../src/planner/max-amount.ts';
import { eventsOf, reportedTargetsAfter, type Target } from '../../src/trips/events.ts';
import type { TripAnswer } from '../../src/trips/saved-trip.ts';
import { pricesOf } from '../../src/trips/history.ts';
import fc from '../support/property.ts';
import { pricedAnswer } from '../support/watched-trip.ts';

const ends = {
  gone: 'not_available',
  down: 'failed',
  part: 'partial',
  lacks: 'incomplete',
  other: 'changed',
  over: 'over',
} as const;
/** A total, with `A` in AUD, or how an answer without one ended. */
type Word = number | `${number}A` | keyof typeof ends;

function answerOf(word: Word, place: number): TripAnswer {
  const at = place * 7_200_000;
  if (typeof word === 'number') return pricedAnswer(at, word);
  if (/^\d/.test(word)) return pricedAnswer(at, Number.parseFloat(word), 'AUD');
  const reason = word === 'gone' ? 'That vehicle has just gone' : undefined;
  return { askedAt: isoInstant(at), end: ends[word as keyof typeof ends], reason };
}

/** The events of each answer after the first one, which was saved. */
function eventsAfter(words: readonly Word[], target?: string) {
  const answers = words.map(answerOf);
  const maxAmount = target === undefined ? undefined : parseMaxAmount(target, 'target');
  let reportedTargets: readonly Target[] | undefined;
  return answers.flatMap((answer, round) => {
    if (round === 0) return [];
    const trip = {
      name: 'it',
      kind: 'quote' as const,
      answers: answers.slice(0, round),
      reportedTargets,
    };
    const events = eventsOf(trip, answer, maxAmount);
    reportedTargets = reportedTargetsAfter(
      reportedTargets,
      answer,
      events.some(({ event }) => event === 'target') ? maxAmount : undefined,
    );
    return events.map((event) => ({ round, answer, earlier: pricesOf(trip), ...event }));
  });
}

test.each<[string, readonly Word[], readonly string[], string?]>([
  ['a new low is reported', [700, 690, 695, 680], ['1 low', '3 low']],
  [
    'a met target is reported again only after the price was above it',
    [700, 590, 595, 610, 590],
    ['1 target', '4 target'],
    '600',
  ],
  ['a new low under a target is one event', [700, 590, 580], ['1 target', '2 low'], '600'],
  [
    'a target that was met when the trip was saved is reported once',
    [500, 'down', 500, 500],
    ['2 target'],
    '600',
  ],
  [
    'lows and targets are compared within their currency',
    [700, '500A', '450A', 690],
    ['2 target', '3 low'],
    '460 AUD',
  ],
  [
    'sold out and back are reported once each',
    [700, 'gone', 'gone', 700, 700],
    ['1 sold-out', '3 back'],
  ],
  [
    'the third failure in a row is reported, and its end',
    [700, 'down', 'part', 'down', 'down', 700],
    ['3 failing', '5 recovered'],
  ],
  ['one or two failures are not reported', [700, 'down', 700, 'part', 'down', 700], []],
  [
    'sold out before and after a failure is one event',
    [700, 'gone', 'down', 'gone', 700],
    ['1 sold-out', '4 back'],
  ],
  [
    'each reason why there is no price any more is reported',
    [700, 'other', 'other', 'lacks', 690],
    ['1 changed', '3 changed', '4 back', '4 low'],
  ],
  ['it is reported once that the days have passed', [700, 'over', 'over'], ['1 over']],
  [
    'after failures, what has changed is reported, too',
    [700, 'down', 'down', 'down', 'gone'],
    ['3 failing', '4 recovered', '4 sold-out'],
  ],
])('%s', (_, words, expected, target) => {
  expect(eventsAfter(words, target).map(({ round, event }) => `${round} ${event}`)).toEqual(
    expected,
  );
});

test('the words name the price before, the target, the currencies and the reason', () => {
  const words: readonly Word[] = [700, 690, 720, 590, '500A', 'gone', 'down', 'down', 'down', 600];
  expect(eventsAfter(words, '600').map(({ text, before }) => [text, before])).toEqual([
    ['it: 690.00 NZD, down from 700.00 (a new low)', 700],
    ['it: 590.00 NZD, down from 720.00 (a new low), at or below the target 600.00', 720],
    ['it: sold out: That vehicle has just gone', null],
    ['it: checks keep failing', null],
    ['it: checks work again, 600.00 NZD', null],
    ['it: back, 600.00 NZD', null],
  ]);
  const again = 'it: 595.00 NZD, down from 610.00, at or below the target 600.00';
  expect(eventsAfter([500, 610, 595], '600').map(({ text }) => text)).toEqual([again]);
});

test('a reported price is complete, and lower than all before or at a target', () => {
  const total = fc.integer({ min: 1, max: 9 });
  const end = fc.constantFrom(...(Object.keys(ends) as (keyof typeof ends)[]));
  const word = fc.oneof(
    total,
    total.map((amount) => `${amount}A` as const),
    end,
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), (words) => {
      for (const { event, answer, earlier } of eventsAfter(words, '3')) {
        const { total: amount = NaN, currency } = answer.price ?? {};
        const alike = earlier.filter((one) => one.currency === currency);
        if (event === 'low')
          expect(amount).toBeLessThan(Math.min(...alike.map((one) => one.total)));
        if (event === 'target') expect([currency, amount <= 3]).toEqual(['NZD', true]);
      }
    }),
  );
});

test.each([
  [{ pickUpAfter: '17:40', dropOffBy: '09:00' }, 'pick up after 17:40, drop off by 09:00'],
  [{ dropOffBy: '09:00' }, 'drop off by 09:00'],
])('an event names the wanted times %j', (wanted, words) => {
  const trip = { name: 'it', kind: 'quote' as const, answers: [pricedAnswer(0, 700)], ...wanted };
  const [event] = eventsOf(trip, pricedAnswer(1, 690));
  expect(event).toMatchObject({
    ...wanted,
    text: `it: 690.00 NZD, down from 700.00 (a new low); ${words}`,
  });
  const [other] = eventsOf({ ...trip, kind: 'compare' }, pricedAnswer(1, 690));
  expect(other?.text).toBe(`it: 690.00 NZD, down from 700.00 (a new low): Kea; ${words}`);
});
