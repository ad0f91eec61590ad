/** What prompts show of text from outside. */
import { escapeText } from './escape.ts';
import type { Choice } from './prompts.ts';
import { wrap } from './width.ts';

/** A name may be as long as a response; drawing that anew with every key would take all the time there is. */
const longestText = 400;

export function shown(text: string): string {
  return escapeText(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}

/** Lines of words under the indent of the first. */
export function wrapped(text: string, columns: number): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return wrap(text.slice(indent.length), Math.max(1, columns - indent.length)).map((line) => indent + line);
}

export function escaped<T>({ value, name, short, description, disabled }: Choice<T>, columns: number) {
  return {
    value,
    name: shown(name),
    ...(short !== undefined && { short: shown(short) }),
    // Inquirer would break it within words.
    ...(description !== undefined && { description: wrapped(shown(description), columns).join('\n') }),
    ...(disabled !== undefined && { disabled: shown(disabled) }),
  };
}
