/**
 * Flags and arguments as data: the help is made from them, and so are the types that a handler
 * sees.
 */
import { durationText } from '../base/durations.ts';

export type Flag = {
  readonly help: string;
  /**
   * What an assistant reads instead: it reads every flag of every tool at once, and knows no
   * command line.
   */
  readonly brief?: string;
  readonly short?: string;
  /** Other names that work but are not shown. */
  readonly aliases?: readonly string[];
  readonly offers?: Offers;
  /** The hint if it is given several values: why it takes only one. */
  readonly single?: string;
  /** The value where nothing sets one. */
  readonly default?: string | number;
  /** What else it says: the key of another flag, and its value. */
  readonly means?: readonly [key: string, value: string | number];
} & (
  | { readonly kind: 'switch' }
  /** `joined`: given again, it has both texts, with a comma between. */
  | { readonly kind: 'text'; readonly value: string; readonly joined?: true }
  /**
   * A `list` is repeatable and comma-separated. With `commas: 'names'` the planner divides it,
   * because only the list of names tells which commas divide.
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
  /**
   * A switch that can also choose: alone it is the first choice, with `=a,b` it is these. It never
   * takes the next word.
   */
  | { readonly kind: 'choices'; readonly value: string; readonly choices: readonly string[] }
);

/** By long name without dashes: `pick-up`. */
export type Flags = Readonly<Record<string, Flag>>;

interface Argument {
  readonly help: string;
  /** What an assistant reads instead. */
  readonly brief?: string;
  readonly required: boolean;
  /** What an error says if it is missing, after the name of the command: `needs a name`. */
  readonly missing?: string;
  readonly offers?: Offers;
}

export type Arguments = Readonly<Record<string, Argument>>;

/**
 * What completion in a shell offers for a value, besides the choices of a flag. Other values can be
 * right too.
 */
export interface Offers {
  /** The function gets the arguments before this one. */
  readonly words?: readonly string[] | ((args: readonly string[]) => Promise<readonly string[]>);
  /** Names of these, as the configuration and stored answers have them. */
  readonly names?: NameKind;
  /** A text can hold several, with commas between. */
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

/** How the help and the usage write a flag: `-q, --quiet`, `--format <form>`, `--sandbox[=a,b]`. */
export function termOf(name: string, flag: Flag): string {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const value =
    'value' in flag ? (flag.kind === 'choices' ? `[=${flag.value}]` : ` <${flag.value}>`) : '';
  return `${short}--${name}${value}`;
}

/** What the help says of a flag. */
export function textOf(flag: Flag): string {
  const isListed = flag.kind === 'choice' && !flag.help.includes(flag.choices.join(', '));
  const choices = isListed ? `${flag.choices.join(', ')}; ` : '';
  const value =
    flag.kind === 'duration' && flag.default !== undefined
      ? durationText(Number(flag.default))
      : flag.default;
  return `${choices}${flag.help}${value === undefined ? '' : ` (default: ${value})`}`;
}

/** What to say about a flag whose value is missing or wrong. */
export function flagHint(name: string, flag: Flag): string {
  return `--${name}: ${textOf(flag)}`;
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
