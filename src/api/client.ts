/** The client of the service: one method for each endpoint. Loads zod, so import it dynamically, and types from `types.ts`. */
import type { z } from 'zod';
import { NotAvailableError } from '../errors.ts';
import { readJson } from '../http/json.ts';
import { responseError, serverMessage } from '../http/response-errors.ts';
import type { Http, HttpResponse } from '../http/types.ts';
import { addressOf, dateParameters, extrasParameters, tripParameters, type Parameters } from './links.ts';
import { accessoriesSchema, depotsSchema, insurancePlansSchema, quoteSchema, vehiclesSchema } from './schemas.ts';
import type { Accessory, Depot, InsurancePlan, Quote, RentalDates, Selection, Trip, Vehicle } from './types.ts';
import { validate } from './validate.ts';

/**
 * Every method throws ContractError for a response of the wrong shape (naming endpoint and field), RefusedError for a 4xx,
 * and what `Http.get` throws.
 */
export interface Client {
  depots(): Promise<Depot[]>;
  availability(trip: Trip): Promise<Vehicle[]>;
  accessories(vehicleId: number, dates?: RentalDates): Promise<Accessory[]>;
  insuranceTypes(vehicleId: number, dates?: RentalDates): Promise<InsurancePlan[]>;
  /** Throws NotAvailableError with the service's own message for a 404. */
  quote(selection: Selection): Promise<Quote>;
}

export interface ClientOptions {
  readonly http: Http;
  /** May have a trailing slash, a path prefix and a query of its own. */
  readonly baseUrl: URL;
}

export function createClient({ http, baseUrl }: ClientOptions): Client {
  async function get<T extends z.ZodType>(call: EndpointCall<T>): Promise<z.infer<T>> {
    const endpoint = `GET ${call.path}`;
    const response = await http.get({ url: addressOf(baseUrl, call.path, call.parameters), endpoint });
    if (response.status === 200) return validate(call.schema, readJson(response, endpoint), endpoint);
    throw call.refusal?.(response) ?? responseError(response, endpoint);
  }

  return {
    depots: () => get({ path: '/depots', schema: depotsSchema }),
    availability: (trip) =>
      get({ path: '/vehicles/availability', parameters: tripParameters(trip), schema: vehiclesSchema }),
    accessories: (vehicleId, dates) =>
      get({
        path: `/vehicles/${vehicleId}/accessories`,
        parameters: dateParameters(dates),
        schema: accessoriesSchema,
      }),
    insuranceTypes: (vehicleId, dates) =>
      get({
        path: `/vehicles/${vehicleId}/insurance-types`,
        parameters: dateParameters(dates),
        schema: insurancePlansSchema,
      }),
    quote: (selection) =>
      get({
        path: '/quotes',
        parameters: {
          ...tripParameters(selection),
          vehicle_id: selection.vehicleId,
          ...extrasParameters(selection),
        },
        schema: quoteSchema,
        refusal: notAvailable,
      }),
  };
}

interface EndpointCall<T extends z.ZodType> {
  readonly path: string;
  readonly parameters?: Parameters;
  readonly schema: T;
  /** The error for a response that has a special meaning at this endpoint. */
  readonly refusal?: (response: HttpResponse) => Error | undefined;
}

/** A 404 with the interface's error body is about the vehicle; every other 404 is about the address. */
function notAvailable(response: HttpResponse): NotAvailableError | undefined {
  const message = response.status === 404 ? serverMessage(response) : undefined;
  if (message === undefined) return undefined;
  return new NotAvailableError(message, {
    status: 404,
    hint: 'rental availability lists what is free for these depots and dates',
  });
}
