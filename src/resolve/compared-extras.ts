/**
 * The extras of a comparison: the same for every vehicle, although each vehicle may have its own
 * ids for them.
 */
import { UsageError } from '../base/errors.ts';
import { shortName } from '../base/words.ts';
import { idOf, type Named } from '../planner/names.ts';
import { extraWords } from '../planner/proof.ts';
import type { ExtraKind, ExtraRef, NameRef } from '../planner/question.ts';
import { divideOperatorTexts, refuseDifferentCounts, type OperatorTexts } from './by-operator.ts';
import {
  extraKey,
  firstAndAllExtras,
  type KnownExtras,
  type ListedExtras,
  type FirstAndAllExtras,
} from './listed-extras.ts';
import { match } from './match.ts';
import { needsPlanList, preferencesOf } from './plans.ts';
import { isWord, readTexts, matchPieces, type TextReading } from './read.ts';
import { longerNamesNote, severalExtrasError, unknownPlanNote } from './unclear-extras.ts';

/** The lists that texts need: those from which something is wanted by name. */
export function neededLists({ accessories, plans }: OperatorTexts): readonly ExtraKind[] {
  const isNamed = readTexts(accessories, [], { counted: true }).some(({ how }) => how !== 'id');
  return [
    ...(isNamed ? (['accessory'] as const) : []),
    ...(needsPlanList(plans) ? (['insurance'] as const) : []),
  ];
}

/**
 * Each text becomes an id, or the whole name of an extra that some list has, once for all vehicles
 * and operators. A part of a name that is for one operator is looked for on its lists alone. A text
 * is looked for on the list of each vehicle's first dates; if it fits nothing there, on that of its
 * last dates too; and if it fits nothing there, it is taken as a whole name. Throws UsageError for a text that fits extras of several names.
 */
export function resolveComparedExtras<T extends ListedExtras>(
  operators: readonly T[],
): ResolvedExtras<T> {
  const notes = new Set<string>();
  const everywhere = firstAndAllExtras(operators);
  const resolved = operators.map((listed) => {
    const context = { operators, listed, everywhere, own: firstAndAllExtras([listed]), notes };
    const refs = [...accessoryRefs(context), ...planRefs(context)];
    return { ...listed, extras: joined(refs) };
  });
  refuseDifferentCounts('accessory', resolved, ({ extras }) =>
    extras.reduce((sum, { kind, quantity }) => sum + (kind === 'accessory' ? quantity : 0), 0),
  );
  return { operators: resolved, notes: [...notes] };
}

interface ResolvedExtras<T> {
  /** Each operator with the extras that are requested of it. */
  readonly operators: readonly (T & { readonly extras: readonly ExtraRef[] })[];
  /** Say what parts of names stand for, and which plans no list has. */
  readonly notes: readonly string[];
}

/** Where the texts of one operator are looked for, and what is said of them. */
interface ResolveContext {
  readonly operators: readonly ListedExtras[];
  /** The operator. */
  readonly listed: ListedExtras;
  /** The lists of all operators. */
  readonly everywhere: FirstAndAllExtras;
  /** The lists of this one. */
  readonly own: FirstAndAllExtras;
  readonly notes: Set<string>;
}

/** A piece of a text; `isOwn` if it is for this operator alone. */
interface Piece {
  readonly text: string;
  readonly isOwn: boolean;
}

function piecesOf(
  { operators, listed: { texts }, everywhere }: ResolveContext,
  kind: ExtraKind,
): Piece[] {
  const given = kind === 'accessory' ? texts.accessories : texts.plans;
  const names = everywhere.all[kind] ?? [];
  return given.flatMap((text) => {
    const isOwn = operators.length > 1 && !texts.shared.has(text);
    return divideOperatorTexts(texts, kind, [text], names).map((piece) => ({ text: piece, isOwn }));
  });
}

/**
 * Reads a piece on the lists of all operators; if it is for one operator and only a part of a name,
 * on its lists alone. A whole name can be of any operator, because the printed command repeats each
 * name for each operator.
 */
function readingOf(
  { text, isOwn }: Piece,
  { everywhere, own }: ResolveContext,
  readIn: (text: string, known: KnownExtras) => TextReading,
): TextReading {
  const readings = (['first', 'all'] as const).map((when) => {
    const reading = readIn(text, everywhere[when]);
    return isOwn && reading.how === 'part' ? readIn(text, own[when]) : reading;
  });
  return readings.find(({ found }) => found.length > 0) ?? readings[0]!;
}

