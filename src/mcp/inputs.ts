/** The inputs of a tool are flags of its command: what they take, and how a value is read, is the same in both places. */
import { textOf, type Flag, type Flags } from '../cli/flags.ts';
import { parseEach } from '../cli/values.ts';
import type { JsonSchema } from '../documents/json-schema.ts';
import { UsageError } from '../errors.ts';
import { joinWords, shorten } from '../text.ts';
import type { Sessions } from './operators.ts';
import type { Tool } from './tool.ts';

/** Of commands that ask for one trip. */
export const tripInputs = ['pick-up', 'drop-off', 'from', 'to', 'nights'];

/** A model reads these with each tool, so they are shorter than in the help. */
export const tripSays = {
  'pick-up': 'Depot: id or name',
  'drop-off': 'Default: pick_up',
  from: 'Date: 2026-12-20, fri, +30d',
  to: 'Date, or +7d',
  nights: 'Or give to',
  accessory: 'Ids or names; 2x for two',
  insurance: 'Id or name; default: none',
};

/** Of which vehicles count. */
export const limitSays = { berths: 'At least, as names say it', 'max-rate': 'NZD a day' };

/** The operator, and which page to return: no command has these flags. */
const [operator, operators, limit, offset] = ['operator', 'operators', 'limit', 'offset'];

/** By the names of the flags. */
function flagsOf(tool: Tool, { names }: Pick<Sessions, 'names'>): Flags {
  const { command, inputs, says = {}, asks, pages } = tool;
  const given = inputs.map((name): [string, Flag] => {
    const flag = command.flags[name] ?? { kind: 'text', value: '', help: command.args[name]?.help ?? '' };
    return [name, { ...flag, help: says[name] ?? flag.help }];
  });
  const isAsked = names.length > 1 && asks !== 'none';
  return {
    ...Object.fromEntries(given),
    ...(isAsked && asks === 'one' && { [operator]: { kind: 'text', value: '', help: '' } }),
    ...(isAsked && asks === 'several' && { [operators]: { kind: 'list', value: '', help: '' } }),
    ...(pages && { [limit]: { kind: 'integer', value: '', min: 1, max: 100, usual: pages.limit, help: '' } }),
    ...(pages && { [offset]: { kind: 'integer', value: '', min: 0, max: 1_000_000, help: '' } }),
  };
}

/** `pick-up` → `pick_up`. */
export function inputName(flag: string): string {
  return flag.replaceAll('-', '_');
}

/** Whether each call has to name the operator, unless its ids do. */
function mustName({ asks }: Tool, { names, usual }: Pick<Sessions, 'names' | 'usual'>): boolean {
  return asks === 'one' && names.length > 1 && usual === undefined;
}

/** Says all that a caller must know. */
export function inputSchema(tool: Tool, sessions: Pick<Sessions, 'names' | 'usual'>): JsonSchema {
  const properties = Object.entries(flagsOf(tool, sessions)).map(([name, flag]) => {
    const isOperator = name === operator || name === operators;
    return [inputName(name), schemaOf(flag, isOperator ? sessions.names : undefined)];
  });
  const required = [
    ...(mustName(tool, sessions) ? [operator] : []),
    ...tool.needs.filter((name) => !name.includes('|')).map(inputName),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Readonly<Record<string, JsonSchema>>,
    ...(required.length > 0 && { required }),
  };
}

function schemaOf(flag: Flag, choices: readonly string[] | undefined): JsonSchema {
  const help = textOf(flag)
    .replaceAll(/--([a-z-]+)/g, (_, name: string) => inputName(name))
    .trim();
  const one = { type: 'string', ...(choices && { enum: choices }) };
  const type =
    flag.kind === 'integer'
      ? { type: 'integer', minimum: flag.min, ...(flag.max < 999 && { maximum: flag.max }) }
      : flag.kind === 'switch'
        ? { type: 'boolean' }
        : flag.kind === 'list'
          ? { type: 'array', items: one }
          : one;
  return { ...type, ...(help !== '' && { description: help }) };
}

