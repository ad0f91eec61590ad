/** The quote as proof: a price counts only if the quote shows what was asked for. */
import type { Quote, Selection } from '../api/types.ts';
import { isWholeName } from './names.ts';

/** An extra that a quote was asked for. The interface promises one entry for each selected accessory, and the selected plan. */
export interface AskedExtra {
  readonly kind: 'accessory' | 'insurance';
  readonly id: number;
  /** If it was asked for by a name: as the service's list has it. */
  readonly name?: string | undefined;
  readonly quantity: number;
}

export const extraWords = { accessory: 'accessory', insurance: 'insurance plan' } as const;

/** What a quote is asked for, and the link is made with. */
export function chosenIds(asked: readonly AskedExtra[]): Pick<Selection, 'accessoryIds' | 'insuranceId'> {
  const plan = asked.find(({ kind }) => kind === 'insurance');
  const accessories = asked.filter(({ kind }) => kind === 'accessory');
  return {
    accessoryIds: accessories.flatMap(({ id, quantity }) => Array<number>(quantity).fill(id)),
    ...(plan !== undefined && { insuranceId: plan.id }),
  };
}

/** An extra that the quote does not show as it was asked for. */
export interface UnprovenExtra extends AskedExtra {
  /** How many of it the quote shows. */
  readonly priced: number;
  /** `Child seat`, `Child seat (1 of 2)`. */
  readonly label: string;
  /** `not in the quote: Child seat`. */
  readonly message: string;
}

/** Empty if the quote shows every extra with its id, its number and, if it was asked for by name, its name. */
export function unprovenIn(quote: Quote, asked: readonly AskedExtra[]): readonly UnprovenExtra[] {
  return asked.flatMap((extra) => {
    const { id, name, quantity } = extra;
    const entries = entriesOf(quote, extra);
    const named = entries.filter((entry) => name === undefined || name === entry.name || isWholeName(name, entry.name));
    const priced = named.reduce((sum, entry) => sum + entry.quantity, 0);
    if (priced === quantity) return [];
    const title = name ?? `${extraWords[extra.kind]} ${id}`;
    const label = priced === 0 ? title : `${title} (${priced} of ${quantity})`;
    const [other] = entries;
    const instead = named.length === 0 && other !== undefined ? `; the quote has "${other.name}" under its id` : '';
    const message =
      priced > quantity
        ? `in the quote ${priced} times instead of ${quantity}: ${title}`
        : `not in the quote: ${label}${instead}`;
    return [{ ...extra, priced, label, message }];
  });
}

function entriesOf({ priceBreakdown: { accessories, insurance } }: Quote, { kind, id }: AskedExtra) {
  if (kind === 'accessory') return accessories.filter((entry) => entry.id === id);
  return insurance?.id === id ? [{ ...insurance, quantity: 1 }] : [];
}
