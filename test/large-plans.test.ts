// @module-tag long
/** Plans of far more trips than a sweep can ask for: they are counted, and no trip is made. */
import { expect, test } from 'vitest';
import { operatorServer } from './support/operator.ts';
import { program } from './support/program.ts';

/** Every trip as an object would need gigabytes: then Node ends the program. */
const env = { NODE_OPTIONS: '--max-old-space-size=64' };
const depots = Array.from({ length: 200 }, (_, index) => `Depot ${index + 1}`);
/** 200 × 200 pairs of depots, 171 starts × 60 lengths. */
const trips = 200 * 200 * 171 * 60;
/** A quote of each length and pair of depots, and the ten cheapest. */
const least = trips + 60 * 200 * 200 + 10;
const dates = ['--from', '2030-01-01..2030-06-20', '--nights', '1..60'];
const everywhere = ['compare', '--pick-up', 'all', '--drop-off', 'all', ...dates];

test('400 million trips are counted by --dry-run, and else refused before anything is asked', async () => {
  const { baseUrl, requests } = await operatorServer({ depots });
  const counted = await program([...everywhere, '--dry-run', '--json', '--base-url', baseUrl], { env });
  expect(counted).toMatchObject({ code: 0 });
  expect(JSON.parse(counted.stdout)).toMatchObject({ plan: { trips: trips, requests: least } });
  const refused = await program([...everywhere, '--base-url', baseUrl], { env });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/hint: compare at most \d+ of the \d+ [a-z ]+\n$/);
  expect(refused.stderr).toContain(`this takes ${least + 1} requests, and a comparison sends at most 20000`);
  expect(requests).toEqual(['/depots', '/depots']);
});
