/** The command lines that ask what a trip asks. */
import { flagOf } from '../../cli/flags.ts';
import { quoteShell } from '../../text.ts';
import type { SavedOperator } from '../../trips/record.ts';
import type { SavedTrip } from '../../trips/saved.ts';

type NamedOperator = Pick<SavedOperator, 'name' | 'baseUrl' | 'sandbox'>;

type Asked = Pick<SavedTrip, 'command' | 'options'> & { readonly operators: readonly NamedOperator[] };

/** The flags that choose the operators of a trip, by their names: an address alone is known on every machine. */
export function operatorWords(operators: readonly NamedOperator[]): string[] {
  const [first] = operators;
  if (first?.sandbox === true) {
    const variants = operators.map(({ name }) => (name === 'sandbox' ? 'a' : name.slice(-1)));
    return [variants.join() === 'a' ? '--sandbox' : `--sandbox=${variants.join(',')}`];
  }
  const isAddress = operators.length === 1 && first?.name === new URL(first?.baseUrl ?? '').host;
  return isAddress ? ['--base-url', first.baseUrl] : ['--operator', operators.map(({ name }) => name).join(',')];
}

/** `rental compare --operator lucky --pick-up auckland …`. */
export function commandOf({ command, options, operators }: Asked): string {
  const { vehicle, ...flags } = options;
  const isArgument = command === 'quote' && typeof vehicle === 'string';
  const words = Object.entries(isArgument ? flags : options).flatMap(([name, value]) => {
    return [value ?? []].flat().flatMap((one) => [flagOf(name), String(one)]);
  });
  return quoteShell(['rental', command, ...(isArgument ? [vehicle] : []), ...operatorWords(operators), ...words]);
}
