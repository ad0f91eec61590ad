import { named } from './variant.ts';

/** How requests are read. */
export const readingVariants = named({
  'accessories require dates': { extrasDates: 'required' },
  'accessories and plans refuse dates without trips': { extrasFollowRules: true, minNights: 3, maxDaysAhead: 120 },
  'an unknown vehicle has no extras': { extrasOfUnknownVehicle: 'empty list' },
  'an unknown vehicle has the general extras': { extrasOfUnknownVehicle: 'general list', unknownVehicleStatus: 400 },
  'values are read loosely': { looseValues: true, anyCase: true, repeated: 'last' },
  'repeated and unknown parameters are refused': { repeated: 'refuse', refuseUnknown: true },
  'the last missing parameter is named': { missingNamed: 'last', emptyRequired: 'missing' },
  'values that are not valid are reported before missing ones': { reportedFirst: 'not valid', missingNamed: 'last' },
  'the trip is checked before the vehicle is missed': { tripFirst: true, minNights: 2, closed: 'at weekends' },
  'an empty insurance is refused': { emptyOptional: 'not valid' },
  'extras that do not exist are ignored': { malformedAccessories: 'ignore', unknownExtras: 'ignore' },
  'a repeated accessory counts once': { repeatedAccessories: 'no effect', accessoryOrder: 'reversed' },
});

/** How quotes are made. */
export const quoteVariants = named({
  'the first vehicle is taken': { taken: 'the first vehicle' },
  'a vehicle is taken meanwhile': { taken: 'once' },
  'the total has a discount': { total: 'discount', accessoryDiscount: true },
  'the total is in whole dollars': { total: 'whole dollars' },
  'the route fee is negative': { routeFee: 'negative' },
  'the route fee is zero': { routeFee: 'zero' },
  'insurance is in the rental fee': { insuranceIncluded: true },
  'costs are for one day, and fees for the trip': { costsPerDay: true },
  'prices change with every request': { changingPrices: true, total: 'discount' },
  'the same selection gets the same quote': { keepQuotes: true },
  'quotes have numbers': { quoteIds: 'number', expiry: 'seconds' },
  'quotes have long identifiers': { quoteIds: 'long', expiry: 'offset' },
  'quotes have identifiers with odd characters': { quoteIds: 'odd characters', expiry: 'nanoseconds' },
  'expiry in the basic form of ISO 8601': { expiry: 'basic' },
  'expiry without seconds': { expiry: 'no seconds', quoteLife: 600 },
  'quotes expire after five seconds': { quoteLife: 5 },
  'quotes expire after four years': { quoteLife: 4 * 366 * 86_400, expiry: 'seconds' },
  'a note in German': { note: 'Alle Beträge sind in NZD dollars angegeben.', language: 'German' },
  'a long note': { note: `${'Thank you! '.repeat(90)}\nEach amount here is in NZD dollars (never in cents).` },
});

/** How JSON is written. */
export const jsonVariants = named({
  'amounts are as short as possible': { amounts: 'shortest' },
  'amounts have exponents': { amounts: 'exponent' },
  'JSON with spaces': { layout: 'spaces', fieldOrder: 'reversed' },
  'JSON with line breaks': { layout: 'lines', fieldOrder: 'by name' },
  'more fields than documented': { extraFields: true },
});
