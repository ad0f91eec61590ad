import { NotAvailableError, OutputError } from '../../../errors.ts';
import type { Quote } from '../../../api/types.ts';
import { timeLeft } from '../../../planner/time-left.ts';
import { formatDuration } from '../../../text.ts';
import { selectionOf } from '../chosen.ts';
import { chosenOf, forgetQuote, known, markSoldOut, quotedOf, type Draft } from '../draft.ts';
import { pricedLines } from '../lines.ts';
import { checkoutUrlOf } from '../result.ts';
import type { Desk, Step } from '../step.ts';
import { changes, sentence, type Change } from './change.ts';

/** The price; a vehicle that was just taken leads back to the others. */
export const quoteStep: Step = {
  name: 'quote',
  needed: (draft) => draft.quote === undefined,
  async take(draft, { client, prompts, columns, now }) {
    const chosen = chosenOf(draft);
    try {
      const quote = await client.quote(selectionOf(chosen));
      prompts.say('');
      for (const line of quoteLines(quote, columns())) prompts.say(line);
      const left = timeLeft(quote.expiresAt, now());
      if (left > 0) prompts.say(`The quote holds for ${formatDuration(left)}.`, 'dim');
      return { ...draft, quote };
    } catch (error) {
      if (!(error instanceof NotAvailableError)) throw error;
      prompts.say(sentence(error.message), 'warning');
      return markSoldOut(draft, chosen.vehicle.vehicleId);
    }
  },
};

/** From the quote: book, change something, or be done. */
export const nextStep: Step = {
  name: 'next',
  needed: (draft) => !draft.done,
  async take(draft, desk) {
    const { prompts } = desk;
    if (isExpired(draft, desk)) {
      prompts.say('This quote has expired.', 'warning');
      if (await prompts.confirm('Ask for it again?')) return forgetQuote(draft);
      return { ...draft, keptQuoteId: known(draft, 'quote').quoteId };
    }
    const next = await prompts.select<Change | 'open' | 'print' | 'done'>({
      message: 'What next?',
      choices: [
        { value: 'open', name: 'Open the booking link' },
        { value: 'print', name: 'Print the booking link' },
        ...Object.entries(changes).map(([value, { name }]) => ({ value: value as Change, name })),
        { value: 'done', name: 'Done' },
      ],
    });
    if (next !== 'open' && next !== 'print' && next !== 'done') return changes[next].apply(draft);
    // It may have expired while the question stood there: then that comes first.
    if (isExpired(draft, desk)) return draft;
    if (next === 'done') return { ...draft, done: true };
    const url = checkoutUrlOf(quotedOf(draft), desk.operator);
    await (next === 'open' ? openLink(url, desk) : prompts.print(url));
    return draft;
  },
};

function isExpired(draft: Draft, { now }: Desk): boolean {
  const quote = known(draft, 'quote');
  return draft.keptQuoteId !== quote.quoteId && timeLeft(quote.expiresAt, now()) <= 0;
}

async function openLink(url: string, { open, prompts }: Desk): Promise<void> {
  try {
    await open(url);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    prompts.say(sentence(error.message), 'warning');
    prompts.print(url);
  }
}

/** Every line is the service's own amount: nothing here is added up. */
function quoteLines({ priceBreakdown: fees, currency, totalAmount }: Quote, columns: number): string[] {
  const lines = [
    { name: 'Rental', amount: fees.rentalFee },
    { name: 'Route fee', amount: fees.routeFee },
    { name: 'Accessories', amount: fees.accessoriesFee },
    { name: 'Insurance', amount: fees.insuranceFee },
    { name: `Total ${currency}`, amount: totalAmount },
  ];
  return pricedLines(lines, columns - 3).map((line) => `  ${line}`);
}
