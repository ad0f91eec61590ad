/** Each change of a trip is told once, and only a price of the same thing is compared. */
import { expect, test } from 'vitest';
import { parseMost } from '../../src/planner/money.ts';
import { newsOf, type Rules } from '../../src/trips/news.ts';
import type { Answer } from '../../src/trips/trip.ts';
import fc from '../support/property.ts';

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

function answerOf(word: Word, place: number): Answer {
  const at = place * 7_200_000;
  if (typeof word === 'number') return { at, end: 'priced', total: word, currency: 'NZD' };
  if (/^\d/.test(word)) return { at, end: 'priced', total: Number.parseFloat(word), currency: 'AUD' };
  return { at, end: ends[word as keyof typeof ends] };
}

/** Of each answer after the first: `round event`. */
function told(words: readonly Word[], rules: Partial<Rules> = {}): string[] {
  const answers = words.map(answerOf);
  return answers.flatMap((_, place) =>
    newsOf('it', answers.slice(0, place + 1), { targets: [], ...rules }).map(({ event }) => `${place} ${event}`),
  );
}

const amount = (text: string) => parseMost(text, 'target');

test.each<[string, readonly Word[], readonly string[], Partial<Rules>?]>([
  ['a new low', [700, 690, 695, 680], ['1 low', '3 low']],
  [
    'one that is low enough below the last that was told',
    [700, 690, 680, 675, 660],
    ['2 low', '4 low'],
    { minDrop: amount('20') },
  ],
  [
    'a target once, until the price is above it again',
    [700, 590, 580, 610, 595],
    ['1 target', '4 target'],
    { targets: [amount('600')], minDrop: amount('500') },
  ],
  ['a target under which the price was at the start', [500, 500, 500], ['1 target'], { targets: [amount('600')] }],
  ['no target and no drop of another currency', [700, '500A', 700, '450A'], ['3 low'], { targets: [amount('600')] }],
  ['a target in its own currency', [700, '500A', '510A'], ['1 target'], { targets: [amount('600 AUD')] }],
  ['no drop in another currency', [700, 600], [], { minDrop: amount('5 AUD') }],
  ['sold out and back, once each', [700, 'gone', 'gone', 700, 700], ['1 sold-out', '3 back']],
  [
    'the third failure in a row, and the end of it',
    [700, 'down', 'part', 'down', 'down', 700],
    ['3 failing', '5 recovered'],
  ],
  ['no failure that passes', [700, 'down', 700, 'part', 'down', 700], []],
  ['sold out on both sides of a failure once', [700, 'gone', 'down', 'gone', 'down', 700], ['1 sold-out', '5 back']],
  [
    'what is no price any more, and no bargain under it',
    [700, 'other', 'other', 'lacks', 690],
    ['1 changed', '3 changed', '4 back', '4 low'],
  ],
  ['that its days have passed', [700, 'over', 'over'], ['1 over']],
  [
    'after failures what is new, too',
    [700, 'down', 'down', 'down', 'gone'],
    ['3 failing', '4 recovered', '4 sold-out'],
  ],
])('tells %s', (_, words, expected, rules) => {
  expect(told(words, rules)).toEqual(expected);
});

test('a watch that begins tells a target that is reached already', () => {
  const answers = [500, 500, 500].map(answerOf);
  const events = newsOf('it', answers, { targets: [amount('600')], isStart: true });
  expect(events).toMatchObject([
    { event: 'target', text: 'it: 500.00 NZD, at or under the target 600.00', total: 500, before: 500 },
  ]);
});

test('the words have both prices and the reason', () => {
  const answers: Answer[] = [
    ...[700, 650].map(answerOf),
    { at: 9, end: 'not_available', reason: 'That vehicle has just gone' },
  ];
  const words = (count: number) => newsOf('it', answers.slice(0, count), { targets: [] }).map(({ text }) => text);
  expect(words(2)).toEqual(['it: 650.00 NZD, down from 700.00 (a new low)']);
  expect(words(3)).toEqual(['it: sold out: That vehicle has just gone']);
});

test('a price that is told is a complete one, in a currency with an earlier one, and lower or at a target', () => {
  const word = fc.oneof(
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 9 }).map((total) => `${total}A` as const),
    fc.constantFrom(...(Object.keys(ends) as (keyof typeof ends)[])),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), (words) => {
      const answers = words.map(answerOf);
      const now = answers.at(-1);
      const before = answers
        .slice(0, -1)
        .filter(({ currency }) => currency !== undefined && currency === now?.currency);
      const lowest = Math.min(...before.map(({ total = 0 }) => total));
      const events = newsOf('it', answers, { targets: [amount('3')] }).map(({ event }) => event);
      expect(new Set(events).size).toBe(events.length);
      expect(events.includes('low')).toBe(now?.total !== undefined && before.length > 0 && now.total < lowest);
      if (events.includes('target')) expect(now).toMatchObject({ currency: 'NZD', end: 'priced' });
    }),
  );
});
