/** Public holidays of all New Zealand on their calendar dates: none is moved to a Monday. */
import { formatDay, parseDay, type Day } from './calendar.ts';

/** New Year and the day after, Waitangi Day, ANZAC Day, Christmas Day, Boxing Day. */
const fixedDates = ['01-01', '01-02', '02-06', '04-25', '12-25', '12-26'];

/** 2022 to 2052, from Te Kāhui o Matariki Public Holiday Act 2022, schedule 1. */
const matariki =
  '2022-06-24 2023-07-14 2024-06-28 2025-06-20 2026-07-10 2027-06-25 2028-07-14 2029-07-06 2030-06-21 2031-07-11 ' +
  '2032-07-02 2033-06-24 2034-07-07 2035-06-29 2036-07-18 2037-07-10 2038-06-25 2039-07-15 2040-07-06 2041-07-19 ' +
  '2042-07-11 2043-07-03 2044-06-24 2045-07-07 2046-06-29 2047-07-19 2048-07-03 2049-06-25 2050-07-15 2051-06-30 ' +
  '2052-06-21';

export function isPublicHoliday(day: Day): boolean {
  const date = formatDay(day);
  if (fixedDates.includes(date.slice(5)) || matariki.includes(date)) return true;
  return isMondayHoliday(day) || isEasterHoliday(day);
}

/** King's Birthday, the first Monday of June, and Labour Day, the fourth of October. */
function isMondayHoliday(day: Day): boolean {
  const [, month, dayOfMonth] = formatDay(day).split('-').map(Number);
  // 1970-01-01 was a Thursday.
  if ((day + 4) % 7 !== 1 || dayOfMonth === undefined) return false;
  const week = Math.ceil(dayOfMonth / 7);
  return (month === 6 && week === 1) || (month === 10 && week === 4);
}

/** Good Friday and Easter Monday. */
function isEasterHoliday(day: Day): boolean {
  const sunday = easterSunday(Number(formatDay(day).slice(0, 4)));
  return day === sunday - 2 || day === sunday + 1;
}

/** The rule of Jean Meeus, Astronomical Algorithms, chapter 8, for the Gregorian calendar. */
function easterSunday(year: number): Day {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const yearOfCentury = year % 100;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const leapYears = 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4);
  const toSunday = (32 + leapYears - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const daysAfter22March = epact + toSunday - 7 * late;
  return (parseDay(`${year}-03-22`) ?? 0) + daysAfter22March;
}
