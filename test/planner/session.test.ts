import { expect, test } from 'vitest';
import { sendingMs } from '../../src/planner/session.ts';
import fc from '../support/property.ts';

test('the wait covers as many windows as the requests need and no more', () => {
  expect(sendingMs(150, { limit: 100, windowMs: 60_000, free: 40 })).toBe(120_000);
  fc.assert(
    fc.property(
      fc.nat(5000),
      fc.integer({ min: 1, max: 200 }),
      fc.nat(200),
      (requests, limit, spare) => {
        const free = Math.min(spare, limit);
        const windows = sendingMs(requests, { limit, windowMs: 1, free });
        expect(free + windows * limit).toBeGreaterThanOrEqual(requests);
        if (windows > 0) expect(free + (windows - 1) * limit).toBeLessThan(requests);
      },
    ),
  );
});
