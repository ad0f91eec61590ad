import { depotJson, extraJson, object, ok, refuse, vehicleJson, type Answer } from './answers.ts';
import { datesProblem, offer, type CalendarOptions } from './calendar.ts';
import { extrasFor, type Catalogue, type CatalogueOptions, type Vehicle } from './catalogue.ts';
import { dateParameters, tripOf, tripParameters } from './parameters.ts';
import type { PricingOptions } from './pricing.ts';
import { Quotes, type QuoteOptions } from './quotes.ts';
import { read, readInteger, unknownParameter, type ReadingOptions } from './reading.ts';

export interface EndpointOptions {
  /** Dates of accessories may be left out, or not. Where they are sent, they are checked: the document says that they are used. */
  readonly extrasDates: 'optional' | 'required';
  /** Accessories and plans refuse dates for which there are no trips. */
  readonly extrasFollowRules: boolean;
  /** The answer for the accessories and plans of a vehicle that does not exist. */
  readonly extrasOfUnknownVehicle: 'refuse' | 'empty list' | 'general list';
  /** The order of lists is different in every answer. */
  readonly changingOrder: boolean;
}

export const endpointDefaults: EndpointOptions = {
  extrasDates: 'optional',
  extrasFollowRules: false,
  extrasOfUnknownVehicle: 'refuse',
  changingOrder: false,
};

type Options = EndpointOptions & QuoteOptions & CatalogueOptions & CalendarOptions & PricingOptions & ReadingOptions;

/** All endpoints of one operator. */
export class Endpoints {
  readonly #catalogue: Catalogue;
  readonly #options: Options;
  readonly #now: () => number;
  readonly #quotes: Quotes;
  #requests = 0;

  constructor(catalogue: Catalogue, options: Options, now: () => number) {
    this.#catalogue = catalogue;
    this.#options = options;
    this.#now = now;
    this.#quotes = new Quotes(catalogue, options);
  }

  /** The answer for the path of an endpoint. */
  answer(path: string, query: URLSearchParams): Answer {
    this.#requests++;
    if (path === '/depots') return ok(this.#ordered(this.#catalogue.depots).map(depotJson));
    if (path === '/vehicles/availability') return this.#availability(query);
    if (path === '/quotes') {
      return this.#quotes.answer(query, { now: this.#now(), number: this.#requests, rise: this.#rise });
    }
    const [, id = '', list] = /^\/vehicles\/([^/]+)\/(accessories|insurance-types)$/.exec(path) ?? [];
    return this.#extras(id, list === 'accessories', query);
  }

  /** The vehicles that a page of the website shows for a search. */
  free(query: URLSearchParams): readonly Vehicle[] {
    const values = read(query, tripParameters, this.#options);
    const offered = 'error' in values ? values : offer(tripOf(values), this.#catalogue, this.#options, this.#now());
    return 'vehicles' in offered ? offered.vehicles : [];
  }

  #availability(query: URLSearchParams): Answer {
    const { language } = this.#options;
    const values = read(query, tripParameters, this.#options);
    if ('error' in values) return refuse(values.error);
    const unknown = unknownParameter(query, tripParameters, this.#options);
    if (unknown !== undefined) return refuse(unknown);
    const offered = offer(tripOf(values), this.#catalogue, this.#options, this.#now());
    if ('objection' in offered) return object(offered.objection, language);
    return ok(this.#ordered(offered.vehicles).map((vehicle) => vehicleJson(vehicle, this.#rise)));
  }

  #extras(idText: string, accessories: boolean, query: URLSearchParams): Answer {
    const options = this.#options;
    const id = readInteger(idText, options);
    if (id === undefined) return object('not an integer', options.language);
    // The document calls the dates of insurance plans optional.
    const dates = dateParameters.map((date) => ({
      ...date,
      required: accessories && options.extrasDates === 'required',
    }));
    const unknown = unknownParameter(query, dates, options);
    if (unknown !== undefined) return refuse(unknown);
    const values = read(query, dates, options);
    if ('error' in values) return refuse(values.error);
    if (options.extrasFollowRules && values.days.size === 2) {
      const problem = datesProblem(tripOf(values), this.#options, this.#now());
      if (problem && 'objection' in problem) return object(problem.objection, options.language);
    }
    return this.#extrasOf(id, accessories);
  }

  #extrasOf(id: number, accessories: boolean): Answer {
    const { extrasOfUnknownVehicle, extrasDifferByVehicle, language } = this.#options;
    if (!this.#catalogue.vehicles.some((vehicle) => vehicle.id === id)) {
      if (extrasOfUnknownVehicle === 'refuse') return object('unknown vehicle', language);
      if (extrasOfUnknownVehicle === 'empty list') return ok([]);
    }
    const all = accessories ? this.#catalogue.accessories : this.#catalogue.plans;
    const listed = extrasFor(this.#catalogue, id, all, extrasDifferByVehicle);
    return ok(this.#ordered(listed).map((extra) => extraJson(extra, accessories ? this.#rise : 0)));
  }

  /** What has been added to each price until now, in cents. */
  get #rise(): number {
    return this.#options.changingPrices ? this.#requests * 7 : 0;
  }

  #ordered<T>(list: readonly T[]): readonly T[] {
    const start = this.#options.changingOrder && list.length > 0 ? this.#requests % list.length : 0;
    return [...list.slice(start), ...list.slice(0, start)];
  }
}
