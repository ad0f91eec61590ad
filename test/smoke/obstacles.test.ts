/** Runs in which the service cannot be asked, which is not a broken rule. */
import { expect, test } from 'vitest';
import { all, depotsPath, errorAnswer, changeJson, on, plansPath } from './faults/parts.ts';
import { reportText } from '../../src/smoke/reports/index.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { always, never, connectionError } from '../support/service.ts';
import { startChanged, startService } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';

const down = { error: 'down' };
const limited = {
  'content-type': 'text/plain',
  'x-ratelimit-limit': '100',
  'x-ratelimit-remaining': '0',
};

test.each([
  ['a refused connection', () => Promise.reject(connectionError('ECONNREFUSED')), 6, 1, 'refused'],
  ['closed connections', () => Promise.reject(connectionError()), 6, 3, 'closed'],
  ['502 only', always(502, down), 4, 3, 'unavailable, GET /depots: down'],
  ['503 only', always(503, down), 4, 3, 'unavailable, GET /depots: down'],
  ['504 only', always(504, down), 4, 3, 'unavailable, GET /depots: down'],
  [
    'a Retry-After beyond the longest wait',
    always(503, down, { 'retry-after': '60' }),
    4,
    1,
    'unavailable',
  ],
  [
    'an unexpected 429',
    always(429, 'Too Many Requests', { ...limited, 'x-ratelimit-reset': '42' }),
    ...([5, 2, 'no request to'] as const),
  ],
] as const)(
  'a run that cannot ask the service says only that: %s',
  async (_, service, code, requests, obstacle) => {
    const operator = startService(service);
    // Too few checks are no rule that it breaks.
    const run = await smoke(operator, { minChecks: 40 });
    expect([run.exitCode, run.counts.fail, run.counts.warn]).toEqual([code, 0, 0]);
    expect(run.obstacle).toContain(obstacle);
    expect(run.requests).toBe(requests);
    expect(operator.requests.length).toBeLessThanOrEqual(requests);
  },
);

test('a service that never answers ends a run with exit code 6, at once if waits are short', async () => {
  const run = await smoke(startService(never), { timeoutMs: 100, maxWaitMs: 50 });
  expect([run.exitCode, run.requests]).toEqual([6, 1]);
});

test('all waits together stay below the longest wait', async () => {
  let slept = 0;
  const [start, sleep] = [Date.now(), async (ms: number): Promise<void> => void (slept += ms)];
  const machine = { now: () => start + slept, monotonic: () => slept, sleep };
  await smoke(startService(always(503, down)), { retries: 10, maxWaitMs: 3_000, machine });
  expect(slept).toBeGreaterThan(0);
  expect(slept).toBeLessThanOrEqual(3_000);
});

test('a smaller limit than that of the interface ends a run with 5, without a 429', async () => {
  const sandbox = plantSandbox({ rateLimit: { limit: 25, windowMs: 60_000 } });
  const run = await smoke(sandbox);
  expect([run.exitCode, idsOf(run, 'fail')]).toEqual([5, []]);
  expect(sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(idsOf(run, 'pass')).toContain('depots-fields');
});

test('a run with a broken rule and an obstacle ends with 1', async () => {
  const noName = changeJson(depotsPath, ([depot]) => void (depot.name = null));
  const run = await smoke(startChanged(all(noName, on(/^\/(?!depots)/, errorAnswer(503, 'down')))));
  expect([idsOf(run, 'fail'), run.exitCode]).toEqual([['depots-fields'], 1]);
});

test('a run with one unavailable endpoint checks the others, and ends with 4', async () => {
  const only = ['depots', 'insurance-answer', 'site-book'];
  const run = await smoke(startChanged(on(plansPath, errorAnswer(503, 'down'))), { only });
  expect([idsOf(run, 'fail'), idsOf(run, 'unchecked'), run.exitCode]).toEqual([
    [],
    ['insurance-answer'],
    4,
  ]);
});

test.each([
  ['503', 503, 'text/plain', 'down', 'errors-unavailable', 4],
  ['429', 429, 'text/html', '<p>Slow down', 'limits-exceeded', 5],
] as const)(
  'a wrong %s that ends the run is only reported',
  async (_, status, media, body, id, code) => {
    const run = await smoke(startService(always(status, body, { 'content-type': media })));
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[id], code]);
  },
);

test('an interrupt ends the run', async () => {
  const reason = new Error('interrupted');
  const machine = { sleep: () => Promise.reject(reason) };
  await expect(smoke(startService(always(503, down)), { machine })).rejects.toBe(reason);
});

test.each([
  ['404 for everything', always(404, { error: 'no' }), 3, '404 with application/json'],
  [
    'a web page for everything',
    always(200, '<p>Hello', { 'content-type': 'text/html' }),
    7,
    '200 with text/html',
  ],
] as const)('an address with %s is not that of the interface', async (_, service, code, came) => {
  const run = await smoke(startService(service));
  expect([run.exitCode, run.counts.fail, run.requests]).toEqual([code, 0, 1]);
  expect([run.obstacle, run.hint]).toEqual([
    `this does not look like a rental service: GET /depots answered ${came}`,
    expect.stringContaining('base address'),
  ]);
  const markdown = reportText('markdown', run);
  expect([
    markdown.includes(`Could not check: \`${run.obstacle}\``),
    markdown.includes('| skipped'),
  ]).toEqual([true, false]);
  expect(run.results.filter(({ reason }) => reason === run.obstacle).map(({ id }) => id)).toEqual([
    'depots-answer',
  ]);
});

test('a service whose JSON has the type of a page is checked', async () => {
  const run = await smoke(
    startChanged(on(depotsPath, ({ headers }) => headers.set('content-type', 'text/html'))),
  );
  expect([idsOf(run, 'warn'), run.exitCode]).toEqual([['depots-answer'], 0]);
});
