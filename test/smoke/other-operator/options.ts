/** Freedoms of the interface document that a rule of smoke could take for a mistake. One that no rule can see is not here. */
export interface OperatorOptions {
  /** How many active depots, vehicles, accessories and insurance plans there are. */
  readonly depots: number;
  readonly fleet: number;
  readonly accessories: number;
  readonly plans: number;
  /** Every daily rate, or every plan, costs 0.00. */
  readonly free: 'nothing' | 'plans' | 'rates';
  /** Every second vehicle takes only every second accessory and plan. */
  readonly extrasDifferByVehicle: boolean;
  readonly ids: 'small' | 'from zero' | 'largest' | 'negative';
  readonly images: 'https' | 'data' | 'long';
  /** Depots list weekdays and weekends; also Fridays; or the first only weekdays, the second both, the third only weekends. */
  readonly days: 'two kinds' | 'friday' | 'by depot';
  /** The first depot has an empty list of times. */
  readonly firstDepot: 'normal' | 'no pick-ups' | 'no drop-offs';
  /** When depots are closed: each on one day of the week (the first on Sunday), or on days that it does not list. */
  readonly closed: 'never' | 'at weekends' | 'one day each' | 'on days not listed';
  readonly minNights: number;
  readonly maxNights: number;
  /** The first and the last day on which a trip may start, counted from today. */
  readonly minDaysAhead: number;
  readonly maxDaysAhead: number;
  readonly routes: 'any' | 'no one-way' | 'only one-way';
  /** The answer for a trip that the operator does not offer. */
  readonly brokenRules: 'refuse' | 'empty list';
  /** Nothing is free before this day, counted from today. */
  readonly freeFrom: number;
  /** Which vehicles are free: some, by trip; all of them; half of them, the same for every trip; or only from the third depot. */
  readonly available: 'by trip' | 'all' | 'the same half' | 'from the third depot';
  /** Dates of accessories may be left out, or not. */
  readonly extrasDates: 'optional' | 'required';
  /** Which one of two missing dates a message names. */
  readonly missingNamed: 'first' | 'last';
  /** The wording of messages, where it is free. */
  readonly language: 'English' | 'German' | 'few words';
  /** The order of lists is different in every answer. */
  readonly changingOrder: boolean;
  /** All prices rise by some cents with every request. */
  readonly changingPrices: boolean;
  /** Vehicles that are taken between the list and the quote: their quotes are 404. */
  readonly taken: 'none' | 'the first vehicle' | 'once';
  readonly total: 'sum' | 'discount' | 'whole dollars';
  readonly routeFee: 'one-way only' | 'negative';
  /** Insurance is in the rental fee: the plan's cost in a quote is 0.00, although the list shows its price for others. */
  readonly insuranceIncluded: boolean;
  /** `cost` in a quote is for one day; the fees are for the whole trip. */
  readonly costsPerDay: boolean;
  readonly accessoryOrder: 'as asked' | 'reversed';
  /** The form of ISO 8601. */
  readonly expiry: 'milliseconds' | 'nanoseconds' | 'offset' | 'no seconds' | 'basic';
  /** The text that states the currency. */
  readonly note: string;
  /** Every object, errors too, has more fields than documented. */
  readonly extraFields: boolean;
  readonly jsonType: string;
  /** Sends a Date header. */
  readonly date: boolean;
  /** Every nth request gets a 503 without words, which every endpoint may return; 0 for never. */
  readonly unavailableEvery: number;
  /** The headers of the limit. The document speaks of 429 only, so their values elsewhere are free. */
  readonly limitHeaders: 'integers' | 'none' | 'lists';
  /** The paths of the base address and of the website, such as `/v7/rent`. */
  readonly basePath: string;
  readonly sitePath: string;
  /** The website has another port, and so another origin. */
  readonly separateSite: boolean;
  /** The booking page: at its address; behind a redirect with a slash (301); or behind one with a language (302). */
  readonly book: 'page' | 'slash' | 'language';
  /** How the booking page shows its parameters, none of which runs a script. */
  readonly bookEcho: 'text' | 'raw attribute' | 'data block';
  /** What stands before the booking page: a wall against programs, or its own limit. */
  readonly bookGuard: 'none' | 403 | 429;
  /** The booking page's answer for values that are not dates or identifiers. */
  readonly bookMalformed: 200 | 400 | 'start page';
  /** Where the descriptions and the manifest are; the document says only that they are on the website. */
  readonly published: 'usual places' | 'named in the manifest' | 'elsewhere';
  /** What the usual addresses answer if they are elsewhere. */
  readonly usualPlaces: 404 | 500 | 'object' | 'empty' | 'page' | 'loop' | 'other origin';
  /** Descriptions are 406 for who asks for less than everything. */
  readonly acceptDescription: 'anything' | 'everything';
  /** Where the described paths start: at the base address; at the root, with longer paths; or at a relative address. */
  readonly servers: 'base address' | 'root and longer paths' | 'relative';
  /** The YAML and the JSON differ in the order of keys and in texts. */
  readonly descriptionsDiffer: boolean;
  /** Paths stand in another place of the description, and name `vehicleId` otherwise, which no request shows. */
  readonly references: boolean;
  /** In `merged` YAML paths take all from an anchor. */
  readonly yaml: 'block' | 'flow' | 'merged';
}

export const defaults: OperatorOptions = {
  depots: 4,
  fleet: 12,
  accessories: 6,
  plans: 3,
  free: 'nothing',
  extrasDifferByVehicle: false,
  ids: 'small',
  images: 'https',
  days: 'two kinds',
  firstDepot: 'normal',
  closed: 'never',
  minNights: 0,
  maxNights: Infinity,
  minDaysAhead: 0,
  maxDaysAhead: Infinity,
  routes: 'any',
  brokenRules: 'refuse',
  freeFrom: 0,
  available: 'by trip',
  extrasDates: 'optional',
  missingNamed: 'first',
  language: 'English',
  changingOrder: false,
  changingPrices: false,
  taken: 'none',
  total: 'sum',
  routeFee: 'one-way only',
  insuranceIncluded: false,
  costsPerDay: false,
  accessoryOrder: 'as asked',
  expiry: 'milliseconds',
  note: 'All amounts are in NZD dollars (our supplier counts in cents; we convert).',
  extraFields: false,
  jsonType: 'application/json',
  date: true,
  unavailableEvery: 0,
  limitHeaders: 'integers',
  basePath: '',
  sitePath: '',
  separateSite: false,
  book: 'page',
  bookEcho: 'text',
  bookGuard: 'none',
  bookMalformed: 200,
  published: 'usual places',
  usualPlaces: 404,
  acceptDescription: 'anything',
  servers: 'base address',
  descriptionsDiffer: false,
  references: false,
  yaml: 'block',
};
