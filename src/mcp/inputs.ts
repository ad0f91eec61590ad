/** The inputs of a tool are flags of its command: what they take, and how a value is read, is the same in both places. */
import { textOf, type Flag, type Flags } from '../cli/flags.ts';
import { parseEach } from '../cli/values.ts';
import type { JsonSchema } from '../documents/json-schema.ts';
import { UsageError } from '../errors.ts';
import type { Row } from '../shape.ts';
import { shorten } from '../text.ts';
import type { Tool } from './tool.ts';

/** The operators that calls can ask, and the one that is asked if a call names none; undefined if each call has to name one. */
export interface Served {
  readonly names: readonly string[];
  readonly usual: string | undefined;
}

/** By the names of the flags. No command has those of the operator and of the page. */
function flagsOf({ command: { args, flags }, inputs, asks, limit }: Tool, { names }: Served): Flags {
  const argument = (name: string): Flag => ({ kind: 'text', value: '', help: args[name]?.help ?? '' });
  const operator = { value: '', help: '' } as const;
  return {
    ...Object.fromEntries(inputs.map((name) => [name, flags[name] ?? argument(name)])),
    ...(names.length > 1 && asks === 'one' && { operator: { kind: 'text', ...operator } }),
    ...(names.length > 1 && asks === 'several' && { operators: { kind: 'list', ...operator } }),
    ...(limit !== undefined && {
      limit: { kind: 'integer', value: '', min: 1, max: 100, usual: limit, help: '' },
      offset: { kind: 'integer', value: '', min: 0, max: 1_000_000, help: '' },
    }),
  };
}

/** What a call must give. `to` and `nights` say the same, so each stands for both. */
function neededBy({ command: { args, needs = [] }, asks }: Tool, { names, usual }: Served): string[] {
  const required = Object.keys(args).filter((name) => args[name]?.required);
  return [...(asks === 'one' && names.length > 1 && usual === undefined ? ['operator'] : []), ...required, ...needs];
}

const lengths = ['to', 'nights'];

/** `pick-up` → `pick_up`. */
export function inputName(flag: string): string {
  return flag.replaceAll('-', '_');
}

/** Says all that a caller must know. */
export function inputSchema(tool: Tool, served: Served): JsonSchema {
  const properties = Object.entries(flagsOf(tool, served)).map(([name, flag]) => {
    const isOperator = name === 'operator' || name === 'operators';
    return [inputName(name), schemaOf(flag, isOperator ? { enum: served.names } : {})];
  });
  const required = neededBy(tool, served).filter((name) => !lengths.includes(name));
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Readonly<Record<string, JsonSchema>>,
    ...(required.length > 0 && { required: required.map(inputName) }),
  };
}

function schemaOf(flag: Flag, choice: JsonSchema): JsonSchema {
  const help = flag.brief ?? textOf(flag).trim();
  const description = help.replaceAll(/--([a-z-]+)/g, (_, name: string) => inputName(name));
  return { ...typeOf(flag, { type: 'string', ...choice }), ...(description !== '' && { description }) };
}

function typeOf(flag: Flag, text: JsonSchema): JsonSchema {
  if (flag.kind === 'switch') return { type: 'boolean' };
  if (flag.kind === 'list') return { type: 'array', items: text };
  if (flag.kind !== 'integer') return text;
  // A large bound says nothing.
  return { type: 'integer', minimum: flag.min, ...(flag.max < 999 && { maximum: flag.max }) };
}

export interface Input {
  /** The options of the command. */
  readonly options: Row;
  /** Empty: the usual one, or all. */
  readonly operators: readonly string[];
  readonly limit: number | undefined;
  readonly offset: number;
}

/** Reads the arguments of a call. Throws UsageError naming every input that is missing or unknown, or the first that is wrong. */
export function readInput(tool: Tool, served: Served, given: Row = {}): Input {
  const flags = flagsOf(tool, served);
  const texts = tool.asks === 'one' ? withoutOwners(textsIn(given), served.names) : textsIn(given);
  checkInputs([...texts.keys()], Object.keys(flags), neededBy(tool, served), served);
  const read = parseEach(
    flags,
    (name) => texts.get(inputName(name)),
    (name, problem) => {
      throw new UsageError(`${inputName(name)} ${problem}`);
    },
  );
  const { operator = [], operators = operator, limit, offset = 0, ...options } = read;
  return {
    options: { ...tool.always, ...options },
    operators: tool.asks === 'all' ? served.names : [...new Set([operators as string | readonly string[]].flat())],
    limit: limit as number | undefined,
    offset: offset as number,
  };
}

function checkInputs(given: readonly string[], known: readonly string[], needed: readonly string[], { names }: Served) {
  const has = (name: string): boolean => given.includes(inputName(name));
  const inputs = known.map(inputName);
  const unknown = given.filter((name) => !inputs.includes(name));
  const missing = needed.filter((name) => !(lengths.includes(name) ? lengths : [name]).some(has));
  if (unknown.length + missing.length === 0) return;
  const problems = [
    ...unknown.map((name) => `there is no input "${shorten(name, 60)}"`),
    ...missing.map((name) => `${lengths.includes(name) ? 'to or nights' : inputName(name)} is needed`),
  ];
  const hint = missing.includes('operator') ? `operators: ${names.join(', ')}` : `inputs: ${inputs.join(', ')}`;
  throw new UsageError(problems.join('; '), { hint });
}

type Texts = ReadonlyMap<string, readonly string[]>;

/** A model often gives an id as a number, one item without its list, and null or nothing for what it does not want. */
function textsIn(given: Row): Texts {
  const entries = Object.entries(given).map(([name, value]): [string, string[]] => {
    const items = ([value] as unknown[]).flat().filter((one) => one != null && one !== '');
    if (items.some((one) => typeof one === 'object'))
      throw new UsageError(`${shorten(name, 60)} takes a text or a number, or a list of them`);
    return [name, items.map(String)];
  });
  return new Map(entries.filter(([, texts]) => texts.length > 0));
}

/** An id carries its operator, `lucky:12`, where there are several: the call asks that one. A comparison reads that itself. */
function withoutOwners(texts: Texts, names: readonly string[]): Texts {
  if (names.length < 2) return texts;
  const owners = new Set(texts.get('operator'));
  const own = (text: string): string => {
    const owner = names.find((name) => text.startsWith(`${name}:`));
    if (owner === undefined) return text;
    owners.add(owner);
    return text.slice(owner.length + 1);
  };
  const stripped = new Map([...texts].map(([name, items]) => [name, items.map(own)]));
  if (owners.size > 1) throw new UsageError(`these inputs are of several operators: ${[...owners].join(', ')}`);
  return owners.size === 0 ? stripped : stripped.set('operator', [...owners]);
}
