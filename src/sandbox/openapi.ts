/** The interface as OpenAPI 3.0.3. The site serves this one document as JSON and as YAML. */
import type { SandboxState } from './options.ts';

const integer = { type: 'integer', example: 1 };
const text = { type: 'string' };
const date = { type: 'string', format: 'date' };
const money = { type: 'number', minimum: 0, description: 'In dollars (NZD), with two decimals.' };
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string) => ({ type: 'array', items: schema(name) });

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
  Vehicle: object({ vehicleId: integer, name: text, rentalDailyRate: money, imageUrl: { ...text, format: 'uri' } }),
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
  QuotedAccessory: object({ id: integer, name: text, cost: money, quantity: { type: 'integer', minimum: 1 } }),
  // `nullable` has no effect beside a reference, and `allOf` allows null only if each of its schemas does.
  QuotedInsurance: { ...object({ id: integer, name: text, cost: money }), nullable: true },
  Error: object({ error: text }),
};

/** The interface always sends every field. */
function object(properties: Record<string, object>) {
  return { type: 'object', required: Object.keys(properties), properties };
}

const headers = {
  'X-RateLimit-Limit': rateLimitHeader('Requests allowed in one window.', integer),
  'X-RateLimit-Remaining': rateLimitHeader('Requests left in the current window.', integer),
  'X-RateLimit-Reset': rateLimitHeader('When the window ends. The format is up to the operator.', text),
};

function rateLimitHeader(description: string, schema: object) {
  return { description, required: true, schema };
}

/** By their status. */
const errors = {
  400: jsonAnswer('A request parameter is missing or invalid.', schema('Error')),
  404: jsonAnswer('The vehicle is not available for the selected criteria.', schema('Error')),
  429: {
    description: 'The rate limit is exceeded.',
    headers,
    content: { 'text/plain': { schema: { ...text, enum: ['Too Many Requests'] } } },
  },
  503: jsonAnswer('The service is temporarily unavailable.', schema('Error')),
};

function jsonAnswer(description: string, schema: object) {
  return { description, headers, content: { 'application/json': { schema } } };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: object;
  readonly description?: string;
}

function query(name: string, schema: object, required = true): Parameter {
  return { name, in: 'query', required, schema };
}

const trip = [
  query('pick_up_depot_id', integer),
  query('drop_off_depot_id', integer),
  query('pick_up_date', date),
  query('drop_off_date', date),
];
const ofVehicle: Parameter[] = [
  { name: 'vehicleId', in: 'path', required: true, schema: integer },
  query('pick_up_date', date, false),
  query('drop_off_date', date, false),
];
const selection: Parameter[] = [
  query('vehicle_id', integer),
  {
    ...query('accessory_ids', { ...text, pattern: '^[0-9]+(,[0-9]+)*$' }, false),
    description: 'Separated by commas. Repeat an identifier for more than one of the same accessory.',
  },
  query('insurance_id', integer, false),
];

/** In the order in which a rental is planned. */
export const paths = {
  '/depots': get('listDepots', 'Active depots', listOf('Depot'), []),
  '/vehicles/availability': get('listVehicles', 'Vehicles available for a trip', listOf('Vehicle'), trip, 400),
  '/vehicles/{vehicleId}/accessories': get('listExtras', 'Its accessories', listOf('Accessory'), ofVehicle, 400),
  '/vehicles/{vehicleId}/insurance-types': get('listPlans', 'Its plans', listOf('InsurancePlan'), ofVehicle, 400),
  '/quotes': get('getQuote', 'The price of a rental', schema('Quote'), [...trip, ...selection], 400, 404),
};

function get(
  operationId: string,
  summary: string,
  answer: object,
  parameters: Parameter[],
  ...refusals: (400 | 404)[]
) {
  const refused = Object.fromEntries(refusals.map((status) => [status, errors[status]]));
  const responses = { 200: jsonAnswer(summary, answer), ...refused, 429: errors[429], 503: errors[503] };
  return { get: { operationId, summary, parameters, responses } };
}

export function openApiDocument({ catalogue, baseUrl, rateLimit: { limit, windowMs } }: SandboxState) {
  const description = `Sample data: nothing can be booked. ${limit} requests per ${windowMs / 1000} seconds.`;
  const license = { name: 'MIT', url: 'https://opensource.org/license/mit' };
  return {
    openapi: '3.0.3',
    info: { title: catalogue.operatorName, version: '1.0.0', description, license },
    servers: [{ url: baseUrl, description: 'This sandbox' }],
    security: [],
    paths,
    components: { schemas },
  };
}
