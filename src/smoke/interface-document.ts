/**
 * What the interface document says that rules are about: `section | sentence`. A failure needs a
 * sentence. What the document does not say can only be a warning, if it is likely to be a defect. `
 * … ` stands for what is left out of a table or a sentence.
 */

/**
 * Of an endpoint that answers with a list of this resource, and of its fields; the id is the first.
 */
function ofList(
  endpoint: string,
  resource: string,
  answer: string,
  fields: string,
  others = '400, 429, 503.',
) {
  return {
    answer: `Endpoints: GET ${endpoint} | 200 response: array of ${resource}${answer} … Other responses: ${others}`,
    fields: `Resources: ${resource} | ${fields}`,
    ids: `Resources: ${resource} | ${fields.split(' ', 2).join(' ')} Unique ${resource.toLowerCase()} identifier.`,
  };
}

function ofExtras(kind: string, resource: string, use: string) {
  const answer = ` that can be ${use} the vehicle.`;
  return ofList(
    `/vehicles/{vehicleId}/${kind}`,
    resource,
    answer,
    'id integer … name string … price number',
  );
}

const malformed = 'Errors: 400 | A request parameter is missing or invalid.';

export const sentences = {
  beside: 'not in the document',
  depots: ofList(
    '/depots',
    'Depot',
    ', covering all active depots.',
    'id integer … name string … pickup_times array of objects … drop_off_times array of objects … opening_hours_description string … time string … day string',
    '429, 503.',
  ),
  depotTimes: 'Resources: Depot | Time of day, format HH:MM (24-hour).',
  vehicles: ofList(
    '/vehicles/availability',
    'Vehicle',
    ' that are available for the dates and depots.',
    'vehicleId integer … name string … rentalDailyRate number … imageUrl string (URI)',
  ),
  vehicleImages: 'Resources: Vehicle | imageUrl string (URI) Address of the vehicle image.',
  accessories: ofExtras('accessories', 'Accessory', 'added to'),
  plans: ofExtras('insurance-types', 'Insurance plan', 'selected for'),
  amounts:
    'Resources: money amounts | All money amounts are decimal numbers in whole currency units (dollars, not cents), with two decimal places in output.',

  quote: 'Endpoints: GET /quotes | 200 response: one Quote. … Other responses: 400, 404, 429, 503.',
  quoteFields:
    'Resources: Quote | quoteId string … expiresAt string, date-time … currency string … priceBreakdown object … totalAmount number … note string … accessories array … insurance object or null',
  quoteIds: 'Resources: Quote | quoteId string Unique identifier of this quote.',
  quoteExpiry:
    'Resources: Quote | expiresAt string, date-time ISO 8601 UTC timestamp at which the quote expires.',
  quoteCurrency: 'Resources: Quote | Currency code of all amounts; NZD.',
  quoteNote: 'Resources: Quote | Free text stating that all amounts are in NZD dollars',
  quoteSelected:
    'Resources: Quote, priceBreakdown | accessoriesFee number Total cost of the selected accessories. … insuranceFee number Cost of the selected insurance. … One entry per selected accessory … Selected plan: id (integer), name (string), cost (number). Null when no plan is selected.',

  missing:
    'Errors: 400 | The message for a missing parameter names it, in the form "Missing required query parameter: <parameter_name>".',
  malformed,
  malformedIds: `${malformed} … All identifiers are integers, except quoteId, which is a string.`,
  notAvailable:
    'Errors: 404 | Returned by quotes when the vehicle is not available for the selected criteria (message states this).',
  unavailable: 'Errors: 503 | All 400, 404 and 503 bodies have the shape {"error": <string>}.',
  limitExceeded:
    'Errors: 429 | text/plain, the text "Too Many Requests" … X-RateLimit-Limit (integer), X-RateLimit-Remaining (integer) and X-RateLimit-Reset (string) … 100 requests per window of 60 seconds',

  book: 'Website search link | the page at {site_url}/book accepts the query parameters pick_up_depot_id, drop_off_depot_id, pick_up_date (YYYY-MM-DD) and drop_off_date (YYYY-MM-DD) and shows availability for them.',
  checkout:
    'Website search link | The page also takes the query parameters vehicle_id, insurance_id and accessory_ids (comma-separated) to pre-fill a checkout from a quote.',
  description:
    'Versioning | The interface version is 1.0.0. … The interface is described in machine-readable form (OpenAPI 3.0.3, offered in YAML and JSON) … All endpoints use the GET method',
};
