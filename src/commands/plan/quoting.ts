/** The quote of a whole plan, and what to do with it. */
import { formatInstant, nights } from '../../planner/calendar.ts';
import { expiredNotes } from '../../planner/expiry.ts';
import type { QuotedTrip } from '../../planner/quote-trip.ts';
import { receiptOf } from '../../planner/receipt.ts';
import type { Choice } from '../../terminal/questions.ts';
import { sentence } from '../../base/words.ts';
import { tryToOpen } from '../shared/links.ts';
import type { Answers, Key, WizardContext } from './step.ts';

/** The answers that each change asks for again. */
const changes: readonly Choice<readonly Key[]>[] = [
  { name: 'Change dates', value: ['pickUpDate', 'dropOffDate'] },
  { name: 'Change vehicle', value: ['vehicle'] },
  { name: 'Change accessories', value: ['accessories'] },
  { name: 'Change insurance', value: ['insurance'] },
  // A depot has its own times, so the days are asked again.
  { name: 'Change depots', value: ['pickUp', 'dropOff', 'pickUpDate', 'dropOffDate'] },
];

/** The changes of what has been answered. */
export function changesOf(answers: Answers): typeof changes {
  return changes.filter(({ value }) => value.every((key) => answers[key] !== undefined));
}

/** What the menu below it is about. */
export function sayQuote(quoted: QuotedTrip, { prompts, operator, now }: WizardContext): void {
  const { quote, selection, vehicle, unproven } = quoted;
  prompts.say('');
  const count = nights(selection.pickUpDate, selection.dropOffDate);
  prompts.sayReceipt(receiptOf(quote, { ...vehicle, nights: count, unproven }));
  const [expired] = expiredNotes([quote], now());
  if (expired !== undefined) prompts.say(sentence(expired), 'warning');
  else prompts.say(`The quote is valid until ${formatInstant(quote.expiresAt, operator.timeZone)}.`, 'dim');
}

/** Book, change something, or finish. */
export async function askNext(quoted: QuotedTrip, context: WizardContext): Promise<readonly Key[] | 'done'> {
  for (;;) {
    const next = await context.prompts.search<readonly Key[] | 'open' | 'done'>({
      message: 'What next?',
      choices: [{ value: 'open', name: 'Open the booking link' }, ...changes, { value: 'done', name: 'Done' }],
    });
    if (next !== 'open') return next;
    await openLink(quoted, context);
  }
}

async function openLink({ checkoutUrl: url }: QuotedTrip, { open, prompts }: WizardContext): Promise<void> {
  await tryToOpen(
    () => open(url),
    (text) => prompts.say(sentence(text), 'dim'),
  );
  prompts.print(url);
}
