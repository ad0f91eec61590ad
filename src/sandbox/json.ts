/** JSON with money in dollars: always two decimals, as the interface says, and never through floating point. */

export class Money {
  readonly cents: number;

  constructor(cents: number) {
    this.cents = cents;
  }

  /** `1234.50`. Never negative here. */
  toString(): string {
    return `${Math.floor(this.cents / 100)}.${String(this.cents % 100).padStart(2, '0')}`;
  }

  /** `$1,234.50`, for people. */
  show(): string {
    return `$${this.toString().replace(/\B(?=(?:\d{3})+\.)/g, ',')}`;
  }
}

export function toJson(value: unknown): string {
  if (value instanceof Money) return value.toString();
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`);
  return `{${members.join(',')}}`;
}
