/** Which lines of a list a typed text names. */
import { UsageError } from '../base/errors.ts';
import { shorten } from '../base/words.ts';
import { readChoice, readChoices, searchItems, type TextReading } from '../resolve/search.ts';
import { promptText, type Choice } from './questions.ts';

export interface Picked<T> {
  readonly choice: Choice<T>;
  /** The text is only a part of the name, so what it was taken for must be shown. */
  readonly isPart: boolean;
}

/**
 * A function that gives what a text leaves of the list, as places, best first: by id, or by any
 * part of a name.
 */
export function choiceFinder(choices: readonly Choice<unknown>[]): (text: string) => number[] {
  const items = choices.flatMap((choice, place) =>
    namesOf(choice).map((name) => ({ id: choice.id ?? NaN, name: promptText(name), place })),
  );
  return (text) => [...new Set(searchItems(text, items).map(({ place }) => place))];
}

/** Whether the text is a part of the names of several choices, or the whole name of several. */
export function fitsSeveral(text: string, choices: readonly Choice<unknown>[]): boolean {
  const items = choices.flatMap((choice) =>
    namesOf(choice).map((name) => ({ id: choice.id ?? NaN, name, choice })),
  );
  return new Set(readChoice(text, items).found.map(({ choice }) => choice)).size > 1;
}

/**
 * The choice with this number in the list or this name; commas do not divide. Throws UsageError if
 * nothing fits, or if several do.
 */
export function pickNamed<T>(text: string, choices: readonly Choice<T>[]): Picked<T> {
  return pickedOf(readChoice(text, numbered(choices)));
}

/**
 * The same with commas between them, as in a flag: a name with a comma is one choice. What is named
 * twice is chosen once.
 */
export function pickAllNamed<T>(text: string, choices: readonly Choice<T>[]): Picked<T>[] {
  const picked = readChoices(text, numbered(choices)).map(pickedOf);
  return [...new Map(picked.map((one) => [one.choice, one])).values()];
}

interface Numbered<T> {
  /** The number in the list. */
  readonly id: number;
  readonly name: string;
  readonly choice: Choice<T>;
}

function numbered<T>(choices: readonly Choice<T>[]): Numbered<T>[] {
  return choices.flatMap((choice, place) =>
    namesOf(choice).map((name) => ({ id: place + 1, name, choice })),
  );
}

/** A text can be the name alone, or the name as the list shows it. */
function namesOf({ name, plainName = name }: Choice<unknown>): readonly string[] {
  return [...new Set([plainName, name])];
}

function pickedOf<T>({
  text,
  found,
  how,
}: Pick<TextReading<Numbered<T>>, 'text' | 'found' | 'how'>): Picked<T> {
  const places = new Map(found.map(({ id, choice }) => [id, choice]));
  const [choice] = places.values();
  if (choice === undefined)
    throw new UsageError(`nothing in the list matches "${shorten(text, 60)}"`);
  if (places.size > 1)
    throw new UsageError(`"${shorten(text, 60)}" matches several`, { hint: listed([...places]) });
  return { choice, isPart: how === 'part' };
}

/** More would be too much to listen to. */
const maxListed = 8;

/** `1) Kea, 2) Moa and 6 more`. */
function listed(places: readonly (readonly [number, Choice<unknown>])[]): string {
  const shown = places
    .slice(0, maxListed)
    .map(([number, { name }]) => `${number}) ${shorten(name, 60)}`);
  const rest = places.length - maxListed;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
