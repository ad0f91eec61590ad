/** What a document says in short: the best price, or why there is none. */
import type { Trip } from '../api/types.ts';
import type { ValueOf } from '../shape.ts';
import type { compare, OfferDocument } from '../documents/compare.ts';
import type { plan, quote } from '../documents/planning.ts';
import { joinWords } from '../text.ts';
import type { SavedTrip } from './saved.ts';

/** A price with its parts. */
export interface Priced {
  readonly vehicle: string;
  readonly trip: Trip;
  readonly operator: string | undefined;
  readonly totalAmount: number;
  readonly currency: string;
  readonly checkoutUrl: string;
  readonly priceBreakdown: ValueOf<typeof quote.value>['priceBreakdown'];
  /** Extras that were asked for and that are not in the price. */
  readonly missing: readonly string[];
  /** Of the days, and of what is missing. */
  readonly warnings: readonly string[];
}

/** The only price, or the cheapest of a comparison. Undefined if nothing has one. */
export function bestOf(command: SavedTrip['command'], value: unknown): Priced | undefined {
  if (command === 'quote') return ofQuote(value as ValueOf<typeof quote.value>);
  if (command === 'plan') return ofPlan(value as ValueOf<typeof plan.value>);
  const [best] = (value as ValueOf<typeof compare.value>).offers;
  return best === undefined || best.rank === null ? undefined : ofOffer(best);
}

function ofQuote(value: ValueOf<typeof quote.value>): Priced {
  const { selection, vehicle, totalAmount, currency, checkoutUrl, priceBreakdown } = value;
  return {
    vehicle: vehicle?.name ?? `Vehicle ${selection.vehicle_id}`,
    trip: tripOf(selection),
    operator: undefined,
    ...{ totalAmount, currency, checkoutUrl, priceBreakdown },
    ...warned(value.warnings),
  };
}

function ofPlan({ pickUp, dropOff, vehicle, quote, checkoutUrl, warnings }: ValueOf<typeof plan.value>): Priced {
  const { totalAmount, currency, priceBreakdown } = quote;
  const trip = {
    pickUpDepotId: pickUp.depot.id,
    dropOffDepotId: dropOff.depot.id,
    pickUpDate: pickUp.date as Trip['pickUpDate'],
    dropOffDate: dropOff.date as Trip['dropOffDate'],
  };
  const price = { totalAmount, currency, checkoutUrl, priceBreakdown };
  return { vehicle: vehicle.name, trip, operator: undefined, ...price, ...warned(warnings) };
}

function ofOffer(offer: OfferDocument): Priced | undefined {
  if (!('priceBreakdown' in offer)) return undefined;
  const { vehicle, selection, operator, totalAmount, currency, checkoutUrl, priceBreakdown, missing } = offer;
  const price = { totalAmount, currency, checkoutUrl, priceBreakdown };
  const warnings = (offer.warnings ?? []).map(({ message }) => message);
  return { vehicle: vehicle.name, trip: tripOf(selection), operator, ...price, missing, warnings };
}

function tripOf(selection: ValueOf<typeof quote.value>['selection']): Trip {
  return {
    pickUpDepotId: selection.pick_up_depot_id,
    dropOffDepotId: selection.drop_off_depot_id,
    pickUpDate: selection.pick_up_date as Trip['pickUpDate'],
    dropOffDate: selection.drop_off_date as Trip['dropOffDate'],
  };
}

function warned(warnings: ValueOf<typeof quote.value>['warnings'] = []): Pick<Priced, 'missing' | 'warnings'> {
  const missing = warnings.flatMap((one) => ('priced' in one ? [one.name ?? `${one.kind} ${one.id}`] : []));
  return { missing, warnings: warnings.map(({ message }) => message) };
}

export function lackingInWords(missing: readonly string[]): string {
  return `the price is without ${joinWords(missing)}`;
}
