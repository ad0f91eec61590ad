import type { OperatorOptions } from './options.ts';

/** The name of each, in plain words, and its options. */
export type Variants = Readonly<Record<string, Partial<OperatorOptions>>>;

/** Which trips the operator offers. These depend on the day of the week, or how far ahead a trip is. */
export const tripVariants: Variants = {
  'each depot closed on another day of the week': { closed: 'one day each', language: 'German' },
  'depots closed at weekends': { closed: 'at weekends' },
  'depots that are open only on the days that they list': { days: 'by depot', closed: 'on days not listed' },
  'at least ten nights, with few words': { minNights: 10, language: 'few words' },
  'at most four nights': { maxNights: 4 },
  'at most three weeks ahead': { maxDaysAhead: 21 },
  'at least 40 days ahead': { minDaysAhead: 40 },
  'an empty list for trips that break a rule': {
    minNights: 5,
    maxDaysAhead: 90,
    closed: 'at weekends',
    brokenRules: 'empty list',
  },
  'no one-way rentals': { routes: 'no one-way' },
  'only one-way rentals': { routes: 'only one-way' },
  'no pick-ups at the first depot': { firstDepot: 'no pick-ups' },
  'no drop-offs at the first depot': { firstDepot: 'no drop-offs' },
  'only one depot': { depots: 1 },
  'vehicles only at the third depot': { available: 'from the third depot' },
  'nothing free in the next 60 days': { freeFrom: 60 },
  'many rules together': {
    depots: 7,
    days: 'by depot',
    closed: 'on days not listed',
    minNights: 3,
    maxDaysAhead: 100,
    routes: 'only one-way',
    available: 'all',
  },
};

/** What the answers of the interface contain. */
export const valueVariants: Variants = {
  'a fleet of one that is always free': { fleet: 1, available: 'all' },
  'a fleet of 400': { fleet: 400 },
  'the same vehicles for every trip': { available: 'the same half' },
  'identifiers from zero': { ids: 'from zero' },
  'the largest safe integers as identifiers': { ids: 'largest' },
  'negative identifiers': { ids: 'negative' },
  'times for Friday': { days: 'friday' },
  'images that are data': { images: 'data' },
  'addresses of images with 900 characters': { images: 'long' },
  'no accessories': { accessories: 0 },
  'no insurance plans': { plans: 0 },
  'no extras of any kind': { accessories: 0, plans: 0 },
  'hundreds of accessories': { accessories: 600 },
  'extras that differ by vehicle': { extrasDifferByVehicle: true, taken: 'the first vehicle' },
  'plans that cost nothing': { free: 'plans' },
  'vehicles that cost nothing a day': { free: 'rates', total: 'whole dollars' },
  'lists with another order each time': { changingOrder: true },
  'dates that accessories need': { extrasDates: 'required' },
  'the last missing parameter in its message': { extrasDates: 'required', missingNamed: 'last' },
  'a vehicle that is taken meanwhile': { taken: 'once' },
  'a total with a discount': { total: 'discount', accessoryOrder: 'reversed' },
  'a negative route fee': { routeFee: 'negative' },
  'insurance in the rental fee': { insuranceIncluded: true },
  'costs for one day, and fees for the trip': { costsPerDay: true },
  'prices that change with every request': { changingPrices: true },
  'expiry with an offset': { expiry: 'offset' },
  'expiry with nanoseconds': { expiry: 'nanoseconds' },
  'expiry in the basic form of ISO 8601': { expiry: 'basic' },
  'expiry without seconds': { expiry: 'no seconds' },
  'a note in German': { note: 'Alle Beträge sind in NZD dollars angegeben.', language: 'German' },
  'more fields than documented': { extraFields: true },
  'the JSON type in odd case, and no Date': { jsonType: 'Application/JSON;charset="UTF-8"', date: false },
  'a 503 now and then': { unavailableEvery: 9 },
  'no headers of the limit': { limitHeaders: 'none' },
  'headers of the limit with lists': { limitHeaders: 'lists' },
};

const elsewhere = { published: 'elsewhere', basePath: '/api' } as const;

/** Where the website is, and what it has. */
export const siteVariants: Variants = {
  'a booking page behind a slash': { book: 'slash', sitePath: '/hire', bookMalformed: 400 },
  'a booking page behind a language': { book: 'language', bookEcho: 'raw attribute', basePath: '/api' },
  'a website with another origin': { separateSite: true, basePath: '/v7/rent/agents', bookEcho: 'data block' },
  'mistakes sent to the start page': { bookMalformed: 'start page', separateSite: true, sitePath: '/en-nz' },
  'a wall against programs before the booking page': { bookGuard: 403 },
  'a booking page with a limit of its own': { bookGuard: 429, separateSite: true },
  'a description with references': { references: true },
  'a description in YAML with merges': { yaml: 'merged', basePath: '/v7/rent/agents' },
  'a description only for those who accept everything': { acceptDescription: 'everything' },
  'a description that the manifest names': { published: 'named in the manifest', descriptionsDiffer: true },
  'a description with the root as its server': { servers: 'root and longer paths', basePath: '/v7/rent/agents' },
  'a description with a relative server': { servers: 'relative', basePath: '/v7/rent/agents', yaml: 'flow' },
  'a description elsewhere, and 404 at usual places': { ...elsewhere, usualPlaces: 404, sitePath: '/hire' },
  'a description elsewhere, and 500 at usual places': { ...elsewhere, usualPlaces: 500 },
  'a description elsewhere, and an object at usual places': { ...elsewhere, usualPlaces: 'object' },
  'a description elsewhere, and nothing at usual places': { ...elsewhere, usualPlaces: 'empty' },
  'a description elsewhere, and a web page at usual places': { ...elsewhere, usualPlaces: 'page' },
  'a description elsewhere, and a circle at usual places': { ...elsewhere, usualPlaces: 'loop' },
  'a description elsewhere, and another origin at usual places': { ...elsewhere, usualPlaces: 'other origin' },
};
