/**
 * The extras of a comparison: the same for every vehicle, although each vehicle may have its own
 * ids for them.
 */
import type { CalendarDate } from '../api/types.ts';
import { UsageError } from '../base/errors.ts';
import { joinWords, shorten } from '../base/words.ts';
import { formatDate } from '../planner/calendar.ts';
import { exactForm, fold, idOf, isId, nearest, type Named } from '../planner/names.ts';
import { extraWords, type RequestedExtra } from '../planner/proof.ts';
import { finderIn, optionsOf, type ExtraRef, type NameRef } from '../planner/question.ts';
import { dividedTexts, refuseOtherCounts, type OperatorTexts } from './by-operator.ts';
import { match } from './match.ts';
import { unknown } from './one.ts';
import { needsPlanList, preferencesOf } from './plans.ts';
import { isWord, read, readPieces, type TextReading } from './read.ts';

type Kind = RequestedExtra['kind'];

/** The lists that texts need: those from which something is wanted by name. */
export function neededLists({ accessories, plans }: OperatorTexts): readonly Kind[] {
  const isNamed = read(accessories, [], { counted: true }).some(({ how }) => how !== 'id');
  return [
    ...(isNamed ? (['accessory'] as const) : []),
    ...(needsPlanList(plans) ? (['insurance'] as const) : []),
  ];
}

/** The extras on the lists of all vehicles together; undefined if no list was needed. */
export type KnownExtras = Readonly<Record<Kind, readonly Named[] | undefined>>;

/**
 * Each text becomes an id, or the whole name of an extra that some list has, once for all vehicles
 * and operators. A text that fits nothing stays a whole name. `first`: the lists of first dates. A
 * text that fits nothing there is looked for in `all`, which has later dates, too. Throws
 * UsageError for a text that fits extras of several names.
 */
export function resolveComparedExtras(
  operators: readonly OperatorTexts[],
  first: KnownExtras,
  all: KnownExtras = first,
): ResolvedExtras {
  const notes = new Set<string>();
  const refOf = (kind: Kind, { text, quantity, found, how }: TextReading): ExtraRef => {
    if (how === 'id') return { kind, id: idOf(text), quantity };
    const name = oneName(text, { found, how }, kind);
    if (how === 'part' && name !== undefined)
      notes.add(`"${shorten(text, 60)}" means "${shorten(name, 60)}"`);
    return { kind, name: name ?? text, quantity };
  };
  const planRefs = (texts: OperatorTexts): ExtraRef[] => {
    const pieces = dividedTexts(texts, 'insurance', texts.plans, all.insurance ?? []);
    const { plans, isOptional, isChoice } = preferencesOf(pieces);
    const readings = plans.map((text) =>
      firstThatFits([first, all], (known) => readPlan(text, known)),
    );
    const [preferred, ...others] = readings.map((reading) => refOf('insurance', reading));
    if (preferred === undefined) return [];
    const whole = isChoice ? [] : readings.filter(({ how }) => how === 'whole');
    for (const note of whole.flatMap(
      ({ text }) => longerNamesNote(text, all.insurance ?? []) ?? [],
    ))
      notes.add(note);
    const unknownPlans = readings.filter(({ found, how }) => found.length === 0 && how !== 'id');
    if (unknownPlans.length < plans.length || isOptional)
      for (const { text } of unknownPlans) notes.add(unknownPlanNote(text, all.insurance ?? []));
    const alternatives = others.map(({ id, name }): NameRef =>
      id === undefined ? { name: name! } : { id },
    );
    return [{ ...preferred, ...(isChoice && { alternatives }), ...(isOptional && { isOptional }) }];
  };
  const resolved = operators.map((texts) => {
    const { operator, accessories } = texts;
    const pieces = dividedTexts(texts, 'accessory', accessories, all.accessory ?? []);
    const readings = pieces.map((piece) =>
      firstThatFits([first, all], (known) => readAccessory(piece, known)),
    );
    const refs = [...readings.map((reading) => refOf('accessory', reading)), ...planRefs(texts)];
    return { operator, refs: joined(refs) };
  });
  refuseOtherCounts('accessory', resolved, ({ refs }) =>
    refs.reduce((sum, { kind, quantity }) => sum + (kind === 'accessory' ? quantity : 0), 0),
  );
  return { extras: resolved.map(({ refs }) => refs), notes: [...notes] };
}

function readAccessory(piece: string, { accessory = [] }: KnownExtras): TextReading {
  return readPieces([piece], accessory, { counted: true })[0]!;
}

function readPlan(text: string, { insurance = [] }: KnownExtras): TextReading {
  return { text, quantity: 1, ...match(text, insurance) };
}

