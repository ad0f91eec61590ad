/** Random command lines, from the flags and arguments that the commands declare. The same seed and number give the same line. */
import { globalFlags } from '../../src/cli/global-flags.ts';
import type { Flag } from '../../src/cli/flags.ts';
import { commands } from '../../src/commands/index.ts';
import { createDice, type Dice } from '../../test/support/dice.ts';
import { configurations, odd, valuesOf, variables, type Addresses } from './values.ts';

export interface Line {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The text of the configuration file, if there is one. */
  readonly config: string | undefined;
  /** The width of a terminal; undefined is a pipe. */
  readonly columns: number | undefined;
}

export function randomLine(seed: number, index: number, addresses: Addresses): Line {
  const dice = createDice(seed * 1_000_003 + index);
  // Most lines go far only if they hold nothing that contradicts itself.
  const isSane = dice.chance(0.5);
  const isOdd = !isSane && dice.chance(0.06);
  const words = isOdd ? dice.many(6, () => dice.pick(odd)) : commandWords(dice, addresses, isSane);
  const variable = (): readonly [string, string] => {
    const { name, values } = dice.pick(variables(addresses));
    return [name, dice.pick(values)];
  };
  return {
    words: isSane ? words : mutated(words, dice),
    env: Object.fromEntries(!isSane && dice.chance(0.5) ? dice.many(3, variable) : []),
    config: isSane ? configurations(addresses)[0] : dice.pick(configurations(addresses)),
    columns: dice.chance(0.3) ? dice.pick([0, 1, 7, 20, 40, 80, 80, 200]) : undefined,
  };
}

/** Smoke sends some 30 requests, so it comes rarely. */
const weights: Readonly<Record<string, number>> = { quote: 5, plan: 5, compare: 6, smoke: 0.15, sandbox: 0.4 };

function commandWords(dice: Dice, addresses: Addresses, isSane: boolean): string[] {
  const command = dice.weighted(commands, ({ name }) => weights[name] ?? 2);
  const flags = new Map(Object.entries<Flag>({ ...command.flags, ...globalFlags }));
  // A browser must not open, a file of any name must not appear, and no random command may run.
  for (const name of ['open', 'ics', 'exec', 'webhook']) flags.delete(name);
  const named = ['lucky', 'lucky', 'lucky', 'lucky', 'happy', 'lucky,happy', 'broken', 'lucky,broken'];
  const operators = [
    ['--sandbox'],
    ...named.map((name) => ['--operator', name]),
    ['--base-url', addresses['lucky'] ?? ''],
    ['--base-url', 'http://127.0.0.1:9/api'],
  ];
  const parts = isSane || dice.chance(0.85) ? [dice.pick(operators)] : [];
  if (isSane)
    ['operator', 'base-url', 'site-url', 'sandbox', 'to', 'no-wait', 'no-color'].forEach((name) => flags.delete(name));
  const usual = ['pick-up', 'from', 'nights' in command.flags ? 'nights' : 'to', 'vehicle'];
  for (const name of usual.filter((one) => one in command.flags)) {
    if (isSane || dice.chance(0.85)) parts.push(flagWords(name, command.flags[name], { dice, isSane }));
    if (isSane) flags.delete(name);
  }
  for (const [name, flag] of dice.many(isSane ? 3 : 4, () => dice.pick([...flags]))) {
    if (!isSane || !parts.some(([word = '']) => word.startsWith(`--${name}`)))
      parts.push(flagWords(name, flag, { dice, isSane }));
  }
  for (const [name, { required }] of Object.entries(command.args)) {
    const pool = command.name === 'operators' ? `operator-${name}` : name;
    if (dice.chance(required ? (isSane ? 1 : 0.95) : 0.4)) parts.push([dice.pick(valuesOf(pool, dice, isSane))]);
  }
  const name = dice.pick([command.name, command.name, command.name, ...(command.aliases ?? [])]);
  const words = dice.shuffled(parts).flat();
  return isSane || dice.chance(0.8) ? [name, ...words] : [...words, name];
}

function flagWords(
  name: string,
  flag: Flag | undefined,
  { dice, isSane }: { readonly dice: Dice; readonly isSane: boolean },
): string[] {
  const spelling = `--${dice.pick([name, name, ...(flag?.aliases ?? [])])}`;
  if (flag === undefined || flag.kind === 'switch' || flag.kind === 'choices' || flag.kind === 'count') {
    return [flag?.short !== undefined && dice.chance(0.5) ? `-${flag.short}` : spelling];
  }
  const choices = flag.kind === 'choice' ? [...flag.choices, ...(isSane ? [] : ['CSV', 'xml'])] : undefined;
  const value = dice.pick(choices ?? valuesOf(name, dice, isSane));
  return dice.chance(0.3) ? [`${spelling}=${value}`] : [spelling, value];
}

/** Sometimes a word is missing, twice, odd or elsewhere. */
function mutated(words: readonly string[], dice: Dice): string[] {
  const changed = [...words];
  if (!dice.chance(0.2) || words.length === 0) return changed;
  const at = dice.below(words.length);
  const word = changed[at] ?? '';
  switch (dice.below(4)) {
    case 0:
      changed.splice(at, 1);
      break;
    case 1:
      changed.splice(at, 0, word);
      break;
    case 2:
      changed[at] = dice.pick(odd);
      break;
    default:
      changed.splice(dice.below(words.length), 0, ...changed.splice(at, 1));
  }
  return changed.filter((one) => !one.startsWith('--open'));
}
