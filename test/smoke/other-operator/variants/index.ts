import { listVariants, tripVariants } from './trips.ts';
import { combinedVariants } from './together.ts';
import { jsonVariants, quoteVariants, readingVariants } from './values.ts';
import type { Variant } from './variant.ts';
import { httpVariants, limitVariants, siteVariants } from './wire.ts';

export type { Variant };

export const variants: readonly Variant[] = [
  ...tripVariants,
  ...listVariants,
  ...readingVariants,
  ...quoteVariants,
  ...jsonVariants,
  ...httpVariants,
  ...limitVariants,
  ...siteVariants,
  ...combinedVariants,
];
