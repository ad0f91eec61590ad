import { exitCodes, type ExitCode } from '../../base/errors.ts';
import type { QuotedTrip } from '../../planner/price-trip.ts';

/** 8 if the quote lacks a requested extra; else what the total means for `--max-total`. */
export function quoteExitCode({
  unproven,
  maxTotalCode = exitCodes.ok,
}: Pick<QuotedTrip, 'unproven'> & Partial<Pick<QuotedTrip, 'maxTotalCode'>>): ExitCode {
  return unproven.length > 0 ? exitCodes.partial : maxTotalCode;
}
