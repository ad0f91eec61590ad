/** A calendar day, counted from 1970-01-01. */
export type Day = number;

const MILLISECONDS = 86_400_000;

/** Undefined for a day that no calendar has. */
export function readDay(text: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, date = 0] = match.slice(1).map(Number);
  const time = new Date(0).setUTCFullYear(year, month - 1, date);
  const exists = new Date(time).getUTCMonth() === month - 1 && new Date(time).getUTCDate() === date;
  return exists ? Math.floor(time / MILLISECONDS) : undefined;
}

export function today(now: number): Day {
  return Math.floor(now / MILLISECONDS);
}

/** 0 is Sunday. */
export function weekday(day: Day): number {
  return new Date(day * MILLISECONDS).getUTCDay();
}

/** A number from 0 to 1 that is always the same for the same text. */
export function chance(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  // The last bits of this hash change most, so mix them into the first ones.
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
