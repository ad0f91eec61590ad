import type { SavedOperator } from '../../trips/record.ts';

/** The flags that choose the operators of a trip, by their names: an address alone is known on every machine. */
export function operatorWords(operators: readonly SavedOperator[]): string[] {
  const [first] = operators;
  if (first?.sandbox === true) {
    const variants = operators.map(({ name }) => (name === 'sandbox' ? 'a' : name.slice(-1)));
    return [variants.join() === 'a' ? '--sandbox' : `--sandbox=${variants.join(',')}`];
  }
  const isAddress = operators.length === 1 && first?.name === new URL(first?.baseUrl ?? '').host;
  return isAddress ? ['--base-url', first.baseUrl] : ['--operator', operators.map(({ name }) => name).join(',')];
}
