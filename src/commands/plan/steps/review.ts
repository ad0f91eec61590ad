import { formatMoney } from '../../../planner/money.ts';
import { showMoney } from '../../../terminal/format.ts';
import { tripInWords } from '../../shared/trip-words.ts';
import type { Chosen } from '../chosen.ts';
import { chosenOf, tripOfDraft } from '../draft.ts';
import { labelledLines } from '../lines.ts';
import type { Step } from '../step.ts';
import { changes, type Change } from './change.ts';

/** Everything at a glance before the service prices it. Once: a later change goes straight to its quote. */
export const reviewStep: Step = {
  name: 'review',
  needed: (draft) => !draft.reviewed,
  async take(draft, { prompts }) {
    const chosen = chosenOf(draft);
    prompts.say('');
    prompts.say(tripInWords(tripOfDraft(draft), [chosen.pickUp, chosen.dropOff]), 'heading');
    for (const line of labelledLines(summary(chosen))) prompts.say(line);
    const next = await prompts.select<Change | 'quote'>({
      message: 'Is this right?',
      choices: [
        { value: 'quote', name: 'Yes, get the quote' },
        ...Object.entries(changes).map(([value, { name }]) => ({ value: value as Change, name })),
      ],
    });
    return next === 'quote' ? { ...draft, reviewed: true } : changes[next].apply(draft);
  },
};

function summary({ vehicle, accessories, insurance }: Chosen): [string, string][] {
  const each = accessories.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`));
  return [
    ['Vehicle', `${vehicle.name}, NZD ${showMoney(formatMoney(vehicle.rentalDailyRate))} a day`],
    ['Accessories', each.join(', ') || 'none'],
    ['Insurance', insurance?.name ?? 'none'],
  ];
}
