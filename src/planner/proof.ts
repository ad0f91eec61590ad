/** Whether a quote proves its price: it must show the extras that were requested. */
import type { Quote, Selection } from '../api/types.ts';
import { shortName } from '../base/words.ts';
import { isSameName } from './names.ts';
import type { ExtraKind } from './question.ts';

export interface RequestedExtra {
  readonly kind: ExtraKind;
  readonly id: number;
  /** From a list of the service. Undefined if only the id is known: no name is to be proven. */
  readonly name?: string | undefined;
  readonly quantity: number;
  /** No list showed the id, so the service may refuse it. */
  readonly isUnlisted?: boolean;
}

/** Each extra once, with the sum of its quantities, and with its name if one of them has it. */
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

/** The ids for the request of a quote and for the booking link. */
export function chosenIds(
  requested: readonly RequestedExtra[],
): Pick<Selection, 'accessoryIds' | 'insuranceId'> {
  const plan = requested.find(({ kind }) => kind === 'insurance');
  const accessories = requested.filter(({ kind }) => kind === 'accessory');
  return {
    accessoryIds: accessories.flatMap(({ id, quantity }) => Array<number>(quantity).fill(id)),
    ...(plan !== undefined && { insuranceId: plan.id }),
  };
}

/** An extra that the quote does not show as requested, or that was not requested. */
export interface UnprovenExtra extends Omit<RequestedExtra, 'id'> {
  /** Undefined for a fee without an extra. */
  readonly id?: number | undefined;
  /** How many of it the quote shows. `quantity` is how many were requested: 0 if none was. */
  readonly priced: number;
  /** `Child seat`, `Child seat (1 instead of 2)`, `GPS (not requested)`. */
  readonly label: string;
  /** `not in the quote: Child seat`. */
  readonly message: string;
}

/** An extra in a quote. */
export interface QuotedExtra {
  readonly kind: ExtraKind;
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly cost: number;
}

/**
 * Empty if the quote shows every extra with its id, its quantity and, if it has one, its name; and
 * has no other extra that costs something, nor a fee for a kind of extra that was not requested.
 */
export function unprovenIn(
  quote: Quote,
  requested: readonly RequestedExtra[],
): readonly UnprovenExtra[] {
  const { priceBreakdown } = quote;
  const quoted = extrasIn(quote);
  const shown = requested.map((extra) => shownFor(extra, quoted));
  /** The entries that stand for a requested extra. */
  const accountedFor = new Set(shown.flatMap(({ proofs, instead }) => [...proofs, instead]));
  const others = quoted.filter((extra) => !accountedFor.has(extra));
  const fees = { accessory: priceBreakdown.accessoriesFee, insurance: priceBreakdown.insuranceFee };
  const added = (['accessory', 'insurance'] as const).flatMap((kind): readonly Added[] => {
    const costing = others.filter((extra) => extra.kind === kind && extra.cost !== 0);
    const isUnrequestedFee = fees[kind] !== 0 && requested.every((extra) => extra.kind !== kind);
    return isUnrequestedFee && costing.length === 0
      ? [{ kind, name: `a fee for ${feeWords[kind]}`, quantity: 0 }]
      : costing;
  });
  return [...shown.flatMap(lackingOf), ...added.map(notRequested)];
}

/** What a quote shows for a requested extra. */
interface ShownExtra {
  readonly extra: RequestedExtra;
  readonly proofs: readonly QuotedExtra[];
  /** If there are no proofs: another entry with its id, or the plan that was taken instead. */
  readonly instead: QuotedExtra | undefined;
}

function shownFor(extra: RequestedExtra, quoted: readonly QuotedExtra[]): ShownExtra {
  const ofKind = quoted.filter(({ kind }) => kind === extra.kind);
  const withId = ofKind.filter(({ id }) => id === extra.id);
  const proofs = withId.filter(
    ({ name }) => extra.name === undefined || isSameName(extra.name, name),
  );
  const other = withId[0] ?? (extra.kind === 'insurance' ? ofKind[0] : undefined);
  return { extra, proofs, instead: proofs.length > 0 ? undefined : other };
}

function lackingOf({ extra, proofs, instead }: ShownExtra): UnprovenExtra[] {
  const priced = proofs.reduce((sum, { quantity }) => sum + quantity, 0);
  if (priced === extra.quantity) return [];
  const title =
    extra.name === undefined ? `${extraWords[extra.kind]} ${extra.id}` : shortName(extra.name);
  const count = priced === 0 ? '' : ` (${priced} instead of ${extra.quantity})`;
  const other = instead === undefined ? '' : ` (the quote has "${shortName(instead.name)}")`;
  const label = `${title}${count}${other}`;
  const problem = priced > 0 ? 'not in the quote as requested' : 'not in the quote';
  return [{ ...extra, priced, label, message: `${problem}: ${label}` }];
}

const feeWords = { accessory: 'accessories', insurance: 'insurance' } as const;

/** An extra that was not requested, or a fee without an extra. */
type Added = Pick<QuotedExtra, 'kind' | 'name' | 'quantity'> & { readonly id?: number };

function notRequested({ kind, id, name, quantity }: Added): UnprovenExtra {
  const title = shortName(name);
  const label = `${title} (not requested)`;
  const message = `in the quote, but not requested: ${title}`;
  return { kind, id, name, quantity: 0, priced: quantity, label, message };
}

export function extrasIn({ priceBreakdown: { accessories, insurance } }: Quote): QuotedExtra[] {
  return [
    ...accessories.map((entry) => ({ ...entry, kind: 'accessory' as const })),
    ...(insurance === null ? [] : [{ ...insurance, kind: 'insurance' as const, quantity: 1 }]),
  ];
}
