/** The interface in machine-readable form: OpenAPI 3.0.3. One document; the YAML is made from it. */
import { schemas } from './openapi-schemas.ts';
import type { World } from './options.ts';

const headers = {
  'X-RateLimit-Limit': header('integer', 'Requests allowed in one window.'),
  'X-RateLimit-Remaining': header('integer', 'Requests left in the current window.'),
  'X-RateLimit-Reset': header('string', 'When the window ends. The format is up to the operator.'),
};
const rateLimitHeaders = Object.fromEntries(
  Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const responses = {
  BadRequest: error('A request parameter is missing or invalid.', 'Missing required query parameter: pick_up_depot_id'),
  NotAvailable: error(
    'The vehicle is not available for the selected criteria.',
    'Vehicle 113 is not available for the selected depots and dates',
  ),
  TooManyRequests: {
    description: 'The rate limit is exceeded.',
    headers: rateLimitHeaders,
    content: { 'text/plain': { schema: { type: 'string', enum: ['Too Many Requests'] } } },
  },
  Unavailable: error('The service is temporarily unavailable.', 'The service is temporarily unavailable.'),
};

const parameters = {
  pickUpDepot: query('pick_up_depot_id', 'Pickup depot identifier.', { type: 'integer' }, true),
  dropOffDepot: query('drop_off_depot_id', 'Drop-off depot identifier.', { type: 'integer' }, true),
  pickUpDate: query('pick_up_date', 'First day, YYYY-MM-DD.', { type: 'string', format: 'date' }, true),
  dropOffDate: query('drop_off_date', 'Last day, YYYY-MM-DD.', { type: 'string', format: 'date' }, true),
  optionalPickUpDate: query('pick_up_date', 'First day, YYYY-MM-DD.', { type: 'string', format: 'date' }),
  optionalDropOffDate: query('drop_off_date', 'Last day, YYYY-MM-DD.', { type: 'string', format: 'date' }),
  vehicle: {
    name: 'vehicleId',
    in: 'path',
    required: true,
    description: 'Vehicle identifier, from the availability.',
    schema: { type: 'integer' },
  },
  quotedVehicle: query('vehicle_id', 'Selected vehicle.', { type: 'integer' }, true),
  accessories: query(
    'accessory_ids',
    'Accessory identifiers joined by commas; an identifier given twice is taken twice.',
    { type: 'string', pattern: '^[0-9]+(,[0-9]+)*$' },
  ),
  insurance: query('insurance_id', 'Selected insurance plan.', { type: 'integer' }),
};

type Parameter = keyof typeof parameters;
const trip: readonly Parameter[] = ['pickUpDepot', 'dropOffDepot', 'pickUpDate', 'dropOffDate'];
const vehicleAndDates: readonly Parameter[] = ['vehicle', 'optionalPickUpDate', 'optionalDropOffDate'];

export function openApiDocument({ catalogue, baseUrl, siteUrl, rateLimit }: World): object {
  return {
    openapi: '3.0.3',
    info: {
      title: catalogue.operatorName,
      version: '1.0.0',
      description:
        'A read-only interface that lets automated agents plan a vehicle rental: depots, then availability, then accessories ' +
        'and insurance types of the chosen vehicle, then a quote. Sample data of a sandbox: nothing can be booked.\n\n' +
        `No authentication. ${rateLimit.limit} requests per ${rateLimit.windowMs / 1000} seconds and client address.`,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: baseUrl, description: 'This sandbox' }],
    externalDocs: { description: 'Website with the booking page', url: `${siteUrl}/book` },
    security: [],
    tags: [
      { name: 'Depots', description: 'Where vehicles are picked up and dropped off.' },
      { name: 'Vehicles', description: 'What is free, and what can be added to it.' },
      { name: 'Quotes', description: 'What it costs.' },
    ],
    paths: {
      '/depots': get('listDepots', 'Depots', 'List the active depots', [], list('Depot')),
      '/vehicles/availability': get(
        'listAvailability',
        'Vehicles',
        'List the available vehicles',
        trip,
        list('Vehicle'),
      ),
      '/vehicles/{vehicleId}/accessories': get(
        'listAccessories',
        'Vehicles',
        'List the accessories of a vehicle',
        vehicleAndDates,
        list('Accessory'),
      ),
      '/vehicles/{vehicleId}/insurance-types': get(
        'listInsuranceTypes',
        'Vehicles',
        'List the insurance plans of a vehicle',
        vehicleAndDates,
        list('InsurancePlan'),
      ),
      '/quotes': get(
        'getQuote',
        'Quotes',
        'Price a vehicle with its extras',
        [...trip, 'quotedVehicle', 'accessories', 'insurance'],
        { $ref: '#/components/schemas/Quote' },
        { 404: { $ref: '#/components/responses/NotAvailable' } },
      ),
    },
    components: { schemas, parameters, headers, responses },
  };
}

function get(
  operationId: string,
  tag: string,
  summary: string,
  names: readonly Parameter[],
  schema: object,
  more: Record<string, object> = {},
): object {
  const ok = { description: summary, headers: rateLimitHeaders, content: { 'application/json': { schema } } };
  const refused = names.length > 0 ? { 400: { $ref: '#/components/responses/BadRequest' } } : {};
  return {
    get: {
      operationId,
      tags: [tag],
      summary,
      parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      responses: {
        200: ok,
        ...refused,
        ...more,
        429: { $ref: '#/components/responses/TooManyRequests' },
        503: { $ref: '#/components/responses/Unavailable' },
      },
    },
  };
}

function list(schema: keyof typeof schemas): object {
  return { type: 'array', items: { $ref: `#/components/schemas/${schema}` } };
}

function query(name: string, description: string, schema: object, required = false): object {
  return { name, in: 'query', required, description, schema };
}

function header(type: string, description: string): object {
  return { description, schema: { type } };
}

function error(description: string, example: string): object {
  const content = { schema: { $ref: '#/components/schemas/Error' }, example: { error: example } };
  return { description, headers: rateLimitHeaders, content: { 'application/json': content } };
}
