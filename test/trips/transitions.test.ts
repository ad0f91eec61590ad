/** What a watch tells about scripts of answers, and what holds for all of them. */
import { describe, expect, test } from 'vitest';
import { eventDocument } from '../../src/trips/events.ts';
import { defaultSettleMs, observe, type Observation, type Rules } from '../../src/trips/transitions.ts';
import type { Transition } from '../../src/trips/transitions.ts';
import { newWatch, readWatch, type WatchState } from '../../src/trips/watch-state.ts';
import { createDice, type Dice } from '../support/dice.ts';
import fc from '../support/property.ts';
import { problemsOf } from '../support/schema.ts';
import { tries } from '../support/thorough.ts';

const minute = 60_000;
const settled: Rules = { targets: [], settleMs: defaultSettleMs };

/** A total, `gone` (not available), `fails`, or a total with its currency. */
type Step = number | string;

function observationOf(step: Step, at: number): Observation {
  if (step === 'gone') return { at, end: 'not_available', reason: 'not available' };
  if (step === 'fails') return { at, end: 'failed', reason: 'no answer in time' };
  const [total, currency = 'NZD'] = String(step).split(' ');
  return { at, end: 'priced', total: Number(total), currency, checkoutUrl: 'https://book.test/checkout?a=1' };
}

function play(observations: readonly Observation[], rules: Rules, between = (state: WatchState) => state) {
  let state = newWatch;
  const events: Transition[] = [];
  for (const observation of observations) {
    const observed = observe(between(state), observation, rules);
    state = observed.state;
    events.push(...observed.events);
  }
  return { state, events };
}

/** Each step after the minutes that are given with it, or an hour. */
function told(script: readonly (Step | readonly [minutes: number, step: Step])[], rules: Partial<Rules>): string[] {
  let at = 0;
  const observations = script.map((one) => {
    const [minutes, step] = Array.isArray(one) ? (one as [number, Step]) : [60, one as Step];
    at += minutes * minute;
    return observationOf(step, at);
  });
  const { events } = play(observations, { ...settled, ...rules });
  return events.map((event) => `${event.at / minute} ${eventDocument('north', event).text}`);
}

describe('what is told:', () => {
  test.each<[string, Parameters<typeof told>[0], Partial<Rules>, string[]]>([
    ['nothing at the first price, and none that stays', [560, 560, 560], {}, []],
    [
      'each new low',
      [560, '508.72', 600, 508],
      {},
      [
        '120 north: 508.72 NZD, down from 560.00 (a new low)',
        '240 north: 508.00 NZD, down from 600.00 (a new low; the lowest was 508.72)',
      ],
    ],
    [
      'small drops, when together they are the least drop',
      [560, 555, 551, 550, 549, 540],
      { minDrop: 10 },
      [
        '240 north: 550.00 NZD, down from 551.00 (a new low; the lowest was 560.00)',
        '360 north: 540.00 NZD, down from 549.00 (a new low; the lowest was 550.00)',
      ],
    ],
    [
      'a target once until the total was above it',
      [560, 500, 499, 501, 500],
      { targets: [500], minDrop: 1000 },
      [
        '120 north: 500.00 NZD, down from 560.00, at the target 500.00',
        '300 north: 500.00 NZD, down from 501.00, at the target 500.00',
      ],
    ],
    [
      'several targets at once, and each later',
      [560, 480, 520, 390],
      { targets: [400, 500, 550], minDrop: 1000 },
      [
        '120 north: 480.00 NZD, down from 560.00, under the targets 550.00 and 500.00',
        '240 north: 390.00 NZD, down from 520.00, under the targets 500.00 and 400.00',
      ],
    ],
    [
      'a target that is reached from the start',
      [480, 470],
      { targets: [500], minDrop: 1000 },
      ['60 north: 480.00 NZD, already under the target 500.00 at the first price'],
    ],
    [
      'sold out and back, with what people knew',
      [560, 'gone', 'gone', 570, 570],
      {},
      ['120 north: sold out (560.00 before): not available', '240 north: back, 570.00 NZD (560.00 before)'],
    ],
    [
      'failures, which are neither sold out nor a price',
      [560, 'fails', 'fails', 560],
      {},
      ['120 north: asking fails: no answer in time', '240 north: asking works again, 560.00 NZD'],
    ],
    [
      'a price that comes with the end of failures',
      ['fails', 560, 'fails', 500],
      { targets: [510] },
      [
        '60 north: asking fails: no answer in time',
        '120 north: asking works again, 560.00 NZD',
        '180 north: asking fails: no answer in time',
        '240 north: asking works again, 500.00 NZD',
        '240 north: 500.00 NZD, down from 560.00 (a new low)',
        '240 north: 500.00 NZD, down from 560.00, under the target 510.00',
      ],
    ],
    [
      'flapping once, and how it ended when it has settled',
      [560, 'gone', [5, 560], [5, 'gone'], [5, 570], [29, 570], [1, 570]],
      {},
      ['120 north: sold out (560.00 before): not available', '165 north: back, 570.00 NZD (560.00 before)'],
    ],
    [
      'no price while people believe that it is sold out',
      [560, 'gone', [5, 400], [5, 600], [30, 450]],
      { targets: [410] },
      [
        '120 north: sold out (560.00 before): not available',
        '160 north: back, 450.00 NZD (560.00 before)',
        '160 north: 450.00 NZD, down from 560.00 (a new low)',
      ],
    ],
    [
      'what has settled after a clock was set back',
      [560, 'gone', [5, 560], [-100, 560], [29, 560], [1, 560]],
      {},
      ['120 north: sold out (560.00 before): not available', '55 north: back, 560.00 NZD (560.00 before)'],
    ],
    [
      'no change between currencies, and no target in another',
      [560, '300 USD', '290 USD', 480],
      { targets: [500] },
      ['180 north: 290.00 USD, down from 300.00 (a new low)', '240 north: 480.00 NZD, under the target 500.00'],
    ],
  ])('%s', (_, script, rules, expected) => expect(told(script, rules)).toEqual(expected));
});

