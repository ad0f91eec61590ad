import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/shape.ts';
import { shortStarts, startsInWords } from '../../src/views/trip-words.ts';

const threeDays: readonly CalendarDate[] = ['2026-12-19', '2026-12-20', '2026-12-21'];

test.each<[string, readonly CalendarDate[], boolean]>([
  ['Sat 19 Dec', ['2026-12-19'], false],
  ['Sat 19 – Mon 21 Dec, 3 starts', threeDays, false],
  ['19, 21 Dec, 2 starts', ['2026-12-19', '2026-12-21'], false],
  ['Mon 30 Nov – Tue 1 Dec, 2 starts', ['2026-11-30', '2026-12-01'], false],
  ['Thu 31 Dec 2026 – Fri 1 Jan 2027, 2 starts', ['2026-12-31', '2027-01-01'], true],
  ['Sat 19 – Sun 20 Dec 2026, 2 starts', threeDays.slice(0, 2), true],
])('startsInWords writes "%s"', (words, dates, withYear) => {
  expect(startsInWords(dates, { withYear })).toBe(words);
});

test.each<[string, readonly CalendarDate[], boolean]>([
  ['Sat 19 Dec', ['2026-12-19'], false],
  ['19–21 Dec, 3 starts', threeDays, false],
  ['19, 21 Dec, 2 starts', ['2026-12-19', '2026-12-21'], false],
  ['19–21, 24 Dec, 4 starts', [...threeDays, '2026-12-24'], false],
  ['31 Dec 2026, 2, 5 Jan 2027, 3 starts', ['2026-12-31', '2027-01-02', '2027-01-05'], true],
  ['4 starts in 19–25 Dec', ['2026-12-19', '2026-12-21', '2026-12-23', '2026-12-25'], false],
  ['30 Nov – 1 Dec, 2 starts', ['2026-11-30', '2026-12-01'], false],
  ['31 Dec 2026 – 1 Jan 2027, 2 starts', ['2026-12-31', '2027-01-01'], true],
  ['19–20 Dec 2026, 2 starts', threeDays.slice(0, 2), true],
])('shortStarts writes "%s"', (words, dates, withYear) => {
  expect(shortStarts(dates, { withYear })).toBe(words);
});
