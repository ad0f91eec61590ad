/** Where values lie: a quantile of them, and a range. */

/** One of the values, so that whole days stay whole; undefined if there are none. */
export function quantile(values: readonly number[], share: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];
}

/** The middle of what was seen, and the lowest that is likely. */
export interface Range {
  readonly middle: number;
  readonly low: number;
}
