/** Clear violations of the interface document, and what is likely to be one, for one operator each. */
import { errorFaults } from './errors.ts';
import { limitFaults, windowFaults } from './limits.ts';
import { listFaults } from './lists.ts';
import type { FaultTable } from './planted.ts';
import { centFaults, quoteFaults } from './quote.ts';
import { siteFaults } from './site.ts';

const tables: readonly FaultTable[] = [
  ...[listFaults, quoteFaults, centFaults, errorFaults, windowFaults, siteFaults].map((faults) => ({ faults })),
  { faults: limitFaults, options: { tripRateLimit: true } },
];

export const planted = tables.flatMap(({ faults, options = {} }) =>
  Object.entries(faults).flatMap(([found, cases]) =>
    Object.entries(cases).map(([words, mutate]) => ({ found, words, mutate, options })),
  ),
);
