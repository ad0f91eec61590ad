/** What the day category of a depot's times means. The interface leaves the set open: only `weekday` and `weekend` occur. */

/** Days of the week as `weekdayOf` numbers them: 0 is Sunday. */
const known: Readonly<Record<string, readonly number[]>> = {
  weekday: [1, 2, 3, 4, 5],
  weekend: [6, 0],
  sunday: [0],
  monday: [1],
  tuesday: [2],
  wednesday: [3],
  thursday: [4],
  friday: [5],
  saturday: [6],
  sun: [0],
  mon: [1],
  tue: [2],
  wed: [3],
  thu: [4],
  fri: [5],
  sat: [6],
};

/** The days that a category covers, in any case. Undefined for one of unknown meaning, which may or may not apply to a day. */
export function daysOf(category: string): readonly number[] | undefined {
  const name = category.trim().toLowerCase();
  return Object.hasOwn(known, name) ? known[name] : undefined;
}
