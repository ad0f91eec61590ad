import type { OperatorOptions } from '../options.ts';

export interface Variant {
  /** In plain words, such as "no one-way rentals". */
  readonly name: string;
  readonly options: Partial<OperatorOptions>;
}

/** Variants from a table of names and options. */
export function named(table: Readonly<Record<string, Partial<OperatorOptions>>>): readonly Variant[] {
  return Object.entries(table).map(([name, options]) => ({ name, options }));
}
