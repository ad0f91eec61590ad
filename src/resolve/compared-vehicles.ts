/** The vehicles of a comparison, at all operators together. */
import { NotAvailableError, UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { joinWords, shortName } from '../base/words.ts';
import {
  distinct,
  exactForm,
  idOf,
  itemsInWords as listedNames,
  type Named,
} from '../planner/names.ts';
import { finderIn, type VehicleRef } from '../planner/question.ts';
import type { Session } from '../planner/session.ts';
import { divideOperatorTexts, type OperatorTexts } from './by-operator.ts';
import { match } from './match.ts';
import { meaningNote } from './one.ts';
import { divideTexts, readPieces, type TextReading } from './read.ts';
import { vehicleHint, wasSeen } from './vehicle.ts';

interface ListedVehicles {
  readonly texts: OperatorTexts;
  readonly session: Pick<Session, 'seenVehicles' | 'everSeenVehicles'>;
  /**
   * Those that were available on any of its trips, each once. Undefined if no trip was answered.
   */
  readonly available: readonly Named[] | undefined;
}

interface Rules {
  /** Every trip of every operator was answered. */
  readonly isAll: boolean;
  /** Operators whose vehicles are not known. */
  readonly failedOperators: readonly string[];
}

interface ResolvedVehicles {
  /** The wanted vehicles of each operator. */
  readonly vehicles: readonly ('all' | readonly VehicleRef[])[];
  /** Say what parts of names stand for, and which texts fit nothing. */
  readonly notes: readonly string[];
  /** Some text fits no vehicle that is available on the trips so far. */
  readonly isMissing: boolean;
}

/**
 * A name is looked for at all operators and in earlier answers, so that the name of a vehicle that
 * is sold out is not taken for a part of another's. Throws NotAvailableError if nothing fits on any
 * trip, and UsageError for a part of a name if the vehicles of an operator are not known.
 */
export async function resolveVehicles(
  operators: readonly ListedVehicles[],
  { isAll, failedOperators }: Rules,
): Promise<ResolvedVehicles> {
  const available = distinct(operators.flatMap((one) => one.available ?? []));
  const seen = await Promise.all(operators.map(({ session }) => session.seenVehicles()));
  const known = distinct([...available, ...seen.flat()]);
  const notes = new Set<string>();
  const missed: string[] = [];
  const findAvailable = finderIn(available);
  let isAnyAvailable = false;
  const resolved = operators.map(({ texts, available: items = [] }) => {
    const { operator, vehicles } = texts;
    if (vehicles === 'all') {
      isAnyAvailable ||= items.length > 0;
      return vehicles;
    }
    // All of them are this operator's if there is no other.
    const find = items.length === available.length ? findAvailable : finderIn(items);
    const pieces = divideOperatorTexts(texts, 'vehicle', vehicles, known);
    return readPieces(pieces, known, { many: true }).flatMap((reading) => {
      if (reading.how === 'part' && reading.found.length > 0 && failedOperators.length > 0)
        throw uncertainPartError(reading, failedOperators);
      const refs = refsOf(reading);
      const matched = new Set(reading.how === 'part' ? refs.flatMap(findAvailable) : []);
      if (matched.size > 0) {
        const inOrder = available.filter((item) => matched.has(item));
        notes.add(meaningNote(reading.text, inOrder, 'vehicle'));
      }
      if (refs.some((ref) => find(ref).length > 0)) isAnyAvailable = true;
      else {
        missed.push(reading.text);
        notes.add(`${operator}: no available vehicle matches "${shortName(reading.text)}"`);
      }
      return refs;
    });
  });
  const [first] = missed;
  if (isAll && first !== undefined && !isAnyAvailable) {
    const ever = await Promise.all(operators.map(({ session }) => session.everSeenVehicles()));
    throw noVehicleError(first, { known, available, ever: ever.flat() });
  }
  return { vehicles: resolved, notes: [...notes], isMissing: missed.length > 0 };
}

/** How many of the vehicles of earlier answers the texts fit; undefined if none. */
export function countVehicles(
  { vehicles }: OperatorTexts,
  seen: readonly Named[],
): number | undefined {
  if (vehicles === 'all') return seen.length || undefined;
  const readings = readPieces(divideTexts(vehicles, seen), seen, { many: true });
  const found = readings.flatMap(({ how, text, found }): readonly unknown[] =>
    how === 'id' ? [idOf(text)] : found,
  );
  return new Set(found).size || undefined;
}

/** Notes on vehicles that a text fits, but that were listed too late to be compared. */
export function laterMatches(
  texts: OperatorTexts,
  refs: 'all' | readonly VehicleRef[],
  { listed, known }: { readonly listed: readonly Named[]; readonly known: readonly Named[] },
): readonly string[] {
  if (texts.vehicles === 'all' || refs === 'all') return [];
  const find = finderIn(listed);
  const compared = new Set(refs.flatMap((ref) => [...find(ref)]));
  return readPieces(divideTexts(texts.vehicles, known), listed, { many: true }).flatMap(
    ({ text, how, found }) => {
      const later = how === 'id' ? [] : found.filter((vehicle) => !compared.has(vehicle));
      if (later.length === 0) return [];
      return [
        `"${shortName(text)}" also matches ${listedNames(later)}, found later: give the full name to compare it`,
      ];
    },
  );
}

/** A text that fits nothing stays a whole name: the vehicle may be available on another day. */
function refsOf({ text, found, how }: TextReading): VehicleRef[] {
  if (how === 'id') return [{ id: idOf(text) }];
  if (found.length === 0) return [{ name: text }];
  return [...new Map(found.map(({ name }) => [exactForm(name), { name }])).values()];
}

function uncertainPartError({ text }: TextReading, lost: readonly string[]): UsageError {
  const message = fieldText(
    '{vehicle}: "{text}" is a part of a name, and the vehicles of {lost} could not be looked up',
    {
      text: shortName(text),
      lost: joinWords(lost),
    },
  );
  return new UsageError(message, {
    hint: 'give the whole name or the id, or compare only the other operators',
  });
}

/** `known`: available on some trip, or seen before. `ever`: also under former names. */
function noVehicleError(
  text: string,
  { known, available, ever }: Readonly<Record<'known' | 'available' | 'ever', readonly Named[]>>,
): NotAvailableError {
  const isKnown = match(text, known).found.length > 0;
  const seenBefore = wasSeen(text, ever, true);
  const hint = vehicleHint({ text, available, ever: known, isSeen: isKnown || seenBefore });
  const lead = seenBefore
    ? ': sold out, or not offered for these depots and dates'
    : ', nor any seen before';
  const message = `no available vehicle matches "${shortName(text)}"${lead}`;
  const error = new NotAvailableError(message, { hint });
  error.seenBefore = seenBefore;
  return error;
}
