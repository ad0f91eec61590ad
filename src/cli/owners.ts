/** Ids can name their operator, as in `lucky:101`: then no flag has to. */
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { joinWords, shortName } from '../base/words.ts';
import { namesOperator } from '../operators/choose.ts';
import type { OperatorChoice } from '../operators/operator.ts';
import { splitByOwner } from '../resolve/owners.ts';
import type { Command } from './command.ts';
import { camelCase, type Offers } from './flags.ts';

type Options = Readonly<Record<string, unknown>>;

interface ReadOwners {
  /** Ids are without their operator, unless the command takes several operators. */
  readonly options: Options;
  readonly operatorChoice: OperatorChoice;
}

/**
 * Takes the operator from the ids, if no setting names one. `operators`: the names of those that
 * are configured. Throws UsageError if the ids are not of the operator that the settings name.
 */
export function readOwners(
  command: Pick<Command, 'args' | 'flags' | 'takesSeveralOperators'>,
  options: Options,
  operatorChoice: OperatorChoice,
  operators: readonly string[],
): ReadOwners {
  const { takesSeveralOperators = false } = command;
  const texts = idTextsIn(command, options);
  const owners = ownersIn(Object.values(texts).flat(), operators);
  if (owners.length === 0) return { options, operatorChoice };
  const { operator: named } = operatorChoice;
  // A comparison resolves ids with their operators; the sandbox and an address have no name that an id
  // could give.
  if (namesOperator(operatorChoice) && (takesSeveralOperators || named === undefined))
    return { options, operatorChoice };
  // An operator of an id counts like one of `--operator`.
  const operator = named ?? ({ value: owners.join(','), source: 'flag', place: '' } as const);
  const withOperator = { ...operatorChoice, operator };
  if (takesSeveralOperators) return { options, operatorChoice: withOperator };
  refuseOtherOwners(owners, named?.value);
  const bareIds = Object.entries(texts).map(([key, value]) => [
    key,
    typeof value === 'string'
      ? withoutOwners(value, operators)
      : value.map((text) => withoutOwners(text, operators)),
  ]);
  return { options: { ...options, ...Object.fromEntries(bareIds) }, operatorChoice: withOperator };
}

type Texts = Readonly<Record<string, string | readonly string[]>>;

/** The options that can hold ids of depots, vehicles or extras. */
function idTextsIn({ args, flags }: Pick<Command, 'args' | 'flags'>, options: Options): Texts {
  const keys = Object.entries({ ...args, ...flags })
    .filter(([, { offers }]) => holdsIds(offers))
    .map(([name]) => camelCase(name));
  const texts = keys.map((key) => [key, options[key]]).filter(([, value]) => value !== undefined);
  return Object.fromEntries(texts) as Texts;
}

function holdsIds({ names }: Offers = {}): boolean {
  return names !== undefined && names !== 'operator' && names !== 'trip';
}

/** The operators that ids in the texts name, each once. Throws UsageError. */
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
function refuseOtherOwners(owners: readonly string[], named: string | undefined): void {
  if (owners.length > 1) {
    throw new UsageError(`these ids belong to several operators: ${joinWords(owners)}`, {
      hint: 'give ids of one of them; rental compare asks several',
    });
  }
  if (named === undefined || named === owners[0]) return;
  throw new UsageError(
    fieldText('these ids belong to {owner}, but {operator} names {named}', {
      owner: owners[0]!,
      named: shortName(named),
    }),
    {
      hint: fieldText('leave {operator} out'),
    },
  );
}
