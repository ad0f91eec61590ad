/** The quote, and what to do with it. */
import { NotAvailableError, OutputError, UsageError } from '../../../errors.ts';
import { formatInstant } from '../../../planner/calendar.ts';
import { expiredNotes } from '../../../planner/expiry.ts';
import { selectionOf, type QuotedPlan } from '../../../planner/plan-trip.ts';
import type { Prompts } from '../../../terminal/prompts.ts';
import { tripName } from '../../../trips/names.ts';
import { openingWords } from '../../shared/links.ts';
import { markSoldOut, planOfDraft, quotedPlanOf, type Draft } from '../draft.ts';
import { describeChange, isSameTrip, lostExtras } from '../quote-changes.ts';
import { checkoutUrlOf, planReceipt } from '../result.ts';
import { changeable, changeChoices, changes, sentence, type Change, type Step, type WizardContext } from '../step.ts';

/** Asks for the quote; if the vehicle is no longer available, the wizard goes back to the others. */
export const quoteStep: Step = {
  name: 'quote',
  needed: (draft) => draft.quote === undefined,
  async take(draft, { service, prompts, operator, now }) {
    const plan = planOfDraft(draft);
    try {
      const quote = await service.quote(selectionOf(plan));
      prompts.say('');
      prompts.sayReceipt(planReceipt({ ...plan, quote }));
      if (draft.last !== undefined) sayChange(draft.last, { ...plan, quote }, prompts);
      const [expired] = expiredNotes([quote], now());
      if (expired !== undefined) prompts.say(sentence(expired), 'warning');
      else prompts.say(`The quote is valid until ${formatInstant(quote.expiresAt, operator.timeZone)}.`, 'dim');
      return { ...draft, quote, last: { ...plan, quote } };
    } catch (error) {
      if (!(error instanceof NotAvailableError)) throw error;
      prompts.say(sentence(error.message), 'warning');
      if (draft.last !== undefined && isSameTrip(draft.last, plan))
        prompts.say(`${plan.vehicleLabel} was still available for the last quote.`, 'warning');
      return markSoldOut(draft, plan.vehicle.vehicleId);
    }
  },
};

function sayChange(before: QuotedPlan, after: QuotedPlan, prompts: Prompts): void {
  const change = describeChange(before.quote, after.quote);
  prompts.say(`  Compared with the last quote: ${change}`, change === 'unchanged' ? 'dim' : 'strong');
  for (const name of lostExtras(before.quote, after.quote, after))
    prompts.say(`  ${name} is not in the new quote.`, 'warning');
}

/** What to do with the quote: book, change something, or finish. */
export const nextStep: Step = {
  name: 'next',
  needed: (draft) => !draft.done,
  async take(draft, context) {
    const { prompts } = context;
    const next = await prompts.select<Change | 'open' | 'print' | 'save' | 'done'>({
      message: 'What next?',
      choices: [
        { value: 'open', name: 'Open the booking link' },
        { value: 'print', name: 'Print the booking link' },
        ...changeChoices(changeable(draft)),
        { value: 'save', name: 'Save this trip' },
        { value: 'done', name: 'Done' },
      ],
    });
    if (next === 'done') return { ...draft, done: true };
    if (next === 'save') return saveDraft(draft, context);
    if (next !== 'open' && next !== 'print') return changes[next].apply(draft);
    const url = checkoutUrlOf(quotedPlanOf(draft), context.operator);
    if (next === 'open') await openLink(url, context);
    else prompts.print(url);
    return draft;
  },
};

async function saveDraft(draft: Draft, { prompts, save }: WizardContext): Promise<Draft> {
  const name = await prompts.input({
    message: 'Name of the trip',
    hint: 'letters, digits, dashes',
    read: async (text) => {
      try {
        const value = tripName(text);
        return { value, shown: value };
      } catch (error) {
        return { problem: (error as Error).message };
      }
    },
  });
  try {
    await save(name, quotedPlanOf(draft));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof OutputError)) throw error;
    prompts.say(sentence(error.message), 'warning');
  }
  return draft;
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
