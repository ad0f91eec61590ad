/** Names that are hard for a shell, and what completion makes of them in bash. */
import { insertion, type Quote } from '../../src/cli/completion/shells.ts';
import fc from './property.ts';

/** Everything that a shell could take for something else, and letters of several kinds. */
const characters = fc.constantFrom(...`aZ7ōß日😀 \u00A0'"‘’“”\`\\$(){}[]<>|&;*?!#~^%=:,.@+-_/`);
export const name = fc.array(characters, { minLength: 1, maxLength: 12 }).map((list) => list.join(''));
export const names = fc.array(name, { minLength: 1, maxLength: 200 });

/** What is in the line after the insertion; bash closes the quote unless the text ends with it. */
export function insertedInBash(text: string, quote: Quote): string {
  const written = insertion(text, 'bash', quote);
  return quote + written + (written.endsWith(quote) ? '' : quote);
}
