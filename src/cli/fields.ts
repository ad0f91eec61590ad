/** Checks `--fields` before anything is asked. */
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';
import type { Command } from './command.ts';
import { nearest } from '../nearest.ts';

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
