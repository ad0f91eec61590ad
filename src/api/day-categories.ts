/** What `day` of a depot's times means (section Depots). */

/** As `weekdayOf` numbers them: 0 is Sunday. */
const week = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * Undefined if the meaning is unknown: the interface leaves the set of categories open, and operators
 * have only `weekday` and `weekend` so far. A day can be its first three letters, in any case.
 */
export function daysOf(category: string): readonly number[] | undefined {
  const name = category.trim().toLowerCase();
  if (name === 'weekday') return [1, 2, 3, 4, 5];
  if (name === 'weekend') return [6, 0];
  const day = week.findIndex((one) => name === one || name === one.slice(0, 3));
  return day < 0 ? undefined : [day];
}
