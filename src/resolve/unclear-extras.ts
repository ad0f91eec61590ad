/** Errors and notes for texts of a comparison that fit no extra, or several. */
import type { CalendarDate } from '../api/types.ts';
import { UsageError } from '../base/errors.ts';
import { fieldText, repeatedField } from '../base/field-text.ts';
import { joinWords, shortName } from '../base/words.ts';
import { formatDate } from '../planner/calendar.ts';
import { fold, nearest, type ListOptions, type Named } from '../planner/names.ts';
import { extraWords } from '../planner/proof.ts';
import type { ExtraKind } from '../planner/question.ts';
import type { ListedExtras, UnknownExtra } from './listed-extras.ts';
import { unknownItemError } from './one.ts';

/** Names in a message. */
const maxNames = 8;

/** A plan that no list has does not end a comparison if there is another one. */
export function unknownPlanNote(
  text: string,
  plans: readonly Named[],
  operator: string | undefined,
): string {
  const at = operator === undefined ? '' : ` at ${operator}`;
  const near = nearest(text, plans);
  const guess = near === undefined ? '' : `; did you mean "${shortName(near.name)}"?`;
  return `none of the vehicles compared${at} has an insurance plan called "${shortName(text)}"${guess}`;
}

/**
 * Vehicles without the plan can have one with a longer name, which is another plan. Undefined if no
 * list has one.
 */
export function longerNamesNote(text: string, plans: readonly Named[]): string | undefined {
  const longer = plans.filter(
    ({ name }) => fold(name).includes(fold(text)) && fold(name) !== fold(text),
  );
  const names = [...new Set(longer.map(({ name }) => `"${shortName(name)}"`))].slice(0, maxNames);
  if (names.length === 0) return undefined;
  const others = names.length === 1 ? 'another plan has' : 'other plans have';
  return `${others} "${shortName(text)}" in the name: ${names.join(', ')}; give both to take the first that a vehicle has`;
}

/** Where a text was looked for. */
interface Searched {
  readonly operators: readonly ListedExtras[];
  /** The text is for this operator alone, and others are compared. */
  readonly isOwn?: boolean;
}

/** The error for a part of several names. */
export function severalExtrasError(
  text: string,
  names: readonly string[],
  kind: ExtraKind,
  { operators, isOwn = false }: Searched,
): UsageError {
  const showsOwners = isOwn || operators.length > 1;
  const shown = names.slice(0, maxNames).map((name) => {
    const owners = operators.filter((one) => hasName(one, kind, name));
    const at = showsOwners ? ` (${owners.map(({ texts }) => texts.operator).join(', ')})` : '';
    return `"${shortName(name)}"${at}`;
  });
  const list = `${shown.join(', ')}${names.length > maxNames ? ', …' : ''}`;
  const message = `the ${extraWords[kind]} "${shortName(text)}" matches several: ${list}`;
  if (kind !== 'insurance' || !areAlternatives(names, operators))
    return new UsageError(message, {
      hint: 'give one whole name; with several operators, one for each: <operator>:<name>',
    });
  const before = isOwn ? `${operators[0]!.texts.operator}:` : '';
  return new UsageError(message, {
    hint: fieldText(
      'give {all}, in the order that you prefer, and each vehicle takes the first that it has: {given}',
      {
        all: names.length === 2 ? 'both' : 'all of them',
        given: repeatedField(
          'insurance',
          names.map((name) => before + name),
        ),
      },
    ),
  });
}

function hasName({ first, later }: ListedExtras, kind: ExtraKind, wanted: string): boolean {
  return [...first, ...later].some((list) => list[kind]?.some(({ name }) => name === wanted));
}

/** Whether no vehicle has two of the plans, and the hint can show each name in full. */
function areAlternatives(names: readonly string[], operators: readonly ListedExtras[]): boolean {
  if (names.length > maxNames) return false;
  if (names.some((name) => shortName(name) !== name)) return false;
  const lists = operators.flatMap(({ first, later }) => [...first, ...later]);
  return lists.every(({ insurance = [] }) => {
    const listed = new Set(insurance.map(({ name }) => name));
    return names.filter((name) => listed.has(name)).length < 2;
  });
}

interface LookedUp {
  /** All operators that are compared. */
  readonly operators: readonly ListedExtras[];
  /** The days, sorted. */
  readonly dates: readonly CalendarDate[];
}

/** An extra that no vehicle has is a typing mistake. */
export function unknownExtraError(
  { ref: { kind, id, quantity, name }, operators: requested }: UnknownExtra,
  { operators, dates }: LookedUp,
): UsageError {
  const { items, listing } = itemsAt(requested, kind, { showsOwners: operators.length > 1 });
  const text = name ?? String(id);
  const { hint } = unknownItemError(text, items, kind, { quantity, listing }).texts;
  const what = kind === 'accessory' ? 'an accessory' : 'an insurance plan';
  const which = name === undefined ? `with the id ${text}` : `called "${shortName(name)}"`;
  const vehicle = noVehicleOf(requested, { isForAll: requested.length === operators.length });
  const message = `${vehicle} has ${what} ${which}${onDays(dates)}`;
  return new UsageError(message, { hint });
}

/** `no vehicle at lucky`, `none of the vehicles that match "kea"`. */
function noVehicleOf(
  operators: readonly ListedExtras[],
  { isForAll }: { readonly isForAll: boolean },
): string {
  const names = joinWords(operators.map(({ texts }) => texts.operator));
  const at = isForAll ? '' : ` at ${names}`;
  const given = operators.flatMap(({ texts: { vehicles } }) =>
    vehicles === 'all' ? [] : vehicles,
  );
  const quoted = [...new Set(given)].map((text) => `"${shortName(text)}"`).slice(0, maxNames);
  return quoted.length === 0
    ? `no vehicle${at}`
    : `none of the vehicles${at} that match ${joinWords(quoted, 'or')}`;
}

/** ` on Fri 1 Mar 2030 and Mon 4 Mar 2030`; empty for one day. */
function onDays(days: readonly CalendarDate[]): string {
  if (days.length < 2) return '';
  // With several vehicles there can be more: each was looked up on its first day and its last.
  return days.length === 2
    ? ` on ${joinWords(days.map(formatDate))}`
    : ' on the days that were looked up';
}

/** Two operators rarely have more extras than this. */
const maxOfSeveral = 12;

/** The listed extras, each name once. `showsOwners`: an id is written `lucky:301`. */
function itemsAt(
  operators: readonly ListedExtras[],
  kind: ExtraKind,
  { showsOwners }: { readonly showsOwners: boolean },
): { readonly items: readonly Named[]; readonly listing: ListOptions } {
  const all = operators.flatMap(({ texts: { operator }, first, later }) =>
    [...first, ...later].flatMap((list) => list[kind] ?? []).map((item) => ({ operator, item })),
  );
  const items = [...new Map(all.map(({ item }) => [item.name, item])).values()];
  if (!showsOwners) return { items, listing: {} };
  const idText = ({ name }: Named): string => {
    const ids = new Map(
      all.flatMap(({ operator, item }) =>
        item.name === name ? [[operator, item.id] as const] : [],
      ),
    );
    return [...ids].map(([operator, id]) => `${operator}:${id}`).join(', ');
  };
  return { items, listing: { max: maxOfSeveral, idText } };
}
