/** The review, the quote, and what to do with it. */
import { NotAvailableError, OutputError, UsageError } from '../../../errors.ts';
import { formatInstant, timeLeft } from '../../../planner/calendar.ts';
import { isExpired } from '../../../planner/expiry.ts';
import { labelOf } from '../../../planner/labels.ts';
import { formatMoney } from '../../../planner/money.ts';
import { selectionOf, type QuotedPlan, type TripPlan } from '../../../planner/plan-trip.ts';
import { type OfferedExtras } from '../../../planner/selection.ts';
import type { Countdown } from '../../../terminal/countdown.ts';
import type { Prompts } from '../../../terminal/prompts.ts';
import { showMoney } from '../../../text.ts';
import { tripName } from '../../../trips/names.ts';
import { openingWords } from '../../shared/links.ts';
import { describeTrip } from '../../../planner/trip-words.ts';
import { forgetQuote, known, markSoldOut, planOfDraft, quotedPlanOf, tripOfDraft, type Draft } from '../draft.ts';
import { describeChange, isSameTrip, lostExtras } from '../quote-changes.ts';
import { checkoutUrlOf, planReceipt } from '../result.ts';
import { changeable, changeChoices, changes, sentence, type Change, type Step, type WizardContext } from '../step.ts';

/** Shows the whole plan before the service prices it. Once: after a later change the quote follows at once. */
export const reviewStep: Step = {
  name: 'review',
  needed: (draft) => !draft.reviewed,
  async take(draft, { prompts, depots }) {
    const plan = planOfDraft(draft);
    prompts.say('');
    prompts.say(describeTrip(tripOfDraft(draft), await depots()), 'heading');
    prompts.sayPairs(summary(plan, draft.extras));
    const next = await prompts.select<Change | 'quote'>({
      message: 'Is this right?',
      choices: [{ value: 'quote', name: 'Yes, get the quote' }, ...changeChoices(changeable(draft))],
    });
    return next === 'quote' ? { ...draft, reviewed: true } : changes[next].apply(draft);
  },
};

function summary(plan: TripPlan, extras: OfferedExtras | undefined): [string, string][] {
  const { vehicle, vehicleLabel, accessories, insurance } = plan;
  const each = accessories.map((one) => {
    const label = labelOf(one, extras?.accessories ?? []);
    return one.quantity === 1 ? label : `${one.quantity} × ${label}`;
  });
  return [
    ['Vehicle', `${vehicleLabel}, NZD ${showMoney(formatMoney(vehicle.rentalDailyRate))} a day`],
    ['Accessories', each.join(', ') || 'none'],
    ['Insurance', insurance === null ? 'none' : labelOf(insurance, extras?.plans ?? [])],
  ];
}

/** Asks for the quote; if the vehicle is no longer available, the wizard goes back to the others. */
export const quoteStep: Step = {
  name: 'quote',
  needed: (draft) => draft.quote === undefined,
  async take(draft, { service, prompts, now, operator, remember }) {
    const plan = planOfDraft(draft);
    try {
      const quote = await service.quote(selectionOf(plan));
      await remember(plan);
      prompts.say('');
      prompts.sayReceipt(planReceipt({ ...plan, quote }));
      if (draft.last !== undefined) sayChange(draft.last, { ...plan, quote }, prompts);
      // The line stays on the screen, where a number of minutes would soon be wrong.
      const quotedAt = now();
      if (!isExpired(quote, quotedAt))
        prompts.say(`The quote is valid until ${formatInstant(quote.expiresAt, operator.timeZone)}.`, 'dim');
      return { ...draft, quote, quotedAt, last: { ...plan, quote } };
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
  isMenu: true,
  needed: (draft) => !draft.done,
  async take(draft, context) {
    const { prompts } = context;
    if (isLapsed(draft, context)) {
      prompts.say('This quote has expired.', 'warning');
      if (await prompts.confirm('Ask for it again?')) return forgetQuote(draft);
      return { ...draft, keptQuoteId: known(draft, 'quote').quoteId, wanted: undefined };
    }
    if (draft.wanted !== undefined) return giveLink(draft, draft.wanted, context);
    const next = await prompts.select<Change | 'open' | 'print' | 'save' | 'again' | 'done'>({
      message: 'What next?',
      countdown: countdownOf(draft, context),
      choices: [
        { value: 'open', name: 'Open the booking link' },
        { value: 'print', name: 'Print the booking link' },
        ...(hasExpired(draft, context) ? [{ value: 'again', name: 'Get a new quote' } as const] : []),
        ...changeChoices(changeable(draft)),
        { value: 'save', name: 'Save this trip' },
        { value: 'done', name: 'Done' },
      ],
    });
    if (next === 'again') return forgetQuote(draft);
    if (next === 'save') return saveDraft(draft, context);
    if (next === 'open' || next === 'print') return { ...draft, wanted: next };
    if (next !== 'done') return changes[next].apply(draft);
    // The quote may have expired while the question was open.
    return isLapsed(draft, context) ? draft : { ...draft, done: true };
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

async function giveLink(draft: Draft, wanted: 'open' | 'print', context: WizardContext): Promise<Draft> {
  const url = checkoutUrlOf(quotedPlanOf(draft), context.operator);
  await (wanted === 'open' ? openLink(url, context) : context.prompts.print(url));
  return { ...draft, wanted: undefined };
}

/** How long the quote is valid, for a question that stays open while the time passes. */
function countdownOf(draft: Draft, { now, operator }: WizardContext): Countdown {
  const { expiresAt } = known(draft, 'quote');
  return {
    text: `quote valid until ${formatInstant(expiresAt, operator.timeZone)}:`,
    left: () => timeLeft(expiresAt, now()),
    whole: timeLeft(expiresAt, draft.quotedAt ?? now()),
  };
}

/** True until the user has decided to keep it. */
function isLapsed(draft: Draft, context: WizardContext): boolean {
  return draft.keptQuoteId !== known(draft, 'quote').quoteId && hasExpired(draft, context);
}

function hasExpired(draft: Draft, { now }: WizardContext): boolean {
  return isExpired(known(draft, 'quote'), now());
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
