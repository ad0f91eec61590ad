import { NotAvailableError, UsageError } from '../../../errors.ts';
import type { Prompts } from '../../../terminal/prompts.ts';
import { sentence } from './change.ts';

/** A flag that fits nothing on offer is said, and undefined, so that it is asked: the trip may just have been chosen. */
export function fromFlag<T>(choose: () => T, prompts: Prompts): T | undefined {
  try {
    return choose();
  } catch (error) {
    if (!(error instanceof NotAvailableError || error instanceof UsageError)) throw error;
    prompts.say(sentence(error.message), 'warning');
    return undefined;
  }
}
