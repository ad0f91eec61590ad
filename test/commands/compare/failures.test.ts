/** What failed is listed with its reason, and the comparison continues. */
import { expect, test } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { fleets, type Fleet } from '../../support/fleet.ts';
import { run } from '../../support/run.ts';
import { answer, plant } from '../../support/service.ts';
import { plantSandbox } from '../../sandbox/support.ts';
import { parsed } from './support.ts';

/** What the sandbox has free on a date depends on the day on which it is asked. */
const now = () => Date.parse('2026-11-20T10:00:00Z');

/** A sandbox behind a service that answers some requests itself. */
function interceptedSandbox(intercept: (url: URL) => Response | false) {
  const sandbox = createSandbox({ rateLimit: { limit: 1000, windowMs: 60_000 }, now });
  const { baseUrl, requests } = plant(async (request) => {
    return intercept(new URL(request.url)) || sandbox.answer(request);
  });
  const env = cleanEnvironment(temporaryFolder());
  return {
    requests,
    compare: (...args: string[]) =>
      run(
        [
          'compare',
          '--pick-up',
          '1',
          '--nights',
          '7',
          '--base-url',
          `${baseUrl}/api/agent`,
          ...args,
        ],
        { env, now },
      ),
  };
}

const dates = ['2030-03-01', '2030-03-02', '2030-03-03', '2030-03-04', '2030-03-05', '2030-03-06'];

test('if some responses are errors or broken, offers and reasons are printed: exit code 8', async () => {
  const { compare } = interceptedSandbox((url) => {
    const date = url.searchParams.get('pick_up_date');
    const isQuote = url.pathname.endsWith('/quotes');
    if (isQuote && date === dates[0]) return answer(404, { error: 'Vehicle \u001B[31mgone' });
    if (isQuote && date === dates[1]) return answer(503, { error: 'Back in a minute' });
    if (isQuote && date === dates[2])
      return answer(200, '<html>Sign in</html>', { 'content-type': 'text/html' });
    if (isQuote && date === dates[3]) return answer(200, { quoteId: 7 });
    if (!isQuote && date === dates[4]) return answer(200, [{ vehicleId: 'one' }]);
    return false;
  });
  const comparison = [
    '--from',
    `${dates[0]}..${dates[5]}`,
    '--quote',
    'all',
    '--vehicle',
    '101,102',
    '--retries',
    '0',
  ];
  const ended = await compare(...comparison, '--json');
  expect(ended.code).toBe(8);
  const { offers, failures, partial, plan } = parsed(ended);
  expect(partial).toBe(true);
  expect(plan.requests).toBe(6 + 10);
  expect(offers.map(({ selection }) => selection.pick_up_date)).toEqual([dates[5], dates[5]]);
  const reasons = failures.map(({ pick_up_date, step, code, status }) =>
    [pick_up_date, step, code, status].join(' '),
  );
  expect(failures).toHaveLength(9);
  expect([...new Set(reasons)].sort()).toEqual([
    `${dates[0]} quote not_available 404`,
    `${dates[1]} quote unavailable 503`,
    `${dates[2]} quote contract `,
    `${dates[3]} quote contract `,
    `${dates[4]} availability contract `,
  ]);
  const table = await compare(...comparison, '--format', 'table');
  expect(table.code).toBe(8);
  expect(table.stdout).toContain('9 requests failed');
  expect(table.stdout).toContain('<U+001B>[31mgone');
  expect(table.stdout).not.toContain('\u001B[31m');
  expect(table.stderr).toMatch(/warning: 9 requests failed\. The first failure: /);
  const csv = await compare(...comparison, '--format', 'csv');
  // A record is an offer; what failed is said beside them.
  expect(csv.stdout.trimEnd().split('\r\n')).toHaveLength(1 + offers.length);
  expect(csv.stderr).toMatch(/warning: 9 requests failed\. The first failure: /);
});

