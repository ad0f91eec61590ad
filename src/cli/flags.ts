/** Flags and arguments as data. The help and the types of a handler's options are made from them. */
import { durationFlag } from '../base/durations.ts';

export type Flag = {
  readonly help: string;
  /** The help for an assistant, which reads the inputs of all tools at once. */
  readonly brief?: string;
  readonly short?: string;
  /** Other names that work but are not shown. */
  readonly aliases?: readonly string[];
  readonly offers?: Offers;
  /** The hint if several values are given: why the flag takes only one. */
  readonly singleHint?: string;
  readonly default?: string | number;
  /** The flag also sets another one: `--json` sets `format` to `json`. */
  readonly sets?: readonly [key: string, value: string | number];
} & (
  | { readonly kind: 'switch' }
  /** `joined`: if the flag is repeated, its texts are joined with commas. */
  | { readonly kind: 'text'; readonly value: string; readonly joined?: true }
  /**
   * A `list` can be repeated and is divided at commas. With `commas: 'names'` it is divided later,
   * because a comma can be a part of a name.
   */
  | { readonly kind: 'list'; readonly value: string; readonly commas?: 'names' }
  /** A `duration` (`90s`, `2m`, `500ms`, `0`) becomes milliseconds; from `min` to `max`. */
  | {
      readonly kind: 'duration';
      readonly value: string;
      readonly min?: number;
      readonly max?: number;
    }
  | {
      readonly kind: 'integer';
      readonly value: string;
      readonly min: number;
      readonly max: number;
      readonly example?: number;
    }
  | { readonly kind: 'choice'; readonly value: string; readonly choices: readonly string[] }
  /** A switch that can also choose: alone it is the first choice, with `=a,b` it is these. */
  | { readonly kind: 'choices'; readonly value: string; readonly choices: readonly string[] }
);

/** By long name without dashes: `pick-up`. */
export type Flags = Readonly<Record<string, Flag>>;

interface Argument {
  readonly help: string;
  /** The help for an assistant. */
  readonly brief?: string;
  readonly required: boolean;
  /** The error if it is missing, after the name of the command: `needs a name`. */
  readonly missing?: string;
  readonly offers?: Offers;
}

export type Arguments = Readonly<Record<string, Argument>>;

/** What a shell suggests for a value, besides the choices of a flag. Other values can be valid. */
export interface Offers {
  /** A function gets the arguments before this one. */
  readonly words?: readonly string[] | ((args: readonly string[]) => Promise<readonly string[]>);
  /** Names from the configuration, saved trips and stored answers. */
  readonly names?: NameKind;
  /** A text can hold several, divided by commas. */
  readonly several?: true;
}

export type NameKind = 'operator' | 'trip' | 'depot' | 'vehicle' | 'accessory' | 'insurance';

export type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

type FlagValue<F extends Flag> = F extends { readonly choices: readonly (infer Choice)[] }
  ? F['kind'] extends 'choices'
    ? readonly Choice[]
    : Choice
  : {
      switch: boolean;
      text: string;
      list: readonly string[];
      duration: number;
      integer: number;
    }[Exclude<F['kind'], 'choice' | 'choices'>];

export type FlagValues<F extends Flags> = {
  readonly [K in keyof F & string as CamelCase<K>]?: FlagValue<F[K]>;
};

export type ArgumentValues<A extends Arguments> = {
  readonly [K in keyof A & string as A[K]['required'] extends true ? CamelCase<K> : never]: string;
} & {
  readonly [K in keyof A & string as A[K]['required'] extends true ? never : CamelCase<K>]?: string;
};

/** `-q, --quiet`, `--format <form>`, `--sandbox[=a,b]`. */
export function flagUsage(name: string, flag: Flag): string {
  return `${flag.short === undefined ? '' : `-${flag.short}, `}${longUsage(name, flag)}`;
}

function longUsage(name: string, flag: Flag): string {
  if (!('value' in flag)) return `--${name}`;
  return `--${name}${flag.kind === 'choices' ? `[=${flag.value}]` : ` <${flag.value}>`}`;
}

/** The text beside a flag in the help: its choices, its purpose, its default. */
export function flagHelp(flag: Flag): string {
  const isListed = flag.kind === 'choice' && !flag.help.includes(flag.choices.join(', '));
  const choices = isListed ? `${flag.choices.join(', ')}; ` : '';
  const value =
    flag.kind === 'duration' && flag.default !== undefined
      ? durationFlag(Number(flag.default))
      : flag.default;
  return `${choices}${flag.help}${value === undefined ? '' : ` (default: ${value})`}`;
}

/** The hint for a value that is missing or wrong: `--insurance <id|name|none>: insurance plan; …`. */
export function flagHint(name: string, flag: Flag): string {
  return `${longUsage(name, flag)}: ${flagHelp(flag)}`;
}

/** `pick-up` → `pickUp`: the key of a flag in the handler's options. */
export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `pickUp` → `--pick-up`: what the command line calls a field of a request. */
export function flagOf(field: string): string {
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `pickUp` → `RENTAL_PICK_UP`; also takes the name of a flag. */
export function variableOf(field: string): string {
  return `RENTAL_${flagOf(field).slice(2).replaceAll('-', '_').toUpperCase()}`;
}
