/** The interface as OpenAPI 3.0.3. The site serves this one document as JSON and as YAML. */
import { reference, schemas } from './openapi-schemas.ts';
import type { SandboxState } from './options.ts';

const integer = { type: 'integer' };
const date = { type: 'string', format: 'date' };

/** Every answer of the sandbox carries them, the 429 above all; the last one only if it has a format. */
const headers = {
  'X-RateLimit-Limit': { description: 'Requests allowed in one window.', required: true, schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests left in the current window.', required: true, schema: integer },
  'X-RateLimit-Reset': {
    description: 'When the window ends. The format is up to the operator.',
    required: true,
    schema: { type: 'string' },
  },
};
const rateLimitHeaders = Object.fromEntries(Object.keys(headers).map((name) => [name, reference('headers', name)]));

const responses = {
  BadRequest: errorResponse(
    'A request parameter is missing or invalid.',
    'Missing required query parameter: pick_up_depot_id',
  ),
  NotAvailable: errorResponse(
    'The vehicle is not available for the selected criteria.',
    'Vehicle 113 is not available for the selected depots and dates',
  ),
  TooManyRequests: {
    description: 'The rate limit is exceeded.',
    headers: rateLimitHeaders,
    content: { 'text/plain': { schema: { type: 'string', enum: ['Too Many Requests'] } } },
  },
  Unavailable: errorResponse('The service is temporarily unavailable.', 'The service is temporarily unavailable.'),
};

const parameters = {
  pickUpDepot: parameter('pick_up_depot_id', 'Pickup depot identifier.', integer),
  dropOffDepot: parameter('drop_off_depot_id', 'Drop-off depot identifier.', integer),
  pickUpDate: parameter('pick_up_date', 'First day, YYYY-MM-DD.', date),
  dropOffDate: parameter('drop_off_date', 'Last day, YYYY-MM-DD.', date),
  optionalPickUpDate: parameter('pick_up_date', 'First day, YYYY-MM-DD.', date, { required: false }),
  optionalDropOffDate: parameter('drop_off_date', 'Last day, YYYY-MM-DD.', date, { required: false }),
  vehicle: parameter('vehicleId', 'Vehicle identifier, as availability lists it.', integer, { in: 'path' }),
  quotedVehicle: parameter('vehicle_id', 'Selected vehicle.', integer),
  accessories: parameter(
    'accessory_ids',
    'Accessory identifiers, separated by commas. Repeat an identifier for more than one of the same accessory.',
    { type: 'string', pattern: '^[0-9]+(,[0-9]+)*$' },
    { required: false },
  ),
  insurance: parameter('insurance_id', 'Selected insurance plan.', integer, { required: false }),
};

type Parameter = keyof typeof parameters;
const tripParameters: readonly Parameter[] = ['pickUpDepot', 'dropOffDepot', 'pickUpDate', 'dropOffDate'];

export function openApiDocument({ catalogue, baseUrl, siteUrl, rateLimit, resetFormat }: SandboxState): object {
  const reset = { ...headers['X-RateLimit-Reset'], required: resetFormat !== 'none' };
  return {
    openapi: '3.0.3',
    info: {
      title: catalogue.operatorName,
      version: '1.0.0',
      description:
        'A read-only interface that lets automated agents plan a vehicle rental: depots, then availability, then accessories ' +
        'and insurance types of the chosen vehicle, then a quote. This is a sandbox with sample data: nothing can be booked.\n\n' +
        `No authentication. ${rateLimit.limit} requests per ${rateLimit.windowMs / 1000} seconds for each client address.`,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: baseUrl, description: 'This sandbox' }],
    externalDocs: { description: 'Website with the booking page', url: `${siteUrl}/book` },
    security: [],
    tags: [
      { name: 'Depots', description: 'Where vehicles are picked up and dropped off.' },
      { name: 'Vehicles', description: 'Which vehicles are available, and which extras each offers.' },
      { name: 'Quotes', description: 'The price of a rental.' },
    ],
    paths: {
      '/depots': list('listDepots', 'Depots', 'active depots', 'Depot', []),
      '/vehicles/availability': list('listAvailability', 'Vehicles', 'available vehicles', 'Vehicle', tripParameters),
      '/vehicles/{vehicleId}/accessories': listExtras('listAccessories', 'accessories', 'Accessory'),
      '/vehicles/{vehicleId}/insurance-types': listExtras('listInsuranceTypes', 'insurance plans', 'InsurancePlan'),
      '/quotes': operation(
        'getQuote',
        'Quotes',
        'Price a vehicle with its extras',
        reference('schemas', 'Quote'),
        [...tripParameters, 'quotedVehicle', 'accessories', 'insurance'],
        { 404: reference('responses', 'NotAvailable') },
      ),
    },
    components: { schemas, parameters, headers: { ...headers, 'X-RateLimit-Reset': reset }, responses },
  };
}

function list(id: string, tag: string, what: string, schema: string, names: readonly Parameter[]): object {
  return operation(id, tag, `List the ${what}`, { type: 'array', items: reference('schemas', schema) }, names);
}

function listExtras(id: string, what: string, schema: string): object {
  return list(id, 'Vehicles', `${what} of a vehicle`, schema, ['vehicle', 'optionalPickUpDate', 'optionalDropOffDate']);
}

function operation(
  operationId: string,
  tag: string,
  summary: string,
  schema: object,
  names: readonly Parameter[],
  moreResponses: Record<string, object> = {},
): object {
  return {
    get: {
      operationId,
      tags: [tag],
      summary,
      parameters: names.map((name) => reference('parameters', name)),
      responses: {
        200: { description: summary, headers: rateLimitHeaders, content: { 'application/json': { schema } } },
        ...(names.length > 0 && { 400: reference('responses', 'BadRequest') }),
        ...moreResponses,
        429: reference('responses', 'TooManyRequests'),
        503: reference('responses', 'Unavailable'),
      },
    },
  };
}

/** A required parameter of the query, unless `differences` say otherwise. */
function parameter(name: string, description: string, schema: object, differences: object = {}): object {
  return { name, in: 'query', required: true, ...differences, description, schema };
}

function errorResponse(description: string, example: string): object {
  const content = { schema: reference('schemas', 'Error'), example: { error: example } };
  return { description, headers: rateLimitHeaders, content: { 'application/json': content } };
}
