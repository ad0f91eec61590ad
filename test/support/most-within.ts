/** Returns the largest number of the sorted times that any window holds. */
export function mostWithin(times: readonly number[], windowMs: number): number {
  let [first, most] = [0, 0];
  times.forEach((at, index) => {
    while (at - (times[first] ?? at) >= windowMs) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}
