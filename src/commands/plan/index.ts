import { RentalError } from '../../base/errors.ts';
import { quoteShell } from '../../base/shell-words.ts';
import { defineCommand, type CommandResult } from '../../cli/command.ts';
import { planShape as document } from '../../documents/planning.ts';
import type { Context } from '../../cli/context.ts';
import { flagOf, type FlagValues } from '../../cli/flags.ts';
import { chooseOperator, undecidedNames } from '../../operators/choose.ts';
import {
  extrasFlags,
  inputNeeded,
  maxTotalFlag,
  maxTotalOfFlag,
  missingFields,
  requireTrip,
  saveFlag,
  timeFlags,
  wantedTimesOfFlags,
  tripFlags,
} from '../../cli/trip-flags.ts';
import { aboveMaxAmount } from '../../planner/max-amount.ts';
import type { QuotedTrip } from '../../planner/price-trip.ts';
import { quoteTrip } from '../../resolve/quote-trip.ts';
import type { Operator, Session } from '../../planner/session.ts';
import type { Prompts } from '../../terminal/questions.ts';
import { calendarContext, icsFlag, prepareCalendarFile } from '../shared/calendar-file.ts';
import { operatorWords, planWords } from '../shared/command-line.ts';
import { noteSandboxLinks, openInBrowser } from '../shared/links.ts';
import { lookUpOptions } from '../shared/look-up-options.ts';
import { flagTextsOf, type WizardOptions } from './answers.ts';
import { unfinishedPlanWords, type UnfinishedPlan } from './so-far.ts';
import { planResult } from './result.ts';

export default defineCommand({
  name: 'plan',
  aliases: ['wizard'],
  group: 'PLAN',
  summary: 'plan a whole rental; asks for what you left out',
  purpose:
    'Plans a rental in the recommended order: depots, dates, vehicle, extras, quote, link. In a terminal it asks ' +
    'for what the flags leave open, and for a value that is refused; --no-input never asks. Questions go to ' +
    'stderr, so `rental plan --json > trip.json` still asks.',
  args: {},
  flags: {
    ...tripFlags,
    ...timeFlags,
    vehicle: {
      kind: 'text',
      value: 'id|name|cheapest',
      help: 'the vehicle; cheapest is the lowest daily rate, ties by name',
      aliases: ['vehicle-id'],
      offers: { words: ['cheapest'], names: 'vehicle' },
    },
    ...extrasFlags,
    'max-total': maxTotalFlag,
    ics: icsFlag,
    save: saveFlag,
  },
  document,
  examples: [
    {
      does: 'Answer questions; sample data, and nothing can be booked',
      line: 'rental plan --sandbox',
    },
    {
      does: 'Without questions: the cheapest vehicle, for a week in 30 days',
      line: 'rental plan --sandbox --pick-up auckland --from +30d --to +7d --vehicle cheapest',
    },
    {
      does: 'Save a plan with extras as JSON',
      line: 'rental plan --sandbox --pick-up 1 --drop-off queenstown --from +30d --to +7d --vehicle 101 --accessory "child seat" --json > trip.json',
    },
  ],
  see: ['dates', 'names', 'output'],
  async run(options, context): Promise<CommandResult> {
    const { pickUp, from, to = options.nights, vehicle } = options;
    const missing = missingFields({ pickUp, from, to, vehicle });
    if (missing.length > 0 && !context.canPrompt) {
      throw inputNeeded(
        missing,
        'prompts are off here: add these flags, or run rental plan in a terminal',
      );
    }
    // Before the first question: a missing operator is an error that no answer can mend.
    const session = await openPlanSession(context);
    const calendarFiles = await prepareCalendarFile(options.ics, context);
    const quoted = await (missing.length > 0
      ? planByAsking(options, session, context)
      : planWithoutAsking(options, session, context));
    noteSandboxLinks([session.operator], context.note);
    const result = planResult(quoted, session, calendarFiles(quoted, calendarContext(session)));
    return { ...result, toSave: { kind: 'quote', quoted, session } };
  },
});

