/** Flags and arguments as data: help is made from them, and so are the types that a handler sees. */

interface FlagBase {
  readonly help: string;
  readonly short?: string;
  /** Other spellings that work and are not shown. */
  readonly aliases?: readonly string[];
}

export interface SwitchFlag extends FlagBase {
  readonly kind: 'switch';
}
/** How often it was given. */
export interface CountFlag extends FlagBase {
  readonly kind: 'count';
}
export interface TextFlag extends FlagBase {
  readonly kind: 'text';
  readonly value: string;
}
/** Repeatable, and comma-separated. */
export interface ListFlag extends FlagBase {
  readonly kind: 'list';
  readonly value: string;
}
/** `90s`, `2m`, `500ms`, `0`; milliseconds for the handler. */
export interface DurationFlag extends FlagBase {
  readonly kind: 'duration';
  readonly value: string;
}
export interface IntegerFlag extends FlagBase {
  readonly kind: 'integer';
  readonly value: string;
  readonly min: number;
  readonly max: number;
}
export interface ChoiceFlag<T extends string = string> extends FlagBase {
  readonly kind: 'choice';
  readonly value: string;
  readonly choices: readonly T[];
}

export type Flag = SwitchFlag | CountFlag | TextFlag | ListFlag | DurationFlag | IntegerFlag | ChoiceFlag;
/** Keyed by long name without dashes: `pick-up`. */
export type Flags = Readonly<Record<string, Flag>>;

export interface Argument {
  readonly help: string;
  readonly required: boolean;
}
export type Arguments = Readonly<Record<string, Argument>>;

type Camel<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

type FlagValue<F extends Flag> = F extends SwitchFlag
  ? boolean
  : F extends CountFlag | DurationFlag | IntegerFlag
    ? number
    : F extends ListFlag
      ? readonly string[]
      : F extends ChoiceFlag<infer T>
        ? T
        : string;

export type FlagValues<F extends Flags> = { readonly [K in keyof F & string as Camel<K>]?: FlagValue<F[K]> };

export type ArgumentValues<A extends Arguments> = {
  readonly [K in keyof A & string as A[K]['required'] extends true ? Camel<K> : never]: string;
} & { readonly [K in keyof A & string as A[K]['required'] extends true ? never : Camel<K>]?: string };

/** `pick-up` → `pickUp`: the key under which a handler finds a flag, as commander has it too. */
export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `pickUp` → `--pick-up`: what the command line calls a field of a request. */
export function flagOf(field: string): string {
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
