/** Groups items by key; the keys are in the order of their first item. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Whether the items have more than one key. */
export function hasSeveral<T>(items: readonly T[], keyOf: (item: T) => unknown): boolean {
  return new Set(items.map(keyOf)).size > 1;
}
