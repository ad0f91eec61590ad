/** A selection as a command line that can be run again. */
import type { Selection, Trip } from '../api/types.ts';

/**
 * The words of `rental plan …` that get the same quote without asking. Dates are absolute and everything is an id, so it
 * means the same on any day. `operatorFlags` are the words that chose the operator: `['--sandbox']`.
 */
export function toCommandLine(selection: Selection, operatorFlags: readonly string[]): string[] {
  const { vehicleId, accessoryIds, insuranceId } = selection;
  const accessories = accessoryIds.length === 0 ? [] : ['--accessory', accessoryIds.join(',')];
  return [
    'rental',
    'plan',
    ...operatorFlags,
    ...tripFlags(selection),
    '--vehicle',
    String(vehicleId),
    ...accessories,
    '--insurance',
    insuranceId === undefined ? 'none' : String(insuranceId),
    '--no-input',
  ];
}

/** The words of `rental availability …` for the same trip: what to try when a vehicle is not available. */
export function toAvailabilityLine(trip: Trip, operatorFlags: readonly string[]): string[] {
  return ['rental', 'availability', ...operatorFlags, ...tripFlags(trip)];
}

function tripFlags(trip: Trip): string[] {
  return [
    '--pick-up',
    String(trip.pickUpDepotId),
    '--drop-off',
    String(trip.dropOffDepotId),
    '--from',
    trip.pickUpDate,
    '--to',
    trip.dropOffDate,
  ];
}

/** One line for a POSIX shell; words that need no quotes have none. */
export function quoteShell(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

function quoteWord(word: string): string {
  return /^[\w./:,@+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
