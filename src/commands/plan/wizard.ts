/** The wizard: asks for what is not known yet, in order, until there is a quote and nothing more to change. */
import type { Context } from '../../cli/context.ts';
import type { MaxAmount } from '../../planner/max-amount.ts';
import type { QuotedTrip } from '../../planner/quote-trip.ts';
import { quoteShell } from '../../base/shell-words.ts';
import { operatorWords, planLine } from '../shared/command-line.ts';
import { noteSandboxLinks, openInBrowser } from '../shared/links.ts';
import { takeSteps } from './run.ts';
import type { WizardOptions } from './step.ts';

/** Asks for what the options leave open. Throws the service's error if the user does not want to go on. */
export async function runWizard(
  options: WizardOptions,
  context: Context,
  maxTotal: MaxAmount | undefined,
): Promise<QuotedTrip> {
  const prompts = await context.prompts();
  const { service, depots, operator, today, now } = await context.session();
  const open = (url: string) => {
    noteSandboxLinks([operator], context.note);
    return openInBrowser(url, context);
  };
  const wizard = { prompts, service, depots: () => depots.fresh(), operator, today: today(), maxTotal, now, open };
  const quoted = await takeSteps(options, wizard);
  const { siteUrl, rateLimit } = context.settings.operatorChoice;
  const operatorFlags = operatorWords([operator], { siteUrl: siteUrl?.value, rateLimit: rateLimit?.value });
  prompts.say('');
  prompts.say('The same plan as one command, which can be saved with --save <name>:', 'dim');
  prompts.print(quoteShell(planLine(quoted.selection, operatorFlags)));
  prompts.say('');
  return quoted;
}
