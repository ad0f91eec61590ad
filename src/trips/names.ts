/** Names of saved trips: each is also the name of a file. */
import { UsageError } from '../errors.ts';
import { isPlainName, shorten } from '../text.ts';

/** The name as it is kept: in lower case, because some systems do not tell the cases apart. Throws UsageError. */
export function tripName(text: string): string {
  const name = text.trim().normalize('NFC').toLowerCase();
  if (isPlainName(name)) return name;
  throw new UsageError(`"${shorten(text, 60)}" cannot be the name of a trip`, {
    hint: 'use up to 60 letters, digits, dots, dashes and underscores, and a letter or a digit first',
  });
}
