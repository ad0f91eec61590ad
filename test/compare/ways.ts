/**
 * Ways in which an operator can make a total of the daily rate × nights, for tests and for `npm run
 * bench -- compare`.
 */

/** One vehicle on some dates. */
export interface Rental {
  /** Days after the first start. */
  readonly start: number;
  readonly nights: number;
  /** From 0. */
  readonly car: number;
  readonly isReturn: boolean;
  /** Daily rate × nights. */
  readonly estimate: number;
}

export const cars = Array.from({ length: 12 }, (_, index) => index);

/** Car 0 has the lowest rate; rates depend on the start. */
export function rateOf(car: number, start: number): number {
  return 60 + 13 * ((car * 7) % 12) + 4 * ((start * 11) % 5);
}

/** What comes on top of the estimate, or off it. */
export type OnTop = (rental: Rental) => number;

/** From 0 to 1, the same for the same rental. */
const random: OnTop = ({ start, nights, car, isReturn }) => {
  const sine =
    Math.sin(start * 12.9 + nights * 78.2 + car * 37.7 + Number(isReturn) * 4.1) * 43_758.5;
  return sine - Math.floor(sine);
};

const fees: OnTop = ({ car }) => 25 + 9 * (car % 4);
const oneWay: OnTop = ({ isReturn }) => (isReturn ? 0 : 180);
const weekend: OnTop = ({ start }) => (start % 7 > 4 ? 35 : 0);
const extras: OnTop = ({ nights }) => 12 * nights + 30;
const long: OnTop = ({ nights, estimate }) => (nights < 14 ? 0 : -estimate / 4);
const together = [fees, oneWay, weekend, extras, long];

const list: readonly (readonly [name: string, onTop: OnTop, perCell?: number])[] = [
  ['plain', () => 0],
  ['a flat fee', () => 45],
  ['fees by vehicle', fees],
  ['a one-way fee', oneWay],
  ['a weekend surcharge', weekend],
  ['10 % off from 12 nights', ({ nights, estimate }) => (nights < 12 ? 0 : -estimate / 10)],
  ['25 % off from 14 nights', long],
  ['extras by night', extras],
  ['all of these together', (rental) => together.reduce((sum, onTop) => sum + onTop(rental), 0)],
  ['noise up to 40', (rental) => 40 * random(rental)],
  ['noise up to 150', (rental) => 150 * random(rental)],
  ['random discounts up to 20 %', (rental) => (-rental.estimate * random(rental)) / 5],
  ['a high fee for the lowest rate', ({ car }) => (car === 0 ? 600 : 20)],
  [
    'half the price in the first week',
    ({ start, estimate }) => (start < 7 ? -estimate / 2 : 0),
    4.6,
  ],
  ['150 more until the 20th day', ({ start }) => (start < 20 ? 150 : 0), 1.5],
  ['300 more on days with the lowest rates', ({ start }) => (start % 5 === 0 ? 300 : 0), 1.6],
];

/**
 * `perCell`: the most quotes of a calendar for each start and length; more where no estimate
 * foretells the cheapest.
 */
export const ways = list.map(([name, onTop, perCell = 1.4]) => [name, onTop, perCell] as const);
