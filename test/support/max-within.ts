/** Returns the largest number of the sorted times that any window holds. */
export function maxWithin(times: readonly number[], windowMs: number): number {
  let [first, max] = [0, 0];
  times.forEach((at, index) => {
    while (at - (times[first] ?? at) >= windowMs) first += 1;
    max = Math.max(max, index - first + 1);
  });
  return max;
}