test('an operator that is down gets no more requests, and a note says how many were not sent', async () => {
  const { compare, requests } = interceptedSandbox(() => answer(503, { error: 'Closed' }));
  const comparison = [
    '--from',
    '2030-03-01..2030-05-01',
    '--retries',
    '0',
    '--quote',
    'none',
    '--json',
  ];
  // Without the pauses after which it would be asked again.
  const ended = await compare(...comparison, '--max-wait', '500ms');
  expect(ended).toMatchObject({ code: 4, stderr: expect.stringContaining('Closed') as string });
  const { failures, offers } = parsed(ended);
  expect(offers).toEqual([]);
  expect(requests.length).toBeLessThan(20);
  const skipped = failures.filter(({ unasked }) => unasked !== 0);
  expect(skipped).toMatchObject([
    { step: 'availability', code: 'unavailable', unasked: 62 - requests.length },
  ]);
  expect(skipped[0]?.reason).toMatch(/\d+ not sent: .*Closed/);
  const { length } = requests;
  expect(ended.stderr).toContain(
    `warning: ${length} requests failed and ${62 - length} were not sent. The first failure: `,
  );
});

test(
  'an operator that is down for a moment is asked again after a pause, also for what failed',
  { tags: ['long'] },
  async () => {
    let count = 0;
    const { compare, requests } = interceptedSandbox(
      () => ++count < 20 && answer(503, { error: 'Closed' }),
    );
    const comparison = [
      '--from',
      '2030-03-01..2030-04-09',
      '--quote',
      'none',
      '--max-requests',
      '100',
      '--json',
    ];
    const ended = await compare(...comparison, '--retries', '1', '--verbose');
    expect(ended).toMatchObject({ code: 0 });
    expect(parsed(ended)).toMatchObject({ failures: [], partial: false });
    // One more for each that failed.
    expect(requests).toHaveLength(40 + 19);
  },
);

test(
  'with --no-wait the comparison stops at the limit and returns the offers so far',
  { tags: ['long'] },
  async () => {
    const sandbox = plantSandbox({ rateLimit: { limit: 100, windowMs: 60_000 } });
    const comparison = [
      '--pick-up',
      '1',
      '--from',
      '+30d',
      '--flex',
      '9',
      '--nights',
      '7',
      '--quote',
      'all',
    ];
    const ended = await run([
      'compare',
      ...comparison,
      '--base-url',
      sandbox.baseUrl,
      '--no-wait',
      '--json',
    ]);
    expect(ended.code).toBe(8);
    const { offers, failures } = parsed(ended);
    // Near the limit, a request would have to wait for the answers to those under way.
    expect(offers.length).toBeGreaterThanOrEqual(70);
    expect(failures.map(({ code }) => code)).toContain('rate_limited');
    expect(sandbox.requests.every(({ status }) => status === 200)).toBe(true);
  },
);

test.each(
  sample(
    [
      ['999', 3],
      ['1,999', 8],
    ],
    3,
  ),
)(
  'after a refusal depots are looked up, and an unlisted one is sent no more: --drop-off %s',
  async (dropOff, code) => {
    const { compare, requests } = interceptedSandbox(() => false);
    const month = [
      '--from',
      '2030-03-01..+30d',
      '--nights',
      '5..9',
      '--drop-off',
      dropOff,
      '--json',
    ];
    const ended = await compare(...month);
    expect(ended.code).toBe(code);
    const refused = requests.filter((url) => url.includes('drop_off_depot_id=999'));
    // Those that were under way at once.
    expect(refused.length).toBeLessThanOrEqual(10);
    expect(requests.filter((url) => url.endsWith('/depots'))).toHaveLength(1);
    const { plan, offers, failures } = parsed(ended);
    expect([plan.requests, offers.length > 0]).toEqual([requests.length, code === 8]);
    expect(failures.every(({ status }) => status === 400)).toBe(true);
  },
);

test('of many reasons why requests failed, a terminal shows five, and --all all', async () => {
  const vehicles: Fleet['vehicles'] = (date) =>
    date < '2030-01-09' ? { status: 400, error: `Closed on ${date}` } : { 11: 'Kea' };
  const { shown } = fleets({ lucky: { vehicles } });
  const line = ['compare', '--pick-up', '1', '--from', '2030-01-01..2030-01-10', '--nights', '7'];
  const text = await shown(line, 120);
  expect(text.match(/Closed on/g)).toHaveLength(5);
  expect(text).toContain('\n3 more; --all shows them\n');
  expect((await shown([...line, '--all'], 120)).match(/Closed on/g)).toHaveLength(8);
});
