/** The fields of an operator that `set` changes, and those that `unset` removes. */
export const settable = ['base-url', 'site-url', 'time-zone', 'limit', 'budget-url'] as const;
export const removable = settable.filter((field) => field !== 'base-url');
