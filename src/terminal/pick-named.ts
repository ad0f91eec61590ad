/** Which lines of a list an answer names: the only file of the questions that knows how names are read. */
import { UsageError } from '../base/errors.ts';
import { shorten } from '../base/words.ts';
import { match } from '../planner/names.ts';
import { read, type Reading } from '../planner/read.ts';
import type { Choice } from './questions.ts';

export interface Picked<T> {
  readonly choice: Choice<T>;
  /** The text is only a part of the name, so what it was taken for must be shown. */
  readonly isPart: boolean;
}

/** The choice with this number in the list or this name; commas do not divide. Throws UsageError if nothing fits, or if several do. */
export function pickNamed<T>(text: string, choices: readonly Choice<T>[]): Picked<T> {
  return pickedOf(text, match(text, numbered(choices), true));
}

/** The same with commas between them, as in a flag: a name with a comma is one choice. What is named twice is chosen once. */
export function pickAllNamed<T>(text: string, choices: readonly Choice<T>[]): Picked<T>[] {
  const readings = read([text], numbered(choices), { many: true });
  const picked = readings.map((reading) => pickedOf(reading.text, reading));
  return [...new Map(picked.map((one) => [one.choice, one])).values()];
}

/** As names are read: the id is the number in the list. */
function numbered<T>(choices: readonly Choice<T>[]) {
  return choices.map((choice, place) => ({ id: place + 1, name: choice.name, choice }));
}

type Numbered<T> = ReturnType<typeof numbered<T>>[number];

function pickedOf<T>(text: string, { found, how }: Pick<Reading<Numbered<T>>, 'found' | 'how'>): Picked<T> {
  const [first] = found;
  if (first === undefined) throw new UsageError(`nothing in the list fits "${shorten(text, 60)}"`);
  if (found.length > 1) throw new UsageError(`"${shorten(text, 60)}" fits several`, { hint: listed(found) });
  return { choice: first.choice, isPart: how === 'part' };
}

/** More would be too much to listen to. */
const maxListed = 8;

/** `1) Kea, 2) Moa and 6 more`. */
function listed(items: readonly Numbered<unknown>[]): string {
  const shown = items.slice(0, maxListed).map(({ id, name }) => `${id}) ${shorten(name, 60)}`);
  const rest = items.length - maxListed;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
