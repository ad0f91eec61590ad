/** A command as data: its flags and arguments, from which help and option types are made, and one handler. */
import type { Result } from '../result.ts';
import type { Context } from './context.ts';

interface FlagBase {
  readonly help: string;
  readonly short?: string;
  /** Other names that work but are not shown. */
  readonly aliases?: readonly string[];
}

export interface SwitchFlag extends FlagBase {
  readonly kind: 'switch';
}
/** How many times it is given. */
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
/** By long name without dashes: `pick-up`. */
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

export type CommandGroup = 'PLAN' | 'BROWSE' | 'BOOK' | 'OPERATE';

export interface CommandDefinition<F extends Flags, A extends Arguments> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: CommandGroup;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What the command's own help adds. */
  readonly description?: string;
  readonly args: A;
  readonly flags: F;
  /** Command lines without the leading `$`. */
  readonly examples: readonly string[];
  /** Never prints, never exits, never reads `process`. */
  run(options: FlagValues<F> & ArgumentValues<A>, context: Context): Promise<Result>;
}

/** A command whose option types were checked where it is defined. */
export type Command = Omit<CommandDefinition<Flags, Arguments>, 'run'> & {
  run(options: Readonly<Record<string, unknown>>, context: Context): Promise<Result>;
};

/** Infers the types of the handler's options from the flags and arguments. */
export function defineCommand<const F extends Flags, const A extends Arguments>(
  definition: CommandDefinition<F, A>,
): Command {
  return definition as unknown as Command;
}

/** `pick-up` → `pickUp`: the key of a flag in the handler's options. */
export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `pickUp` → `--pick-up`: what the command line calls a field of a request. */
export function flagOf(field: string): string {
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
