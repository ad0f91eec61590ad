/** What the day of a depot's times stands for (section Depots). */

/** As `weekdayOf` numbers them: 0 is Sunday. */
const week = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * The days that the category of a depot's times covers, in any case; a day can have its first three
 * letters. Undefined for one of unknown meaning, which may or may not apply to a day: the interface
 * leaves the set open, and only `weekday` and `weekend` occur.
 */
export function daysOf(category: string): readonly number[] | undefined {
  const name = category.trim().toLowerCase();
  if (name === 'weekday') return [1, 2, 3, 4, 5];
  if (name === 'weekend') return [6, 0];
  const day = week.findIndex((one) => name === one || name === one.slice(0, 3));
  return day < 0 ? undefined : [day];
}
