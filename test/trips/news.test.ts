/** Each change of a trip is told once, and only a price of the same thing is compared. */
import { expect, test } from 'vitest';
import { parseMost } from '../../src/planner/money.ts';
import { newsOf, type Rules } from '../../src/trips/news.ts';
import { lastAnswer, pricesIn, type Answer } from '../../src/trips/trip.ts';
import fc from '../support/property.ts';
import { pricedAnswer, savedQuestion as question } from '../support/saved-question.ts';

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
  if (typeof word === 'number') return pricedAnswer(at, [word]);
  if (/^\d/.test(word)) return pricedAnswer(at, [Number.parseFloat(word), 'AUD']);
  const reason = word === 'gone' ? 'That vehicle has just gone' : undefined;
  return { at, end: ends[word as keyof typeof ends], reason };
}

/** Of the last one. */
function newsOfLast(answers: readonly Answer[], rules: Partial<Rules> = {}) {
  const trip = { name: 'it', question, answers: answers.slice(0, -1) };
  return newsOf(trip, lastAnswer({ question, answers }), { targets: [], ...rules });
}

/** The first answer was saved; a watch tells of the others, and keeps them. */
function watched(words: readonly Word[], rules: Partial<Rules> = {}) {
  const answers: Answer[] = [];
  return words.map(answerOf).map((answer, round) => {
    const { events, told } = round === 0 ? { events: [], told: answer } : newsOfLast([...answers, answer], rules);
    answers.push(told);
    return { round, events, answers: [...answers] };
  });
}

/** `round event` */
function told(words: readonly Word[], rules: Partial<Rules> = {}): string[] {
  return watched(words, rules).flatMap(({ round, events }) => events.map(({ event }) => `${round} ${event}`));
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
  ['several drops that only together are low enough', [700, 660, 670, 650, 620], ['3 low'], { minDrop: amount('50') }],
  [
    'a target once, until the price is above it again',
    [700, 590, 580, 610, 595],
    ['1 target', '4 target'],
    { targets: [amount('600')], minDrop: amount('500') },
  ],
  ['a target under which the price was at the start', [500, 500, 500], ['1 target'], { targets: [amount('600')] }],
  [
    'another currency once, and no target and no drop of it',
    [700, '500A', '500A', 700, '450A'],
    ['1 changed', '3 changed', '4 changed', '4 low'],
    { targets: [amount('600')] },
  ],
  [
    'one event of a low that is also under a target',
    [700, 590, 580],
    ['1 target', '2 low'],
    { targets: [amount('600')] },
  ],
  ['a target in its own currency', [700, '500A', '510A'], ['1 changed', '1 target'], { targets: [amount('600 AUD')] }],
  ['any low in another currency than that of the least drop', [700, 600], ['1 low'], { minDrop: amount('500 AUD') }],
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

test('a low and a target are told of a price that was reached before, but of which nobody was told', () => {
  const words = (answers: readonly Answer[], rules: Partial<Rules>) =>
    newsOfLast(answers, rules).events.map(({ text }) => text);
  // As check keeps them.
  const answers = [700, 500, 500].map(answerOf);
  const low = 'it: 500.00 NZD, down from 700.00 (a new low)';
  expect(words(answers, {})).toEqual([low]);
  expect(words(answers, { targets: [amount('600')] })).toEqual([`${low}, at or under the target 600.00`]);
  // One that a watch with another least drop did not tell.
  const passed = watched([700, 500], { minDrop: amount('300') }).at(-1)?.answers ?? [];
  expect(words([...passed, answerOf(500, 2)], {})).toEqual([low]);
  const told = watched([700, 500], { targets: [amount('600')] }).at(-1)?.answers ?? [];
  const again = [...told, answerOf(500, 2)];
  expect(words(again, { targets: [amount('600')] })).toEqual([]);
  expect(words(again, { targets: [amount('600'), amount('550')] })).toEqual([
    'it: 500.00 NZD, at or under the target 550.00',
  ]);
});

test('each currency of an answer has its own target and low', () => {
  const both = (total: number, other: number, at: number) =>
    pricedAnswer(at, [total, 'NZD', 'Kea'], [other, 'AUD', 'Jucy']);
  const rules = { targets: [amount('600 AUD')] };
  expect(newsOfLast([both(700, 650, 0), both(700, 590, 1)], rules).events).toMatchObject([
    { event: 'target', total: 590, before: 650, currency: 'AUD', label: 'Jucy' },
  ]);
  expect(newsOfLast([both(700, 650, 0), both(690, 640, 1)], rules).events.map(({ text }) => text)).toEqual([
    'it: 690.00 NZD, down from 700.00 (a new low)',
    'it: 640.00 AUD, down from 650.00 (a new low)',
  ]);
  // The order of the operators says nothing of the prices.
  expect(newsOfLast([both(700, 650, 0), pricedAnswer(1, [650, 'AUD'], [700])], rules).events).toEqual([]);
});

test.each<[string, readonly Word[], Partial<Rules>, readonly string[]]>([
  [
    'the price that was told last, and in another currency the target that it cannot reach',
    [700, 690, 680, '500A'],
    { targets: [amount('600')], minDrop: amount('20') },
    [
      'it: 680.00 NZD, down from 700.00 (a new low)',
      'it: the price is in AUD now, no longer in NZD, so it cannot reach 600.00 NZD',
    ],
  ],
  ['the reason', [700, 'gone'], {}, ['it: sold out: That vehicle has just gone']],
])('the words name %s', (_, words, rules, texts) => {
  const events = watched(words, rules).flatMap((one) => one.events);
  expect(events.map(({ text }) => text)).toEqual(texts);
});

test('a price that is told is a complete one, in a currency with an earlier one, and lower or at a target', () => {
  const word = fc.oneof(
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 9 }).map((total) => `${total}A` as const),
    fc.constantFrom(...(Object.keys(ends) as (keyof typeof ends)[])),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), (words) => {
      const { answers = [], events: last = [] } = watched(words, { targets: [amount('3')] }).at(-1) ?? {};
      const [now] = pricesIn(lastAnswer({ question, answers }));
      const before = answers.slice(0, -1).flatMap(pricesIn);
      const alike = before.filter(({ currency }) => currency === now?.currency);
      const events = last.map(({ event }) => event);
      expect(new Set(events).size).toBe(events.length);
      const isLow = now !== undefined && alike.length > 0 && alike.every(({ total }) => now.total < total);
      // A low that is also under a target is one event.
      expect(events.includes('low')).toBe(isLow && !events.includes('target'));
      if (events.includes('target')) expect(now).toMatchObject({ currency: 'NZD' });
    }),
  );
});
