/** The quote as proof: a price counts only if the quote shows what was asked for. */
import type { Quote, Selection } from '../api/types.ts';
import { shorten } from '../base/words.ts';
import { isSameName } from './names.ts';

/**
 * An extra that is requested of a quote. The interface promises one entry for each selected
 * accessory, and the selected plan.
 */
export interface RequestedExtra {
  readonly kind: 'accessory' | 'insurance';
  readonly id: number;
  /** As the service's list has it; undefined without a list, and in a comparison for an id. */
  readonly name?: string | undefined;
  readonly quantity: number;
  /** The id was given, and no list showed it: the service may refuse it. */
  readonly isUnlisted?: boolean;
}

/**
 * Each extra once. What is wanted by its id and by its name is one extra, of which the name is to
 * be proven.
 */
export function joinRequested(extras: readonly RequestedExtra[]): RequestedExtra[] {
  const joined = new Map<string, RequestedExtra>();
  for (const extra of extras) {
    const key = `${extra.kind} ${extra.id}`;
    const same = joined.get(key);
    joined.set(key, { ...same, ...extra, quantity: extra.quantity + (same?.quantity ?? 0) });
  }
  return [...joined.values()];
}

export const extraWords = { accessory: 'accessory', insurance: 'insurance plan' } as const;

/** What a quote is asked for, and the link is made with. */
export function chosenIds(
  asked: readonly RequestedExtra[],
): Pick<Selection, 'accessoryIds' | 'insuranceId'> {
  const plan = asked.find(({ kind }) => kind === 'insurance');
  const accessories = asked.filter(({ kind }) => kind === 'accessory');
  return {
    accessoryIds: accessories.flatMap(({ id, quantity }) => Array<number>(quantity).fill(id)),
    ...(plan !== undefined && { insuranceId: plan.id }),
  };
}

/** An extra that the quote does not show as it was asked for, or that was not asked for. */
export interface UnprovenExtra extends Omit<RequestedExtra, 'id'> {
  /** Undefined for a fee of something that the quote does not list. */
  readonly id?: number | undefined;
  /** How many of it the quote shows. */
  readonly priced: number;
  /** `Child seat`, `Child seat (1 instead of 2)`, `GPS (not requested)`. */
  readonly label: string;
  /** `not in the quote: Child seat`. */
  readonly message: string;
}

/**
 * Empty if the quote shows every extra with its id, its number and, if it was asked for by name,
 * its name; and nothing else that costs, by its own cost or, where nothing of its kind was asked
 * for, by the fee.
 */
export function unprovenIn(
  quote: Quote,
  asked: readonly RequestedExtra[],
): readonly UnprovenExtra[] {
  const { priceBreakdown } = quote;
  const entries = extrasIn(quote);
  const shown = asked.map((extra) => ({ extra, ...entriesFor(extra, entries) }));
  const explained = new Set(shown.flatMap(({ named, instead }) => [...named, instead]));
  const others = entries.filter((entry) => !explained.has(entry));
  const fees = { accessory: priceBreakdown.accessoriesFee, insurance: priceBreakdown.insuranceFee };
  const added = (['accessory', 'insurance'] as const).flatMap((kind): readonly Added[] => {
    const costing = others.filter((entry) => entry.kind === kind && entry.cost !== 0);
    const isPaid = fees[kind] !== 0 && asked.every((extra) => extra.kind !== kind);
    return isPaid && costing.length === 0
      ? [{ kind, name: `a fee for ${feeWords[kind]}`, quantity: 0 }]
      : costing;
  });
  return [...shown.flatMap(lackingOf), ...added.map(notAskedFor)];
}

/** Those that are the extra, or else the one that is in its place. */
function entriesFor(extra: RequestedExtra, entries: readonly Entry[]) {
  const own = entries.filter(({ kind, id }) => kind === extra.kind && id === extra.id);
  const named = own.filter(({ name }) => extra.name === undefined || isSameName(extra.name, name));
  const other = own[0] ?? entries.find(({ kind }) => kind === extra.kind && kind === 'insurance');
  return { named, instead: named.length > 0 ? undefined : other };
}

function lackingOf({
  extra,
  named,
  instead,
}: ReturnType<typeof entriesFor> & { readonly extra: RequestedExtra }) {
  const priced = named.reduce((sum, { quantity }) => sum + quantity, 0);
  if (priced === extra.quantity) return [];
  const title =
    extra.name === undefined ? `${extraWords[extra.kind]} ${extra.id}` : shorten(extra.name, 60);
  const count = priced === 0 ? '' : ` (${priced} instead of ${extra.quantity})`;
  const other = instead === undefined ? '' : ` (the quote has "${shorten(instead.name, 60)}")`;
  const label = `${title}${count}${other}`;
  const problem = priced > 0 ? 'not in the quote as requested' : 'not in the quote';
  return [{ ...extra, priced, label, message: `${problem}: ${label}` }];
}

const feeWords = { accessory: 'accessories', insurance: 'insurance' } as const;

/** An entry, or a fee without one. */
type Added = Pick<Entry, 'kind' | 'name' | 'quantity'> & { readonly id?: number };

function notAskedFor({ kind, id, name, quantity }: Added) {
  const title = shorten(name, 60);
  const [label, message] = [
    `${title} (not requested)`,
    `in the quote, but not requested: ${title}`,
  ];
  return { kind, id, name, quantity: 0, priced: quantity, label, message };
}

type Entry = ReturnType<typeof extrasIn>[number];

/** The extras that a quote shows. */
export function extrasIn({ priceBreakdown: { accessories, insurance } }: Quote) {
  return [
    ...accessories.map((entry) => ({ ...entry, kind: 'accessory' as const })),
    ...(insurance === null ? [] : [{ ...insurance, kind: 'insurance' as const, quantity: 1 }]),
  ];
}
