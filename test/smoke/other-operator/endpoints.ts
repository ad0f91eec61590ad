import { offer } from './calendar.ts';
import { extrasFor, makeCatalogue, type Catalogue, type Depot, type Extra, type Vehicle } from './catalogue.ts';
import { Money, type Json } from './json.ts';
import type { OperatorOptions } from './options.ts';
import { Quotes } from './quotes.ts';
import { dateParameters, isInteger, problemOf, quoteParameters, tripOf, tripParameters } from './reading.ts';
import { textOf, type Objection } from './texts.ts';

/** An answer of the interface: its status and its document. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** All endpoints of one operator. */
export class Endpoints {
  readonly #catalogue: Catalogue;
  readonly #options: OperatorOptions;
  readonly #now: () => number;
  readonly #quotes: Quotes;
  #requests = 0;

  constructor(options: OperatorOptions, now: () => number) {
    this.#catalogue = makeCatalogue(options);
    this.#options = options;
    this.#now = now;
    this.#quotes = new Quotes(this.#catalogue, options);
  }

  /** The answer for a path below the base address, or undefined if there is no such endpoint. */
  answer(path: string, query: URLSearchParams): Answer | undefined {
    const [, id, list] = /^\/vehicles\/([^/]+)\/(accessories|insurance-types)$/.exec(path) ?? [];
    const isKnown = id !== undefined || ['/depots', '/vehicles/availability', '/quotes'].includes(path);
    if (!isKnown) return undefined;
    this.#requests++;
    const { unavailableEvery } = this.#options;
    if (unavailableEvery > 0 && this.#requests % unavailableEvery === 0) return { status: 503, body: { error: '' } };
    if (path === '/depots') return this.#listed(this.#catalogue.depots.map(depotJson));
    if (path === '/vehicles/availability') return this.#availability(query);
    return id === undefined ? this.#quote(query) : this.#extras(id, list === 'accessories', query);
  }

  #availability(query: URLSearchParams): Answer {
    const problem = problemOf(query, tripParameters, this.#options);
    if (problem !== undefined) return { status: 400, body: { error: problem } };
    const offered = offer(tripOf(query), this.#catalogue, this.#options, this.#now());
    if ('objection' in offered) return this.#refused(offered.objection);
    return this.#listed(offered.vehicles.map((vehicle) => vehicleJson(vehicle, this.#rise)));
  }

  #quote(query: URLSearchParams): Answer {
    const problem = problemOf(query, quoteParameters, this.#options);
    if (problem !== undefined) return { status: 400, body: { error: problem } };
    const moment = { now: this.#now(), number: this.#requests, rise: this.#rise };
    const quoted = this.#quotes.answer(query, moment) as { readonly objection?: Objection };
    const { objection } = quoted;
    if (objection === undefined) return { status: 200, body: quoted as Json };
    return this.#refused(objection, objection === 'not available' ? 404 : 400);
  }

  #extras(idText: string, isAccessories: boolean, query: URLSearchParams): Answer {
    if (!isInteger(idText)) return this.#refused('not an integer');
    // The document calls the dates of insurance plans optional.
    const required = isAccessories && this.#options.extrasDates === 'required';
    const dates = dateParameters.map((date) => ({ ...date, required }));
    const problem = problemOf(query, dates, this.#options);
    if (problem !== undefined) return { status: 400, body: { error: problem } };
    const id = Number(idText);
    if (!this.#catalogue.vehicles.some((vehicle) => vehicle.id === id)) return this.#refused('unknown vehicle');
    const all = isAccessories ? this.#catalogue.accessories : this.#catalogue.plans;
    const rise = isAccessories ? this.#rise : 0;
    return this.#listed(extrasFor(id, all, this.#catalogue, this.#options).map((extra) => extraJson(extra, rise)));
  }

  #refused(objection: Objection, status = 400): Answer {
    return { status, body: { error: textOf(objection, this.#options.language) } };
  }

  #listed(list: readonly Json[]): Answer {
    const start = this.#options.changingOrder && list.length > 0 ? this.#requests % list.length : 0;
    return { status: 200, body: [...list.slice(start), ...list.slice(0, start)] };
  }

  /** What has been added to each price until now, in cents. */
  get #rise(): number {
    return this.#options.changingPrices ? this.#requests * 7 : 0;
  }
}

function depotJson({ id, name, pickUps, dropOffs }: Depot): Json {
  const times = (list: Depot['pickUps']): Json => list.map(({ time, day }) => ({ time, day }));
  // An empty text is a text.
  return { id, name, pickup_times: times(pickUps), drop_off_times: times(dropOffs), opening_hours_description: '' };
}

function vehicleJson({ id, name, dailyCents, image }: Vehicle, rise: number): Json {
  return { vehicleId: id, name, rentalDailyRate: new Money(dailyCents + rise), imageUrl: image };
}

function extraJson({ id, name, cents }: Extra, rise: number): Json {
  return { id, name, price: new Money(cents + rise) };
}
