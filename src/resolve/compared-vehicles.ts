/** The vehicles of a comparison, at all operators together. */
import { NotAvailableError, UsageError, type RentalError } from '../base/errors.ts';
import { fieldText, joinTexts } from '../base/field-text.ts';
import { joinWords, shortName } from '../base/words.ts';
import { distinct, exactForm, idOf, itemsInWords, type Named } from '../planner/names.ts';
import { finderIn, type VehicleRef } from '../planner/question.ts';
import type { Session } from '../planner/session.ts';
import { divideOperatorTexts, type OperatorTexts } from './by-operator.ts';
import { match } from './match.ts';
import { meaningNote } from './one.ts';
import { divideTexts, matchPieces, type TextReading } from './read.ts';
import { vehicleHint, wasSeen } from './vehicle.ts';

interface OperatorVehicles {
  readonly texts: OperatorTexts;
  readonly session: Pick<Session, 'seenVehicles' | 'everSeenVehicles'>;
  /**
   * Those that were available on any of its trips, each once. Undefined if no trip was answered.
   */
  readonly available: readonly Named[] | undefined;
}

interface ResolveVehiclesOptions {
  /** Every trip of every operator was answered. */
  readonly areAllAnswered: boolean;
  readonly withoutVehicles: readonly UnknownFleet[];
}

/** An operator whose vehicles are not known. */
export interface UnknownFleet {
  readonly operator: string;
  /** Undefined if none of its trips was asked for. */
  readonly error: RentalError | undefined;
}

interface ResolvedVehicles<T> {
  /** Each operator with the vehicles that are wanted of it. */
  readonly operators: readonly (T & { readonly vehicles: 'all' | readonly VehicleRef[] })[];
  /** Say what parts of names stand for, and which texts fit nothing. */
  readonly notes: readonly string[];
  /** Some text fits no vehicle that is available on the trips so far. */
  readonly isAnyMissed: boolean;
}

/**
 * A name is looked for at all operators and in earlier answers, so that the name of a vehicle that
 * is sold out is not taken for a part of another's. Throws NotAvailableError if nothing fits on any
 * trip; for a part of a name, if the vehicles of an operator are not known, the reason for that.
 */
export async function resolveVehicles<T extends OperatorVehicles>(
  operators: readonly T[],
  { areAllAnswered, withoutVehicles }: ResolveVehiclesOptions,
): Promise<ResolvedVehicles<T>> {
  const available = distinct(operators.flatMap((operator) => operator.available ?? []));
  const seen = await Promise.all(operators.map(({ session }) => session.seenVehicles()));
  const known = distinct([...available, ...seen.flat()]);
  const all = { known, available, findAvailable: finderIn(available), withoutVehicles };
  const notes = new Set<string>();
  const resolved = operators.map((operator) => ({
    operator,
    ...vehiclesAt(operator, all, notes),
  }));
  const [firstMissed] = resolved.flatMap(({ missed }) => missed);
  const isAnyAvailable = resolved.some((one) => one.isAnyAvailable);
  if (areAllAnswered && firstMissed !== undefined && !isAnyAvailable) {
    const ever = await Promise.all(operators.map(({ session }) => session.everSeenVehicles()));
    throw noVehicleError(firstMissed, { known, available, everSeen: ever.flat() });
  }
  return {
    operators: resolved.map(({ operator, vehicles }) => ({ ...operator, vehicles })),
    notes: [...notes],
    isAnyMissed: firstMissed !== undefined,
  };
}

/** The vehicles of all operators. */
interface AllVehicles extends Pick<ResolveVehiclesOptions, 'withoutVehicles'> {
  /** Available on some trip, or seen before. */
  readonly known: readonly Named[];
  readonly available: readonly Named[];
  /** Finds in `available`. */
  readonly findAvailable: (ref: VehicleRef) => readonly Named[];
}

interface VehiclesAt {
  readonly vehicles: 'all' | readonly VehicleRef[];
  /** The texts that fit none of the operator's available vehicles. */
  readonly missed: readonly string[];
  readonly isAnyAvailable: boolean;
}

