/**
 * The inputs of a tool are flags of its command: what they take, and how a value is read, is the
 * same in both places.
 */
import { flagHelp, type Flag, type Flags } from '../cli/flags.ts';
import { ownersIn, withoutOwners } from '../cli/owners.ts';
import { parseEach } from '../cli/values.ts';
import type { JsonSchema } from '../documents/json-schema.ts';
import { tryTo, UsageError } from '../base/errors.ts';
import type { Row } from '../shape.ts';
import { shortName } from '../base/words.ts';
import { maxItems } from './answer.ts';
import type { Tool } from './tool.ts';

/** `pick-up` → `pick_up`. */
export function inputName(flag: string): string {
  return flag.replaceAll('-', '_');
}

/**
 * The inputs that a call can give, and the names of those that it must give, as flags. `operator`
 * and `limit` are not flags of the commands.
 */
function inputsOf(
  { command: { args, flags, needs = [] }, inputs, asks, limit, limitHelp = '' }: Tool,
  operators: readonly string[],
) {
  const argument = (name: string): Flag => ({
    kind: 'text',
    value: '',
    help: args[name]?.brief ?? args[name]?.help ?? '',
  });
  const operator = {
    kind: asks === 'one' ? 'text' : 'list',
    value: '',
    help: operators.join(', '),
  } as const;
  const known: Flags = {
    ...Object.fromEntries(inputs.map((name) => [name, flags[name] ?? argument(name)])),
    ...(operators.length > 1 && asks !== 'all' && { operator }),
    ...(limit && { limit: { kind: 'integer', value: '', min: 1, max: maxItems, help: limitHelp } }),
  };
  const required = Object.keys(args).filter((name) => args[name]?.required);
  const choice = asks === 'one' && operators.length > 1 ? ['operator'] : [];
  // Either of `to` and `nights` is enough, so the command checks that one is given.
  const needed = [...choice, ...required, ...needs].filter(
    (name) => name !== 'to' && name !== 'nights',
  );
  return { flags: known, needed };
}

export function inputSchema(tool: Tool, operators: readonly string[]): JsonSchema {
  const { flags, needed } = inputsOf(tool, operators);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(flags).map(([name, flag]) => [inputName(name), schemaOf(flag)]),
    ),
    ...(needed.length > 0 && { required: needed.map(inputName) }),
  };
}

function schemaOf(flag: Flag): JsonSchema {
  const help = flag.brief ?? flagHelp(flag).trim();
  const description = help.replaceAll(/--([a-z-]+)/g, (_, name: string) => inputName(name));
  return { ...typeOf(flag), ...(description !== '' && { description }) };
}

function typeOf(flag: Flag): JsonSchema {
  if (flag.kind === 'switch') return { type: 'boolean' };
  if (flag.kind === 'list') return { type: 'array', items: { type: 'string' } };
  return { type: flag.kind === 'integer' ? 'integer' : 'string' };
}

/**
 * Reads the arguments of a call. Throws UsageError naming every input that is missing or unknown,
 * or the first that is wrong.
 */
export function readInput(tool: Tool, operators: readonly string[], given: Row = {}) {
  const { flags, needed } = inputsOf(tool, operators);
  const texts = Object.hasOwn(flags, 'operator')
    ? withOwner(textsIn(given), operators, tool.asks)
    : textsIn(given);
  const unknown = [...texts.keys()].filter((name) => !Object.hasOwn(flags, name));
  const problems = [
    ...unknown.map((name) => `there is no input "${shortName(inputName(name))}"`),
    ...needed
      .filter((name) => !texts.has(name))
      .map(
        (name) =>
          `${inputName(name)} is needed${name === 'operator' ? `: ${operators.join(', ')}` : ''}`,
      ),
  ];
  const hint = `inputs: ${Object.keys(flags).map(inputName).join(', ')}`;
  if (problems.length > 0) throw new UsageError(problems.join('; '), { hint });
  const refuse = (name: string, problem: string): never => {
    throw new UsageError(`${inputName(name)} ${problem}`);
  };
  const { operator = [], limit, ...options } = parseEach(flags, (name) => texts.get(name), refuse);
  return {
    /** The options of the command. */
    options,
    /** The names of the operators to ask; empty: all. */
    operators: [...new Set([operator as string | readonly string[]].flat())],
    limit: limit as number | undefined,
  };
}

/** The texts of the inputs, by the names of flags. */
type Texts = ReadonlyMap<string, readonly string[]>;

/**
 * A model often gives an id as a number, one item without its list, and null or nothing for what it
 * does not want. Some clients send a list as its JSON text.
 */
function textsIn(given: Row): Texts {
  const entries = Object.entries(given).map(([name, value]): [string, string[]] => {
    const items = [jsonListIn(value) ?? value].flat().filter((one) => one != null && one !== '');
    if (items.some((one) => typeof one === 'object'))
      throw new UsageError(`${shortName(name)} takes a text or a number, or a list of them`);
    return [name.replaceAll('_', '-'), items.map(String)];
  });
  return new Map(entries.filter(([, texts]) => texts.length > 0));
}

/** Undefined if the value is not the JSON text of a list. */
function jsonListIn(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return undefined;
  const list: unknown = tryTo(() => JSON.parse(value));
  return Array.isArray(list) ? list : undefined;
}

/**
 * An id carries its operator where there are several, `lucky:12`: the call asks that one. Only a
 * comparison gets its ids with their operators.
 */
function withOwner(texts: Texts, operators: readonly string[], asks: Tool['asks']): Texts {
  const named = texts.get('operator') ?? [];
  const owners = [...new Set([...named, ...ownersIn([...texts.values()].flat(), operators)])];
  if (owners.length === 0) return texts;
  if (asks === 'several') return named.length > 0 ? texts : new Map(texts).set('operator', owners);
  if (asks === 'one' && owners.length > 1)
    throw new UsageError(`these inputs belong to several operators: ${owners.join(', ')}`);
  const stripped = [...texts].map(([name, items]) => {
    return [name, items.map((text) => withoutOwners(text, operators))] as const;
  });
  return new Map(stripped).set('operator', owners);
}
