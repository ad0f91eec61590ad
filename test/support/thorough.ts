/** Whether long tests run, and in full. The gate sets `RENTAL_TEST_THOROUGH=1`; `npm test` takes a part, to stay short. */
export const isThorough = Boolean(process.env['RENTAL_TEST_THOROUGH']);

/** The whole list, or one of every `step` items. */
export function sample<Item>(items: readonly Item[], step: number): readonly Item[] {
  return isThorough ? items : items.filter((_, index) => index % step === 0);
}

/** How often a property is tried. */
export function tries(inFull: number): number {
  return isThorough ? inFull : Math.ceil(inFull / 10);
}
