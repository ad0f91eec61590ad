/** Divides the texts of a comparison among its operators: `lucky:12` is for lucky. */
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { joinWords, shortName } from '../base/words.ts';
import { idOf, type Named } from '../planner/names.ts';
import type { ExtraKind } from '../planner/question.ts';
import { splitByOwner, type OwnedText } from './owners.ts';
import { wantsPlan } from './plans.ts';
import { divideTexts, isWord, readTexts, matchPieces, withoutNone } from './read.ts';

/** Texts as a user writes them: ids, names, parts of names, with commas between. */
export interface ComparedTexts {
  /** `all` is every depot. */
  readonly pickUp: readonly string[];
  /** `same`, which is the default, is the pick-up depot. */
  readonly dropOff?: readonly string[] | undefined;
  /** Every vehicle unless given; `all` also means every vehicle. */
  readonly vehicle?: readonly string[] | undefined;
  readonly accessory?: readonly string[] | undefined;
  /**
   * Plans, the preferred one first, and `none` last; with several operators, ids for each:
   * `lucky:9`, `happy:11`.
   */
  readonly insurance?: readonly string[] | undefined;
}

/** The texts that are for one operator. */
export interface OperatorTexts {
  readonly operator: string;
  readonly pickUps: readonly string[];
  readonly dropOffs: readonly string[];
  readonly vehicles: 'all' | readonly string[];
  readonly accessories: readonly string[];
  /** In the order of preference. Empty: none. */
  readonly plans: readonly string[];
  /**
   * Texts that are also for other operators. They hold no ids: each operator has its own.
   */
  readonly shared: ReadonlySet<string>;
}

/**
 * The texts of each operator; what has no operator's name before it is for all of them. Throws
 * UsageError for an id without an operator if there are several, and if one operator gets more
 * extras than another.
 */
export function textsByOperator(
  texts: ComparedTexts,
  operators: readonly string[],
): OperatorTexts[] {
  const partsOf = (field: TextField): OwnedText[] =>
    (texts[field] ?? []).flatMap((text) => splitByOwner(text, operators));
  const shared = operators.length > 1 ? new Set(fields.flatMap(partsOf).flatMap(unowned)) : noTexts;
  const divided = operators.map((operator): OperatorTexts => {
    const textsFor = (field: TextField): string[] =>
      partsOf(field)
        .filter(({ owner = operator }) => owner === operator)
        .map(({ text }) => text.trim());
    return {
      operator,
      pickUps: textsFor('pickUp'),
      dropOffs: texts.dropOff === undefined ? ['same'] : textsFor('dropOff'),
      vehicles: texts.vehicle === undefined ? 'all' : vehicleTexts(textsFor('vehicle')),
      accessories: withoutNone(textsFor('accessory')),
      plans: planTexts(textsFor('insurance')),
      shared,
    };
  });
  for (const operatorTexts of divided) refuseSharedIds(operatorTexts, operators);
  // Only a list shows whether a text with a comma is one name or two: if there is such a text,
  // `resolveComparedExtras` compares the numbers.
  const areCountsKnown = divided.every(({ accessories }) =>
    accessories.every((text) => !text.includes(',')),
  );
  const all = divided.map((texts) => ({ texts }));
  if (areCountsKnown)
    refuseDifferentCounts('accessory', all, ({ texts }) => countExtras(texts.accessories));
  refuseDifferentCounts('insurance', all, ({ texts: { plans } }) => Number(plans.length > 0));
  return divided;
}

export function hasExtras({ accessories, plans }: OperatorTexts): boolean {
  return accessories.length > 0 || plans.length > 0;
}

/** The ids, if every text is an id; else undefined. */
export function vehicleIds({ vehicles }: OperatorTexts): ReadonlySet<number> | undefined {
  const readings = vehicles === 'all' ? [] : readTexts(vehicles, []);
  const areIds = readings.length > 0 && readings.every(({ how }) => how === 'id');
  return areIds ? new Set(readings.map(({ text }) => idOf(text))) : undefined;
}

