import { defineCommand } from '../../cli/command.ts';
import { extrasFlags, inputNeeded, missingFlags, tripFlags } from '../../cli/trip-flags.ts';
import { closedDaysOf, type ClosedDay } from '../../planner/closed-days.ts';
import { expiredNotes } from '../../planner/expiry.ts';
import { planTrip, tripOf, unprovenOf, type QuotedPlan, type TripPlan } from '../../planner/plan-trip.ts';
import type { Session } from '../../planner/session.ts';
import type { Result } from '../../result.ts';
import { icsFlag, openCalendarFile } from '../shared/calendar-file.ts';
import { noteSandboxLinks } from '../shared/links.ts';
import { keptPlan, planParts, planResult } from './result.ts';

export default defineCommand({
  name: 'plan',
  aliases: ['wizard'],
  group: 'PLAN',
  summary: 'plan a whole rental; asks for what you left out',
  purpose:
    'Plans a rental in the recommended order: depots, dates, vehicle, extras, quote, link. In a terminal it asks ' +
    'for what the flags leave open; with --pick-up, --from, --to and --vehicle it never asks. Questions go to ' +
    'stderr, so `rental plan --json > trip.json` still asks.',
  args: {},
  flags: {
    ...tripFlags,
    vehicle: {
      kind: 'text',
      value: 'id|name|cheapest',
      help: 'the vehicle; cheapest is the lowest daily rate, ties by name',
      aliases: ['vehicle-id'],
      offers: { words: ['cheapest'], names: 'vehicle' },
    },
    ...extrasFlags,
    ics: icsFlag,
  },
  examples: [
    { does: 'Answer questions; sample data, and nothing can be booked', line: 'rental plan --sandbox' },
    {
      does: 'Ask nothing: the cheapest vehicle, for a week in 30 days',
      line: 'rental plan --sandbox --pick-up auckland --from +30d --to +7d --vehicle cheapest',
    },
    {
      does: 'Save a plan with extras as JSON',
      line: 'rental plan --sandbox --pick-up 1 --drop-off queenstown --from +30d --to +7d --vehicle 101 --accessory "child seat" --json > trip.json',
    },
  ],
  see: ['dates', 'names', 'output'],
  async run(options, context): Promise<Result> {
    // Before the first question: a missing operator is an error that no answer can mend.
    const session = await context.session();
    const writeCalendar = await openCalendarFile(options.ics, context);
    const finish = async (plan: QuotedPlan, warnings: readonly ClosedDay[]): Promise<Result> => {
      context.keep?.(keptPlan(plan, session, warnings));
      noteSandboxLinks([session.operator], context.note);
      return planResult(plan, session, {
        warnings,
        written: await writeCalendar(planParts(plan, session), session.operator),
      });
    };
    const { pickUp, from, to, vehicle } = options;
    if (pickUp !== undefined && from !== undefined && to !== undefined && vehicle !== undefined) {
      const { value: plan, notes } = await planTrip({ ...options, pickUp, from, to, vehicle }, session, {
        allowPart: context.canPrompt,
      });
      const warnings = warningsOf(plan, session);
      context.note(...notes);
      context.warn(...[...warnings, ...unprovenOf(plan)].map(({ message }) => message));
      context.warn(...expiredNotes([plan.quote], session.now()));
      return finish(plan, warnings);
    }
    if (!context.canPrompt) {
      throw inputNeeded(
        missingFlags({ pickUp, from, to, vehicle }),
        'prompts are off here: add these flags, or run rental plan in a terminal',
      );
    }
    const { runWizard } = await import('./wizard.ts');
    // The wizard has shown the times of both days.
    const plan = await runWizard(options, context);
    return finish(plan, warningsOf(plan, session));
  },
});

function warningsOf(plan: TripPlan, { depots, today }: Session): readonly ClosedDay[] {
  return closedDaysOf([tripOf(plan)], depots.known(), today);
}
