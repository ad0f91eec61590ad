import { expect, test } from 'vitest';
import type { CalendarDate } from '../../../src/api/types.ts';
import { startsInWords } from '../../../src/planner/sweep/starts.ts';

const long = { withYear: false, short: false };
const week: readonly CalendarDate[] = ['2026-12-19', '2026-12-20', '2026-12-21'];

test.each<[string, readonly CalendarDate[], typeof long]>([
  ['Sat 19 Dec', ['2026-12-19'], long],
  ['Sat 19 – Mon 21 Dec, 3 starts', week, long],
  ['Sat 19 – Mon 21 Dec', week, { ...long, short: true }],
  ['2 starts, Sat 19 – Mon 21 Dec', ['2026-12-19', '2026-12-21'], { ...long, short: true }],
  ['Mon 30 Nov – Tue 1 Dec, 2 starts', ['2026-11-30', '2026-12-01'], long],
  ['Thu 31 Dec 2026 – Fri 1 Jan 2027, 2 starts', ['2026-12-31', '2027-01-01'], { ...long, withYear: true }],
  ['Sat 19 – Sun 20 Dec 2026, 2 starts', week.slice(0, 2), { ...long, withYear: true }],
])('"%s"', (words, dates, form) => {
  expect(startsInWords(dates, form)).toBe(words);
});
