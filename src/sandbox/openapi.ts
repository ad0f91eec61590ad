/**
 * The interface as OpenAPI 3.0.3. The site serves this document as JSON and as YAML; the YAML of
 * the second operator names the site as its server.
 */
import { basePath, type SandboxState } from './options.ts';

const integer = { type: 'integer', example: 1 };
const text = { type: 'string' };
const date = { type: 'string', format: 'date' };
const money = { type: 'number', minimum: 0, description: 'In dollars (NZD), with two decimals.' };
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string) => ({ type: 'array', items: schema(name) });

/** The interface always sends every field. */
const object = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const schemas = {
  Depot: object({
    id: integer,
    name: text,
    pickup_times: listOf('DepotTime'),
    drop_off_times: listOf('DepotTime'),
    opening_hours_description: text,
  }),
  DepotTime: object({
    time: { ...text, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', example: '09:00' },
    day: { ...text, description: 'Such as weekday, weekend, public-holiday.', example: 'weekday' },
  }),
  Vehicle: object({
    vehicleId: integer,
    name: text,
    rentalDailyRate: money,
    imageUrl: { ...text, format: 'uri' },
  }),
  Accessory: object({ id: integer, name: text, price: money }),
  InsurancePlan: object({ id: integer, name: text, price: money }),
  Quote: object({
    quoteId: text,
    expiresAt: { ...text, format: 'date-time' },
    currency: { ...text, enum: ['NZD'] },
    priceBreakdown: schema('PriceBreakdown'),
    totalAmount: money,
    note: text,
  }),
  PriceBreakdown: object({
    rentalFee: money,
    routeFee: money,
    accessoriesFee: money,
    insuranceFee: money,
    accessories: listOf('QuotedAccessory'),
    insurance: schema('QuotedInsurance'),
  }),
  QuotedAccessory: object({
    id: integer,
    name: text,
    cost: money,
    quantity: { type: 'integer', minimum: 1 },
  }),
  // `nullable` has no effect beside a reference, and in `allOf` only if every schema has it.
  QuotedInsurance: { ...object({ id: integer, name: text, cost: money }), nullable: true },
  Error: object({ error: text }),
};

const rateLimitHeader = (description: string, type: object) => ({
  description,
  required: true,
  schema: type,
});
const headers = {
  'X-RateLimit-Limit': rateLimitHeader('Requests allowed in one window.', integer),
  'X-RateLimit-Remaining': rateLimitHeader('Requests left in the current window.', integer),
  'X-RateLimit-Reset': rateLimitHeader(
    'When the window ends. The format is up to the operator.',
    text,
  ),
};

function response(description: string, answer: object, mediaType = 'application/json') {
  return { description, headers, content: { [mediaType]: { schema: answer } } };
}

const errors = {
  400: response('A request parameter is missing or invalid.', schema('Error')),
  404: response('The vehicle is not available for the selected criteria.', schema('Error')),
  429: response(
    'The rate limit is exceeded.',
    { ...text, enum: ['Too Many Requests'] },
    'text/plain',
  ),
  503: response('The service is temporarily unavailable.', schema('Error')),
};

const query = (name: string, type: object, required = true) => ({
  name,
  in: 'query',
  required,
  schema: type,
});
const trip = [
  query('pick_up_depot_id', integer),
  query('drop_off_depot_id', integer),
  query('pick_up_date', date),
  query('drop_off_date', date),
];
const ofVehicle = [
  { ...query('vehicleId', integer), in: 'path' },
  query('pick_up_date', date, false),
  query('drop_off_date', date, false),
];
const selection = [
  query('vehicle_id', integer),
  // An identifier is repeated for more than one of the same accessory.
  query('accessory_ids', { ...text, pattern: '^[0-9]+(,[0-9]+)*$' }, false),
  query('insurance_id', integer, false),
];

/** The endpoints, in the order in which a rental is planned. */
export const paths = {
  '/depots': getOperation({
    operationId: 'listDepots',
    summary: 'Active depots',
    answer: listOf('Depot'),
    parameters: [],
    refusals: [],
  }),
  '/vehicles/availability': getOperation({
    operationId: 'listVehicles',
    summary: 'Vehicles available for a trip',
    answer: listOf('Vehicle'),
    parameters: trip,
    refusals: [400],
  }),
  '/vehicles/{vehicleId}/accessories': getOperation({
    operationId: 'listExtras',
    summary: 'Accessories of a vehicle',
    answer: listOf('Accessory'),
    parameters: ofVehicle,
    refusals: [400],
  }),
  '/vehicles/{vehicleId}/insurance-types': getOperation({
    operationId: 'listPlans',
    summary: 'Insurance plans of a vehicle',
    answer: listOf('InsurancePlan'),
    parameters: ofVehicle,
    refusals: [400],
  }),
  '/quotes': getOperation({
    operationId: 'getQuote',
    summary: 'The price of a rental',
    answer: schema('Quote'),
    parameters: [...trip, ...selection],
    refusals: [400, 404],
  }),
};

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly answer: object;
  readonly parameters: typeof trip;
  readonly refusals: readonly (400 | 404)[];
}

function getOperation({ operationId, summary, answer, parameters, refusals }: Operation) {
  const refused = Object.fromEntries(refusals.map((status) => [status, errors[status]]));
  const responses = {
    200: response(summary, answer),
    ...refused,
    429: errors[429],
    503: errors[503],
  };
  return { get: { operationId, summary, parameters, responses } };
}

/** With the site as its server, all paths begin with that of the interface. */
export function openApiDocument(state: SandboxState, server: 'interface' | 'site' = 'interface') {
  const { catalogue, baseUrl, siteUrl, rateLimit } = state;
  const { limit, windowMs } = rateLimit;
  const isOfSite = server === 'site';
  const description = `Sample data: nothing can be booked. ${limit} requests per ${windowMs / 1000} seconds.`;
  const license = { name: 'MIT', url: 'https://opensource.org/license/mit' };
  return {
    openapi: '3.0.3',
    info: { title: catalogue.operatorName, version: '1.0.0', description, license },
    servers: [{ url: isOfSite ? siteUrl : baseUrl, description: 'This sandbox' }],
    security: [],
    paths: isOfSite
      ? Object.fromEntries(Object.entries(paths).map(([path, item]) => [basePath + path, item]))
      : paths,
    components: { schemas },
  };
}
