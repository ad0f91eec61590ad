/** The wizard: asks for what is not known yet, in order, until there is a quote and nothing more to change. */
import type { Context } from '../../cli/context.ts';
import type { ExtrasOptions, TripOptions } from '../../cli/trip-flags.ts';
import { decidingChoice } from '../../operators/choose.ts';
import { quotedTripOf, selectionOf, type QuotedPlan } from '../../planner/plan-trip.ts';
import { quoteShell } from '../../text.ts';
import { operatorWords, planLine } from '../shared/command-line.ts';
import { noteSandboxLinks, openInBrowser } from '../shared/links.ts';
import { keptQuote } from '../shared/quote-document.ts';
import { keep } from '../trips/save.ts';
import { takeSteps } from './run.ts';
import type { WizardContext } from './step.ts';

export type WizardOptions = TripOptions & ExtrasOptions & { readonly vehicle?: string };

/** Asks for what the options leave open. Throws the service's error if the user does not want to go on. */
export async function runWizard(options: WizardOptions, context: Context): Promise<QuotedPlan> {
  const wizard = await createWizardContext(context);
  const plan = await askSteps(options, wizard);
  const { prompts, operatorFlags } = wizard;
  prompts.say('');
  prompts.say('The same plan as one command:', 'dim');
  prompts.print(quoteShell(planLine(selectionOf(plan), operatorFlags)));
  prompts.say('');
  return plan;
}

/** Runs the steps until none is needed. */
export function askSteps(options: WizardOptions, context: WizardContext): Promise<QuotedPlan> {
  const { pickUp, dropOff, from, to, vehicle, accessory, insurance } = options;
  const given = { pickUp, dropOff, pickUpDate: from, dropOffDate: to, vehicle, accessories: accessory, insurance };
  return takeSteps(given, context);
}

async function createWizardContext(context: Context): Promise<WizardContext> {
  const { settings } = context;
  const prompts = await context.prompts('--pick-up, --from, --to and --vehicle');
  const session = await context.session();
  const { service, depots, seenVehicles, operator, today, now } = session;
  return {
    prompts,
    service,
    depots: () => depots.fresh(),
    seenVehicles,
    operator,
    operatorFlags: operatorWords([operator], decidingChoice(settings.operatorChoices)),
    save: (name, plan) => keep(name, keptQuote(quotedTripOf(plan, session), session), context),
    today: today(),
    now,
    open: (url) => {
      noteSandboxLinks([operator], context.note);
      return openInBrowser(url, context);
    },
  };
}
