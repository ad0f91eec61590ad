/** The quote of a whole plan, what it changes about the last one, and what to do with it. */
import { checkoutLink } from '../../api/links.ts';
import { BackError, NotAvailableError, OutputError, UsageError } from '../../errors.ts';
import { formatInstant, nights } from '../../planner/calendar.ts';
import { expiredNotes } from '../../planner/expiry.ts';
import { selectionOf, unprovenOf, type QuotedPlan, type TripPlan } from '../../planner/plan-trip.ts';
import { receiptOf } from '../../planner/receipt.ts';
import type { Prompts } from '../../terminal/questions.ts';
import { sentence } from '../../text.ts';
import { tripName } from '../../trips/names.ts';
import { openingWords } from '../shared/links.ts';
import { changeChoices, type Change } from './answers.ts';
import { describeChange, isSameTrip, lostExtras } from './quote-changes.ts';
import type { WizardContext } from './step.ts';

/** Asks for the quote. Returns undefined if the vehicle is no longer available, and shows what the service said about it. */
export async function quotePlan(
  plan: TripPlan,
  last: QuotedPlan | undefined,
  { service, prompts }: WizardContext,
): Promise<QuotedPlan | undefined> {
  try {
    return { ...plan, quote: await service.quote(selectionOf(plan)) };
  } catch (error) {
    if (!(error instanceof NotAvailableError)) throw error;
    prompts.say(sentence(error.message), 'warning');
    if (last !== undefined && isSameTrip(last, plan))
      prompts.say(`${plan.vehicleLabel} was still available for the last quote.`, 'warning');
    return undefined;
  }
}

/** What the menu below it is about. `last` is what was shown before. */
export function sayQuote(
  quoted: QuotedPlan,
  last: QuotedPlan | undefined,
  { prompts, operator, now }: Pick<WizardContext, 'prompts' | 'operator' | 'now'>,
): void {
  const { quote, pickUpDate, dropOffDate } = quoted;
  prompts.say('');
  const count = nights(pickUpDate, dropOffDate);
  prompts.sayReceipt(receiptOf(quote, { ...quoted, nights: count, unproven: unprovenOf(quoted) }));
  if (last !== undefined) sayChange(last, quoted, prompts);
  const [expired] = expiredNotes([quote], now());
  if (expired !== undefined) prompts.say(sentence(expired), 'warning');
  else prompts.say(`The quote is valid until ${formatInstant(quote.expiresAt, operator.timeZone)}.`, 'dim');
}

function sayChange(before: QuotedPlan, after: QuotedPlan, prompts: Prompts): void {
  const change = describeChange(before.quote, after.quote);
  prompts.say(`  Compared with the last quote: ${change}`, change === 'unchanged' ? 'dim' : 'strong');
  for (const name of lostExtras(before.quote, after.quote, after))
    prompts.say(`  ${name} is not in the new quote.`, 'warning');
}

/** Book, save, change something, or finish. */
export async function askNext(plan: QuotedPlan, changeable: readonly Change[], context: WizardContext) {
  const { prompts, operator } = context;
  const url = checkoutLink(operator.siteUrl, selectionOf(plan));
  for (;;) {
    const next = await prompts.select<Change | 'open' | 'print' | 'save' | 'done'>({
      message: 'What next?',
      choices: [
        { value: 'open', name: 'Open the booking link' },
        { value: 'print', name: 'Print the booking link' },
        ...changeChoices(changeable),
        { value: 'save', name: 'Save this trip' },
        { value: 'done', name: 'Done' },
      ],
    });
    if (next === 'open') await openLink(url, context);
    else if (next === 'print') prompts.print(url);
    else if (next === 'save') await savePlan(plan, context);
    else return next;
  }
}

async function savePlan(plan: QuotedPlan, { prompts, save }: WizardContext): Promise<void> {
  try {
    const question = { message: 'Name of the trip', hint: 'letters, digits, dashes', read: tripName };
    await save(await prompts.input(question), plan);
  } catch (error) {
    // Esc leads to the menu.
    if (error instanceof BackError) return;
    if (!(error instanceof UsageError || error instanceof OutputError)) throw error;
    prompts.say(sentence(error.message), 'warning');
  }
}

async function openLink(url: string, { open, prompts }: WizardContext): Promise<void> {
  try {
    const opening = await open(url);
    prompts.say(sentence(openingWords[opening]), 'dim');
    if (opening === 'starting') prompts.print(url);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    prompts.say(sentence(error.message), 'warning');
    prompts.print(url);
  }
}