function accessoryRefs(context: ResolveContext): ExtraRef[] {
  return piecesOf(context, 'accessory').map((piece) =>
    refOf('accessory', readingOf(piece, context, readAccessory), piece, context),
  );
}

function planRefs(context: ResolveContext): ExtraRef[] {
  const pieces = piecesOf(context, 'insurance');
  const { plans, isOptional, isChoice } = preferencesOf(pieces.map(({ text }) => text));
  // The last piece can be `none`, which is not among the plans.
  const read = pieces.slice(0, plans.length).map((piece): PlanReading => {
    return { piece, reading: readingOf(piece, context, readPlan) };
  });
  const [preferred, ...others] = read.map(({ piece, reading }) =>
    refOf('insurance', reading, piece, context),
  );
  if (preferred === undefined) return [];
  // Who asks for one plan may want a plan with a longer name as well; a choice names what it wants.
  if (!isChoice) noteLongerNames(read, context);
  const unknown = read.filter(({ reading: { found, how } }) => found.length === 0 && how !== 'id');
  // If no list has any of the plans, `unknownExtraError` says so, unless a vehicle may have none.
  if (unknown.length < plans.length || isOptional) noteUnknownPlans(unknown, context);
  const alternatives = others.map(({ id, name }): NameRef =>
    id === undefined ? { name: name! } : { id },
  );
  return [{ ...preferred, ...(isChoice && { alternatives }), ...(isOptional && { isOptional }) }];
}

interface PlanReading {
  readonly piece: Piece;
  readonly reading: TextReading;
}

/** The plans on the lists on which the piece is looked for. */
function plansFor({ isOwn }: Piece, { own, everywhere }: ResolveContext): readonly Named[] {
  return (isOwn ? own : everywhere).all.insurance ?? [];
}

function noteLongerNames(read: readonly PlanReading[], context: ResolveContext): void {
  for (const { piece, reading } of read) {
    if (reading.how !== 'whole') continue;
    const note = longerNamesNote(reading.text, plansFor(piece, context));
    if (note !== undefined) context.notes.add(note);
  }
}

function noteUnknownPlans(unknown: readonly PlanReading[], context: ResolveContext): void {
  for (const { piece, reading } of unknown) {
    const operator = piece.isOwn ? context.listed.texts.operator : undefined;
    context.notes.add(unknownPlanNote(reading.text, plansFor(piece, context), operator));
  }
}

function refOf(
  kind: ExtraKind,
  { text, quantity, found, how }: TextReading,
  { isOwn }: Piece,
  { operators, listed, notes }: ResolveContext,
): ExtraRef {
  if (how === 'id') return { kind, id: idOf(text), quantity };
  const name = nameOf({ text, found, how }, kind, (names) =>
    severalExtrasError(text, names, kind, isOwn ? { operators: [listed], isOwn } : { operators }),
  );
  if (how === 'part' && name !== undefined)
    notes.add(`"${shortName(text)}" means "${shortName(name)}"`);
  return { kind, name: name ?? text, quantity };
}

function readAccessory(text: string, { accessory = [] }: KnownExtras): TextReading {
  return matchPieces([text], accessory, { counted: true })[0]!;
}

function readPlan(text: string, { insurance = [] }: KnownExtras): TextReading {
  return { text, quantity: 1, ...match(text, insurance) };
}

/** Each extra once, with the sum of its quantities. */
function joined(refs: readonly ExtraRef[]): ExtraRef[] {
  const byKey = new Map<string, ExtraRef>();
  for (const ref of refs) {
    const key = extraKey(ref);
    const same = byKey.get(key);
    byKey.set(key, same === undefined ? ref : { ...same, quantity: same.quantity + ref.quantity });
  }
  return [...byKey.values()];
}

/**
 * The name that a text stands for; undefined if it fits nothing. If a whole name fits several, they
 * differ only in case and accents, so it is returned as it is written. Throws UsageError if a part
 * fits several names.
 */
function nameOf(
  { text, found, how }: Pick<TextReading, 'text' | 'found' | 'how'>,
  kind: ExtraKind,
  severalError: (names: readonly string[]) => UsageError,
): string | undefined {
  const names = [...new Set(found.map(({ name }) => name))];
  // In the printed command, this name would mean that no extra is wanted.
  if (names.some((name) => isWord(name, 'none')))
    throw new UsageError(`"none" means no ${extraWords[kind]}, but one has that name`, {
      hint: 'give its id',
    });
  if (names.length < 2) return names[0];
  if (how === 'whole') return text;
  throw severalError(names);
}