export interface Input {
  /** The options of the command. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Undefined: the usual one, or all. */
  readonly operators: readonly string[] | undefined;
  readonly limit: number | undefined;
  readonly offset: number;
}

/** Reads the arguments of a call. Throws UsageError naming every input that is missing or unknown, or the first that is wrong. */
export function readInput(tool: Tool, sessions: Pick<Sessions, 'names' | 'usual'>, given: unknown): Input {
  const flags = flagsOf(tool, sessions);
  const texts = textsIn(given ?? {});
  const known = new Map(Object.entries(flags).map(([name]) => [inputName(name), name]));
  const unknown = [...texts.keys()].filter((key) => !known.has(key));
  const { values, owners } = withoutOwners(tool, texts, sessions.names);
  const isMissing = (one: string): boolean => !one.split('|').some((name) => values.has(inputName(name)));
  const named = owners.length > 0 || values.has(operator);
  const missing = [...(mustName(tool, sessions) && !named ? [operator] : []), ...tool.needs.filter(isMissing)];
  const problems = [
    ...(unknown.length === 0 ? [] : [`there is no input ${unknown.map((key) => `"${shorten(key, 60)}"`).join(', ')}`]),
    ...(missing.length === 0
      ? []
      : [`${joinWords(missing.map(needed))} ${missing.length === 1 ? 'is' : 'are'} needed`]),
  ];
  if (problems.length > 0) {
    const names = missing.includes(operator) ? `operators: ${sessions.names.join(', ')}` : undefined;
    throw new UsageError(shorten(problems.join('; '), 900), {
      hint: unknown.length > 0 ? `inputs: ${[...known.keys()].join(', ')}` : names,
    });
  }
  const read = parseEach(
    flags,
    (name) => values.get(inputName(name)),
    (name, problem) => {
      throw new UsageError(`${inputName(name)} ${problem}`);
    },
  );
  const { [operator]: one, [operators]: several, [limit]: most, [offset]: first = 0, ...options } = read;
  const operatorOf = (one ?? owners[0]) as string | undefined;
  if (owners.some((owner) => owner !== operatorOf))
    throw new UsageError(`these inputs are of several operators: ${[...new Set([operatorOf, ...owners])].join(', ')}`);
  return {
    options: { ...tool.always, ...options },
    operators: (several as string[] | undefined) ?? (operatorOf === undefined ? undefined : [operatorOf]),
    limit: most as number | undefined,
    offset: first as number,
  };
}

/** `to|nights` → `to or nights`. */
function needed(name: string): string {
  return name.split('|').map(inputName).join(' or ');
}

type Texts = ReadonlyMap<string, string | readonly string[]>;

/** A model often gives an id as a number, one item without its list, and null for nothing: what it means is clear. */
function textsIn(given: unknown): Texts {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  if (!isObject) throw new UsageError('the input is not an object');
  const textOfValue = (value: unknown, name: string): string => {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
    throw new UsageError(`${shorten(name, 60)} takes a text or a whole number, and a list of them if it is a list`);
  };
  const isEmpty = (value: unknown): boolean => value == null || value === '' || (Array.isArray(value) && !value.length);
  const present = Object.entries(given).filter(([, value]) => !isEmpty(value));
  return new Map(
    present.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one) => textOfValue(one, name)) : textOfValue(value, name),
    ]),
  );
}

/** An id carries its operator, `lucky:12`, where there are several. A comparison reads that itself. */
function withoutOwners({ asks }: Tool, texts: Texts, names: readonly string[]) {
  const owners: string[] = [];
  if (asks !== 'one' || names.length < 2) return { values: texts, owners };
  const strip = (text: string): string => {
    const owner = names.find((name) => text.startsWith(`${name}:`));
    if (owner === undefined) return text;
    owners.push(owner);
    return text.slice(owner.length + 1);
  };
  const values = [...texts].map(([name, value]) => [name, typeof value === 'string' ? strip(value) : value.map(strip)]);
  return { values: new Map(values as [string, string | string[]][]), owners };
}
