import type { RentalError } from '../../../errors.ts';
import { forgetDates, forgetDepots, forgetExtras, forgetVehicle, type Draft } from '../draft.ts';
import type { Desk } from '../step.ts';

export const changes = {
  dates: { name: 'Change dates', apply: forgetDates },
  vehicle: { name: 'Change vehicle', apply: forgetVehicle },
  extras: { name: 'Change extras', apply: forgetExtras },
  depots: { name: 'Change depots', apply: forgetDepots },
} as const;

export type Change = keyof typeof changes;

export interface Obstacle {
  readonly error: RentalError;
  /** What could remove it. */
  readonly choices: readonly Change[];
}

/** Says why it does not go on like this and what can be changed. Throws the error where nothing is to be. */
export async function changeSomething(draft: Draft, { prompts }: Desk, { error, choices }: Obstacle): Promise<Draft> {
  prompts.say(sentence(error.message), 'warning');
  const change = await prompts.select<Change | 'stop'>({
    message: 'What now?',
    choices: [...choices.map((value) => ({ value, name: changes[value].name })), { value: 'stop', name: 'Stop here' }],
  });
  if (change === 'stop') throw error;
  return changes[change].apply(draft);
}

export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
