/** Checks `--fields` before anything is asked. */
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';
import type { Command } from './command.ts';
import { nearest } from '../nearest.ts';

/** A field that only an answer of the service can have. */
export interface UnknownField {
  readonly field: string;
  /** Known fields that begin with it. */
  readonly near: readonly string[];
}

/**
 * The fields that the command does not know. Throws UsageError for a field that looks like a typing mistake, and for any unknown field
 * if the service adds none.
 */
export async function unknownFields(
  fields: readonly string[],
  { name, isServed = false }: Pick<Command, 'name' | 'isServed'>,
): Promise<readonly UnknownField[]> {
  const { fieldNames } = await import('../documents/field-names.ts');
  const known = fieldNames(name);
  const unknown = [...new Set(fields)].filter((field) => !known.includes(field));
  return unknown.map((field) => {
    const near = nearFields(field, known);
    if (!near.isMistake && isServed) return { field, near: near.fields };
    throw new UsageError(`rental ${name} has no field "${shorten(field, 60)}"`, {
      hint:
        near.fields.length === 0 ? `the fields are ${known.join(', ')}` : `did you mean ${near.fields.join(' or ')}?`,
    });
  });
}

const mostNear = 3;
/** Shorter words are near too many others. */
const leastLetters = 4;

/** `totl` is a mistake near `totalAmount`. `total` begins it, but may also be a field of the service. */
function nearFields(
  field: string,
  known: readonly string[],
): { readonly isMistake: boolean; readonly fields: readonly string[] } {
  const whole = nearest(field, known);
  if (whole !== undefined) return { isMistake: true, fields: [whole] };
  const beginnings = known.flatMap((one) => beginningsOf(one).map((beginning) => ({ one, beginning })));
  const all = beginnings.map(({ beginning }) => beginning);
  const near = all.includes(field) ? field : nearBeginning(field, all);
  const fields = beginnings.filter(({ beginning }) => beginning === near).map(({ one }) => one);
  return { isMistake: near !== field && fields.length > 0, fields: fields.slice(0, mostNear) };
}

function nearBeginning(field: string, beginnings: readonly string[]): string | undefined {
  if (field.length - field.lastIndexOf('.') <= leastLetters) return undefined;
  // A longer one may be a plural, such as `prices`.
  const longer = beginnings.filter(({ length }) => length >= field.length);
  return nearest(field, longer);
}

/** `quote.totalAmount` → `quote.total`. */
function beginningsOf(path: string): string[] {
  const at = path.lastIndexOf('.') + 1;
  const words = path.slice(at).split(/(?=[A-Z_])/);
  return words.slice(1).map((_, index) => path.slice(0, at) + words.slice(0, index + 1).join(''));
}
