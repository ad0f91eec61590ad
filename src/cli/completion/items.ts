/**
 * The suggestions for the word at the cursor: whole words, of which the typed part is the
 * beginning.
 */
import { shownAddress } from '../../base/addresses.ts';
import { escapeCommas, splitAtCommas } from '../../base/commas.ts';
import { chooseOperators } from '../../operators/choose.ts';
import { withConfigPath } from '../../operators/config.ts';
import { type Env } from '../../base/files.ts';
import { sandboxVariants, type Config } from '../../operators/operator.ts';
import { fold, isId } from '../../planner/names.ts';
import type { Operator, SandboxVariant } from '../../planner/session.ts';
import { commandNamed, fieldNames, wordOf, type Command } from '../command.ts';
import type { Flag, NameKind, Offers } from '../flags.ts';
import { topicNames, topics } from '../help/topics.ts';
import { resolveSettings } from '../settings.ts';
import { environmentLevel, flagLevel } from '../sources.ts';
import { flagsOfferedAt, type Position } from './position.ts';
import { canBeTyped } from './shells.ts';

export interface Item {
  readonly text: string;
  readonly help: string;
}

/** What begins with the typed word. If nothing does, case and accents do not count. */
export async function itemsAt(
  position: Position,
  word: string,
  commands: readonly Command[],
  env: Env,
): Promise<Item[]> {
  const isList = takesList(position);
  const value = word.slice(position.prefix.length);
  const parts = isList ? splitAtCommas(value) : [value];
  const typed = parts.at(-1) ?? '';
  const before = word.slice(0, word.length - typed.length);
  const items = await unfilteredItems(
    position,
    typed,
    commands,
    withConfigPath(env, position.given.get('config')),
  );
  const texts = items.map(({ text, help }) => ({ text: isList ? escapeCommas(text) : text, help }));
  // Only an accessory can be wanted twice.
  const isRepeatable = position.valueOf?.name === 'accessory';
  const others = texts.filter(({ text }) => isRepeatable || !parts.slice(0, -1).includes(text));
  const exact = others.filter(({ text }) => text.startsWith(typed));
  const found = exact.length > 0 ? exact : others.filter(({ text }) => beginsLike(text, typed));
  return found.map(({ text, help }) => ({ text: before + text, help }));
}

function beginsLike(text: string, typed: string): boolean {
  const folded = fold(typed);
  // An apostrophe alone folds to nothing, with which every text begins.
  return folded !== '' && fold(text).startsWith(folded);
}

function takesList(position: Position): boolean {
  const { flag } = position.valueOf ?? {};
  if (flag === undefined) return argumentOffers(position).several === true;
  return flag.kind === 'choices' || flag.kind === 'list' || flag.offers?.several === true;
}

/** Empty where the command takes no argument. */
function argumentOffers({ command, args }: Position): Offers {
  return Object.values(command?.args ?? {})[args.length]?.offers ?? {};
}

async function unfilteredItems(
  position: Position,
  typed: string,
  commands: readonly Command[],
  env: Env,
): Promise<readonly Item[]> {
  const { command, words, args, valueOf } = position;
  if (valueOf !== undefined)
    return offeredItems(offersOf(valueOf.name, valueOf.flag, command), position, env);
  if (position.takesFlags && typed.startsWith('-')) {
    return Object.entries(flagsOfferedAt(command)).map(([name, { help }]) => ({
      text: `--${name}`,
      help,
    }));
  }
  if (words.length === 0) return firstWordItems(commands);
  if (words[0] === 'help') return helpItems(words.slice(1), commands);
  if (command?.subcommands !== undefined)
    return args.length === 0 ? itemsOf(command.subcommands) : [];
  return offeredItems(argumentOffers(position), position, env);
}

function itemsOf(commands: readonly Command[]): Item[] {
  return commands.flatMap((command) =>
    [wordOf(command), ...(command.aliases ?? [])].map((text) => ({ text, help: command.summary })),
  );
}

function firstWordItems(commands: readonly Command[]): Item[] {
  return [...itemsOf(commands), { text: 'help', help: 'the help of a command or a topic' }];
}

/** `words` follow `help`: after `help trips` come its subcommands, after a whole name nothing. */
function helpItems(words: readonly string[], commands: readonly Command[]): Item[] {
  const { command, args } = commandNamed(words, commands);
  if (words.length > 0) return args.length === 0 ? itemsOf(command?.subcommands ?? []) : [];
  return [
    ...topicNames.map((text) => ({ text, help: topics[text].summary })),
    ...firstWordItems(commands),
  ];
}

function offersOf(name: string, flag: Flag, command: Command | undefined): Offers {
  if (flag.kind === 'choice' || flag.kind === 'choices') return { words: flag.choices };
  if (name !== 'fields' || command === undefined) return flag.offers ?? {};
  return { words: fieldNames(command) };
}

/** Words, then names. What cannot be read is left out. */
async function offeredItems(
  { words = [], names }: Offers,
  position: Position,
  env: Env,
): Promise<Item[]> {
  const listed = typeof words === 'function' ? await words(position.args).catch(() => []) : words;
  const named = names === undefined ? [] : await namedItems(names, position, env).catch(() => []);
  const items = [...listed.map((text) => ({ text, help: '' })), ...named];
  // Two depots can have the same name.
  return [...new Map(items.map((item) => [item.text, item])).values()];
}

/** A name that cannot be typed has its id instead. Throws if no operator is named. */
async function namedItems(kind: NameKind, position: Position, env: Env): Promise<Item[]> {
  if (kind === 'trip') {
    const { tripNames } = await import('../../trips/folder.ts');
    return tripNames(env).map((text) => ({ text, help: '' }));
  }
  const { peekConfig, storedItems } = await import('../../operators/stored-names.ts');
  const config = peekConfig(env);
  if (kind === 'operator') {
    const known = Object.entries(config.operators).filter(([name]) => canBeTyped(name));
    return known.map(([text, { baseUrl }]) => ({ text, help: shownAddress(baseUrl) }));
  }
  const operators = operatorsOf(position, config, env);
  const found = await Promise.all(
    operators.map(async (operator) => {
      const items = await storedItems(kind, operator, env);
      return items.map(({ id, name }) => {
        if (canBeTyped(name) && !isId(name)) return { text: name, help: '' };
        return { text: operators.length > 1 ? `${operator.name}:${id}` : String(id), help: name };
      });
    }),
  );
  return found.flat();
}

function operatorsOf({ given }: Position, config: Config, env: Env): readonly Operator[] {
  const sandbox = given.get('sandbox');
  const baseUrl = given.get('base-url');
  const operator = given.get('operator');
  const flags = {
    ...(sandbox !== undefined && { sandbox: sandboxesOf(sandbox) }),
    ...(baseUrl && { baseUrl }),
    ...(operator && { operator }),
  };
  const choice = resolveSettings([flagLevel(flags), environmentLevel(env)]);
  return chooseOperators(choice, config);
}

/** The sandboxes that the value names, which can be none. Without a value, the first one. */
function sandboxesOf(value: string): readonly SandboxVariant[] {
  if (value === '') return sandboxVariants.slice(0, 1);
  return sandboxVariants.filter((variant) => value.split(',').includes(variant));
}
