/** The lists of extras that a comparison has looked up. */
import { exactForm, type Named } from '../planner/names.ts';
import { finderIn, optionsOf, type ExtraKind, type ExtraRef } from '../planner/question.ts';
import type { OperatorTexts } from './by-operator.ts';

/** Extras that were looked up; undefined if no list was needed. */
export type KnownExtras = Readonly<Record<ExtraKind, readonly Named[] | undefined>>;

/** The texts for an operator, and the lists of its vehicles. */
export interface ListedExtras {
  readonly texts: OperatorTexts;
  /** The lists of the first dates. */
  readonly first: readonly KnownExtras[];
  readonly later: readonly KnownExtras[];
}

/** The extras on the lists of several vehicles together. */
function joinExtras(lists: readonly KnownExtras[]): KnownExtras {
  const itemsOf = (kind: ExtraKind) => {
    const items = lists.flatMap((one) => (one[kind] === undefined ? [] : [one[kind]]));
    return items.length === 0 ? undefined : items.flat();
  };
  return { accessory: itemsOf('accessory'), insurance: itemsOf('insurance') };
}

/** A text is looked for in the first lists, then in all. */
export interface FirstAndAllExtras {
  readonly first: KnownExtras;
  readonly all: KnownExtras;
}

export function firstAndAllExtras(
  operators: readonly Pick<ListedExtras, 'first' | 'later'>[],
): FirstAndAllExtras {
  const first = operators.flatMap((one) => one.first);
  const later = operators.flatMap((one) => one.later);
  return { first: joinExtras(first), all: joinExtras([...first, ...later]) };
}

/** A requested extra that no list has. */
export interface UnknownExtra<T = ListedExtras> {
  readonly ref: ExtraRef;
  /** The operators of which it is requested. */
  readonly operators: readonly T[];
}

/** The first extra that was looked up, but is on no list, and neither are its alternatives. */
export function firstUnknown<T extends { readonly extras: readonly ExtraRef[] }>(
  operators: readonly T[],
  known: KnownExtras,
): UnknownExtra<T> | undefined {
  const refs = operators.flatMap(({ extras }) => extras);
  const unknown = refs.find((ref) => {
    const list = known[ref.kind];
    if (list === undefined || ref.isOptional === true) return false;
    const find = finderIn(list);
    return optionsOf(ref).every((option) => find(option).length === 0);
  });
  if (unknown === undefined) return undefined;
  const key = extraKey(unknown);
  return {
    ref: unknown,
    operators: operators.filter(({ extras }) => extras.some((ref) => extraKey(ref) === key)),
  };
}

/** Equal for two references to the same extra. */
export function extraKey({ kind, id, name }: ExtraRef): string {
  return `${kind} ${id ?? ''} ${exactForm(name ?? '')}`;
}
