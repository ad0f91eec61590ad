/** What every step of the wizard works with. */
import type { CalendarDate } from '../../api/types.ts';
import type { Named } from '../../planner/names.ts';
import type { QuotedPlan } from '../../planner/plan-trip.ts';
import type { Operator } from '../../planner/session.ts';
import type { Prompts } from '../../terminal/questions.ts';
import { sentence, shorten } from '../../text.ts';
import type { Opening } from '../shared/links.ts';
import type { Answers, Given, Key, Known } from './answers.ts';
import type { Lists, ListSource } from './lists.ts';

export interface WizardContext extends ListSource {
  readonly prompts: Prompts;
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

/** What a step has: the answers before it, what is suggested again, and what the service lists. */
export interface StepParts extends Pick<WizardContext, 'prompts' | 'today'> {
  readonly known: Known;
  /** Answers that were taken back or changed. */
  readonly suggested: Answers;
  readonly lists: Lists;
  /** Says a text the first time only, or again once another text of this kind was said. */
  remark(kind: string, text: string, style: 'dim' | 'warning'): void;
}

/** One answer. What comes before it is known. */
export interface Step {
  readonly key: Key;
  ask(parts: StepParts): Promise<Answers>;
  /** What its flag says; undefined without one. Throws UsageError or NotAvailableError if that fits nothing. */
  read(given: Given, parts: StepParts): Answers | undefined | Promise<Answers | undefined>;
  /** The answer in the present lists; undefined, after a warning, if it is not in them any more. */
  again?(parts: StepParts): Promise<Answers | undefined>;
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

/** Says how a flag was understood. */
export function noteIn({ prompts }: Pick<StepParts, 'prompts'>): (note: string) => void {
  return (note) => prompts.say(sentence(note), 'dim');
}
