/** Every tool, in the order in which a trip is planned. */
import type { Tool } from '../tool.ts';
import compareQuotes from './compare-quotes.ts';
import getBookingLink from './get-booking-link.ts';
import getLimits from './get-limits.ts';
import getQuote from './get-quote.ts';
import listDepots from './list-depots.ts';
import listExtras from './list-extras.ts';
import searchVehicles from './search-vehicles.ts';

export const tools: readonly Tool[] = [
  listDepots,
  searchVehicles,
  listExtras,
  getQuote,
  compareQuotes,
  getBookingLink,
  getLimits,
];
