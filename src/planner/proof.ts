/** The quote as proof: a price counts only if the quote shows what was asked for. */
import type { Quote, Selection } from '../api/types.ts';
import { shorten } from '../text.ts';
import { isId, isWholeName, resolve, type Named, type NameRules } from './names.ts';
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
  rules?: NameRules,
): AskedExtra {
  if (list === undefined) return { kind, id: Number(text), quantity };
  const { id, name } = resolve(text, list, extraWords[kind], rules);
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

/** An extra that the quote does not show as it was asked for, or that was not asked for. */
export interface UnprovenExtra extends AskedExtra {
  /** How many of it the quote shows. */
  readonly priced: number;
  /** `Child seat`, `Child seat (1 instead of 2)`, `not asked for: GPS`. */
  readonly label: string;
  /** `not in the quote: Child seat`. */
  readonly message: string;
}

/** Empty if the quote shows every extra with its id, its number and, if it was asked for by name, its name, and no other that costs. */
export function unprovenIn(quote: Quote, asked: readonly AskedExtra[]): readonly UnprovenExtra[] {
  const entries = entriesOf(quote);
  const lacking = asked.flatMap((extra) => {
    const own = entries.filter(({ kind, id }) => kind === extra.kind && id === extra.id);
    const priced = own.filter(({ name }) => isNamed(extra, name)).reduce((sum, { quantity }) => sum + quantity, 0);
    if (priced === extra.quantity) return [];
    const title = extra.name === undefined ? `${extraWords[extra.kind]} ${extra.id}` : shorten(extra.name, 60);
    const instead =
      priced > 0 ? undefined : (own[0] ?? entries.find(({ kind }) => kind === extra.kind && kind === 'insurance'));
    const count = priced === 0 ? '' : ` (${priced} instead of ${extra.quantity})`;
    const other = instead === undefined ? '' : ` (the quote has "${shorten(instead.name, 60)}")`;
    const label = `${title}${count}${other}`;
    const problem = priced > 0 ? 'not in the quote as asked' : 'not in the quote';
    return [{ ...extra, priced, label, message: `${problem}: ${label}` }];
  });
  const isAsked = (entry: Entry): boolean => asked.some(({ kind, id }) => kind === entry.kind && id === entry.id);
  const planIsAsked = asked.some(({ kind }) => kind === 'insurance');
  const added = entries.filter(
    (entry) => !isAsked(entry) && entry.cost !== 0 && !(entry.kind === 'insurance' && planIsAsked),
  );
  return [
    ...lacking,
    ...added.map(({ kind, id, name, quantity }) => {
      const label = `not asked for: ${shorten(name, 60)}`;
      return { kind, id, name, quantity: 0, priced: quantity, label, message: `in the quote, but ${label}` };
    }),
  ];
}

type Entry = ReturnType<typeof entriesOf>[number];

function entriesOf({ priceBreakdown: { accessories, insurance } }: Quote) {
  return [
    ...accessories.map((entry) => ({ ...entry, kind: 'accessory' as const })),
    ...(insurance === null ? [] : [{ ...insurance, kind: 'insurance' as const, quantity: 1 }]),
  ];
}

function isNamed({ name, hasNamesake }: AskedExtra, other: string): boolean {
  return name === undefined || name === other || (hasNamesake !== true && isWholeName(name, other));
}
