/** The times of day at which a user can be at the depots. */
import type { RentalDates } from '../api/types.ts';
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { shorten } from '../base/words.ts';

/** Each is a time of day, `09:00`. */
export interface WantedTimes {
  /** The user is at the pick-up depot from then on. */
  readonly pickUpAfter?: string | undefined;
  /** The user wants to have dropped off by then. */
  readonly dropOffBy?: string | undefined;
}

/** Leaves out other fields of the value, and times that are not given. */
export function wantedTimesOf({ pickUpAfter, dropOffBy }: WantedTimes): WantedTimes {
  return {
    ...(pickUpAfter !== undefined && { pickUpAfter }),
    ...(dropOffBy !== undefined && { dropOffBy }),
  };
}

export function hasWantedTimes({ pickUpAfter, dropOffBy }: WantedTimes): boolean {
  return pickUpAfter !== undefined || dropOffBy !== undefined;
}

/** `['pick up after 17:40', 'drop off by 09:00']`: those that are given. */
export function wantedInWords({ pickUpAfter, dropOffBy }: WantedTimes): string[] {
  return [
    ...(pickUpAfter === undefined ? [] : [`pick up after ${pickUpAfter}`]),
    ...(dropOffBy === undefined ? [] : [`drop off by ${dropOffBy}`]),
  ];
}

/** Whether there is time between a pick-up and a drop-off on one day. */
export function hasTimeBetween(
  { pickUpDate, dropOffDate }: RentalDates,
  { pickUpAfter, dropOffBy }: WantedTimes,
): boolean {
  if (pickUpDate !== dropOffDate || pickUpAfter === undefined || dropOffBy === undefined)
    return true;
  return pickUpAfter < dropOffBy;
}

/** Throws UsageError if the drop-off would have to be before the pick-up. */
export function refuseWithoutTime(dates: RentalDates, times: WantedTimes): void {
  if (hasTimeBetween(dates, times)) return;
  const { pickUpAfter = '', dropOffBy = '' } = times;
  throw new UsageError(
    fieldText(
      'on one day, {dropOffBy} must be later than {pickUpAfter}: {by} is not later than {after}',
      { by: dropOffBy, after: pickUpAfter },
    ),
    { hint: 'give a later drop-off day, or other times' },
  );
}

/**
 * `9:00`, `9 am` → `09:00`. Throws UsageError, also for 12 am and 12 pm: people read them both
 * ways.
 */
export function parseTimeOfDay(text: string, field: 'pickUpAfter' | 'dropOffBy'): string {
  const minutes = minutesOfDay(text.trim()) ?? minutesOfHalfDay(text.trim());
  if (minutes !== undefined) return timeOfDay(minutes);
  throw new UsageError(
    fieldText(`{${field}} takes a time of day, not "{given}"`, { given: shorten(text, 40) }),
    {
      hint: 'write 17:40, 9:00 or 5:40pm; noon is 12:00, and midnight is 00:00',
    },
  );
}

/** `17:40`, `9:00`: minutes since midnight. Undefined for any other text. */
export function minutesOfDay(text: string): number | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60
    ? Number(hour) * 60 + Number(minute)
    : undefined;
}

function minutesOfHalfDay(text: string): number | undefined {
  const [, hour, minute = '00', half = ''] =
    /^(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\.?$/i.exec(text) ?? [];
  if (hour === undefined || Number(hour) < 1 || Number(hour) > 11) return undefined;
  const minutes = minutesOfDay(`${hour}:${minute}`);
  return minutes === undefined ? undefined : minutes + (half.toLowerCase() === 'p' ? 12 * 60 : 0);
}

function timeOfDay(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${hour}:${minute}`;
}
