import { offer, type Trip } from './calendar.ts';
import { extrasFor, type Catalogue, type Extra, type Vehicle } from './catalogue.ts';
import { Money, type Json } from './json.ts';
import type { OperatorOptions } from './options.ts';
import { tripOf } from './reading.ts';
import type { Objection } from './texts.ts';

/** What changes from one quote to the next one. */
export interface Moment {
  readonly now: number;
  /** The number of this quote. */
  readonly number: number;
  /** What has been added to each price, in cents. */
  readonly rise: number;
}

interface Selection {
  readonly trip: Trip;
  readonly vehicle: Vehicle;
  readonly accessories: readonly Extra[];
  readonly plan: Extra | undefined;
}

/** Quotes for queries without problems. */
export class Quotes {
  readonly #catalogue: Catalogue;
  readonly #options: OperatorOptions;
  /** The vehicle of the first quote. */
  #first: number | undefined;

  constructor(catalogue: Catalogue, options: OperatorOptions) {
    this.#catalogue = catalogue;
    this.#options = options;
  }

  answer(query: URLSearchParams, moment: Moment): Json | { readonly objection: Objection } {
    const trip = tripOf(query);
    const offered = offer(trip, this.#catalogue, this.#options, moment.now);
    if ('objection' in offered) return offered;
    const vehicle = offered.vehicles.find(({ id }) => id === Number(query.get('vehicle_id')));
    if (vehicle === undefined || this.#isTaken(vehicle)) return { objection: 'not available' };
    const { accessories: all, plans } = this.#catalogue;
    const accessories = this.#chosen(query.get('accessory_ids'), vehicle, all);
    const chosen = this.#chosen(query.get('insurance_id'), vehicle, plans);
    if ([...accessories, ...chosen].includes(undefined)) return { objection: 'unknown extra' };
    const known = accessories.filter((one) => one !== undefined);
    return makeQuote({ trip, vehicle, accessories: known, plan: chosen[0] }, this.#options, moment);
  }

  #isTaken({ id }: Vehicle): boolean {
    const isFirstQuote = this.#first === undefined;
    this.#first ??= id;
    const { taken } = this.#options;
    return taken === 'once' ? isFirstQuote : taken === 'the first vehicle' && this.#first === id;
  }

  #chosen(ids: string | null, { id }: Vehicle, all: readonly Extra[]): (Extra | undefined)[] {
    const listed = extrasFor(id, all, this.#catalogue, this.#options);
    const wanted = ids === null ? [] : ids.split(',').map(Number);
    return wanted.map((number) => listed.find((extra) => extra.id === number));
  }
}

function makeQuote(selection: Selection, options: OperatorOptions, { now, number, rise }: Moment): Json {
  const { trip, vehicle, accessories, plan } = selection;
  const days = Math.max(1, trip.end - trip.start);
  const rental = (vehicle.dailyCents + rise) * days;
  const fee = accessories.reduce((sum, { cents }) => sum + (cents + rise) * days, 0);
  const perDay = options.insuranceIncluded ? 0 : (plan?.cents ?? 0);
  const route = options.routeFee === 'negative' ? -1_550 : trip.from === trip.to ? 0 : 12_000;
  const costs = options.costsPerDay ? 1 : days;
  const entries = accessories.map(({ id, name, cents }) => {
    return { id, name, cost: new Money((cents + rise) * costs), quantity: 1 };
  });
  return {
    quoteId: `Q${number}`,
    expiresAt: expiryText(now + 1_200_000, options.expiry),
    currency: 'NZD',
    priceBreakdown: {
      rentalFee: new Money(rental),
      routeFee: new Money(route),
      accessoriesFee: new Money(fee),
      insuranceFee: new Money(perDay * days),
      accessories: options.accessoryOrder === 'reversed' ? entries.reverse() : entries,
      insurance: plan === undefined ? null : { id: plan.id, name: plan.name, cost: new Money(perDay * costs) },
    },
    totalAmount: new Money(total(rental + route + fee + perDay * days, options.total)),
    note: options.note,
  };
}

function total(sum: number, how: OperatorOptions['total']): number {
  if (how === 'discount') return Math.max(100, sum * 0.9 - 700);
  return how === 'whole dollars' ? Math.ceil(sum / 100) * 100 : Math.max(0, sum);
}

function expiryText(time: number, form: OperatorOptions['expiry']): string {
  const iso = new Date(time).toISOString();
  return {
    milliseconds: iso,
    nanoseconds: iso.replace('Z', '000001Z'),
    offset: iso.replace('Z', '+00:00'),
    'no seconds': iso.replace(/:\d\d\.\d+Z/, 'Z'),
    basic: iso.replace(/[-:]|\.\d+/g, ''),
  }[form];
}
