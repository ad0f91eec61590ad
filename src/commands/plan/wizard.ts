/** The conversation: whatever is not known yet is asked, in order, until there is a quote and nothing more to change. */
import { NetworkError, RateLimitedError, RefusedError, UnavailableError } from '../../errors.ts';
import { parseDate } from '../../planner/dates.ts';
import { resolve } from '../../planner/resolve.ts';
import { quoteShell, toCommandLine } from '../../planner/selection.ts';
import type { Context } from '../../cli/context.ts';
import { openInBrowser } from '../shared/open-browser.ts';
import { selectionOf, type QuotedPlan } from './chosen.ts';
import { emptyDraft, quotedOf, type Draft } from './draft.ts';
import type { PlanOptions } from './from-flags.ts';
import { operatorWords } from './operator-words.ts';
import type { Desk, Step } from './step.ts';
import { changeSomething, type Change, sentence } from './steps/change.ts';
import { dropOffDateStep, pickUpDateStep } from './steps/dates.ts';
import { dropOffStep, pickUpStep } from './steps/depots.ts';
import { accessoriesStep, extrasStep, insuranceStep } from './steps/extras.ts';
import { nextStep, quoteStep } from './steps/quote.ts';
import { reviewStep } from './steps/review.ts';
import { availabilityStep, vehicleStep } from './steps/vehicles.ts';

export const steps: readonly Step[] = [
  pickUpStep,
  dropOffStep,
  pickUpDateStep,
  dropOffDateStep,
  availabilityStep,
  vehicleStep,
  extrasStep,
  accessoriesStep,
  insuranceStep,
  reviewStep,
  quoteStep,
  nextStep,
];

/** Asks what the options leave open. Throws what the service answers where the person does not want to try on. */
export async function runWizard(options: PlanOptions, context: Context): Promise<QuotedPlan> {
  const desk = await createDesk(context);
  const plan = await converse(options, desk);
  const { prompts, operator } = desk;
  const words = toCommandLine(selectionOf(plan), operatorWords(context.settings.operatorChoices, operator));
  prompts.say('');
  if (operator.sandbox)
    prompts.say('This sandbox ends here, and its links with it: rental sandbox serves one that stays.', 'dim');
  prompts.say('The same without questions:', 'dim');
  prompts.print(quoteShell(words));
  prompts.say('');
  return plan;
}

/** The conversation itself, on any desk. */
export async function converse(options: PlanOptions, desk: Desk): Promise<QuotedPlan> {
  await checkFlags(options, desk);
  let draft = emptyDraft({
    pickUp: options.pickUp,
    dropOff: options.dropOff,
    from: options.from,
    to: options.to,
    vehicle: options.vehicle,
    accessories: options.accessory,
    insurance: options.insurance,
  });
  for (;;) {
    const step = steps.find((one) => one.needed(draft));
    if (step === undefined) return quotedOf(draft);
    draft = await take(step, draft, desk);
  }
}

/** A flag that means nothing is said before anything is asked. */
async function checkFlags({ pickUp, dropOff, from, to }: PlanOptions, { today, depots }: Desk): Promise<void> {
  const base = from === undefined ? undefined : await parseDate(from, { today, label: '--from' });
  if (to !== undefined) await parseDate(to, { today, base, label: '--to' });
  for (const query of [pickUp, dropOff]) if (query !== undefined) resolve(query, await depots(), 'depot');
}

/** Nothing that was answered is lost where the service fails or refuses. */
async function take(step: Step, draft: Draft, desk: Desk): Promise<Draft> {
  try {
    return await step.take(draft, desk);
  } catch (error) {
    if (error instanceof RefusedError) return changeSomething(draft, desk, { error, choices: changeable(draft) });
    const passing =
      error instanceof NetworkError || error instanceof UnavailableError || error instanceof RateLimitedError;
    if (!passing) throw error;
    desk.prompts.say(sentence(error.message), 'warning');
    if (await desk.prompts.confirm('Try again?')) return draft;
    throw error;
  }
}

function changeable(draft: Draft): Change[] {
  return [
    ...(draft.pickUpDate === undefined ? [] : (['dates'] as const)),
    ...(draft.vehicle === undefined ? [] : (['vehicle'] as const)),
    ...(draft.accessories === undefined ? [] : (['extras'] as const)),
    ...(draft.pickUp === undefined ? [] : (['depots'] as const)),
  ];
}

async function createDesk(context: Context): Promise<Desk> {
  const { io } = context;
  return {
    prompts: await context.prompts('--pick-up, --from, --to and --vehicle'),
    client: await context.client(),
    depots: () => context.depots(),
    operator: await context.operator(),
    today: await context.today(),
    now: () => io.now(),
    columns: () => io.stderr.columns || 80,
    open: (url) => openInBrowser(url, context),
  };
}
