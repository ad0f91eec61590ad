/**
 * The sentences of the interface document that rules are about. A failure needs one of them; what the document does not say is a note,
 * or a warning if it is likely to be a defect. ` … ` stands for what is left out of a table or a sentence.
 */
export interface Sentence {
  /** Where the sentence stands: `Resources: Quote`. */
  readonly section: string;
  /** Undefined if the document has none, so that a rule can only warn. */
  readonly sentence: string | undefined;
}

const inDocument = (section: string, sentence: string): Sentence => ({ section, sentence });

const identifiers = 'All identifiers are integers, except quoteId, which is a string.';
const malformed = 'A request parameter is missing or invalid.';
const missing =
  'The message for a missing parameter names it, in the form "Missing required query parameter: <parameter_name>".';
const book = 'Website search link';

export const sentences = {
  beside: { section: 'beside the document', sentence: undefined },

  depots: inDocument('Endpoints: GET /depots', '200 response: array of Depot, covering all active depots.'),
  depotFields: inDocument(
    'Resources: Depot',
    'id integer … name string … pickup_times array of objects … drop_off_times array of objects … opening_hours_description string … time string … day string',
  ),
  depotIds: inDocument('Resources: Depot', 'id integer Unique depot identifier.'),
  depotTimes: inDocument('Resources: Depot', 'Time of day, format HH:MM (24-hour).'),

  availability: inDocument(
    'Endpoints: GET /vehicles/availability',
    '200 response: array of Vehicle that are available for the dates and depots. … Other responses: 400, 429, 503.',
  ),
  vehicleFields: inDocument(
    'Resources: Vehicle',
    'vehicleId integer … name string … rentalDailyRate number … imageUrl string (URI)',
  ),
  vehicleIds: inDocument('Resources: Vehicle', 'vehicleId integer Unique vehicle identifier.'),
  vehicleImages: inDocument('Resources: Vehicle', 'imageUrl string (URI) Address of the vehicle image.'),
  amounts: inDocument(
    'Resources: money amounts',
    'All money amounts are decimal numbers in whole currency units (dollars, not cents), with two decimal places in output.',
  ),

  accessories: inDocument(
    'Endpoints: GET /vehicles/{vehicleId}/accessories',
    '200 response: array of Accessory that can be added to the vehicle. … Other responses: 400, 429, 503.',
  ),
  accessoryFields: inDocument('Resources: Accessory', 'id integer … name string … price number'),
  accessoryIds: inDocument('Resources: Accessory', 'id integer Unique accessory identifier.'),
  insurance: inDocument(
    'Endpoints: GET /vehicles/{vehicleId}/insurance-types',
    '200 response: array of Insurance plan that can be selected for the vehicle. … Other responses: 400, 429, 503.',
  ),
  insuranceFields: inDocument('Resources: Insurance plan', 'id integer … name string … price number'),
  insuranceIds: inDocument('Resources: Insurance plan', 'id integer Unique insurance plan identifier.'),

  quote: inDocument('Endpoints: GET /quotes', '200 response: one Quote. … Other responses: 400, 404, 429, 503.'),
  quoteFields: inDocument(
    'Resources: Quote',
    'quoteId string … expiresAt string, date-time … currency string … priceBreakdown object … totalAmount number … note string … accessories array … insurance object or null',
  ),
  quoteIds: inDocument('Resources: Quote', 'quoteId string Unique identifier of this quote.'),
  quoteExpiry: inDocument(
    'Resources: Quote',
    'expiresAt string, date-time ISO 8601 UTC timestamp at which the quote expires.',
  ),
  quoteCurrency: inDocument('Resources: Quote', 'Currency code of all amounts; NZD.'),
  quoteNote: inDocument('Resources: Quote', 'Free text stating that all amounts are in NZD dollars'),
  quoteSelected: inDocument(
    'Resources: Quote, priceBreakdown',
    'One entry per selected accessory … Selected plan: id (integer), name (string), cost (number).',
  ),
  quoteUnselected: inDocument(
    'Resources: Quote, priceBreakdown',
    'accessoriesFee number Total cost of the selected accessories. … insuranceFee number Cost of the selected insurance. … One entry per selected accessory … Null when no plan is selected.',
  ),

  missing: inDocument('Errors: 400', missing),
  malformed: inDocument('Errors: 400', malformed),
  malformedIds: inDocument('Errors: 400', `${malformed} … ${identifiers}`),
  notAvailable: inDocument(
    'Errors: 404',
    'Returned by quotes when the vehicle is not available for the selected criteria (message states this).',
  ),
  unavailable: inDocument('Errors: 503', 'All 400, 404 and 503 bodies have the shape {"error": <string>}.'),

  limitExceeded: inDocument(
    'Errors: 429',
    'text/plain, the text "Too Many Requests" … X-RateLimit-Limit (integer), X-RateLimit-Remaining (integer) and X-RateLimit-Reset (string) … 100 requests per window of 60 seconds',
  ),

  book: inDocument(
    book,
    'the page at {site_url}/book accepts the query parameters pick_up_depot_id, drop_off_depot_id, pick_up_date (YYYY-MM-DD) and drop_off_date (YYYY-MM-DD) and shows availability for them.',
  ),
  checkout: inDocument(
    book,
    'The page also takes the query parameters vehicle_id, insurance_id and accessory_ids (comma-separated) to pre-fill a checkout from a quote.',
  ),
  description: inDocument(
    'Versioning',
    'The interface is described in machine-readable form (OpenAPI 3.0.3, offered in YAML and JSON) … All endpoints use the GET method',
  ),
  version: inDocument('Versioning', 'The interface version is 1.0.0.'),
} as const satisfies Record<string, Sentence>;
