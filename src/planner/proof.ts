/** The quote as proof: a price counts only if the quote shows what was asked for. */
import type { Quote, Selection } from '../api/types.ts';
import { isId, isWholeName, resolve, type Named } from './names.ts';
import type { Wanted } from './wanted.ts';

/** An extra that a quote was asked for. The interface promises one entry for each selected accessory, and the selected plan. */
export interface AskedExtra {
  readonly kind: 'accessory' | 'insurance';
  readonly id: number;
  /** If it was asked for by a name: as the service's list has it. */
  readonly name?: string | undefined;
  /** The list has another extra whose name differs only in case or accents. */
  readonly hasNamesake?: boolean | undefined;
  readonly quantity: number;
}

/** What a text means in a list; without a list the text is an id. Throws UsageError. */
export function askedExtra(
  kind: AskedExtra['kind'],
  { text, quantity }: Wanted,
  list: readonly Named[] | undefined,
  note?: (text: string) => void,
): AskedExtra {
  if (list === undefined) return { kind, id: Number(text), quantity };
  const { id, name } = resolve(text, list, extraWords[kind], note);
  if (isId(text)) return { kind, id, quantity };
  const hasNamesake = list.some((other) => other.id !== id && isWholeName(name, other.name));
  return { kind, id, name, quantity, ...(hasNamesake && { hasNamesake }) };
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
    const isNamed = (other: string): boolean =>
      name === undefined || name === other || (extra.hasNamesake !== true && isWholeName(name, other));
    const named = entries.filter((entry) => isNamed(entry.name));
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
