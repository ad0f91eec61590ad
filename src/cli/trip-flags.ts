/** The trip flags, the same on every command. */
import { InputNeededError } from '../base/errors.ts';
import { parseMaxAmount, type MaxAmount } from '../planner/max-amount.ts';
import { lengthGivenTwiceError, maxTripNights } from '../planner/trip.ts';
import { parseTimeOfDay, wantedTimesOf, type WantedTimes } from '../planner/wanted-times.ts';
import type { TripRequest } from '../resolve/trip.ts';
import { fieldText, joinTexts, type Field, type FieldText } from '../base/field-text.ts';
import type { Flags, FlagValues } from './flags.ts';

/** The flags that choose the trips of a comparison, in the order of its help. */
export const comparedTripFlags = [
  'pick-up',
  'drop-off',
  'from',
  'flex',
  'nights',
  'to',
  'start-on',
  'until',
  'pick-up-after',
  'drop-off-by',
] as const;

export const tripFlags = {
  'pick-up': {
    kind: 'text',
    value: 'depot',
    help: 'where the rental starts: id or name',
    brief: 'Depot: id or name',
    offers: { names: 'depot' },
    aliases: ['pick-up-depot-id'],
  },
  'drop-off': {
    kind: 'text',
    value: 'depot',
    help: 'where it ends (default: the pick-up depot)',
    brief: 'Default: pick_up',
    offers: { names: 'depot' },
    aliases: ['drop-off-depot-id'],
  },
  from: {
    kind: 'text',
    value: 'date',
    help: 'pick-up date: 2026-12-20, fri, "20 dec", +30d',
    brief: '2026-12-20, fri, +30d',
    aliases: ['pick-up-date'],
  },
  to: {
    kind: 'text',
    value: 'date',
    help: 'drop-off date; +7d and fri count from --from',
    brief: 'Date, or +7d',
    aliases: ['drop-off-date'],
  },
  nights: {
    kind: 'integer',
    value: 'n',
    min: 0,
    max: maxTripNights,
    help: 'how many nights, instead of --to',
    brief: 'Or give to',
  },
} as const satisfies Flags;

/** For commands that price a trip: they warn if the depots list no time that fits. */
export const timeFlags = {
  'pick-up-after': {
    kind: 'text',
    value: 'time',
    help: 'when you can be there: 17:40; warns if too late',
    brief: '17:40: warns if too late',
  },
  'drop-off-by': {
    kind: 'text',
    value: 'time',
    help: 'when you must be done: 9:00; warns if too early',
    brief: '9:00: warns if too early',
  },
} as const satisfies Flags;

export const maxTotalFlag = {
  kind: 'text',
  value: 'amount',
  help: 'exit code 10 if every total is above "500 NZD"',
  brief: 'Marks totals above: 1500',
} as const;

export const saveFlag = {
  kind: 'text',
  value: 'name',
  help: 'save the trip under this name; see rental trips',
  offers: { names: 'trip' },
} as const;

export const extrasFlags = {
  accessory: {
    kind: 'list',
    commas: 'names',
    value: 'id|name|none',
    help: 'one or more accessories: a,b; two of one: 2x a',
    brief: 'Ids or names; 2x for two',
    aliases: ['accessory-ids'],
    offers: { words: ['none'], names: 'accessory' },
  },
  insurance: {
    kind: 'list',
    commas: 'names',
    value: 'id|name|none',
    help: 'insurance plan; a,b: the first the vehicle has',
    brief: 'Ids or whole names, several: each vehicle takes the first it has',
    aliases: ['insurance-id'],
    offers: { words: ['none'], names: 'insurance' },
  },
} as const satisfies Flags;

export type TripOptions = FlagValues<typeof tripFlags>;
export type ExtrasOptions = FlagValues<typeof extrasFlags>;

/**
 * The trip as the planner takes it. Throws InputNeededError naming every trip flag that is missing,
 * and UsageError.
 */
export function requireTrip(options: TripOptions): TripRequest {
  const { pickUp, dropOff, from } = options;
  const to = dropOffOfFlags(options);
  if (pickUp !== undefined && from !== undefined && to !== undefined)
    return { pickUp, dropOff, from, to };
  throw inputNeeded(
    missingFields({ pickUp, from, to }),
    'for example: --pick-up auckland --from +30d --nights 7; in a terminal, rental plan asks for them',
  );
}

/** The end as `--to` gives it. Throws UsageError if it is given in both ways. */
export function dropOffOfFlags({
  to,
  nights,
}: Pick<TripOptions, 'to' | 'nights'>): string | undefined {
  if (to !== undefined && nights !== undefined) throw lengthGivenTwiceError();
  return nights === undefined ? to : `+${nights}d`;
}

/** The times as the planner takes them. Throws UsageError. */
export function wantedTimesOfFlags({
  pickUpAfter,
  dropOffBy,
}: FlagValues<typeof timeFlags>): WantedTimes {
  return wantedTimesOf({
    pickUpAfter: pickUpAfter === undefined ? undefined : parseTimeOfDay(pickUpAfter, 'pickUpAfter'),
    dropOffBy: dropOffBy === undefined ? undefined : parseTimeOfDay(dropOffBy, 'dropOffBy'),
  });
}

/** Throws UsageError. */
export function maxTotalOfFlag({
  maxTotal,
}: {
  readonly maxTotal?: string | undefined;
}): MaxAmount | undefined {
  return maxTotal === undefined ? undefined : parseMaxAmount(maxTotal, 'maxTotal');
}

/** The fields that have no value. */
export function missingFields(values: Readonly<Partial<Record<Field, unknown>>>): FieldText[] {
  const missing = (Object.keys(values) as Field[]).filter((field) => values[field] === undefined);
  return missing.map((field) => fieldText(`{${field}}`));
}

/** `--pick-up, --from and --to are needed`. */
export function inputNeeded(missing: readonly FieldText[], hint: FieldText): InputNeededError {
  const needed = missing.length === 1 ? 'is needed' : 'are needed';
  return new InputNeededError(
    fieldText('{all} {needed}', { all: joinTexts(missing, ', ', ' and '), needed }),
    { hint },
  );
}
