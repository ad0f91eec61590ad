import { exitCodes, type ExitCode } from '../../base/errors.ts';
import type { QuotedTrip } from '../../planner/price-trip.ts';

/** 8 if the quote lacks a requested extra; else 10 if the total is too high. */
export function quoteExitCode({
  unproven,
  isTooDear = false,
}: Pick<QuotedTrip, 'unproven'> & Partial<Pick<QuotedTrip, 'isTooDear'>>): ExitCode {
  if (unproven.length > 0) return exitCodes.partial;
  return isTooDear ? exitCodes.aboveMaxTotal : exitCodes.ok;
}
