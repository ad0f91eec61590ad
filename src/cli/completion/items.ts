/** Every value that could stand at the cursor. */
import { shownAddress } from '../../addresses.ts';
import { escapeCommas } from '../../commas.ts';
import { chooseOperators } from '../../operators/choose.ts';
import { withConfig } from '../../operators/files.ts';
import { isId, type Named } from '../../planner/names.ts';
import type { Config } from '../../operators/operator.ts';
import type { Operator } from '../../planner/session.ts';
import { isOff } from '../../text.ts';
import type { Command } from '../command.ts';
import { variableOf, type NameKind, type Offers } from '../flags.ts';
import { isTopic, topicNames, topics } from '../help/topics.ts';
import { flagsOf, type Position } from './position.ts';
import { isVisible, passesOn, type Shell } from './shells.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Item {
  readonly text: string;
  readonly help: string;
  /** What may be typed to get this: the name that an id stands for. */
  readonly typedAs?: string;
}

export function commandItems(commands: readonly Command[]): Item[] {
  return [
    ...commands.flatMap(({ name, aliases = [], summary }) =>
      [name, ...aliases].map((text) => ({ text, help: summary })),
    ),
    { text: 'help', help: 'the help of a command or a topic' },
  ];
}

/** What `rental help` takes. A topic goes before a command of the same name. */
export function subjectItems(commands: readonly Command[]): Item[] {
  const items = topicNames.map((text) => ({ text: text as string, help: topics[text].summary }));
  return [...items, ...commandItems(commands).filter(({ text }) => !isTopic(text) && text !== 'help')];
}

/** A flag that is already given is left out, unless it can be given again. */
export function flagItems({ command, given }: Position): Item[] {
  return Object.entries(flagsOf(command))
    .filter(([name, { kind }]) => !given.has(name) || kind === 'list' || kind === 'count')
    .map(([name, { help }]) => ({ text: `--${name}`, help }));
}

interface Wanted {
  readonly offers: Offers;
  /** Whether commas divide values, so that those of a name need a backslash. */
  readonly isList: boolean;
  readonly typed: string;
  readonly shell: Shell;
}

/** Words, then names. Names that cannot be read are left out. */
export async function offeredItems(wanted: Wanted, position: Position, outer: Env): Promise<Item[]> {
  const env = withConfig(outer, position.given.get('config')?.at(-1));
  const { words: listed = [], names } = wanted.offers;
  const words = typeof listed === 'function' ? await listed(position.args, env).catch(() => []) : listed;
  const items = words.map((text) => ({ text, help: '' }));
  const named = names === undefined ? [] : await namedItems(names, { ...wanted, words }, position, env).catch(() => []);
  // Two operators can have a depot of the same name.
  return [...new Map([...items, ...named].map((item) => [item.text, item])).values()];
}

/** Ids come only once a digit is typed, or in place of a name that cannot be typed. Throws if no operator is named. */
async function namedItems(
  kind: NameKind,
  { isList, typed, shell, words }: Wanted & { readonly words: readonly string[] },
  position: Position,
  env: Env,
): Promise<Item[]> {
  if (kind === 'trip') {
    const { tripNames } = await import('../../trips/store.ts');
    return tripNames(env).map((text) => ({ text, help: '' }));
  }
  const { peekConfig, storedItems } = await import('../../operators/stored-names.ts');
  const config = peekConfig(env);
  if (kind === 'operator') {
    const known = Object.entries(config.operators).filter(([name]) => canBeTyped(name, shell));
    return known.map(([text, { baseUrl }]) => ({ text, help: shownAddress(baseUrl) }));
  }
  const operators = operatorsOf(position, config, env);
  const wantsIds = /^(?:[^:]*:)?-?\d/.test(typed);
  return operators.flatMap((operator) => {
    const items = storedItems(kind, operator, env);
    const isUnique = uniqueNames(items);
    return items.flatMap(({ id, name }) => {
      // With several operators, an id needs its operator.
      const byId = { text: operators.length > 1 ? `${operator.name}:${id}` : String(id), help: name };
      if (!canBeTyped(name, shell) || !isUnique(name) || words.includes(name.toLowerCase())) {
        return [{ ...byId, typedAs: name }];
      }
      const text = isList || name.includes('\\,') ? escapeCommas(name) : name;
      return wantsIds ? [{ text, help: '' }, byId] : [{ text, help: '' }];
    });
  });
}

/** Whether the shell, this program and the terminal leave the name as it is. */
function canBeTyped(name: string, shell: Shell): boolean {
  const isPlain = name !== '' && name.length <= 200 && name.trim() === name && !name.startsWith('-') && !isId(name);
  return isPlain && isVisible(name) && passesOn(name, shell);
}

function uniqueNames(items: readonly Named[]): (name: string) => boolean {
  const counts = new Map<string, number>();
  for (const { name } of items) counts.set(name.normalize(), (counts.get(name.normalize()) ?? 0) + 1);
  return (name) => counts.get(name.normalize()) === 1;
}

function operatorsOf({ given }: Position, config: Config, env: Env): readonly Operator[] {
  const flag = (name: string): string | undefined => given.get(name)?.at(-1);
  const variable = (name: string): string | undefined => env[variableOf(name)] || undefined;
  // Nothing is known of a sandbox, so it does not matter which one it is.
  const sandbox = (isGiven: boolean) => (isGiven ? (['a'] as const) : undefined);
  const choices = [
    { sandbox: sandbox(given.has('sandbox')), baseUrl: flag('base-url'), operator: flag('operator') },
    { sandbox: sandbox(!isOff(variable('sandbox'))), baseUrl: variable('baseUrl'), operator: variable('operator') },
  ];
  return chooseOperators(choices, config).filter(({ sandbox }) => !sandbox);
}
