/**
 * What extras cost for one trip. The interface does not show the unit of their prices, and services mix them: a day, a rental, with a
 * cap. Only quotes tell: one for each extra, and one without any.
 */
import type { Accessory, InsurancePlan, Quote, Selection } from '../api/types.ts';
import type { RentalError } from '../errors.ts';
import { parseJson, type Numeric } from '../json.ts';
import { compareMoney, subtractMoney } from './money.ts';
import { everyMatch, isId, isWholeName, meaningNote, resolve, type Note } from './names.ts';
import { chosenIds, listedIn, type AskedExtra } from './proof.ts';
import type { Session } from './session.ts';
import { createCircuitBreaker, runPool } from './sweep/pool.ts';
import { readWanted } from './wanted.ts';

export interface OfferedExtra {
  readonly kind: AskedExtra['kind'];
  readonly extra: Accessory | InsurancePlan;
}

export interface ExtraCost {
  readonly tripCost: Numeric;
  /** `quote`: listed for the extra. `difference`: the total with it minus the total without. */
  readonly tripCostFrom: 'quote' | 'difference';
  /** How the total changes, if that is another amount than the one that is listed. */
  readonly totalChange?: Numeric;
}

/** `unlisted`: its quote does not show it. `unasked`: there are too many. */
export type Unpriced = { readonly problem: RentalError | 'unlisted' | 'unasked' };

export type PricedExtra = OfferedExtra & (ExtraCost | Unpriced);

export interface ExtrasPricing {
  /** The quote without extras. */
  readonly without: Quote;
  readonly extras: readonly PricedExtra[];
  /** That were sent for quotes. */
  readonly requests: number;
}

/** Extras that are priced at once. */
export const mostPriced = 30;

/** The extras that are wanted by id or name, a part of a name means all that it fits; all without a wish. Throws UsageError. */
export function wantedExtras(
  offered: Readonly<Record<'accessories' | 'plans', readonly (Accessory | InsurancePlan)[]>>,
  written: readonly string[] | undefined,
  note: Note,
): readonly OfferedExtra[] {
  const all: readonly OfferedExtra[] = [
    ...offered.accessories.map((extra) => ({ kind: 'accessory' as const, extra })),
    ...offered.plans.map((extra) => ({ kind: 'insurance' as const, extra })),
  ];
  if (written === undefined) return all;
  const named = all.map(({ extra }) => extra);
  const wanted = readWanted(written, named).flatMap(({ text }) => {
    const found = everyMatch(text, named);
    // Fails with the nearest name.
    if (found.length === 0) resolve(text, named, 'extra');
    if (!isId(text) && !found.some(({ name }) => isWholeName(text, name))) note(meaningNote(text, found, 'extra'));
    return found;
  });
  const isWanted = new Set(wanted);
  return all.filter(({ extra }) => isWanted.has(extra));
}

interface PricingOptions {
  /** More are not asked for. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** Throws what the service throws for the quote without extras; a quote that fails later costs only its own extra. */
export async function priceExtras(
  rental: Omit<Selection, 'accessoryIds' | 'insuranceId'>,
  extras: readonly OfferedExtra[],
  session: Session,
  { most, signal }: PricingOptions,
): Promise<ExtrasPricing> {
  const { service } = session;
  const without = await service.quote({ ...rental, accessoryIds: [] });
  const asked = extras.slice(0, most);
  const prices = new Map<OfferedExtra, ExtraCost | Unpriced>();
  const breaker = createCircuitBreaker();
  const unsent = await runPool(
    {
      ...{ items: asked, breaker, retries: 0 },
      run: async (one) => {
        const quote = await service.quote({ ...rental, ...chosenIds([{ ...one, id: one.extra.id, quantity: 1 }]) });
        prices.set(one, costOf(one, quote, without));
      },
      failed: (one, problem) => void prices.set(one, { problem }),
      // Somebody waits for the answer: a service that is silent is given up at once.
      pause: () => Promise.resolve(false),
    },
    signal,
  );
  const unpriced = (one: OfferedExtra): Unpriced => ({
    problem: (unsent.includes(one) ? breaker.stopped() : undefined) ?? 'unasked',
  });
  return {
    without,
    requests: 1 + asked.length - unsent.length,
    extras: extras.map((one) => ({ ...one, ...(prices.get(one) ?? unpriced(one)) })),
  };
}

/** An extra that is not listed, and changes nothing, can be free or not be priced at all. */
function costOf({ kind, extra }: OfferedExtra, quote: Quote, without: Quote): ExtraCost | Unpriced {
  const change = subtractMoney(quote.totalAmount, without.totalAmount);
  const entry = listedIn(quote, kind, extra.id);
  if (entry?.quantity === 1) {
    const isOther = compareMoney(entry.cost, change) !== 0;
    return {
      tripCost: entry.cost,
      tripCostFrom: 'quote',
      ...(isOther && { totalChange: parseJson(change) as Numeric }),
    };
  }
  if (compareMoney(change, 0) === 0) return { problem: 'unlisted' };
  return { tripCost: parseJson(change) as Numeric, tripCostFrom: 'difference' };
}
