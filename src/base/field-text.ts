/** Texts that name fields and lists. Each caller that shows one puts its own names in. */
import { quoteShell } from './shell-words.ts';

/** Each is the key of a flag or of an argument. */
export const messageFields = [
  'accessory',
  'baseUrl',
  'budgetUrl',
  'config',
  'dropOff',
  'dropOffBy',
  'exec',
  'flex',
  'format',
  'from',
  'insurance',
  'jq',
  'list',
  'maxRequests',
  'maxTotal',
  'maxWait',
  'nights',
  'only',
  'operator',
  'pickUp',
  'pickUpAfter',
  'quote',
  'rateLimit',
  'refresh',
  'sandbox',
  'siteUrl',
  'skip',
  'startOn',
  'target',
  'timeout',
  'to',
  'until',
  'vehicle',
] as const;

export type Field = (typeof messageFields)[number];

/** The lists of depots, of a trip's vehicles, and of a vehicle's extras. */
const listNames = ['depots', 'availability', 'extras'] as const;

export type ListName = (typeof listNames)[number];

/** On the command line, `from` is `--from`. */
export type FieldNamer = (field: Field) => string;

/** Gives the command or the tool that prints a list. */
export type ListNamer = (list: ListName) => string;

/** How a caller writes that a field has several texts. */
export type RepeatNamer = (field: Field, texts: readonly string[]) => string;

/** A string is shown unchanged. */
export type FieldText = string | FieldTemplate | RepeatedField;

type Values = Readonly<Record<string, FieldText | number>>;

declare const checkedBrand: unique symbol;

/** Made by `fieldText` alone. */
interface FieldTemplate {
  readonly template: string;
  readonly values: Values;
  readonly [checkedBrand]: true;
}

/** Plain data, which only `repeatedField` makes. */
interface RepeatedField {
  readonly field: Field;
  readonly texts: readonly string[];
}

/** `{nights} and {to}` → `nights` or `to`. */
type Holes<Template extends string> = Template extends `${string}{${infer Hole}}${infer Rest}`
  ? Hole | Holes<Rest>
  : never;

/** The holes that are neither a field nor a list. */
type ValueNames<Template extends string> = Exclude<Holes<Template>, Field | `list:${ListName}`>;

type ValuesOf<Template extends string> = [ValueNames<Template>] extends [never]
  ? []
  : [values: Readonly<Record<ValueNames<Template>, FieldText | number>>];

/**
 * The templates whose text the compiler does not know. `{}` is a `Record<string, 1>`, but not a
 * `Record<'a', 1>`, so literals are left out.
 */
type Unchecked<Template extends string> = Template extends unknown
  ? Record<never, 1> extends Record<Template, 1>
    ? Template
    : never
  : never;

type Checked<Template extends string> = [Unchecked<Template>] extends [never]
  ? Template
  : 'a text that is not known here is a value, not a part of the template';

/**
 * `fieldText('{from}: "{given}" is not a date; {list:depots} lists depots', { given })`. A hole is
 * a field, a list or a value: the compiler refuses any other, and a template that is not a literal.
 * Values may name fields themselves; a string among them is shown unchanged.
 */
export function fieldText<const Template extends string>(
  template: Template & Checked<Template>,
  ...rest: ValuesOf<Template>
): FieldText {
  const [values = {}] = rest as readonly [Values?];
  const text: Omit<FieldTemplate, typeof checkedBrand> = { template, values };
  return text as FieldTemplate;
}

/** A field with texts, to be copied: `--insurance Basic --insurance 'Zero excess'`. */
export function repeatedField(field: Field, texts: readonly string[]): FieldText {
  return { field, texts };
}

/** `a, b and c`, each with its fields. */
export function joinTexts(
  texts: readonly FieldText[],
  between: string,
  lastBetween = between,
): FieldText {
  if (texts.length === 0) return '';
  return texts.reduce((before, text, index) => {
    const comma = index === texts.length - 1 ? lastBetween : between;
    return fieldText('{before}{comma}{text}', { before, comma, text });
  });
}

const plainName: FieldNamer = (field) => field;
const listCommand: ListNamer = (list) => `rental ${list}`;

/** The text in the caller's names; without them, fields have their plain names. */
export function inWords(
  text: FieldText,
  name = plainName,
  list = listCommand,
  repeat: RepeatNamer = repeatedWith(name),
): string {
  if (typeof text === 'string') return text;
  if ('texts' in text) return repeat(text.field, text.texts);
  const { template, values } = text;
  return template.replace(/\{([^{}]+)\}/g, (hole, key: string) => {
    const field = messageFields.find((one) => one === key);
    if (field !== undefined) return name(field);
    const listed = listNames.find((one) => `list:${one}` === key);
    if (listed !== undefined) return list(listed);
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return typeof value === 'number' ? String(value) : inWords(value ?? hole, name, list, repeat);
  });
}

/** As words of a shell, the name before each text. */
function repeatedWith(name: FieldNamer): RepeatNamer {
  return (field, texts) => texts.map((text) => `${name(field)} ${quoteShell([text])}`).join(' ');
}
