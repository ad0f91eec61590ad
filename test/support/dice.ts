/** Random choices from a seed. */
export type Dice = ReturnType<typeof createDice>;

export function createDice(seed: number) {
  let state = seed >>> 0;
  /** In [0, 1); mulberry32. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (share: number): boolean => next() < share,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
  };
}
