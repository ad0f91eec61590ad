/** Days as whole numbers, so that nothing here depends on the machine's time zone. */

/** Days since 1970-01-01. */
export type Day = number;

const dayMs = 86_400_000;
const timeZone = 'Pacific/Auckland';

/** Undefined for anything that is not `YYYY-MM-DD` or not on the calendar. */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const instant = Date.parse(`${text}T00:00:00Z`);
  // Some impossible days are read as a day of the next month: only what is written back the same way is a date.
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text) return undefined;
  return instant / dayMs;
}

export function formatDay(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The operator's day at an instant (epoch ms). */
export function createToday(now: () => number): () => Day {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  return () => {
    const parts = new Map(format.formatToParts(now()).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1) / dayMs;
  };
}

/** `Sat 20 Dec 2026`, for pages. */
export function showDay(day: Day): string {
  const format = new Intl.DateTimeFormat('en-NZ', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return format.format(day * dayMs);
}
