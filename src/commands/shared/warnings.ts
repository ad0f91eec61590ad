/** `warnings` in the documents of `--json`. */
import type { warnings } from '../../documents/trip.ts';
import type { ClosedDay } from '../../planner/closed-days.ts';
import { exitCodes, type ExitCode } from '../../errors.ts';
import type { ValueOf } from '../../shape.ts';
import type { UnprovenExtra } from '../../planner/proof.ts';

/** Undefined if there are no warnings. */
export function withWarnings(
  closed: readonly ClosedDay[],
  unproven: readonly UnprovenExtra[] = [],
): { readonly warnings: ValueOf<typeof warnings> | undefined } {
  const all = [...closed, ...unproven.map(({ label: _, hasNamesake: __, ...warning }) => warning)];
  return { warnings: all.length === 0 ? undefined : all };
}

/** 8 if the quote lacks something that was asked for. */
export function quoteExitCode(unproven: readonly UnprovenExtra[]): ExitCode {
  return unproven.length === 0 ? exitCodes.ok : exitCodes.partial;
}
