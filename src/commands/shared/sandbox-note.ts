import type { Operator } from '../../operators/operator.ts';
import type { Progress } from '../../terminal/progress.ts';

/** Said with every link of `--sandbox`: its server ends with the command. */
export function noteSandboxLink(operator: Operator, progress: Progress): void {
  if (operator.sandbox) progress.note('this sandbox ends with the command: rental sandbox serves one that stays');
}