const rules: Rules = { targets: [430.5, 400, 380], minDrop: 12.34, settleMs: defaultSettleMs };
const isAvailability = ({ event }: Transition) => event === 'sold-out' || event === 'back';
const isAsking = ({ event }: Transition) => event === 'failing' || event === 'recovered';

/** A week of checks: prices that wander, sold-out days, outages and flapping, every few minutes to hours. */
function week({ below, chance, pick }: Dice): Observation[] {
  const made: Observation[] = [];
  let [cents, end] = [50_000, 'priced'];
  for (let at = 0; at < 7 * 24 * 60 * minute; at += pick([2, 7, 30, 60, 120]) * minute) {
    if (chance(0.15)) end = pick(['priced', 'priced', 'gone', 'fails']);
    if (chance(0.5)) cents = Math.max(30_000, cents + below(6_001) - 3_050);
    made.push(observationOf(end === 'priced' ? (cents / 100).toFixed(2) : end, at));
  }
  return made;
}

function everyWeek(check: (observations: readonly Observation[]) => void): void {
  fc.assert(
    fc.property(fc.integer(), (seed) => check(week(createDice(seed)))),
    { numRuns: tries(50) },
  );
}

describe('in any week', () => {
  test('a restart before each check changes nothing', () => {
    everyWeek((observations) => {
      const restart = (state: WatchState) => readWatch(JSON.parse(JSON.stringify(state)));
      expect(play(observations, rules, restart)).toEqual(play(observations, rules));
    });
  });

  test('what people were told last is true once it has settled', () => {
    everyWeek((observations) => {
      const end = (observations.at(-1)?.at ?? 0) + minute;
      for (const step of ['gone', 'fails', 444]) {
        const after = [end, end + defaultSettleMs].map((at) => observationOf(step, at));
        const { events } = play([...observations, ...after], rules);
        const last = (matches: (event: Transition) => boolean) => events.filter(matches).at(-1)?.event;
        expect(last(isAsking) === 'failing').toBe(step === 'fails');
        if (step !== 'fails') expect(last(isAvailability) === 'sold-out').toBe(step === 'gone');
      }
    });
  });

  test('each transition is told once: changes alternate, and flapping tells two in its time at most', () => {
    everyWeek((observations) => {
      const { events } = play(observations, rules);
      for (const [kind, first] of [
        [isAvailability, 'sold-out'],
        [isAsking, 'failing'],
      ] as const) {
        const changes = events.filter(kind);
        changes.forEach(({ event, at }, index) => {
          expect(event === first).toBe(index % 2 === 0);
          expect(at - (changes[index - 2]?.at ?? -Infinity)).toBeGreaterThanOrEqual(defaultSettleMs);
        });
      }
    });
  });
});

describe('the state', () => {
  test.each([
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { ...newWatch, offer: { now: 'gone', since: null, told: 'back' } },
    { ...newWatch, offer: { now: 'back', since: 'now', told: 'back' } },
    { ...newWatch, prices: { currency: 'NZD', last: 1, lowest: '1', targetCurrency: 'NZD', reached: [] } },
    { ...newWatch, prices: { currency: 'NZD', last: 1, lowest: 1, targetCurrency: 'NZD', reached: ['1'] } },
  ])('is a new one if the file holds %j', (value) => expect(readWatch(value)).toEqual(newWatch));

  test('has no names that a file adds', () => {
    expect(readWatch(JSON.parse(`{"__proto__":{"a":1},"more":1,${JSON.stringify(newWatch).slice(1)}`))).toEqual(
      newWatch,
    );
  });
});

describe('the document of an event', () => {
  test('fits its schema in every week', () => {
    everyWeek((observations) => {
      for (const event of play(observations, rules).events) {
        const document = JSON.parse(JSON.stringify(eventDocument('north', event))) as unknown;
        expect(problemsOf('trip-event', document)).toBeUndefined();
      }
    });
  });

  test('makes one short line of what a service sends', () => {
    const transition: Transition = { event: 'low', at: 0, total: 0.125, before: 1, currency: `N\n${'Z'.repeat(99)}` };
    const document = eventDocument('north', transition);
    expect(document.text).toBe(`north: 0.125 N ${'Z'.repeat(18)}…, down from 1.00 (a new low)`);
    const failing = eventDocument('north', {
      event: 'failing',
      at: 0,
      before: undefined,
      reason: `a\r\nb${'!'.repeat(999)}`,
    });
    expect(failing.text).toBe(`north: asking fails: a b${'!'.repeat(197)}…`);
  });
});
