/** What the sweep still calls by its old names; goes when the sweep reads names with `read` itself. */
import { match, type Named } from '../names.ts';
import { askedExtra as askedExtraOf, type AskedExtra } from '../proof.ts';
import { read } from '../read.ts';
import { readOne } from '../read-one.ts';

export interface Wanted {
  readonly text: string;
  readonly quantity: number;
}

interface WantedRules {
  readonly words?: readonly string[];
  readonly counted?: boolean;
  readonly mixed?: boolean;
}

export function readWanted(written: readonly string[], names: readonly Named[], rules: WantedRules = {}): Wanted[] {
  return read(written, names, rules).map(({ text, quantity }) => ({ text, quantity }));
}

export function readIds(text: string, rules: WantedRules = {}): readonly Wanted[] | undefined {
  const readings = read([text], [], rules);
  return readings.every(({ how }) => how === 'id') ? readings : undefined;
}

export const resolve = readOne;

export function bestMatches<T extends Named>(text: string, items: readonly T[]): T[] {
  return [...match(text, items).found];
}

export function everyMatch<T extends Named>(text: string, items: readonly T[]): T[] {
  return [...match(text, items, { many: true }).found];
}

export function wholeMatches<T extends Named>(text: string, items: readonly T[]): T[] {
  const { found, how } = match(text, items);
  return how === 'part' ? [] : [...found];
}

export function askedExtra(kind: AskedExtra['kind'], { text, quantity }: Wanted, list: readonly Named[] | undefined) {
  return askedExtraOf(kind, { text, quantity, ...match(text, list ?? []) }, list);
}
