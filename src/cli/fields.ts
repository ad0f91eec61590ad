/** Checks `--fields` before anything is asked. */
import { distance } from 'fastest-levenshtein';
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';
import type { Command } from './command.ts';

/**
 * The fields that the command does not know, which only an answer of the service can have. Throws UsageError for a field that looks
 * like a typing mistake, and for any unknown field if the service adds none.
 */
export async function unknownFields(
  fields: readonly string[],
  { name, isServed = false, fields: listFields }: Pick<Command, 'name' | 'isServed' | 'fields'>,
): Promise<readonly string[]> {
  const known = await listFields();
  const unknown = [...new Set(fields)].filter((field) => !known.includes(field));
  for (const field of unknown) {
    const meant = nearest(field, known);
    if (meant === undefined && isServed) continue;
    throw new UsageError(`rental ${name} has no field "${shorten(field, 60)}"`, {
      hint: meant === undefined ? `the fields are ${known.join(', ')}` : `did you mean ${meant}?`,
    });
  }
  return unknown;
}

/** The known field that differs least, if that little can be a typing mistake: swapped letters, or some that are wrong. */
function nearest(field: string, known: readonly string[]): string | undefined {
  const typed = field.toLowerCase();
  const most = Math.min(2, Math.floor((typed.split('.').at(-1) ?? '').length / 3));
  const candidates = known.filter(({ length }) => Math.abs(length - typed.length) <= most);
  const swapped = known.find((one) => letters(one) === letters(typed));
  if (swapped !== undefined) return swapped;
  const near = candidates.map((one) => ({ one, far: distance(typed, one.toLowerCase()) }));
  return near.filter(({ far }) => far <= most).sort((a, b) => a.far - b.far)[0]?.one;
}

function letters(field: string): string {
  return [...field.toLowerCase()].sort().join('');
}
