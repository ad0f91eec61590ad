/** The quote as proof: a price counts only if the quote shows what was asked for. */
import type { Quote, Selection } from '../api/types.ts';
import { shorten } from '../base/words.ts';
import { idOf, isWholeName, type Named, type Note } from './names.ts';
import type { Reading } from './read.ts';
import { oneOf } from './read-one.ts';

/** An extra that a quote was asked for. The interface promises one entry for each selected accessory, and the selected plan. */
export interface AskedExtra {
  readonly kind: 'accessory' | 'insurance';
  readonly id: number;
  /** As the service's list has it; undefined without a list, and in a sweep for an id. */
  readonly name?: string | undefined;
  readonly quantity: number;
}

/** What a reading means in a list; without a list it is an id. Throws UsageError. */
export function askedExtra(
  kind: AskedExtra['kind'],
  reading: Reading,
  list: readonly Named[] | undefined,
  note?: Note,
): AskedExtra {
  const { text, quantity } = reading;
  if (list === undefined) return { kind, id: idOf(text), quantity };
  const { id, name } = oneOf(reading, list, extraWords[kind], note);
  return { kind, id, name, quantity };
}

/** Each extra once. What is wanted by its id and by its name is one extra, of which the name is to be proven. */
export function joinAsked(extras: readonly AskedExtra[]): AskedExtra[] {
  const joined = new Map<string, AskedExtra>();
  for (const one of extras) {
    const key = `${one.kind} ${one.id}`;
    const same = joined.get(key);
    joined.set(key, { ...same, ...one, quantity: one.quantity + (same?.quantity ?? 0) });
  }
  return [...joined.values()];
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
export interface UnprovenExtra extends Omit<AskedExtra, 'id'> {
  /** Undefined for a fee of something that the quote does not list. */
  readonly id?: number | undefined;
  /** How many of it the quote shows. */
  readonly priced: number;
  /** `Child seat`, `Child seat (1 instead of 2)`, `GPS (not asked for)`. */
  readonly label: string;
  /** `not in the quote: Child seat`. */
  readonly message: string;
}

/**
 * Empty if the quote shows every extra with its id, its number and, if it was asked for by name, its name; and nothing else that costs,
 * by its own cost or, where nothing of its kind was asked for, by the fee.
 */
export function unprovenIn({ priceBreakdown }: Quote, asked: readonly AskedExtra[]): readonly UnprovenExtra[] {
  const entries = entriesOf(priceBreakdown);
  const shown = asked.map((extra) => ({ extra, ...entriesFor(extra, entries) }));
  const explained = new Set(shown.flatMap(({ named, instead }) => [...named, instead]));
  const others = entries.filter((entry) => !explained.has(entry));
  const fees = { accessory: priceBreakdown.accessoriesFee, insurance: priceBreakdown.insuranceFee };
  const added = (['accessory', 'insurance'] as const).flatMap((kind): readonly Added[] => {
    const costing = others.filter((entry) => entry.kind === kind && entry.cost !== 0);
    const isPaid = fees[kind] !== 0 && asked.every((extra) => extra.kind !== kind);
    return isPaid && costing.length === 0 ? [{ kind, name: `a fee for ${feeWords[kind]}`, quantity: 0 }] : costing;
  });
  return [...shown.flatMap(lackingOf), ...added.map(notAskedFor)];
}

/** Those that are the extra, or else the one that is in its place. */
function entriesFor(extra: AskedExtra, entries: readonly Entry[]) {
  const own = entries.filter(({ kind, id }) => kind === extra.kind && id === extra.id);
  const named = own.filter(({ name }) => extra.name === undefined || isWholeName(extra.name, name));
  const other = own[0] ?? entries.find(({ kind }) => kind === extra.kind && kind === 'insurance');
  return { named, instead: named.length > 0 ? undefined : other };
}

function lackingOf({ extra, named, instead }: ReturnType<typeof entriesFor> & { readonly extra: AskedExtra }) {
  const priced = named.reduce((sum, { quantity }) => sum + quantity, 0);
  if (priced === extra.quantity) return [];
  const title = extra.name === undefined ? `${extraWords[extra.kind]} ${extra.id}` : shorten(extra.name, 60);
  const count = priced === 0 ? '' : ` (${priced} instead of ${extra.quantity})`;
  const other = instead === undefined ? '' : ` (the quote has "${shorten(instead.name, 60)}")`;
  const label = `${title}${count}${other}`;
  const problem = priced > 0 ? 'not in the quote as asked' : 'not in the quote';
  return [{ ...extra, priced, label, message: `${problem}: ${label}` }];
}

const feeWords = { accessory: 'accessories', insurance: 'insurance' } as const;

/** An entry, or a fee without one. */
type Added = Pick<Entry, 'kind' | 'name' | 'quantity'> & { readonly id?: number };

function notAskedFor({ kind, id, name, quantity }: Added) {
  const title = shorten(name, 60);
  const [label, message] = [`${title} (not asked for)`, `in the quote, but not asked for: ${title}`];
  return { kind, id, name, quantity: 0, priced: quantity, label, message };
}

type Entry = ReturnType<typeof entriesOf>[number];

function entriesOf({ accessories, insurance }: Quote['priceBreakdown']) {
  return [
    ...accessories.map((entry) => ({ ...entry, kind: 'accessory' as const })),
    ...(insurance === null ? [] : [{ ...insurance, kind: 'insurance' as const, quantity: 1 }]),
  ];
}
