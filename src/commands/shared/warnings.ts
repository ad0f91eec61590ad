/** `warnings` in the documents of `--json`. */
import type { ClosedDay } from '../../planner/closed-days.ts';
import { exitCodes, type ExitCode } from '../../errors.ts';
import type { UnprovenExtra } from '../../planner/proof.ts';

/** Undefined if there are no warnings. */
export function withWarnings(
  closed: readonly ClosedDay[],
  unproven: readonly UnprovenExtra[] = [],
): { readonly warnings: readonly object[] | undefined } {
  const warnings = [...closed, ...unproven.map(({ label: _, hasNamesake: __, ...warning }) => warning)];
  return { warnings: warnings.length === 0 ? undefined : warnings };
}

/** 8 if the quote lacks something that was asked for. */
export function quoteExitCode(unproven: readonly UnprovenExtra[]): ExitCode {
  return unproven.length === 0 ? exitCodes.ok : exitCodes.partial;
}
