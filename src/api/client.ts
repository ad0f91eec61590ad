/** The client of the service. It loads zod, which is slow, so import it dynamically. */
import type * as z from 'zod/mini';
import { NotAvailableError, type RentalError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { readJson } from '../http/json.ts';
import { responseError, serverMessage } from '../http/response-errors.ts';
import type { Http } from '../http/http.ts';
import type { HttpResponse } from '../http/types.ts';
import { notInterfaceError, addressHint, type CorrectBase } from './base-address.ts';
import {
  addressOf,
  dateParameters,
  quoteParameters,
  tripParameters,
  type Parameters,
} from './links.ts';
import { refusalHint } from './refusals.ts';
import { depotsSchema, extrasSchema, quoteSchema, vehiclesSchema } from './schemas.ts';
import type {
  Accessory,
  Depot,
  InsurancePlan,
  Quote,
  RentalDates,
  Selection,
  Trip,
  Vehicle,
} from './types.ts';
import { validate } from './validate.ts';

/** Throws ContractError for a wrong shape, RefusedError for a 4xx, and what `Http.get` throws. */
export interface Client {
  depots(): Promise<readonly Depot[]>;
  availability(trip: Trip): Promise<readonly Vehicle[]>;
  accessories(vehicleId: number, dates?: RentalDates): Promise<readonly Accessory[]>;
  insuranceTypes(vehicleId: number, dates?: RentalDates): Promise<readonly InsurancePlan[]>;
  /** Throws NotAvailableError with the service's message for a 404. */
  quote(selection: Selection): Promise<Quote>;
}

interface ClientOptions {
  readonly http: Http;
  /** It may have a trailing slash, a path and a query. */
  readonly baseUrl: URL;
  /** For hints about another base address. */
  readonly correctBase?: CorrectBase | undefined;
}

export function createClient({ http, baseUrl, correctBase }: ClientOptions): Client {
  /** `specialError` is for a response that has a special meaning at this endpoint. */
  async function get<T extends z.ZodMiniType>(
    path: string,
    schema: T,
    parameters?: Parameters,
    specialError?: (response: HttpResponse) => Error | undefined,
  ): Promise<z.infer<T>> {
    const endpoint = `GET ${path}`;
    const response = await http.get({ url: addressOf(baseUrl, path, parameters), endpoint });
    const error =
      specialError?.(response) ?? notInterfaceError(baseUrl, path, response, correctBase);
    if (error !== undefined) throw error;
    if (response.status === 200) return validate(schema, readJson(response, endpoint), endpoint);
    const otherError = responseError(response, endpoint, { refusalHint });
    if (response.status !== 404) throw otherError;
    // Only a quote has a 404 in the interface, so the base address may be wrong.
    const { text, command } = addressHint(baseUrl, correctBase);
    throw otherError.alsoTry(`or ${text}`, command);
  }

  return {
    depots: () => get('/depots', depotsSchema()),
    availability: (trip) => get('/vehicles/availability', vehiclesSchema(), tripParameters(trip)),
    accessories: (id, dates) =>
      get(`/vehicles/${id}/accessories`, extrasSchema(), dateParameters(dates)),
    insuranceTypes: (id, dates) =>
      get(`/vehicles/${id}/insurance-types`, extrasSchema(), dateParameters(dates)),
    quote: (selection) => get('/quotes', quoteSchema(), quoteParameters(selection), notAvailable),
  };
}

/** For a refusal that was stored. */
export function refusalError(endpoint: string, status: number, served: string): RentalError {
  const body = new TextEncoder().encode(JSON.stringify({ error: served }));
  const response = {
    status,
    headers: { 'content-type': 'application/json' },
    body,
    receivedAt: 0,
    elapsedMs: 0,
  };
  const error = endpoint === 'GET /quotes' ? notAvailable(response) : undefined;
  return error ?? responseError(response, endpoint, { refusalHint });
}

/** Undefined for a 404 without an error body, which is not of the interface. */
function notAvailable(response: HttpResponse): NotAvailableError | undefined {
  const message = response.status === 404 ? serverMessage(response) : undefined;
  if (message === undefined) return undefined;
  return new NotAvailableError(message, {
    status: 404,
    served: message,
    hint: fieldText('{list:availability} lists what is free for these depots and dates'),
  });
}
