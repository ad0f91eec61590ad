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
  const { args, flags, takesSeveralOperators = false } = command;
  const idTexts = Object.entries({ ...args, ...flags }).flatMap(([name, { offers }]) => {
    const key = camelCase(name);
    const value = options[key] as string | readonly string[] | undefined;
    return value === undefined || !holdsIds(offers) ? [] : [{ key, value }];
  });
  const owners = ownersIn(
    idTexts.flatMap(({ value }) => value),
    operators,
  );
  const hasOperator = namesOperator(operatorChoice);
  if (owners.length === 0 || (hasOperator && takesSeveralOperators))
    return { options, operatorChoice };
  // Ids never name the sandbox or an address.
  if (hasOperator && operatorChoice.operator === undefined) return { options, operatorChoice };
  const operator = { value: owners.join(','), source: 'flag', place: '' } as const;
  const withOperator = hasOperator ? operatorChoice : { ...operatorChoice, operator };
  if (takesSeveralOperators) return { options, operatorChoice: withOperator };
  refuseSeveralOwners(owners, operatorChoice.operator?.value);
  const withoutOwner = idTexts.map(({ key, value }) => [
    key,
    typeof value === 'string'
      ? withoutOwners(value, operators)
      : value.map((text) => withoutOwners(text, operators)),
  ]);
  return {
    options: { ...options, ...Object.fromEntries(withoutOwner) },
    operatorChoice: withOperator,
  };
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
function refuseSeveralOwners(owners: readonly string[], named: string | undefined): void {
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
