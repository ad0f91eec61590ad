/** A calendar day, counted from 1970-01-01. */
export type Day = number;

const MILLISECONDS = 86_400_000;

export interface DateReading {
  /** Also reads `2026-1-5`. */
  readonly loose: boolean;
}

export function readDay(text: string, { loose }: DateReading): Day | undefined {
  const match = (loose ? /^(\d{4})-(\d{1,2})-(\d{1,2})$/ : /^(\d{4})-(\d{2})-(\d{2})$/).exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, date = 0] = match.slice(1).map(Number);
  const time = new Date(0).setUTCFullYear(year, month - 1, date);
  const exists = new Date(time).getUTCMonth() === month - 1 && new Date(time).getUTCDate() === date;
  return exists ? Math.floor(time / MILLISECONDS) : undefined;
}

/** The day at an operator whose clock is some hours ahead of UTC. */
export function today(now: number, hoursAhead: number): Day {
  return Math.floor((now + hoursAhead * 3_600_000) / MILLISECONDS);
}

/** 0 is Sunday. */
export function weekday(day: Day): number {
  return new Date(day * MILLISECONDS).getUTCDay();
}

/** New Zealand's public holidays that have the same date in every year. */
export function isHoliday(day: Day): boolean {
  const monthAndDate = new Date(day * MILLISECONDS).toISOString().slice(-19, -14);
  return ['01-01', '01-02', '02-06', '04-25', '12-25', '12-26'].includes(monthAndDate);
}

/** A number from 0 to 1 that is always the same for the same text. */
export function chance(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  // The last bits of this hash change most, so mix them into the first ones.
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
