/** The wizard in a terminal: its questions and its quote, and then the plan as one command. */
import { quoteShell } from '../../base/shell-words.ts';
import type { Context } from '../../cli/context.ts';
import { decidingChoice } from '../../operators/choose.ts';
import type { MaxAmount } from '../../planner/max-amount.ts';
import type { QuotedTrip } from '../../planner/quote-trip.ts';
import { operatorWords, planLine } from '../shared/command-line.ts';
import { noteSandboxLinks, openInBrowser } from '../shared/links.ts';
import type { FlagTexts } from './answers.ts';
import { runSteps } from './run.ts';

/** Asks for what the flags leave open. Throws the error of the service if the user stops there. */
export async function planInTerminal(
  flags: FlagTexts,
  maxTotal: MaxAmount | undefined,
  context: Context,
): Promise<QuotedTrip> {
  const prompts = await context.prompts();
  const { operator, service, depots, today, now } = await context.session();
  const quoted = await runSteps(flags, {
    operator,
    service,
    depots: () => depots.fresh(),
    today: today(),
    maxTotal,
    prompts,
    now,
    open: (url) => {
      noteSandboxLinks([operator], context.note);
      return openInBrowser(url, context);
    },
  });
  const operatorFlags = operatorWords([operator], decidingChoice(context.settings.operatorChoices));
  prompts.say('');
  prompts.say('The same plan as one command, which can be saved with --save <name>:', 'dim');
  prompts.print(quoteShell(planLine(quoted.selection, operatorFlags)));
  prompts.say('');
  return quoted;
}
