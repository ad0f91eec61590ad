/** Opening hours as a depot has them, and as the interface lists them. */

export interface OpeningHours {
  /** Day category of the interface. */
  readonly day: string;
  /** `HH:MM`; the first pick-up. */
  readonly open: string;
  /** `HH:MM`; the last pick-up and drop-off. */
  readonly close: string;
  /** Minutes between two times offered. */
  readonly every: number;
  /** False where vehicles are handed out but not taken back. */
  readonly dropOff: boolean;
}

interface TimeOfDay {
  readonly time: string;
  readonly day: string;
}

/** From first to last time, both included; `every` minutes apart. */
export function open(day: string, from: string, to: string, every = 60): OpeningHours {
  return { day, open: from, close: to, every, dropOff: true };
}

export function pickUpOnly(hours: OpeningHours): OpeningHours {
  return { ...hours, dropOff: false };
}

export function pickUpTimes(hours: readonly OpeningHours[]): TimeOfDay[] {
  return hours.flatMap(timesOf);
}

export function dropOffTimes(hours: readonly OpeningHours[]): TimeOfDay[] {
  return hours.filter((entry) => entry.dropOff).flatMap(timesOf);
}

/** `Weekdays 8am–5pm, weekends 9am–4pm (pick-up only), public holidays closed`. */
export function describeHours(hours: readonly OpeningHours[]): string {
  const usual = ['weekday', 'weekend'].filter((day) => !hours.some((entry) => entry.day === day));
  const parts = [
    ...hours.map((entry) => {
      const note = entry.dropOff ? '' : ' (pick-up only)';
      return `${plural(entry.day)} ${twelveHour(entry.open)}–${twelveHour(entry.close)}${note}`;
    }),
    ...usual.map((day) => `${plural(day)} closed`),
  ];
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function timesOf({ day, open, close, every }: OpeningHours): TimeOfDay[] {
  const times: TimeOfDay[] = [];
  for (let minute = minutes(open); minute <= minutes(close); minute += every) times.push({ time: clock(minute), day });
  return times;
}

function minutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function twelveHour(time: string): string {
  const minute = minutes(time);
  const hour = Math.floor(minute / 60);
  const rest = minute % 60 === 0 ? '' : `:${String(minute % 60).padStart(2, '0')}`;
  return `${((hour + 11) % 12) + 1}${rest}${hour < 12 ? 'am' : 'pm'}`;
}

function plural(day: string): string {
  return `${day.replaceAll('-', ' ')}s`;
}
