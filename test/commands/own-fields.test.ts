/** A service may add fields of any name. Ours win. */
import { expect, test } from 'vitest';
import { fleets } from '../support/fleet.ts';
import { run } from '../support/run.ts';
import { always, plant } from '../support/service.ts';

const trip = ['--pick-up', '1', '--from', '2030-01-05'];
const kea = () => ({ 11: 'Kea' });

test('fields that a quote has in common with ours do not replace ours in compare --json', async () => {
  const served = { rank: 99, nights: -1, vehicle: 'none', operator: 'evil', checkoutUrl: 'http://evil.test' };
  const { rental } = fleets({ lucky: { vehicles: kea, quote: () => ({ ...served, colour: 'red' }) } });
  const { stdout } = await rental(['compare', ...trip, '--nights', '7', '--json']);
  const { offers } = JSON.parse(stdout) as { offers: Record<string, unknown>[] };
  expect(offers).toMatchObject([
    {
      ...{ rank: 1, nights: 7, operator: 'lucky', vehicle: { vehicleId: 11, name: 'Kea' }, missing: [] },
      ...{ totalAmount: 110, colour: 'red' },
      checkoutUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1/) as string,
    },
  ]);
});

test('fields that a quote has in common with ours do not replace ours in quote --json', async () => {
  const { rental } = fleets({ lucky: { vehicles: kea, quote: () => ({ selection: 7, checkoutUrl: 'x' }) } });
  const { stdout } = await rental(['quote', '11', ...trip, '--to', '2030-01-12', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    selection: { vehicle_id: 11 },
    checkoutUrl: expect.stringContaining('/book?') as string,
  });
});

test.each(['ndjson', 'csv', 'plain'])('a record of extras has our kind in the format %s', async (format) => {
  const { baseUrl } = plant(always(200, [{ id: 3, name: 'Seat', price: 5, kind: 'toy', colour: 'red' }]));
  const extras = (form: string) => run(['extras', '11', '--base-url', baseUrl, '--format', form]);
  const { stdout } = await extras(format);
  expect(stdout).toMatch(/accessory.*Seat.*\r?\n.*insurance.*Seat/);
  expect(stdout).not.toContain('toy');
  expect((await extras('json')).stdout).toContain('"kind":"toy"');
});
