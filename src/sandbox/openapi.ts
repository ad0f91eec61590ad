/** The interface as OpenAPI 3.0.3. The site serves this one document as JSON and as YAML. */
import { schemas } from './openapi-schemas.ts';
import type { SandboxState } from './options.ts';

const headers = {
  'X-RateLimit-Limit': headerOf('integer', 'Requests allowed in one window.'),
  'X-RateLimit-Remaining': headerOf('integer', 'Requests left in the current window.'),
  'X-RateLimit-Reset': headerOf('string', 'When the window ends. The format is up to the operator.'),
};
const rateLimitHeaders = Object.fromEntries(
  Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

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
  pickUpDepot: queryParameter('pick_up_depot_id', 'Pickup depot identifier.', { type: 'integer' }, true),
  dropOffDepot: queryParameter('drop_off_depot_id', 'Drop-off depot identifier.', { type: 'integer' }, true),
  pickUpDate: queryParameter('pick_up_date', 'First day, YYYY-MM-DD.', { type: 'string', format: 'date' }, true),
  dropOffDate: queryParameter('drop_off_date', 'Last day, YYYY-MM-DD.', { type: 'string', format: 'date' }, true),
  optionalPickUpDate: queryParameter('pick_up_date', 'First day, YYYY-MM-DD.', { type: 'string', format: 'date' }),
  optionalDropOffDate: queryParameter('drop_off_date', 'Last day, YYYY-MM-DD.', { type: 'string', format: 'date' }),
  vehicle: {
    name: 'vehicleId',
    in: 'path',
    required: true,
    description: 'Vehicle identifier, as availability lists it.',
    schema: { type: 'integer' },
  },
  quotedVehicle: queryParameter('vehicle_id', 'Selected vehicle.', { type: 'integer' }, true),
  accessories: queryParameter(
    'accessory_ids',
    'Accessory identifiers, separated by commas. Repeat an identifier for more than one of the same accessory.',
    { type: 'string', pattern: '^[0-9]+(,[0-9]+)*$' },
  ),
  insurance: queryParameter('insurance_id', 'Selected insurance plan.', { type: 'integer' }),
};

type Parameter = keyof typeof parameters;
const tripParameters: readonly Parameter[] = ['pickUpDepot', 'dropOffDepot', 'pickUpDate', 'dropOffDate'];
const vehicleAndDates: readonly Parameter[] = ['vehicle', 'optionalPickUpDate', 'optionalDropOffDate'];

export function openApiDocument({ catalogue, baseUrl, siteUrl, rateLimit }: SandboxState): object {
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
      '/depots': operation('listDepots', 'Depots', 'List the active depots', [], arrayOf('Depot')),
      '/vehicles/availability': operation(
        'listAvailability',
        'Vehicles',
        'List the available vehicles',
        tripParameters,
        arrayOf('Vehicle'),
      ),
      '/vehicles/{vehicleId}/accessories': operation(
        'listAccessories',
        'Vehicles',
        'List the accessories of a vehicle',
        vehicleAndDates,
        arrayOf('Accessory'),
      ),
      '/vehicles/{vehicleId}/insurance-types': operation(
        'listInsuranceTypes',
        'Vehicles',
        'List the insurance plans of a vehicle',
        vehicleAndDates,
        arrayOf('InsurancePlan'),
      ),
      '/quotes': operation(
        'getQuote',
        'Quotes',
        'Price a vehicle with its extras',
        [...tripParameters, 'quotedVehicle', 'accessories', 'insurance'],
        { $ref: '#/components/schemas/Quote' },
        { 404: { $ref: '#/components/responses/NotAvailable' } },
      ),
    },
    components: { schemas, parameters, headers, responses },
  };
}

function operation(
  operationId: string,
  tag: string,
  summary: string,
  names: readonly Parameter[],
  schema: object,
  more: Record<string, object> = {},
): object {
  const ok = { description: summary, headers: rateLimitHeaders, content: { 'application/json': { schema } } };
  const badRequest = names.length > 0 ? { 400: { $ref: '#/components/responses/BadRequest' } } : {};
  return {
    get: {
      operationId,
      tags: [tag],
      summary,
      parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      responses: {
        200: ok,
        ...badRequest,
        ...more,
        429: { $ref: '#/components/responses/TooManyRequests' },
        503: { $ref: '#/components/responses/Unavailable' },
      },
    },
  };
}

function arrayOf(schema: keyof typeof schemas): object {
  return { type: 'array', items: { $ref: `#/components/schemas/${schema}` } };
}

function queryParameter(name: string, description: string, schema: object, required = false): object {
  return { name, in: 'query', required, description, schema };
}

function headerOf(type: string, description: string): object {
  return { description, schema: { type } };
}

function errorResponse(description: string, example: string): object {
  const content = { schema: { $ref: '#/components/schemas/Error' }, example: { error: example } };
  return { description, headers: rateLimitHeaders, content: { 'application/json': content } };
}
