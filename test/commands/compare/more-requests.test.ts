// @module-tag long
/**
 * A search that needs more requests than it may send. With --max-requests it ends there. Without, it
 * shows what was found and asks whether to go on.
 */
import { expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';
import { fastClock } from '../../support/waiting.ts';

/** Two currencies, which cannot be compared: every offer is priced. */
const mixed: Fleet = {
  vehicles: () => ({
    11: ['Kea', 50],
    12: ['Moa', 60],
    13: ['Tui', 70],
    14: ['Weka', 80],
    15: ['Huia', 90],
  }),
  quote: (query) => ({
    totalAmount: 500,
    currency: query.get('vehicle_id') === '11' ? 'NZD' : 'AUD',
  }),
};

const wide = 'compare --pick-up 1 --from 2030-01-01..+59d --nights 7';

/** At a terminal whose user answers so; the requests take no time. */
async function answered(line: string, input: string, fleet = mixed) {
  const { run, requests } = cli(serviceOf(fleet));
  const { monotonic, sleep } = fastClock();
  const clock = { monotonic, sleep, now: () => Date.parse('2029-12-01') + monotonic() };
  const terminal = {
    tty: ['stdin', 'stdout', 'stderr'],
    columns: 120,
    input,
    env: { NO_COLOR: '1' },
  } as const;
  return {
    ...(await run(`${line} --accessible`, { ...terminal, ...clock })),
    sent: requests().length,
  };
}

test('what was found is shown above the question whether to send more', async () => {
  const { code, stderr, sent } = await answered(wide, 'n\n');
  expect([code, sent]).toEqual([8, 300]);
  const [before, after] = stderr.split(
    '300 requests sent so far, and there may be cheaper offers. Send up to 300 more?',
  );
  expect(after).toBeDefined();
  expect(before).toMatch(/cheapest found of \d+ offers in NZD/);
  expect(before).toMatch(/^=?\d+ +\d+\.\d\d .*Kea/m);
});

test('a given --max-requests ends the search with exit code 8, and names the next number', async () => {
  const { code, stdout, stderr, sent } = await answered(`${wide} --max-requests 80`, '');
  expect([code, sent]).toEqual([8, 80]);
  expect(stderr).not.toContain('Send up to');
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'to continue, allow more requests, such as --max-requests 160',
  );
  expect(stdout).toContain('Cheapest found in NZD: Kea');
});

test('at the question whether to send more, the end of the input prints what was found', async () => {
  const { code, stdout } = await answered(wide, '');
  expect(code).toBe(130);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'cheaper ones, because the comparison was stopped early',
  );
  expect(stdout).toContain('Cheapest found in NZD: Kea');
});

test('a note about offers is given once, after the last answer', async () => {
  const accessories: Fleet['accessories'] = (id) => ({ 5: id === 13 ? 'Chains' : 'Child seat' });
  const { sent, stderr } = await answered(`${wide} --accessory 5`, 'y\n', {
    ...mixed,
    accessories,
  });
  expect(sent).toBeGreaterThan(300);
  const text = stderr.replaceAll(/\s+/g, ' ');
  expect(text.match(/\d+ quotes, "Chains" in \d+ quotes/g)).toEqual([
    '240 quotes, "Chains" in 60 quotes',
  ]);
});
