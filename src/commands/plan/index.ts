import { InputNeededError } from '../../errors.ts';
import type { Result } from '../../result.ts';
import { defineCommand } from '../../cli/command.ts';
import { canPrompt } from '../../cli/context.ts';
import { isFull, missingFlags, planFromFlags } from './from-flags.ts';
import { planResult } from './result.ts';
import { noteSandboxLink } from '../shared/sandbox-note.ts';
import { extrasFlags, listed, tripFlags } from '../../cli/trip-flags.ts';

export default defineCommand({
  name: 'plan',
  aliases: ['wizard'],
  group: 'PLAN',
  summary: 'the recommended order in one go; asks only for what flags have not answered',
  description:
    'With --pick-up, --from, --to and --vehicle it never asks: the drop-off depot is then the pick-up depot, and there are ' +
    'no accessories and no insurance unless given. Prompts go to stderr, so `rental plan --json > trip.json` still asks.',
  args: {},
  flags: {
    ...tripFlags,
    vehicle: {
      kind: 'text',
      value: 'id|name|cheapest',
      help: 'the vehicle; cheapest is the lowest daily rate, ties by name',
      aliases: ['vehicle-id'],
    },
    ...extrasFlags,
  },
  examples: [
    'rental plan --sandbox',
    'rental plan --sandbox --pick-up auckland --drop-off queenstown --from +30d --to +7d --vehicle cheapest',
    'rental plan --operator lucky --pick-up 1 --from 2026-12-20 --to 2026-12-27 --vehicle 12 --insurance none --json',
  ],
  async run(options, context): Promise<Result> {
    // Said first: nobody answers ten questions to hear that there is no one to ask.
    const operator = await context.operator();
    if (isFull(options)) {
      const plan = await planFromFlags(options, context);
      noteSandboxLink(operator, context.progress);
      return planResult(plan, { operator, now: context.io.now() });
    }
    const missing = missingFlags(options);
    if (!canPrompt(context.io, context.settings)) {
      throw new InputNeededError(`${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} needed`, {
        hint: 'prompts are off here: give it all on the command line, or run rental plan in a terminal',
      });
    }
    const { runWizard } = await import('./wizard.ts');
    const plan = await runWizard(options, context);
    return planResult(plan, { operator, now: context.io.now() });
  },
});
