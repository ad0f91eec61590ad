/** Where the wizard is, and how it got there. */
import type { QuotedPlan } from '../../planner/plan-trip.ts';
import { without, type Answers, type Change, type Given, type Key, type Known } from './answers.ts';
import { createLists } from './lists.ts';
import type { StepParts, WizardContext } from './step.ts';

/** Where the wizard is; Esc leads to the place before. */
interface Place {
  readonly answers: Answers;
  readonly given: Given;
  /** The answers with their quote. */
  readonly plan?: QuotedPlan | undefined;
}

export type Run = ReturnType<typeof startRun>;

export function startRun(given: Given, context: WizardContext) {
  const said = new Map<string, string>();
  const remark: StepParts['remark'] = (kind, text, style) => {
    if (said.get(kind) !== text) context.prompts.say(text, style);
    said.set(kind, text);
  };
  return {
    context,
    remark,
    lists: createLists(context),
    place: { answers: {}, given } as Place,
    /** Of each question that was answered, the place before it. */
    history: [] as Place[],
    suggested: {} as Answers,
    /** The quote that was shown last, with which a new one is compared. */
    last: undefined as QuotedPlan | undefined,
  };
}

export function partsOf({ context: { prompts, today }, lists, remark, suggested, place }: Run): StepParts {
  return { prompts, today, lists, remark, suggested, known: place.answers as Known };
}

/** The answers are suggested again. */
export function forget(run: Run, keys: readonly Key[]): void {
  const { answers, given } = run.place;
  run.suggested = { ...run.suggested, ...answers };
  run.place = { answers: without(answers, keys), given };
}

/** What has been answered, and has another answer. */
export async function changeable({ place: { answers }, lists }: Run): Promise<Change[]> {
  const known = answers as Known;
  const isAsked = answers.accessories !== undefined;
  const { accessories, plans } = isAsked ? await lists.extras(known.vehicle.vehicleId, known) : noExtras;
  const asked: Readonly<Record<Change, boolean>> = {
    dates: answers.pickUpDate !== undefined,
    vehicle: answers.vehicle !== undefined,
    accessories: accessories.length > 0,
    insurance: answers.insurance !== undefined && plans.length > 0,
    depots: answers.pickUp !== undefined,
  };
  return (Object.keys(asked) as Change[]).filter((change) => asked[change]);
}

const noExtras = { accessories: [], plans: [] };
