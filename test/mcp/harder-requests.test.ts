// @module-tag long
/**
 * Ten harder requests of travellers: each in at most three calls and 4,000 characters, and the
 * answer says what a hurried reader needs.
 */
import { expect, test } from 'vitest';
import { clockFromFriday, plantSandbox } from '../sandbox/support.ts';
import { planner, type Called } from './support.ts';

type Call = readonly [tool: string, input: object];

const feb = { pick_up: 'auckland airport', from: '2030-02-01..2030-02-28', nights: '7' };
const march = { pick_up: 'auckland airport', from: '2030-03-04' };
const ruru = { ...march, nights: 10, vehicle: 'Ruru 2-berth Campervan' };

const requests: readonly (readonly [request: string, calls: readonly Call[], expected: RegExp])[] =
  [
    [
      'five people: what a motorhome costs, also of those that are dear',
      [['compare_quotes', { ...march, nights: '7', vehicle: ['motorhome'] }]],
      /6-berth Motorhome\t\d/,
    ],
    [
      'the cheapest week of February, and when the price changes',
      [['compare_quotes', feb]],
      /City Car\t232\.05\t1–7, 15–21 Feb 2030\t.*\n\d+\t\t273\.00\t[\d–, ]+ Feb 2030\n\d+\t\tnot priced, about/,
    ],
    [
      'all dates of one vehicle, priced',
      [['compare_quotes', { ...feb, vehicle: ['101'], quote: 'all' }]],
      /^priced: (\d+)[^]*529\.55\t/m,
    ],
    [
      'bike rack and snow chains: which vehicles have both',
      [['compare_quotes', { ...march, nights: '7', accessory: ['bike rack', 'snow chains'] }]],
      /unranked:\n.*missing.*bareEstimate/,
    ],
    [
      'a week or ten days or two weeks: which costs least a night',
      [['compare_quotes', { ...march, nights: '7,10,14', vehicle: ['101', '105'], quote: 'all' }]],
      /perNight[^]*\t14(\t|$)/m,
    ],
    [
      'to Christchurch or Queenstown, ten nights',
      [
        [
          'compare_quotes',
          { ...march, nights: '10', drop_off: ['christchurch airport', 'queenstown'] },
        ],
      ],
      /\tdropOff[^]*Christchurch Airport[^]*Queenstown/,
    ],
    [
      'what linen costs: for a day or for the rental',
      [
        ['list_extras', { vehicle: '101', from: '2030-03-04', nights: 10 }],
        ['get_quote', { ...ruru, accessory: ['linen', 'child seat'] }],
      ],
      /insurance: none: no plan is in the total[^]*Linen and towels\t35\.00/,
    ],
    [
      'landing at 20:15: whether the depot is still open',
      [['get_quote', { ...ruru, pick_up_after: '20:15' }]],
      /pickUpTimes: .*; next: Tue 5 Mar 07:00\n[^]*no pick-up time at 20:15 or later/,
    ],
    [
      'estimates of everything, without asking for quotes',
      [['compare_quotes', { ...feb, quote: 'none' }]],
      /about 232.05 or more[^]*"about" is an estimate: the daily rate × the days/,
    ],
    [
      'a link for a vehicle that may be gone',
      [['get_booking_link', { pick_up: '1', from: '2030-03-04', nights: 7, vehicle: '101' }]],
      /notChecked: whether it is free, and the price: get_quote says both/,
    ],
  ];

test.each(requests)('%s', async (_, calls, expected) => {
  const now = clockFromFriday();
  const sandbox = plantSandbox({ now });
  const operator = { address: sandbox.baseUrl, name: 'lucky', siteUrl: new URL(sandbox.siteUrl) };
  const { call } = planner([operator], { now });
  const answers: Called[] = [];
  for (const [tool, input] of calls) answers.push(await call(tool, input));
  expect(calls.length).toBeLessThanOrEqual(3);
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));
  expect(answers.at(-1)!.text).toMatch(expected);
  const length = (textOf: (one: Called) => string): number =>
    answers.reduce((sum, one) => sum + textOf(one).length, 0);
  const lengths = {
    text: length(({ text }) => text),
    structure: length(({ document }) => JSON.stringify(document)),
  };
  expect(lengths.text).toBeLessThanOrEqual(4_000);
  expect(lengths.structure).toBeLessThanOrEqual(4_000);
});
