/** The answer to a question that takes yes or no. */
import type { InputQuestion } from './questions.ts';

/** An empty line means yes. */
export async function readYesNo(text: string): ReturnType<InputQuestion<boolean>['read']> {
  const word = text.trim().toLowerCase();
  const value = ['yes', 'no'].find((one) => one.startsWith(word));
  if (value === undefined) return { problem: 'You must answer with "yes" or "no"' };
  return value === 'yes' ? { value: true, shown: 'Yes' } : { value: false, shown: 'No' };
}