/** The vehicles of one operator that its texts stand for. Adds what a user should know to `notes`. */
function vehiclesAt(
  { texts, available: listed = [] }: OperatorVehicles,
  { known, available, findAvailable, withoutVehicles }: AllVehicles,
  notes: Set<string>,
): VehiclesAt {
  const { operator, vehicles } = texts;
  if (vehicles === 'all') return { vehicles, missed: [], isAnyAvailable: listed.length > 0 };
  // Indexing a long list is slow, so the index of all is used if the operator has all of them.
  const find = listed.length === available.length ? findAvailable : finderIn(listed);
  const pieces = divideOperatorTexts(texts, 'vehicle', vehicles, known);
  const read = matchPieces(pieces, known, { many: true }).map((reading) => {
    const { text, how, found } = reading;
    if (how === 'part' && found.length > 0 && withoutVehicles.length > 0)
      throw uncertainPartError(text, withoutVehicles);
    const refs = refsOf(reading);
    const isAvailable = refs.some((ref) => find(ref).length > 0);
    const matched = new Set(how === 'part' ? refs.flatMap(findAvailable) : []);
    if (matched.size > 0) {
      const inOrder = available.filter((item) => matched.has(item));
      notes.add(meaningNote(text, inOrder, 'vehicle'));
    }
    if (!isAvailable) notes.add(`${operator}: no available vehicle matches "${shortName(text)}"`);
    return { text, refs, isAvailable };
  });
  return {
    vehicles: read.flatMap(({ refs }) => refs),
    missed: read.flatMap(({ text, isAvailable }) => (isAvailable ? [] : text)),
    isAnyAvailable: read.some(({ isAvailable }) => isAvailable),
  };
}

/**
 * How many of the vehicles of earlier answers the texts fit. Undefined, for not known, if they fit
 * none: earlier answers are never the whole fleet.
 */
export function countVehicles(
  { vehicles }: OperatorTexts,
  seen: readonly Named[],
): number | undefined {
  if (vehicles === 'all') return seen.length || undefined;
  const readings = matchPieces(divideTexts(vehicles, seen), seen, { many: true });
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
  return matchPieces(divideTexts(texts.vehicles, known), listed, { many: true }).flatMap(
    ({ text, how, found }) => {
      const later = how === 'id' ? [] : found.filter((vehicle) => !compared.has(vehicle));
      if (later.length === 0) return [];
      return [
        `"${shortName(text)}" also matches ${itemsInWords(later)}, found later: give the full name to compare it`,
      ];
    },
  );
}

/** A text that fits nothing is taken as a whole name: it may be available on another day. */
function refsOf({ text, found, how }: TextReading): VehicleRef[] {
  if (how === 'id') return [{ id: idOf(text) }];
  if (found.length === 0) return [{ name: text }];
  return [...new Map(found.map(({ name }) => [exactForm(name), { name }])).values()];
}

/** The error of the first failed request: without it, the text would not be refused. */
function uncertainPartError(text: string, withoutVehicles: readonly UnknownFleet[]): RentalError {
  const why = withoutVehicles.flatMap(({ operator, error }) =>
    error === undefined
      ? []
      : fieldText('{name}: {message}', { name: operator, message: error.texts.message }),
  );
  const message = fieldText(
    '{vehicle}: "{text}" is a part of a name, and the vehicles of {lost} could not be looked up{why}',
    {
      text: shortName(text),
      lost: joinWords(withoutVehicles.map(({ operator }) => operator)),
      why: joinTexts(['', ...why], '; '),
    },
  );
  const hint = 'give the whole name or the id, or compare only the other operators';
  const [first] = withoutVehicles.flatMap(({ error }) => error ?? []);
  return first?.withMessage(message).alsoTry(hint) ?? new UsageError(message, { hint });
}

/**
 * `known`: available on some trip, or seen before. `everSeen`: seen before, also under former names
 * and in answers that are too old to be used.
 */
function noVehicleError(
  text: string,
  vehicles: Readonly<Record<'known' | 'available' | 'everSeen', readonly Named[]>>,
): NotAvailableError {
  const { known, available, everSeen } = vehicles;
  const isKnown = match(text, known).found.length > 0;
  const seenBefore = wasSeen(text, everSeen, { allowPart: true });
  const hint = vehicleHint(text, { available, known, seenBefore: isKnown || seenBefore });
  const why = seenBefore
    ? ': sold out, or not offered for these depots and dates'
    : ', nor any seen before';
  const message = `no available vehicle matches "${shortName(text)}"${why}`;
  const error = new NotAvailableError(message, { hint });
  error.seenBefore = seenBefore;
  return error;
}
