/** A comparison prints what it has when it is interrupted. */
import { expect, test } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { parsed, plantOperators, stopAt } from './support.ts';

/** Fewer than a comparison needs, so that it waits in the middle. */
const few = (limit: number) => ({ rateLimit: { limit, windowMs: 60_000 } });
const comparison = [
  '--pick-up',
  '1',
  '--from',
  '+30d',
  '--flex',
  '4',
  '--nights',
  '7',
  '--quote',
  'all',
];
const vehicles = ['--vehicle', '101,102,103,104'];

test.each(sample(['ndjson', 'csv'], 2))(
  'with --format %s, records come ranked, also after Ctrl-C',
  async (format) => {
    const lucky = plantOperators({ lucky: few(20) });
    const line = [...comparison, ...vehicles, '--format', format, '--fields', 'rank'];
    const ended = await lucky.compare(line, stopAt(20, lucky.sandbox('lucky')));
    expect(ended.code).toBe(130);
    const ranks = ended.stdout.match(/\d+/g)?.map(Number) ?? [];
    expect(ranks.length).toBeGreaterThan(0);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  },
);

test(
  'after Ctrl-C the comparison prints the offers so far, marked as partial',
  { tags: ['long'] },
  async () => {
    const lucky = plantOperators({ lucky: few(20) });
    const ended = await lucky.compare(
      [...comparison, ...vehicles, '--json'],
      stopAt(20, lucky.sandbox('lucky')),
    );
    expect(ended.code).toBe(130);
    const { offers, failures, partial, plan } = parsed(ended);
    expect({ failures, partial }).toEqual({ failures: [], partial: true });
    const priced = offers.filter(({ rank }) => rank !== null);
    // Those that were sent.
    expect(plan.requests).toBe(20);
    expect([priced.length > 0, priced.length < offers.length]).toEqual([true, true]);
    expect(ended.stderr).toContain('stopped early');
  },
);

test('after Ctrl-C before the first quote the table does not say that there are no vehicles', async () => {
  // All that the limit allows: five of the nine trips are answered.
  const lucky = plantOperators({ lucky: few(5) });
  const ended = await lucky.compare(
    [...comparison, '--format', 'table'],
    stopAt(5, lucky.sandbox('lucky')),
  );
  expect(ended.code).toBe(130);
  expect(ended.stdout).toBe('Partial: stopped early, with no priced offers\n');
});

test('after SIGTERM before the first response the comparison prints its plan', async () => {
  const lucky = plantOperators({ lucky: { latencyMs: 20_000 } });
  const stop = { ...stopAt(1, lucky.sandbox('lucky'), 'SIGTERM'), sleep: async () => {} };
  const ended = await lucky.compare([...comparison, '--json'], stop);
  expect(ended.code).toBe(143);
  expect(parsed(ended)).toMatchObject({ offers: [], failures: [], partial: true });
});
