/**
 * Shapes: what an answer holds, as plain data. Types, schemas, field names and columns are made
 * from them. They are not zod schemas, because a command must not load zod to know its fields, and
 * the code that makes schemas and columns walks through them.
 */

/** A calendar day without a time zone, `YYYY-MM-DD`, years 0001 to 9999. */
export type CalendarDate = `${number}-${number}-${number}`;

/** The TypeScript type of each simple type. */
interface SimpleValues {
  /** A safe integer. */
  readonly id: number;
  readonly integer: number;
  /** An integer from 0. */
  readonly count: number;
  readonly number: number;
  readonly text: string;
  /** A web address. */
  readonly link: string;
  /** In whole units of the currency, with decimals, never rounded. */
  readonly amount: number;
  readonly date: CalendarDate;
  /** A date-time with a time zone. */
  readonly instant: string;
  readonly flag: boolean;
  readonly nothing: null;
  readonly any: unknown;
}

export type SimpleType = keyof SimpleValues;

interface Annotations {
  /** One sentence for schemas and the manual. */
  readonly about?: string;
  /** In tables, which leave out a field without a header. */
  readonly header?: string;
  /** For a record: where the item of the document has the field, if not under the same name. */
  readonly path?: string;
  readonly optional?: true;
  readonly nullable?: true;
}

export type Shape = Annotations &
  (
    | { readonly type: SimpleType }
    | { readonly type: 'choice'; readonly values: readonly (string | number)[] }
    | { readonly type: 'list'; readonly item: Shape }
    /** `isOpen`: the service may send more. */
    | { readonly type: 'object'; readonly fields: Fields; readonly isOpen: boolean }
    | { readonly type: 'union'; readonly options: readonly Shape[] }
  );

export type Fields = Readonly<Record<string, Shape>>;

/** The TypeScript type of what has this shape; unknown for what is known only as a `Shape`. */
export type ValueOf<S> = Shape extends S
  ? unknown
  : Plain<S> | (S extends { readonly nullable: true } ? null : never);

type Plain<S> = S extends { readonly type: infer T extends SimpleType }
  ? SimpleValues[T]
  : S extends { readonly values: readonly (infer V)[] }
    ? V
    : S extends { readonly item: infer I }
      ? readonly ValueOf<I>[]
      : S extends { readonly fields: infer F }
        ? ObjectOf<F>
        : S extends { readonly options: readonly (infer O)[] }
          ? ValueOf<O>
          : never;

/**
 * One record of `plain`, `csv` and `ndjson`, or one row of a table. The keys are the interface's
 * field names.
 */
export type Row = Readonly<Record<string, unknown>>;

type OptionalKeys<F> = {
  [K in keyof F]: F[K] extends { readonly optional: true } ? K : never;
}[keyof F];

export type ObjectOf<F> = string extends keyof F ? Row : KnownFields<F>;

type KnownFields<F> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]> } & {
  readonly [K in OptionalKeys<F>]?: ValueOf<F[K]> | undefined;
};

export const id = { type: 'id' } as const;
export const integer = { type: 'integer' } as const;
export const count = { type: 'count' } as const;
export const number = { type: 'number' } as const;
export const text = { type: 'text' } as const;
export const link = { type: 'link' } as const;
export const amount = { type: 'amount' } as const;
export const date = { type: 'date' } as const;
export const instant = { type: 'instant' } as const;
export const flag = { type: 'flag' } as const;
export const nothing = { type: 'nothing' } as const;
export const any = { type: 'any' } as const;

export function choice<const V extends readonly (string | number)[]>(...values: V) {
  return { type: 'choice', values } as const;
}

export function list<const I extends Shape>(item: I) {
  return { type: 'list', item } as const;
}

/** An object that has no other fields. */
export function object<const F extends Fields>(fields: F) {
  return { type: 'object', fields, isOpen: false } as const;
}

/** An object of a service, which may have more fields. */
export function served<const F extends Fields>(fields: F) {
  return { type: 'object', fields, isOpen: true } as const;
}

export function union<const O extends readonly Shape[]>(...options: O) {
  return { type: 'union', options } as const;
}

export function nullable<const S extends Shape>(shape: S) {
  return { ...shape, nullable: true } as const;
}

export function optional<const S extends Shape>(shape: S) {
  return { ...shape, optional: true } as const;
}

export function about<const S extends Shape>(sentence: string, shape: S): S {
  return { ...shape, about: sentence };
}

export function headed<const S extends Shape>(header: string, shape: S): S {
  return { ...shape, header };
}

/** Says where the item has the value: `priceBreakdown.routeFee`. */
export function from<const S extends Shape>(path: string, shape: S): S {
  return { ...shape, path };
}

/**
 * Fields whose values are in the item's object at `path`: `under('priceBreakdown', { routeFee })`
 * reads `priceBreakdown.routeFee`.
 */
export function under<const F extends Fields>(path: string, fields: F): F {
  const entries = Object.entries(fields).map(([key, shape]) => [
    key,
    from(`${path}.${shape.path ?? key}`, shape),
  ]);
  return Object.fromEntries(entries) as F;
}

export function pick<const F extends Fields, K extends keyof F & string>(
  fields: F,
  ...names: readonly K[]
) {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, K>;
}

export function nullables<const F extends Fields>(fields: F) {
  const entries = Object.entries(fields).map(([key, shape]) => [key, nullable(shape)]);
  return Object.fromEntries(entries) as {
    readonly [K in keyof F]: F[K] & { readonly nullable: true };
  };
}

/** What a command prints: with `--json` a value, in the line formats records. */
export interface Form {
  readonly value: Shape;
  /** Default: the document, or the items of its list. */
  readonly records?: readonly Records[];
}

export function recordsOf({ value, records }: Form): readonly Records[] {
  const item: Shape = value.type === 'list' ? value.item : value;
  return records ?? (item.type === 'object' ? [{ item }] : []);
}

/** A document of `rental schema`. */
export interface DocumentShape extends Form {
  readonly title: string;
  readonly description: string;
  /** The forms that the command prints instead if it gets certain flags. */
  readonly others?: readonly Form[];
}

export function formsOf(document: DocumentShape): readonly Form[] {
  return [document, ...(document.others ?? [])];
}

/** The records that are made of one list of the document, or of the document itself. */
export interface Records {
  /** The path of the list: `plan.operators`. Default: the document itself. */
  readonly list?: string;
  /** The value of the first field, `kind`, if the document has several kinds of records. */
  readonly kind?: string;
  /** If the object is open, a record is the whole item; otherwise it has these fields alone. */
  readonly item: Shape & { readonly type: 'object' };
}

export function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    body,
  );
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
