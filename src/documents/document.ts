/** What the schemas of our documents have in common. Our own objects refuse unknown fields; what a service sent may have more. */
import * as z from 'zod/mini';

export { amount } from '../api/schemas.ts';

export interface DocumentSchema {
  readonly title: string;
  readonly description: string;
  /** Of `--json`. */
  readonly document: z.ZodMiniType;
  /** Of one line of `--format ndjson`. */
  readonly record?: z.ZodMiniType;
}

export const text = z.string();
export const flag = z.boolean();
export const count = z.int().check(z.minimum(0));
export const id = z.int();
export const instant = z.iso.datetime({ offset: true });
export const date = z.iso.date();

export function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  return schema.check(z.describe(description)) as T;
}

/** With fields of ours beside those of the service, which may send more. */
export function served<S extends z.core.$ZodLooseShape, O extends z.core.$ZodLooseShape>(
  { shape }: { readonly shape: S },
  own: O,
) {
  return z.looseObject({ ...shape, ...own });
}
