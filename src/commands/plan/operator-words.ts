import type { Operator, OperatorChoice } from '../../operators/operator.ts';

/** The flags that choose this operator on any machine and day, whichever way it was chosen now. */
export function operatorWords(choices: readonly OperatorChoice[], operator: Operator): string[] {
  if (operator.sandbox) return ['--sandbox'];
  const decisive = choices.find((choice) => choice.sandbox || choice.baseUrl || choice.operator);
  const site = choices.find((choice) => choice.siteUrl !== undefined)?.siteUrl;
  return [
    ...(decisive?.baseUrl ? ['--base-url', decisive.baseUrl] : ['--operator', operator.name]),
    ...(site === undefined ? [] : ['--site-url', site]),
  ];
}
