/** Every check, in the order they run: what others need first, what spends the limit last. */
import type { Check } from '../check.ts';
import { availabilityChecks } from './availability.ts';
import { depotChecks } from './depots.ts';
import { errorChecks } from './errors.ts';
import { extrasChecks } from './extras.ts';
import { limitChecks } from './limits.ts';
import { missingChecks } from './missing.ts';
import { quoteExtrasChecks } from './quote-extras.ts';
import { quoteFieldChecks } from './quote-fields.ts';
import { quoteChecks } from './quote.ts';
import { siteChecks } from './site.ts';
import { transportChecks } from './transport.ts';

export const checks: readonly Check[] = [
  ...depotChecks,
  ...availabilityChecks,
  ...extrasChecks,
  ...quoteChecks,
  ...quoteFieldChecks,
  ...quoteExtrasChecks,
  ...missingChecks,
  ...errorChecks,
  ...siteChecks,
  ...transportChecks,
  ...limitChecks,
];
