/** Every tool, in the order in which a trip is planned. */
import type { Tool } from '../tool.ts';
import compareQuotes from './compare-quotes.ts';
import { getBookingLink, getLimits } from './links-and-limits.ts';
import getQuote from './get-quote.ts';
import { listDepots, listExtras, searchVehicles } from './lists.ts';

export const tools: readonly Tool[] = [
  listDepots,
  searchVehicles,
  listExtras,
  getQuote,
  compareQuotes,
  getBookingLink,
  getLimits,
];
