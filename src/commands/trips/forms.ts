/** Which documents an action prints. */
import { compare } from '../../documents/compare.ts';
import { plan, quote } from '../../documents/planning.ts';
import { tripChecks, tripRemoved, tripHistory, trips } from '../../documents/trips.ts';
import type { Form } from '../../shape.ts';

const forms: Readonly<Record<string, readonly Form[]>> = {
  show: [quote, plan, compare],
  check: [tripChecks],
  history: [tripHistory],
  remove: [tripRemoved],
};

export function formsOf(action: string): readonly Form[] {
  return forms[action] ?? [trips];
}
