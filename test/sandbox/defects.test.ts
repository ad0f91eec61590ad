import { describe, expect, test } from 'vitest';
import { defectNames } from '../../src/sandbox/index.ts';
import { checks } from '../../src/smoke/index.ts';
import { sample } from '../support/thorough.ts';
import { idsOf, smoke } from '../smoke/support/smoke.ts';
import { ask, dayFromNow, plantSandbox } from './support.ts';

/** Only warnings, what no answer proves, and what a sandbox on loopback cannot show. */
const withoutDefect = [
  ...['depots-days', 'quote-repeat', 'errors-echo', 'errors-unavailable', 'site-book-escapes', 'site-manifest'],
  ...['transport-tls', 'transport-latency', 'limits-headers', 'limits-falling'],
];

/** The document has no sentence for these. */
const mayWarn = ['quote-sums', 'quote-rate', 'quote-prices', 'errors-trace', 'limits-value'];

test('every check has a defect, except these', () => {
  const ids = checks.map(({ id }) => id);
  expect(ids.filter((id) => !defectNames.includes(id))).toEqual(withoutDefect);
  expect(defectNames.filter((name) => !ids.includes(name))).toEqual([]);
});

describe('a sandbox with the defect', () => {
  test.each(sample(defectNames, 9))('%s fails the check of that name only', async (name) => {
    const run = await smoke(plantSandbox({ defects: [name] }), {
      strict: true,
      tripRateLimit: name === 'limits-exceeded',
    });
    expect([...idsOf(run, 'fail'), ...idsOf(run, 'warn')]).toEqual([name]);
    expect(idsOf(run, 'warn').filter((id) => !mayWarn.includes(id))).toEqual([]);
    expect(run.exitCode).toBe(1);
  });

  test('leaves an answer as it is that another defect breaks', async () => {
    const { baseUrl } = plantSandbox({
      defects: ['availability-answer', 'availability-images', 'availability-fields'],
    });
    const depots = 'pick_up_depot_id=1&drop_off_depot_id=1';
    const refused = await ask(`${baseUrl}/vehicles/availability?${depots}&pick_up_date=x`);
    expect([refused.status, refused.json]).toEqual([400, { error: expect.any(String) as string }]);
    const broken = await ask(
      `${baseUrl}/vehicles/availability?${depots}&pick_up_date=${dayFromNow(30)}&drop_off_date=${dayFromNow(31)}`,
    );
    expect([broken.status, broken.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('and another one fails both', async () => {
    const run = await smoke(plantSandbox({ defects: ['quote-currency', 'depots-times'] }));
    expect(idsOf(run, 'fail')).toEqual(['depots-times', 'quote-currency']);
  });
});
