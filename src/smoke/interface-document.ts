/** The sentences of the interface document that rules are about. */

/** Where the document says what a rule is about. ` … ` stands for words that are left out. */
export interface RuleSource {
  readonly section: string;
  /** Null if the document does not say it: then the rule only warns of a likely defect. */
  readonly sentence: string | null;
}

function quoted(section: string, sentence: string): RuleSource {
  return { section, sentence };
}

interface ListEndpoint {
  readonly path: string;
  readonly resource: string;
  /** The words after the name of the resource in the description of the answer. */
  readonly answer: string;
  /** The row of the id in the table of fields. */
  readonly id: string;
  /** The other rows. */
  readonly fields: string;
  readonly otherStatuses?: string;
}

function sourcesOfList(endpoint: ListEndpoint) {
  const { path, resource, answer, id, fields, otherStatuses = '400, 429, 503.' } = endpoint;
  const section = `Resources: ${resource}`;
  return {
    answer: quoted(
      `Endpoints: GET ${path}`,
      `200 response: array of ${resource}${answer} … Other responses: ${otherStatuses}`,
    ),
    fields: quoted(section, `${id} … ${fields}`),
    ids: quoted(section, `${id} Unique ${resource.toLowerCase()} identifier.`),
  };
}

function sourcesOfExtras(kind: string, resource: string, use: string) {
  return sourcesOfList({
    path: `/vehicles/{vehicleId}/${kind}`,
    resource,
    answer: ` that can be ${use} the vehicle.`,
    id: 'id integer',
    fields: 'name string … price number',
  });
}

const malformed = 'A request parameter is missing or invalid.';

export const sources = {
  none: { section: 'not in the document', sentence: null },
  depots: sourcesOfList({
    path: '/depots',
    resource: 'Depot',
    answer: ', covering all active depots.',
    id: 'id integer',
    fields:
      'name string … pickup_times array of objects … drop_off_times array of objects … opening_hours_description string … time string … day string',
    otherStatuses: '429, 503.',
  }),
  depotTimes: quoted('Resources: Depot', 'Time of day, format HH:MM (24-hour).'),
  vehicles: sourcesOfList({
    path: '/vehicles/availability',
    resource: 'Vehicle',
    answer: ' that are available for the dates and depots.',
    id: 'vehicleId integer',
    fields: 'name string … rentalDailyRate number … imageUrl string (URI)',
  }),
  vehicleImages: quoted(
    'Resources: Vehicle',
    'imageUrl string (URI) Address of the vehicle image.',
  ),
  accessories: sourcesOfExtras('accessories', 'Accessory', 'added to'),
  plans: sourcesOfExtras('insurance-types', 'Insurance plan', 'selected for'),
  amounts: quoted(
    'Resources: money amounts',
    'All money amounts are decimal numbers in whole currency units (dollars, not cents), with two decimal places in output.',
  ),

  quote: quoted(
    'Endpoints: GET /quotes',
    '200 response: one Quote. … Other responses: 400, 404, 429, 503.',
  ),
  quoteFields: quoted(
    'Resources: Quote',
    'quoteId string … expiresAt string, date-time … currency string … priceBreakdown object … totalAmount number … note string … accessories array … insurance object or null',
  ),
  quoteIds: quoted('Resources: Quote', 'quoteId string Unique identifier of this quote.'),
  quoteExpiry: quoted(
    'Resources: Quote',
    'expiresAt string, date-time ISO 8601 UTC timestamp at which the quote expires.',
  ),
  quoteCurrency: quoted('Resources: Quote', 'Currency code of all amounts; NZD.'),
  quoteNote: quoted('Resources: Quote', 'Free text stating that all amounts are in NZD dollars'),
  quoteSelected: quoted(
    'Resources: Quote, priceBreakdown',
    'accessoriesFee number Total cost of the selected accessories. … insuranceFee number Cost of the selected insurance. … One entry per selected accessory … Selected plan: id (integer), name (string), cost (number). Null when no plan is selected.',
  ),

  missing: quoted(
    'Errors: 400',
    'The message for a missing parameter names it, in the form "Missing required query parameter: <parameter_name>".',
  ),
  malformed: quoted('Errors: 400', malformed),
  malformedIds: quoted(
    'Errors: 400',
    `${malformed} … All identifiers are integers, except quoteId, which is a string.`,
  ),
  notAvailable: quoted(
    'Errors: 404',
    'Returned by quotes when the vehicle is not available for the selected criteria (message states this).',
  ),
  unavailable: quoted(
    'Errors: 503',
    'All 400, 404 and 503 bodies have the shape {"error": <string>}.',
  ),
  limitExceeded: quoted(
    'Errors: 429',
    'text/plain, the text "Too Many Requests" … X-RateLimit-Limit (integer), X-RateLimit-Remaining (integer) and X-RateLimit-Reset (string) … 100 requests per window of 60 seconds',
  ),

  book: quoted(
    'Website search link',
    'the page at {site_url}/book accepts the query parameters pick_up_depot_id, drop_off_depot_id, pick_up_date (YYYY-MM-DD) and drop_off_date (YYYY-MM-DD) and shows availability for them.',
  ),
  checkout: quoted(
    'Website search link',
    'The page also takes the query parameters vehicle_id, insurance_id and accessory_ids (comma-separated) to pre-fill a checkout from a quote.',
  ),
  description: quoted(
    'Versioning',
    'The interface version is 1.0.0. … The interface is described in machine-readable form (OpenAPI 3.0.3, offered in YAML and JSON) … All endpoints use the GET method',
  ),
};
