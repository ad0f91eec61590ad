/** An amount of money. The form of its number is the writer's choice. */
export class Money {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = Math.round(cents);
  }
}

export type Json =
  null | boolean | number | string | Money | readonly Json[] | { readonly [key: string]: Json | undefined };

export interface JsonOptions {
  /** How an amount of money is written: `12.50` or `12.5` or `1.25e1`. */
  readonly amounts: 'two decimals' | 'shortest' | 'exponent';
  /** White space between the parts of a document. */
  readonly layout: 'compact' | 'spaces' | 'lines';
  /** The order of the fields of an object. */
  readonly fieldOrder: 'documented' | 'reversed' | 'by name';
  /** Every object, errors too, has more fields than documented. */
  readonly extraFields: boolean;
  /** Characters outside ASCII are written as `\u0101`. */
  readonly ascii: boolean;
}

export const jsonDefaults: JsonOptions = {
  amounts: 'two decimals',
  layout: 'compact',
  fieldOrder: 'documented',
  extraFields: false,
  ascii: false,
};

/** Names that a careless reader could mistake for its own, values of every kind, and a number that no double can hold. */
const EXTRA_FIELDS = [
  '"__proto__":{"id":"seven"}',
  '"constructor":null',
  '"code":123456789012345678901234567890',
  '"x_details":{"list":[[],{}, 1E+2, null,"\\u0000"],"depot":{"id":null}}',
  '"":false',
];

export function writeJson(value: Json, options: JsonOptions): string {
  if (value instanceof Money) return writeAmount(value.cents, options.amounts);
  if (typeof value === 'string') return writeString(value, options.ascii);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    return enclose(
      '[',
      value.map((item: Json) => writeJson(item, options)),
      ']',
      options.layout,
    );
  }
  return enclose(
    '{',
    [...fields(value as Fields, options), ...(options.extraFields ? EXTRA_FIELDS : [])],
    '}',
    options.layout,
  );
}

type Fields = { readonly [key: string]: Json | undefined };

function fields(value: Fields, options: JsonOptions): string[] {
  const colon = options.layout === 'compact' ? ':' : ' : ';
  const entries = Object.entries(value).flatMap(([key, field]) => {
    return field === undefined ? [] : [`${JSON.stringify(key)}${colon}${writeJson(field, options)}`];
  });
  if (options.fieldOrder === 'reversed') return entries.reverse();
  return options.fieldOrder === 'by name' ? entries.sort() : entries;
}

function enclose(open: string, items: readonly string[], close: string, layout: JsonOptions['layout']): string {
  const space = { compact: '', spaces: ' ', lines: '\r\n\t' }[layout];
  return `${open}${space}${items.join(`${space},${space}`)}${space}${close}`;
}

function writeString(text: string, ascii: boolean): string {
  const json = JSON.stringify(text);
  if (!ascii) return json;
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function writeAmount(cents: number, form: JsonOptions['amounts']): string {
  if (form === 'exponent') return (cents / 100).toExponential().replace('e+', 'e');
  return form === 'shortest' ? String(cents / 100) : (cents / 100).toFixed(2);
}
