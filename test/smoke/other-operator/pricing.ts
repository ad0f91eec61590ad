import { randomUUID } from 'node:crypto';
import type { Extra, Vehicle } from './catalogue.ts';
import { expiryText, type ExpiryForm } from './expiry.ts';
import { Money, type Json } from './json.ts';

export interface PricingOptions {
  /** How the total comes from the fees: their sum; less a discount; or rounded up to whole dollars. */
  readonly total: 'sum' | 'discount' | 'whole dollars';
  readonly routeFee: 'zero' | 'one-way only' | 'negative';
  /** Accessories cost less together than one by one. */
  readonly accessoryDiscount: boolean;
  /** Insurance is in the rental fee: the plan's cost in a quote is 0.00, although the list shows its price for others. */
  readonly insuranceIncluded: boolean;
  /** `cost` in a quote is for one day and one piece; the fees are for the whole trip. */
  readonly costsPerDay: boolean;
  /** All prices rise by some cents with every request. */
  readonly changingPrices: boolean;
  readonly quoteIds: 'UUID' | 'number' | 'long' | 'odd characters';
  /** The same selection gets the same quote again, with its old price and expiry. */
  readonly keepQuotes: boolean;
  /** How long a quote is valid, in seconds. */
  readonly quoteLife: number;
  readonly expiry: ExpiryForm;
  /** The text that states the currency. */
  readonly note: string;
  /** An identifier that `accessory_ids` repeats: counts, or has no effect. */
  readonly repeatedAccessories: 'quantity' | 'no effect';
  /** The order of a quote's accessories. */
  readonly accessoryOrder: 'as asked' | 'reversed';
}

export const pricingDefaults: PricingOptions = {
  total: 'sum',
  routeFee: 'one-way only',
  accessoryDiscount: false,
  insuranceIncluded: false,
  costsPerDay: false,
  changingPrices: false,
  quoteIds: 'UUID',
  keepQuotes: false,
  quoteLife: 1_200,
  expiry: 'milliseconds',
  note: 'All amounts are in NZD dollars (our supplier counts in cents; we convert).',
  repeatedAccessories: 'quantity',
  accessoryOrder: 'as asked',
};

export interface Selection {
  readonly vehicle: Vehicle;
  readonly nights: number;
  readonly oneWay: boolean;
  readonly accessories: readonly Extra[];
  readonly plan: Extra | undefined;
}

/** What changes from one quote to the next one. */
export interface Moment {
  readonly now: number;
  /** The number of this quote. */
  readonly number: number;
  /** What has been added to each price, in cents. */
  readonly rise: number;
}

export function makeQuote(selection: Selection, options: PricingOptions, moment: Moment): Json {
  const days = Math.max(1, selection.nights);
  const rental = (selection.vehicle.dailyCents + moment.rise) * days;
  const entries = accessoryEntries(selection.accessories, days, options, moment);
  const accessories = entries.reduce((sum, { fee }) => sum + fee, 0) * (options.accessoryDiscount ? 0.85 : 1);
  const perDay = options.insuranceIncluded ? 0 : (selection.plan?.cents ?? 0);
  const route = { zero: 0, 'one-way only': selection.oneWay ? 12_000 : 0, negative: -1_550 }[options.routeFee];
  const { plan } = selection;
  return {
    quoteId: quoteId(moment.number, options.quoteIds),
    expiresAt: expiryText(moment.now + options.quoteLife * 1_000, options.expiry),
    currency: 'NZD',
    priceBreakdown: {
      rentalFee: new Money(rental),
      routeFee: new Money(route),
      accessoriesFee: new Money(accessories),
      insuranceFee: new Money(perDay * days),
      accessories: entries.map(({ entry }) => entry),
      insurance:
        plan === undefined
          ? null
          : { id: plan.id, name: plan.name, cost: new Money(options.costsPerDay ? perDay : perDay * days) },
    },
    totalAmount: new Money(total(rental + route + accessories + perDay * days, options.total)),
    note: options.note,
  };
}

function accessoryEntries(asked: readonly Extra[], days: number, options: PricingOptions, { rise }: Moment) {
  const different = [...new Set(asked)];
  if (options.accessoryOrder === 'reversed') different.reverse();
  return different.map((accessory) => {
    const times = asked.filter((other) => other === accessory).length;
    const quantity = options.repeatedAccessories === 'quantity' ? times : 1;
    const fee = (accessory.cents + rise) * days * quantity;
    const cost = new Money(options.costsPerDay ? accessory.cents + rise : fee);
    return { fee, entry: { id: accessory.id, name: accessory.name, cost, quantity } };
  });
}

function total(sum: number, how: PricingOptions['total']): number {
  if (how === 'discount') return Math.max(100, sum * 0.9 - 700);
  return how === 'whole dollars' ? Math.ceil(sum / 100) * 100 : Math.max(0, sum);
}

function quoteId(number: number, form: PricingOptions['quoteIds']): string {
  switch (form) {
    case 'UUID':
      return randomUUID();
    case 'number':
      return String(9_007_199_254_740_990_000n + BigInt(number));
    case 'long':
      return `${'Q'.repeat(290)}${String(number).padStart(10, '0')}`;
    case 'odd characters':
      return `kōti/${number}?<"&'#%20 ;`;
  }
}
