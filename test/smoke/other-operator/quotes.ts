import { object, ok, refuse, type Answer } from './answers.ts';
import { offer, type CalendarOptions, type Trip } from './calendar.ts';
import { extrasFor, type Catalogue, type CatalogueOptions, type Extra, type Vehicle } from './catalogue.ts';
import type { Json } from './json.ts';
import { quoteParameters, tripOf, tripParameters } from './parameters.ts';
import { makeQuote, type Moment, type PricingOptions, type Selection } from './pricing.ts';
import { read, readInteger, unknownParameter, type ReadingOptions, type Values } from './reading.ts';

export interface QuoteOptions {
  /** The answer for a vehicle that does not exist. */
  readonly unknownVehicleStatus: 400 | 404;
  /** The answer for a trip that the operator does not offer. */
  readonly brokenRuleStatus: 400 | 404;
  /** A quote looks at the trip before it looks for `vehicle_id`. */
  readonly tripFirst: boolean;
  /** Parts of `accessory_ids` that are not integers. */
  readonly malformedAccessories: 'refuse' | 'ignore';
  /** Accessories and plans that do not exist. */
  readonly unknownExtras: 'refuse' | 'ignore';
  /** Vehicles that are taken between the list and the quote: their quotes are 404. */
  readonly taken: 'none' | 'the first vehicle' | 'once';
}

export const quoteDefaults: QuoteOptions = {
  unknownVehicleStatus: 404,
  brokenRuleStatus: 400,
  tripFirst: false,
  malformedAccessories: 'refuse',
  unknownExtras: 'refuse',
  taken: 'none',
};

type Options = QuoteOptions & CatalogueOptions & CalendarOptions & PricingOptions & ReadingOptions;

/** The endpoint /quotes of one operator. It remembers its quotes. */
export class Quotes {
  readonly #catalogue: Catalogue;
  readonly #options: Options;
  /** The vehicle of the first quote. */
  #taken: number | undefined;
  readonly #kept = new Map<string, { readonly quote: Json; readonly until: number }>();

  constructor(catalogue: Catalogue, options: Options) {
    this.#catalogue = catalogue;
    this.#options = options;
  }

  answer(query: URLSearchParams, moment: Moment): Answer {
    const options = this.#options;
    const early = options.tripFirst ? read(query, tripParameters, options) : undefined;
    const refused = early && 'numbers' in early ? this.#refusedTrip(tripOf(early), moment.now) : undefined;
    if (refused !== undefined) return refused;
    const values = read(query, quoteParameters, options);
    if ('error' in values) return refuse(values.error);
    const unknown = unknownParameter(query, quoteParameters, options);
    if (unknown !== undefined) return refuse(unknown);
    const selection = this.#select(values, moment.now);
    return 'status' in selection ? selection : ok(this.#quote(selection, tripOf(values), moment));
  }

  #quote(selection: Selection, trip: Trip, moment: Moment): Json {
    const key = JSON.stringify([selection, trip]);
    const kept = this.#kept.get(key);
    if (this.#options.keepQuotes && kept !== undefined && moment.now < kept.until) return kept.quote;
    const quote = makeQuote(selection, this.#options, moment);
    // Earlier than its expiry, because not every form of a time has seconds.
    this.#kept.set(key, { quote, until: moment.now + this.#options.quoteLife * 500 });
    return quote;
  }

  #refusedTrip(trip: Trip, now: number): Answer | undefined {
    const { language, brokenRuleStatus: status } = this.#options;
    const offered = offer(trip, this.#catalogue, this.#options, now);
    if (!('objection' in offered)) return undefined;
    return object(status === 404 ? 'not available' : offered.objection, language, status);
  }

  #select(values: Values, now: number): Selection | Answer {
    const { language } = this.#options;
    const trip = tripOf(values);
    const refused = this.#refusedTrip(trip, now);
    if (refused !== undefined) return refused;
    const vehicle = this.#vehicle(trip, values.numbers.get('vehicle_id') ?? NaN, now);
    if ('status' in vehicle) return vehicle;
    const extras = this.#extras(values, vehicle.id);
    if (typeof extras === 'string') return object(extras, language);
    return { vehicle, nights: Math.abs(trip.end - trip.start), oneWay: trip.from !== trip.to, ...extras };
  }

  #vehicle(trip: Trip, wanted: number, now: number): Vehicle | Answer {
    const { language, unknownVehicleStatus } = this.#options;
    const exists = this.#catalogue.vehicles.some(({ id }) => id === wanted);
    if (!exists && unknownVehicleStatus === 400) return object('unknown vehicle', language);
    const offered = offer(trip, this.#catalogue, this.#options, now);
    const vehicle = 'vehicles' in offered ? offered.vehicles.find(({ id }) => id === wanted) : undefined;
    if (vehicle !== undefined && this.#isTaken(vehicle)) return object('not available', language, 404);
    return vehicle ?? object('not available', language, 404);
  }

  #isTaken({ id }: Vehicle): boolean {
    const first = this.#taken;
    this.#taken ??= id;
    if (this.#options.taken === 'once') return first === undefined;
    return this.#options.taken === 'the first vehicle' && this.#taken === id;
  }

  #extras({ numbers, texts }: Values, vehicleId: number) {
    const { malformedAccessories, unknownExtras } = this.#options;
    const parts = (texts.get('accessory_ids') ?? '').split(',').filter((part) => part !== '');
    const read = parts.map((part) => readInteger(part, this.#options));
    const ids = read.filter((id) => id !== undefined);
    if (ids.length < read.length && malformedAccessories === 'refuse') return 'not an integer';
    const choose = (list: readonly Extra[], wanted: number) => {
      return extrasFor(this.#catalogue, vehicleId, list, this.#options.extrasDifferByVehicle).find(
        ({ id }) => id === wanted,
      );
    };
    const accessories = ids.flatMap((id) => choose(this.#catalogue.accessories, id) ?? []);
    const planId = numbers.get('insurance_id');
    const plan = planId === undefined ? undefined : choose(this.#catalogue.plans, planId);
    const isUnknown = accessories.length < ids.length || (planId !== undefined && plan === undefined);
    return isUnknown && unknownExtras === 'refuse' ? 'unknown extra' : { accessories, plan };
  }
}
