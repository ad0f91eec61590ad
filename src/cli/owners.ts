/** The operator that ids carry: if all of them are of one, no flag needs to name it. */
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { joinWords, shorten } from '../base/words.ts';
import { namesOperator } from '../operators/choose.ts';
import type { OperatorChoice } from '../operators/operator.ts';
import { splitByOwner } from '../resolve/owners.ts';
import type { Command } from './command.ts';
import { camelCase, type Offers } from './flags.ts';

type Options = Readonly<Record<string, unknown>>;

interface Owned {
  /** Without the operator, if the command asks one. */
  readonly options: Options;
  readonly operatorChoice: OperatorChoice;
}

/**
 * `operators`: the names of those that are configured. Throws UsageError if the ids are not of the
 * operator that the command asks.
 */
export function withOwners(
  { args, flags, asksSeveral = false }: Pick<Command, 'args' | 'flags' | 'asksSeveral'>,
  options: Options,
  operatorChoice: OperatorChoice,
  operators: readonly string[],
): Owned {
  const keys = Object.entries({ ...args, ...flags }).filter(([, { offers }]) => holdsIds(offers));
  const given = keys.flatMap(([name]): [string, readonly string[]][] => {
    const value = options[camelCase(name)];
    return value === undefined ? [] : [[camelCase(name), [value].flat() as string[]]];
  });
  const owners = ownersIn(
    given.flatMap(([, texts]) => texts),
    operators,
  );
  const isNamed = namesOperator(operatorChoice);
  if (owners.length === 0 || (isNamed && asksSeveral)) return { options, operatorChoice };
  // The sandbox and an address have names that no id carries.
  if (isNamed && operatorChoice.operator === undefined) return { options, operatorChoice };
  const value = owners.join(',');
  if (!asksSeveral) refuseOthers(owners, operatorChoice.operator?.value);
  const stripped = given.map(([key, texts]) => {
    const own = texts.map((text) => withoutOwners(text, operators));
    return [key, Array.isArray(options[key]) ? own : own[0]] as const;
  });
  return {
    options: asksSeveral ? options : { ...options, ...Object.fromEntries(stripped) },
    operatorChoice: isNamed
      ? operatorChoice
      : { ...operatorChoice, operator: { value, source: 'flag', place: '' } },
  };
}

function holdsIds({ names }: Offers = {}): boolean {
  return names !== undefined && names !== 'operator' && names !== 'trip';
}

/** The operators that the texts carry, each once. Throws UsageError. */
export function ownersIn(texts: readonly string[], operators: readonly string[]): string[] {
  const owners = texts.flatMap((text) =>
    splitByOwner(text, operators).flatMap(({ owner = [] }) => owner),
  );
  return [...new Set(owners)];
}

export function withoutOwners(text: string, operators: readonly string[]): string {
  return splitByOwner(text, operators)
    .map((part) => part.text)
    .join(',');
}

/** Throws UsageError. */
function refuseOthers(owners: readonly string[], named: string | undefined): void {
  if (owners.length > 1) {
    throw new UsageError(`these ids belong to several operators: ${joinWords(owners)}`, {
      hint: 'give ids of one of them; rental compare asks several',
    });
  }
  if (named === undefined || named === owners[0]) return;
  throw new UsageError(
    fieldText('these ids belong to {owner}, but {operator} names {named}', {
      owner: owners[0]!,
      named: shorten(named, 60),
    }),
    {
      hint: fieldText('leave {operator} out'),
    },
  );
}
