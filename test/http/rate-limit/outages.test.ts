// @module-tag long
// @module-tag redis-server
import { expect, it } from 'vitest';
import { runOutages } from '../../../bench/budget/outages.ts';

it('processes on two machines that are killed, while their server is restarted twice, exceed the limit only by the share', async () => {
  const limit = 60;
  const outcome = await runOutages(
    {
      ...{ machines: 2, processes: 2, limit, windowMs: 300, killEveryMs: 200, restartsAtMs: [800, 2_600] },
      // A busy machine can be slower than 250 ms; a server that was killed refuses at once.
      ...{ awayMs: 400, forMs: 6_800, warmUpMs: 0, slowMs: 5_000 },
    },
    process.cwd(),
  );
  expect(outcome.claims).toBeGreaterThan(limit);
  expect(outcome.claimsDuringOutages).toBeGreaterThan(0);
  expect(outcome.mostInAnyWindow).toBeLessThanOrEqual(limit);
  // What was sent before, a quarter for each machine, and a quarter while the server does not know the past.
  expect(outcome.mostAroundOutages).toBeLessThanOrEqual(limit + 3 * (limit / 4));
});
