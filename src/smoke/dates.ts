/** Calendar days as the checks need them. Smoke knows nothing of the planner. */
import type { CalendarDate } from '../api/types.ts';

const dayMs = 86_400_000;

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10) as CalendarDate;
}

/** 0 is Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(date).getUTCDay();
}

/** Nights between two days. */
export function nightsBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}
