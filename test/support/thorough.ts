/**
 * How much of the long tests runs. `npm test` takes a part, to stay short. The gate sets
 * `RENTAL_TEST_THOROUGH=1` and has minutes; `.ci/nightly` sets it to `night` and has hours.
 *
 * |                         | with npm test   | in the gate    | at night |
 * | ----------------------- | --------------- | -------------- | -------- |
 * | `sample(items, 5)`      | every 5th       | all            | all      |
 * | `nightly(items, 2, 5)`  | every 5th       | every 2nd      | all      |
 * | `tries(100)`            | 10              | 100            | 100      |
 * | `worlds(80)`            | 1               | 5              | 80       |
 * | `repeats(9, 3, 1)`      | 1               | 3              | 9        |
 */
const level = process.env['RENTAL_TEST_THOROUGH'];
export const isThorough = Boolean(level);
const isNight = level === 'night';

/** The whole list, or one of every `step` items. */
export function sample<const Item>(items: readonly Item[], step: number): readonly Item[] {
  return isThorough ? items : items.filter((_, index) => index % step === 0);
}

/** The whole list in the night, and one of every `gate` items in the gate. */
export function nightly<Item>(items: readonly Item[], gate: number, step: number): readonly Item[] {
  return isNight ? items : items.filter((_, index) => index % (isThorough ? gate : step) === 0);
}

/** How often a property is tried. */
export function tries(inFull: number): number {
  return isThorough ? inFull : Math.ceil(inFull / 10);
}

/** How many random worlds a command answers for: each takes many requests. */
export function worlds(atNight: number): number {
  return Math.ceil(isNight ? atNight : atNight / (isThorough ? 16 : 80));
}

/** How often a test repeats something slow: at night, in the gate, and with `npm test`. */
export function repeats(atNight: number, inGate: number, withNpmTest: number): number {
  if (isNight) return atNight;
  return isThorough ? inGate : withNpmTest;
}