type TextField = keyof ComparedTexts;

const fields = ['pickUp', 'dropOff', 'vehicle', 'accessory', 'insurance'] as const;
const noTexts: ReadonlySet<string> = new Set();

function unowned({ owner, text }: OwnedText): string[] {
  return owner === undefined ? [text.trim()] : [];
}

/** As `divideTexts`. Throws UsageError for an id that several operators would get. */
export function divideOperatorTexts(
  { shared, operator }: Pick<OperatorTexts, 'shared' | 'operator'>,
  field: TextField,
  texts: readonly string[],
  names: readonly Named[],
): string[] {
  return divideTexts(texts, names, (piece, text) => {
    if (shared.has(text) && isIdOf(piece, field)) throw sharedIdError(field, piece, [operator]);
  });
}

/** Throws UsageError for ids that several operators would get. Sends nothing. */
function refuseSharedIds({ shared, ...texts }: OperatorTexts, operators: readonly string[]): void {
  const vehicles = texts.vehicles === 'all' ? [] : texts.vehicles;
  const { pickUps: pickUp, dropOffs: dropOff, accessories: accessory, plans: insurance } = texts;
  const byField = { pickUp, dropOff, vehicle: vehicles, accessory, insurance };
  for (const [field, all] of Object.entries(byField) as [TextField, readonly string[]][]) {
    const sharedId = all.find(
      (text) => shared.has(text) && divideTexts([text], []).every((piece) => isIdOf(piece, field)),
    );
    if (sharedId !== undefined) throw sharedIdError(field, sharedId, operators);
  }
}

/** Whether a text of the field is an id. An accessory's id can have a number: `2x 12`. */
function isIdOf(piece: string, field: TextField): boolean {
  return matchPieces([piece], [], { counted: field === 'accessory' })[0]?.how === 'id';
}

function sharedIdError(field: TextField, id: string, operators: readonly string[]): UsageError {
  const owned = operators.map((operator) => ownedId(shortName(id), operator));
  return new UsageError(
    fieldText(`{${field}} {id}: each operator has its own ids`, { id: shortName(id) }),
    {
      hint: `give a name, or put its operator before the id, as in ${joinWords(owned.slice(0, maxOwners), 'or')}`,
    },
  );
}

/** Examples in a hint. */
const maxOwners = 3;

/** `lucky:12`, `2x lucky:12`. */
function ownedId(id: string, operator: string): string {
  return id.trim().replace(/-?\d+$/, (digits) => `${operator}:${digits}`);
}

/** `all` among them means every vehicle. Throws UsageError for `cheapest`. */
function vehicleTexts(texts: readonly string[]): OperatorTexts['vehicles'] {
  const hasWord = (word: string): boolean =>
    texts.some((text) => text.split(',').some((piece) => isWord(piece, word)));
  if (hasWord('cheapest')) {
    throw new UsageError(
      fieldText('a comparison already finds the cheapest: {vehicle} does not take "cheapest"'),
      {
        hint: fieldText('leave {vehicle} out'),
      },
    );
  }
  return hasWord('all') ? 'all' : texts;
}

function planTexts(texts: readonly string[]): readonly string[] {
  return wantsPlan(texts) ? texts : [];
}

function countExtras(accessories: readonly string[]): number {
  return readTexts(accessories, [], { counted: true }).reduce(
    (sum, { quantity }) => sum + quantity,
    0,
  );
}

/** Only totals with equal numbers of extras are compared. Throws UsageError. */
export function refuseDifferentCounts<T extends { readonly texts: OperatorTexts }>(
  field: ExtraKind,
  operators: readonly T[],
  countOf: (operator: T) => number,
): void {
  if (new Set(operators.map(countOf)).size < 2) return;
  const each = operators.map((one) => `${countOf(one)} for ${one.texts.operator}`).join(', ');
  throw new UsageError(
    fieldText(`{${field}} gives the operators different numbers of extras: {each}`, { each }),
    {
      hint: 'extras are matched by name: give names, or one for each operator',
    },
  );
}
