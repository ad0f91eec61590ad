/** An amount of money, which JSON has with two decimals. */
export class Money {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = Math.round(cents);
  }
}

export type Json = null | number | string | Money | readonly Json[] | { readonly [key: string]: Json };

/** Names that a careless reader could mistake for its own, values of every kind, and a number that no double can hold. */
const EXTRA_FIELDS = [
  '"__proto__":{"id":"seven"}',
  '"constructor":null',
  '"code":123456789012345678901234567890',
  '"x_details":{"list":[[],{}, 1E+2, null,"\\u0000"],"depot":{"id":null}}',
  '"":false',
];

export function writeJson(value: Json, { extraFields }: { readonly extraFields: boolean }): string {
  const write = (inner: Json): string => {
    if (inner instanceof Money) return (inner.cents / 100).toFixed(2);
    if (inner === null || typeof inner !== 'object') return JSON.stringify(inner);
    if (Array.isArray(inner)) return `[${inner.map((item: Json) => write(item)).join()}]`;
    const fields = Object.entries(inner).map(([key, field]) => `${JSON.stringify(key)}:${write(field as Json)}`);
    return `{${[...fields, ...(extraFields ? EXTRA_FIELDS : [])].join()}}`;
  };
  return write(value);
}
