/** The quote of a whole plan, and what to do with it. */
import { checkoutLink } from '../../api/links.ts';
import { OutputError } from '../../errors.ts';
import { formatInstant, nights } from '../../planner/calendar.ts';
import { expiredNotes } from '../../planner/expiry.ts';
import { changeOfMoney, subtractMoney } from '../../planner/money.ts';
import { selectionOf, unprovenOf, type QuotedPlan } from '../../planner/plan-trip.ts';
import { receiptOf } from '../../planner/receipt.ts';
import { sentence } from '../../text.ts';
import type { Key, WizardContext } from './step.ts';

export const changes = {
  dates: { name: 'Change dates', keys: ['pickUpDate', 'dropOffDate'] },
  vehicle: { name: 'Change vehicle', keys: ['vehicle'] },
  accessories: { name: 'Change accessories', keys: ['accessories'] },
  insurance: { name: 'Change insurance', keys: ['insurance'] },
  // A depot has its own times, so the days are asked again.
  depots: { name: 'Change depots', keys: ['pickUp', 'dropOff', 'pickUpDate', 'dropOffDate'] },
} as const satisfies Record<string, { readonly name: string; readonly keys: readonly Key[] }>;

export type Change = keyof typeof changes;

/** One choice for each change. */
export function changeChoices(kinds: readonly Change[]): { readonly value: Change; readonly name: string }[] {
  return kinds.map((value) => ({ value, name: changes[value].name }));
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
  if (last?.quote.currency === quote.currency) {
    const change = subtractMoney(quote.totalAmount, last.quote.totalAmount);
    prompts.say(`  Compared with the last quote: ${change === 0 ? 'the same total' : changeOfMoney(change)}`, 'strong');
  }
  const [expired] = expiredNotes([quote], now());
  if (expired !== undefined) prompts.say(sentence(expired), 'warning');
  else prompts.say(`The quote is valid until ${formatInstant(quote.expiresAt, operator.timeZone)}.`, 'dim');
}

/** Book, change something, or finish. */
export async function askNext(plan: QuotedPlan, changeable: readonly Change[], context: WizardContext) {
  for (;;) {
    const next = await context.prompts.search<Change | 'open' | 'done'>({
      message: 'What next?',
      choices: [
        { value: 'open', name: 'Open the booking link' },
        ...changeChoices(changeable),
        { value: 'done', name: 'Done' },
      ],
    });
    if (next !== 'open') return next;
    await openLink(plan, context);
  }
}

async function openLink(plan: QuotedPlan, { operator, open, prompts }: WizardContext): Promise<void> {
  const url = checkoutLink(operator.siteUrl, selectionOf(plan));
  try {
    await open(url);
    prompts.say('Opened in the browser.', 'dim');
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    prompts.say(sentence(error.message), 'warning');
  }
  prompts.print(url);
}