/** A plan that no list has does not end a comparison if there is another one. */
function unknownPlanNote(text: string, plans: readonly Named[]): string {
  const near = nearest(text, plans);
  const guess = near === undefined ? '' : `; did you mean "${shorten(near.name, 60)}"?`;
  return `none of the vehicles compared has an insurance plan called "${shorten(text, 60)}"${guess}`;
}

/**
 * Vehicles without the plan can have one with a longer name, which is another plan. Undefined if no
 * list has one.
 */
function longerNamesNote(text: string, plans: readonly Named[]): string | undefined {
  const longer = plans.filter(
    ({ name }) => fold(name).includes(fold(text)) && fold(name) !== fold(text),
  );
  const names = [...new Set(longer.map(({ name }) => `"${shorten(name, 60)}"`))].slice(0, maxNames);
  if (names.length === 0) return undefined;
  const others = names.length === 1 ? 'another plan has' : 'other plans have';
  return `${others} "${shorten(text, 60)}" in the name: ${names.join(', ')}; give both to take the first that a vehicle has`;
}

function firstThatFits(
  all: readonly KnownExtras[],
  readIn: (known: KnownExtras) => TextReading,
): TextReading {
  const readings = all.map(readIn);
  return readings.find(({ found }) => found.length > 0) ?? readings[0]!;
}

/** The extras of each operator, and what parts of names stand for. */
export interface ResolvedExtras {
  readonly extras: readonly (readonly ExtraRef[])[];
  readonly notes: readonly string[];
}

/** The first that no list has, although one was looked up: none of its alternatives either. */
export function firstUnknown(
  operators: readonly (readonly ExtraRef[])[],
  known: KnownExtras,
): ExtraRef | undefined {
  return operators.flat().find((ref) => {
    const list = known[ref.kind];
    if (list === undefined || ref.isOptional === true) return false;
    const find = finderIn(list);
    return optionsOf(ref).every((option) => find(option).length === 0);
  });
}

interface LookedUp {
  readonly list: readonly Named[];
  /** The days, sorted. */
  readonly dates: readonly CalendarDate[];
  /** The texts that the vehicles match; empty for all. */
  readonly vehicles: readonly string[];
}

/** An extra that no vehicle has is a typing mistake. */
export function unknownExtra(
  { kind, id, quantity, name = String(id) }: ExtraRef,
  { list, dates, vehicles }: LookedUp,
): UsageError {
  const different = new Map(list.map((item) => [item.name, item]));
  const { hint } = unknown(name, [...different.values()], extraWords[kind], { quantity }).texts;
  const a = kind === 'accessory' ? 'an accessory' : 'an insurance plan';
  const matching = [...new Set(vehicles)]
    .map((text) => `"${shorten(text, 60)}"`)
    .slice(0, maxNames);
  const none =
    matching.length === 0
      ? 'no vehicle'
      : `none of the vehicles that match ${joinWords(matching, 'or')}`;
  const message = `${none} has ${a} ${isId(name) ? `with the id ${name}` : `called "${shorten(name, 60)}"`}`;
  if (dates.length < 2) return new UsageError(message, { hint });
  // Each vehicle was looked up on its first dates and its last.
  const days =
    dates.length === 2 ? joinWords(dates.map(formatDate)) : 'the days that were looked up';
  return new UsageError(`${message} on ${days}`, { hint });
}

/** Each extra once. */
function joined(refs: readonly ExtraRef[]): ExtraRef[] {
  const byKey = new Map<string, ExtraRef>();
  for (const ref of refs) {
    const key = `${ref.kind} ${ref.id ?? ''} ${exactForm(ref.name ?? '')}`;
    const same = byKey.get(key);
    byKey.set(key, same === undefined ? ref : { ...same, quantity: same.quantity + ref.quantity });
  }
  return [...byKey.values()];
}

/** In a message. */
const maxNames = 8;

/**
 * The one name of what a text fits; undefined for nothing. Throws UsageError for several. What a
 * whole name fits differs only in case and accents.
 */
function oneName(
  text: string,
  { found, how }: Pick<TextReading, 'found' | 'how'>,
  kind: Kind,
): string | undefined {
  const names = [...new Set(found.map(({ name }) => name))];
  // In the printed command this name would say that no extra is wanted.
  if (names.some((name) => isWord(name, 'none')))
    throw new UsageError(`"none" means no ${extraWords[kind]}, but one has that name`, {
      hint: 'give its id',
    });
  if (names.length < 2) return names[0];
  if (how === 'whole') return text;
  const shown = names.slice(0, maxNames).map((name) => `"${shorten(name, 60)}"`);
  const list = `${shown.join(', ')}${names.length > maxNames ? ', …' : ''}`;
  throw new UsageError(`the ${extraWords[kind]} "${shorten(text, 60)}" matches several: ${list}`, {
    hint: 'give one whole name; with several operators, one for each: <operator>:<name>',
  });
}
