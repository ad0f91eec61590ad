/** Finds choices of a list by a typed text. */
import { UsageError } from '../base/errors.ts';
import { shortName } from '../base/words.ts';
import { readChoice, readChoices, searchItems, type TextReading } from '../resolve/shown-list.ts';
import { promptText, type Choice } from './questions.ts';

export interface Picked<T> {
  readonly choice: Choice<T>;
  /** The text is a part of the name, so the choice must be shown. */
  readonly isPart: boolean;
}

/** No typed number is equal to it. */
const noId = NaN;

/** Finds the indexes of choices by id or by a part of the name, best first. */
export function choiceFinder(choices: readonly Choice<unknown>[]): (text: string) => number[] {
  const items = choices.flatMap((choice, index) =>
    namesOf(choice).map((name) => ({ id: choice.id ?? noId, name: promptText(name), index })),
  );
  return (text) => [...new Set(searchItems(text, items).map(({ index }) => index))];
}

/** Whether the text names several choices, as a part or as a whole. */
export function fitsSeveral(text: string, choices: readonly Choice<unknown>[]): boolean {
  const items = choices.flatMap((choice) =>
    namesOf(choice).map((name) => ({ id: choice.id ?? noId, name, choice })),
  );
  return new Set(readChoice(text, items).found.map(({ choice }) => choice)).size > 1;
}

/** By number in the list or by name. Throws UsageError unless exactly one choice fits. */
export function pickNamed<T>(text: string, choices: readonly Choice<T>[]): Picked<T> {
  return pickedOf(readChoice(text, numbered(choices)));
}

/** Several with commas between them, as in a flag; a name can have a comma. Each choice once. */
export function pickAllNamed<T>(text: string, choices: readonly Choice<T>[]): Picked<T>[] {
  const picked = readChoices(text, numbered(choices)).map(pickedOf);
  return [...new Map(picked.map((one) => [one.choice, one])).values()];
}

interface Numbered<T> {
  /** The number in the list, which is typed here as an id is elsewhere. */
  readonly id: number;
  readonly name: string;
  readonly choice: Choice<T>;
}

function numbered<T>(choices: readonly Choice<T>[]): Numbered<T>[] {
  return choices.flatMap((choice, index) =>
    namesOf(choice).map((name) => ({ id: index + 1, name, choice })),
  );
}

/** The name alone, and the name as the list shows it. */
function namesOf({ name, plainName = name }: Choice<unknown>): readonly string[] {
  return [...new Set([plainName, name])];
}

function pickedOf<T>({
  text,
  found,
  how,
}: Pick<TextReading<Numbered<T>>, 'text' | 'found' | 'how'>): Picked<T> {
  const byNumber = new Map(found.map(({ id, choice }) => [id, choice]));
  const [choice] = byNumber.values();
  if (choice === undefined)
    throw new UsageError(`nothing in the list matches "${shortName(text)}"`);
  if (byNumber.size > 1)
    throw new UsageError(`"${shortName(text)}" matches several`, {
      hint: numberedNames([...byNumber]),
    });
  return { choice, isPart: how === 'part' };
}

/** Names in a message: a screen reader reads it to the end. */
const maxListed = 8;

/** `1) Kea, 2) Moa and 6 more`. */
function numberedNames(choices: readonly (readonly [number, Choice<unknown>])[]): string {
  const shown = choices
    .slice(0, maxListed)
    .map(([number, { name }]) => `${number}) ${shortName(name)}`);
  const rest = choices.length - maxListed;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
