/** The suggestions for the word at the cursor: whole words, of which the typed part is the beginning. */
import { fold } from '../../planner/names.ts';
import { splitAtCommas } from '../../text.ts';
import type { Command } from '../command.ts';
import type { Flag, Offers } from '../flags.ts';
import { commandItems, flagItems, offeredItems, subjectItems, type Item } from './items.ts';
import { positionOf, type Position } from './position.ts';
import type { Shell } from './shells.ts';

export interface Suggestion {
  /** The whole word at the cursor. */
  readonly word: string;
  /** The part of it that is suggested. */
  readonly label: string;
  readonly help: string;
}

export interface Suggestions {
  readonly list: readonly Suggestion[];
  /** The word can go on, as a list does. */
  readonly isOpen: boolean;
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly shell: Shell;
}

/** Shells ask before they show hundreds; nothing needs more. */
const most = 1000;

export async function suggest(
  words: readonly string[],
  word: string,
  commands: readonly Command[],
  { env, shell }: Surroundings,
): Promise<Suggestions> {
  const position = positionOf(words, word, commands);
  const { command, at } = position;
  const finish = (items: readonly Item[], before = '', isOpen = false): Suggestions => {
    const found = fitting(items, word.slice(before.length)).slice(0, most);
    return { list: found.map(({ text, help }) => ({ word: before + text, label: text, help })), isOpen };
  };
  switch (at.kind) {
    case 'nothing':
      return finish([]);
    case 'command':
      return finish(commandItems(commands));
    case 'subject':
      return finish(subjectItems(commands));
    case 'flag':
      return finish(flagItems(position));
    case 'value': {
      const isList = at.flag.kind === 'choices' || (at.flag.kind === 'list' && at.flag.commas !== 'kept');
      const offers = offersOf(at.name, at.flag, command);
      const value = word.slice(at.before.length);
      const parts = isList || offers.several === true ? splitAtCommas(value) : [value];
      const typed = parts.at(-1) ?? '';
      const before = word.slice(0, word.length - typed.length);
      const items = await offeredItems({ offers, isList, typed, shell }, position, env);
      const isNew = ({ text }: Item): boolean => offers.names !== undefined || !parts.slice(0, -1).includes(text);
      return finish(items.filter(isNew), before, isList);
    }
    case 'argument':
      return finish(await argumentItems(position, at, word, { env, shell }));
  }
}

function offersOf(name: string, flag: Flag, command: Command | undefined): Offers {
  if (flag.kind === 'choice' || flag.kind === 'choices') return { words: flag.choices };
  if (name === 'fields')
    return command === undefined
      ? {}
      : { words: async () => (await import('../../documents/index.ts')).fieldNames(command.name) };
  return flag.offers ?? {};
}

/** Where no argument is known, the flags follow. */
async function argumentItems(
  position: Position,
  { index, canBeFlag }: { readonly index: number; readonly canBeFlag: boolean },
  typed: string,
  { env, shell }: Surroundings,
): Promise<readonly Item[]> {
  const argument = Object.values(position.command?.args ?? {})[index];
  if (argument === undefined) return canBeFlag && typed === '' ? flagItems(position) : [];
  const items = await offeredItems({ offers: argument.offers ?? {}, isList: false, typed, shell }, position, env);
  return canBeFlag ? items.filter(({ text }) => !text.startsWith('-')) : items;
}

/** What begins with the typed text; if nothing does, what does so apart from case and accents. */
function fitting(items: readonly Item[], typed: string): readonly Item[] {
  const matching = (matches: (text: string) => boolean): readonly Item[] =>
    items.filter(({ text, typedAs }) => matches(text) || (typedAs !== undefined && matches(typedAs)));
  const exact = matching((text) => text.startsWith(typed));
  const folded = fold(typed);
  return exact.length > 0 || folded === '' ? exact : matching((text) => fold(text).startsWith(folded));
}
