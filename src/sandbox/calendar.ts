/** Days and opening hours. Days are numbers, which the machine's time zone cannot shift. */

/** Days since 1970-01-01. */
export type Day = number;

export interface OpeningHours {
  /** Day category of the interface. */
  readonly day: string;
  /** The first pick-up, in minutes since midnight. */
  readonly open: number;
  /** The last pick-up and drop-off, in minutes since midnight. */
  readonly close: number;
  /** Whether the depot takes vehicles back. */
  readonly dropOff: boolean;
}

const dayMs = 86_400_000;

/** Returns undefined if the text is not a calendar date `YYYY-MM-DD`. */
export function parseDay(text: string): Day | undefined {
  const day = Date.parse(`${text}T00:00:00Z`) / dayMs;
  // Node reads 30 February as a day in March.
  return !Number.isNaN(day) && formatDay(day) === text ? day : undefined;
}

export function formatDay(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The operator's day. `now` returns epoch ms. */
export function todayBy(now: () => number): () => Day {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    // Made only once, because it is slow to make. Sweden writes dates as ISO 8601 does.
    format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland' });
    return Date.parse(format.format(now())) / dayMs;
  };
}

/** `Weekdays 9am–5pm, public holidays 10am–2pm (pick-up only), weekends closed`. */
export function describeHours(hours: readonly OpeningHours[], closedOn: readonly string[]): string {
  const closed = ['weekday', 'weekend'].filter((day) => !hours.some((entry) => entry.day === day));
  const open = hours.map(({ day, open, close, dropOff }) => {
    const times =
      open === close ? `${twelveHour(open)} only` : `${twelveHour(open)}–${twelveHour(close)}`;
    return `${day.replace('-', ' ')}s ${times}${dropOff ? '' : ' (pick-up only)'}`;
  });
  const dates = closedOn.length === 0 ? [] : [`closed on ${describeClosed(closedOn)}`];
  const text = [...open, ...closed.map((day) => `${day}s closed`), ...dates].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `25 December and 1 January` for `12-25` and `01-01`. */
export function describeClosed(days: readonly string[]): string {
  const format = new Intl.DateTimeFormat('en-NZ', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return days.map((day) => format.format(new Date(`2000-${day}T00:00:00Z`))).join(' and ');
}

/** The times that the interface lists for these hours. */
export function hourlyTimes({ day, open, close }: OpeningHours) {
  const count = Math.floor((close - open) / 60) + 1;
  return Array.from({ length: count }, (_, index) => ({ time: clockTime(open + index * 60), day }));
}

function clockTime(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(11, 16);
}

function twelveHour(minute: number): string {
  const hour = Math.floor(minute / 60);
  const minutes = clockTime(minute).slice(2).replace(':00', '');
  return `${((hour + 11) % 12) + 1}${minutes}${hour < 12 ? 'am' : 'pm'}`;
}
