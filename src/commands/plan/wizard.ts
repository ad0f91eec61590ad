/** The wizard: asks for what is not known yet, in order, until there is a quote and nothing more to change. */
import type { Context } from '../../cli/context.ts';
import type { ExtrasOptions, TripOptions } from '../../cli/trip-flags.ts';
import { decidingChoice } from '../../operators/choose.ts';
import { parseDate } from '../../planner/dates.ts';
import { quotedTripOf, selectionOf, type QuotedPlan } from '../../planner/plan-trip.ts';
import { readOne } from '../../planner/read-one.ts';
import { readDates } from '../../planner/trip.ts';
import { quoteShell } from '../../text.ts';
import { operatorWords, planLine } from '../shared/command-line.ts';
import { noteSandboxLinks, openInBrowser } from '../shared/links.ts';
import { keptQuote } from '../shared/quote-document.ts';
import { keep } from '../trips/save.ts';
import { takeSteps } from './run.ts';
import type { WizardContext } from './step.ts';

export type WizardOptions = TripOptions & ExtrasOptions & { readonly vehicle?: string };

/** Asks for what the options leave open. Throws the service's error if the user does not want to try again. */
export async function runWizard(options: WizardOptions, context: Context): Promise<QuotedPlan> {
  const wizard = await createWizardContext(context, async (name, plan) => {
    const session = await context.session();
    await keep(name, keptQuote(quotedTripOf(plan, session), session), context);
  });
  const plan = await askSteps(options, wizard);
  const { prompts, operatorFlags } = wizard;
  prompts.say('');
  prompts.say('The same plan as one command:', 'dim');
  prompts.print(quoteShell(planLine(selectionOf(plan), operatorFlags)));
  prompts.say('');
  return plan;
}

/** Runs the steps until none is needed. */
export async function askSteps(options: WizardOptions, context: WizardContext): Promise<QuotedPlan> {
  await checkFlags(options, context);
  const { pickUp, dropOff, from, to, vehicle, accessory, insurance } = options;
  const given = { pickUp, dropOff, pickUpDate: from, dropOffDate: to, vehicle, accessories: accessory, insurance };
  return takeSteps(given, context);
}

/** Finds flags that cannot be understood before anything is asked. */
async function checkFlags({ pickUp, dropOff, from, to }: WizardOptions, context: WizardContext): Promise<void> {
  const { today, depots } = context;
  if (from !== undefined && to !== undefined) readDates({ from, to }, today);
  else if (from !== undefined) parseDate(from, { today, field: 'from' });
  else if (to !== undefined) parseDate(to, { today, field: 'to' });
  for (const query of [pickUp, dropOff]) if (query !== undefined) readOne(query, await depots(), 'depot');
}

async function createWizardContext(context: Context, save: WizardContext['save']): Promise<WizardContext> {
  const { settings } = context;
  const prompts = await context.prompts('--pick-up, --from, --to and --vehicle');
  const { service, depots, operator, today, now } = await context.session();
  return {
    prompts,
    service,
    depots: () => depots.fresh(),
    operator,
    operatorFlags: operatorWords([operator], decidingChoice(settings.operatorChoices)),
    save,
    today: today(),
    now,
    open: (url) => {
      noteSandboxLinks([operator], context.note);
      return openInBrowser(url, context);
    },
  };
}
