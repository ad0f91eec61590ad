/**
 * The two menus of the wizard: "What next?" below a quote, and "What now?" after an error of the
 * service.
 */
import type { Depot } from '../../api/types.ts';
import { isTransient, type RentalError } from '../../base/errors.ts';
import { sentence } from '../../base/words.ts';
import { quoteHeading, vehicleTitle } from '../../views/quote.ts';
import { formatInstant, nights } from '../../planner/calendar.ts';
import { expiredNotes } from '../../planner/expiry.ts';
import type { QuotedTrip } from '../../planner/price-trip.ts';
import { receiptOf } from '../../views/receipt.ts';
import type { Operator } from '../../planner/session.ts';
import type { EscapeAction, Prompts } from '../../terminal/questions.ts';
import { tryToOpen } from '../shared/links.ts';
import type { WizardAnswers } from './answers.ts';
import { changeChoices, choicesAfterError, type WizardChange } from './changes.ts';
import type { RefusedCount } from './refused-counts.ts';

export interface QuoteMenuContext {
  readonly prompts: Prompts;
  readonly operator: Pick<Operator, 'timeZone' | 'sandbox'>;
  /** Epoch ms. */
  now(): number;
  /** Throws OutputError if no browser can be opened. */
  open(url: string): Promise<void>;
}

export function printQuote(
  quoted: QuotedTrip,
  depots: readonly Depot[],
  { prompts, operator, now }: QuoteMenuContext,
): void {
  const { quote, selection, vehicle, offered, unproven } = quoted;
  const [title, trip] = quoteHeading(vehicleTitle(vehicle), selection, depots);
  prompts.say('');
  prompts.say(title, 'heading');
  prompts.say(trip);
  const nightCount = nights(selection.pickUpDate, selection.dropOffDate);
  prompts.sayReceipt(
    receiptOf(quote, { vehicle: vehicle.vehicle, nights: nightCount, offered, unproven }),
  );
  const [expired] = expiredNotes([quote], now());
  if (expired !== undefined) prompts.say(sentence(expired), 'warning');
  else
    prompts.say(
      `The quote is valid until ${formatInstant(quote.expiresAt, operator.timeZone)}.`,
      'dim',
    );
}

export async function askAfterQuote(
  quoted: QuotedTrip,
  context: QuoteMenuContext,
  onEsc: EscapeAction,
): Promise<WizardChange | 'done'> {
  const open = { value: 'open', name: 'Open the booking link' } as const;
  const done = { value: 'done', name: 'Done' } as const;
  // Enter takes the first. A link of the sandbox works only while another program runs.
  const choices = context.operator.sandbox
    ? [done, ...changeChoices, open]
    : [open, ...changeChoices, done];
  for (;;) {
    const next = await context.prompts.search<WizardChange | 'open' | 'done'>({
      message: 'What next?',
      choices,
      onEsc,
    });
    if (next !== 'open') return next;
    await openLink(quoted, context);
  }
}

async function openLink(
  { checkoutUrl }: QuotedTrip,
  { open, prompts }: QuoteMenuContext,
): Promise<void> {
  prompts.say('Opening the booking link …', 'dim');
  const report = (text: string): void => prompts.say(sentence(text), 'dim');
  await prompts.quietly(() => tryToOpen(() => open(checkoutUrl), report));
  prompts.print(checkoutUrl);
}

interface ErrorMenu {
  readonly answers: Partial<WizardAnswers>;
  readonly refused: RefusedCount | undefined;
  readonly onEsc: EscapeAction;
}

/** Throws the error if the user stops. */
export async function askAfterError(
  error: RentalError,
  { answers, refused, onEsc }: ErrorMenu,
  prompts: Prompts,
): Promise<WizardChange> {
  prompts.say(sentence(error.message), 'warning');
  const tryAgain = { value: { keys: [] }, name: 'Try again' };
  const possible = choicesAfterError(error, answers, refused);
  const choices = isTransient(error) ? [tryAgain, ...possible] : [...possible, tryAgain];
  const next = await prompts.search<WizardChange | 'stop'>({
    message: 'What now?',
    choices: [...choices, { value: 'stop', name: 'Stop here' }],
    onEsc,
  });
  if (next === 'stop') throw error;
  return next;
}
