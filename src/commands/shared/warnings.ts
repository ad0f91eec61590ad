/** `warnings` in the documents of `--json`. */
import type { ClosedDay } from '../../planner/closed-days.ts';
import { within } from './fields.ts';

export const warningFields = within('warnings', 'operator purpose depotId depot date nearest message'.split(' '));

/** Undefined if there are no warnings. */
export function withWarnings(warnings: readonly ClosedDay[]): { readonly warnings: readonly ClosedDay[] | undefined } {
  return { warnings: warnings.length === 0 ? undefined : warnings };
}
