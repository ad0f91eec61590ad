/** What every step of the wizard works with, and how a step reacts to a refusal. */
import type { Client } from '../../api/client.ts';
import type { CalendarDate, Depot } from '../../api/types.ts';
import { NotAvailableError, UsageError, type RentalError } from '../../errors.ts';
import { dayInWords, type Purpose } from '../../planner/depot-times.ts';
import { labelOf } from '../../planner/trip-words.ts';
import type { Named } from '../../planner/names.ts';
import type { Operator } from '../../planner/session.ts';
import type { QuotedPlan } from '../../planner/plan-trip.ts';
import type { Prompts } from '../../terminal/prompts.ts';
import { shorten } from '../../text.ts';
import type { Opening } from '../shared/links.ts';
import { forgetDates, forgetAccessories, forgetDepots, forgetInsurance, forgetVehicle, type Draft } from './draft.ts';

export interface WizardContext {
  readonly prompts: Prompts;
  readonly service: Omit<Client, 'depots'>;
  /** The service's list of this run: the wizard shows its times. */
  depots(): Promise<readonly Depot[]>;
  /** Vehicles of earlier answers. */
  seenVehicles(): Promise<readonly Named[]>;
  readonly operator: Operator;
  /** The flags that choose it: `['--sandbox']`. */
  readonly operatorFlags: readonly string[];
  /** Keeps question and answers under a name. Throws UsageError if it cannot be used. */
  save(name: string, plan: QuotedPlan): Promise<void>;
  /** The operator's day. */
  readonly today: CalendarDate;
  /** Epoch ms. */
  now(): number;
  /** Throws OutputError if no browser can be opened. */
  open(url: string): Promise<Opening>;
}

export interface Step {
  readonly name: string;
  /** Whether the draft lacks what this step finds out. */
  needed(draft: Draft): boolean;
  /** Asks or loads; returns the draft with one more answer, or without one that has to change. */
  take(draft: Draft, context: WizardContext): Promise<Draft>;
}

export const changes = {
  dates: { name: 'Change dates', apply: forgetDates },
  vehicle: { name: 'Change vehicle', apply: forgetVehicle },
  accessories: { name: 'Change accessories', apply: forgetAccessories },
  insurance: { name: 'Change insurance', apply: forgetInsurance },
  depots: { name: 'Change depots', apply: forgetDepots },
} as const;

export type Change = keyof typeof changes;

/** What has been answered, and has another answer. */
export function changeable({ pickUpDate, vehicle, pickUp, accessories, insurance, extras }: Draft): Change[] {
  const known = {
    dates: pickUpDate,
    vehicle,
    accessories: extras?.accessories.length === 0 ? undefined : accessories,
    insurance: extras?.plans.length === 0 ? undefined : insurance,
    depots: pickUp,
  };
  return (Object.keys(known) as Change[]).filter((change) => known[change] !== undefined);
}

/** One choice for each change. */
export function changeChoices(kinds: readonly Change[]): { value: Change; name: string }[] {
  return kinds.map((value) => ({ value, name: changes[value].name }));
}

export interface PlanObstacle {
  readonly error: RentalError;
  /** The changes that may help. */
  readonly choices: Change[];
}

/** Says why the plan cannot continue, and asks what to change. Throws the error if the user stops. */
export async function changeSomething(
  draft: Draft,
  { prompts }: WizardContext,
  { error, choices }: PlanObstacle,
): Promise<Draft> {
  prompts.say(sentence(error.message), 'warning');
  const change = await prompts.select<Change | 'stop'>({
    message: 'What now?',
    choices: [...changeChoices(choices), { value: 'stop', name: 'Stop here' }],
  });
  if (change === 'stop') throw error;
  return changes[change].apply(draft);
}

/** Returns undefined, after a warning, if a flag fits nothing on offer: then the wizard asks, because the user may just have chosen the trip. */
export function tryFlag<T>(select: (note: (text: string) => void) => T, prompts: Prompts): T | undefined {
  try {
    return select((text) => prompts.say(sentence(text), 'dim'));
  } catch (error) {
    if (!(error instanceof NotAvailableError || error instanceof UsageError)) throw error;
    prompts.say(sentence(error.message), 'warning');
    return undefined;
  }
}

/** The same thing in a new list. An operator can give its id to another thing, which must not be taken for it. */
export function findAgain<T extends Named>(before: Named, items: readonly T[]): T | undefined {
  return items.find(({ id, name }) => id === before.id && name === before.name);
}

/** `Kea is not available; its id (11) is now Moa.` */
export function goneText(label: string, before: Named, items: readonly Named[], reason: string): string {
  const now = items.find(({ id }) => id === before.id);
  return `${label} ${reason}${now === undefined ? '' : `; its id (${now.id}) is now ${shorten(now.name, 60)}`}.`;
}

export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

export interface DepotDay {
  readonly depot: Depot;
  readonly date: CalendarDate;
  /** Every depot of the operator: names may repeat. */
  readonly depots: readonly Depot[];
}

/** Shows the times of the date, or the warning that the depot lists none. */
export function showTimes(prompts: Prompts, purpose: Purpose, { depot, date, depots }: DepotDay): void {
  const label = labelOf(depot, depots);
  const { isClosed, words } = dayInWords(depot, label, purpose, date);
  if (isClosed) prompts.say(`  ${words}`, 'warning');
  else prompts.say(`  ${purpose} at ${label}: ${words}`, 'dim');
}