/** Asks which operator is meant if nothing else says it. */
async function openPlanSession(context: Context): Promise<Session> {
  if (!context.canPrompt) return context.session();
  const { operatorChoice } = context.settings;
  const { config } = context.sources;
  const names = undecidedNames(operatorChoice, config);
  if (names.length === 0) return context.session();
  const prompts = await context.prompts();
  const choices = names.map((name) => ({ value: name, name }));
  const value = await prompts.search({ message: 'Operator', choices, onEsc: 'stop' });
  // As if the flag gave it, so that other flags of an operator are for this one.
  const operator = { value, source: 'flag', place: flagOf('operator') } as const;
  return context.openSession(chooseOperator({ ...operatorChoice, operator }, config));
}

type PlanOptions = WizardOptions &
  FlagValues<typeof timeFlags> & { readonly maxTotal?: string | undefined };

/** Asks only if a value is refused in a terminal, where another one can be given. */
async function planWithoutAsking(
  options: PlanOptions,
  session: Session,
  context: Context,
): Promise<QuotedTrip> {
  try {
    return await planFromFlags(options, session, context);
  } catch (error) {
    if (!context.canPrompt || !isRefusal(error)) throw error;
    return planByAsking(withDefaults(options), session, context);
  }
}

/** What the user left out was not refused, so no question asks for it. */
function withDefaults(options: PlanOptions): PlanOptions {
  const { dropOff = options.pickUp, accessory = ['none'], insurance = ['none'] } = options;
  return { ...options, ...(dropOff && { dropOff }), accessory, insurance };
}

/** Another value can mend it. */
function isRefusal(error: unknown): boolean {
  const { code } = error instanceof RentalError ? error : {};
  return code === 'usage' || code === 'not_available' || code === 'refused';
}

/** Everything is looked up, because the document has it as the service lists it. */
function planFromFlags(
  options: PlanOptions,
  session: Session,
  context: Context,
): Promise<QuotedTrip> {
  const { accessory, insurance, vehicle = '' } = options;
  const trip = { ...requireTrip(options), ...wantedTimesOfFlags(options) };
  const request = { ...trip, vehicle, accessory, insurance, maxTotal: maxTotalOfFlag(options) };
  return quoteTrip(request, session, { ...lookUpOptions(context), lookUp: 'all' });
}

/** The wizard itself shows the times of both days, and what the quote lacks. */
async function planByAsking(
  options: PlanOptions,
  session: Session,
  context: Context,
): Promise<QuotedTrip> {
  const { runSteps } = await import('./wizard.ts');
  const maxTotal = maxTotalOfFlag(options);
  const flags = flagTextsOf(options);
  const { operator, service, chargedDays, depots, today, now } = session;
  const prompts = await context.prompts();
  const open = (url: string): Promise<void> => {
    noteSandboxLinks([operator], context.note);
    return openInBrowser(url, context);
  };
  const quoted = await runSteps(flags, {
    operator,
    service,
    chargedDays,
    depots: () => depots.fresh(),
    today: today(),
    now,
    maxTotal,
    wanted: wantedTimesOfFlags(options),
    prompts,
    open,
    onInterrupt: (soFar) => printUnfinishedPlan({ ...soFar, options }, operator, prompts, context),
  });
  printCommand(quoted, operator, prompts, context);
  context.warn(...aboveMaxAmount(quoted.quote, maxTotal));
  return quoted;
}

function printCommand(
  { selection, wanted }: QuotedTrip,
  operator: Operator,
  prompts: Prompts,
  context: Context,
): void {
  prompts.say('');
  prompts.say('The same plan in one command (add --save <name> to save it):', 'dim');
  prompts.print(quoteShell(planWords(selection, operatorFlags(operator, context), wanted)));
  prompts.say('');
}

function printUnfinishedPlan(
  soFar: UnfinishedPlan,
  operator: Operator,
  prompts: Prompts,
  context: Context,
): void {
  const words = unfinishedPlanWords(soFar);
  if (words.length === 0) return;
  prompts.say('To continue later, run:', 'dim');
  prompts.print(quoteShell(['rental', 'plan', ...operatorFlags(operator, context), ...words]));
}

function operatorFlags(operator: Operator, { settings }: Context): string[] {
  const { siteUrl, rateLimit } = settings.operatorChoice;
  return operatorWords([operator], { siteUrl: siteUrl?.value, rateLimit: rateLimit?.value });
}
