/** Ids that carry their operator, `happy:21`, choose it where no flag names one. */
import { expect, test } from 'vitest';
import type { Comparison } from '../../../src/documents/offers.ts';
import { cli } from '../../support/cli.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';

const fleetOf = (vehicleId: number): Fleet => ({
  depots: ['Auckland', 'Rotorua'],
  vehicles: () => ({ [vehicleId]: 'Kea' }),
  accessories: () => ({ 71: 'Child seat' }),
  plans: () => ({ 8: 'Full' }),
});
const two = () => cli({ lucky: serviceOf(fleetOf(11)), happy: serviceOf(fleetOf(21)) });
const dates = '--from 2031-01-05 --nights 7';

test.each([
  `quote happy:21 --pick-up happy:1 ${dates} --accessory '2x happy:71' --insurance happy:8`,
  `quote happy:21 --pick-up 1 ${dates} --accessory happy:71,happy:71 --insurance full`,
  `quote kea --pick-up happy:1 ${dates} --accessory '2x child seat' --insurance happy:8 --operator happy`,
])('%s asks the operator of its ids', async (line) => {
  const { json } = two();
  const { selection } = await json<Comparison['offers'][number]>(line);
  expect(selection).toMatchObject({ vehicle_id: 21, accessory_ids: [71, 71], insurance_id: 8 });
});

test('a comparison whose ids are all of one operator asks it alone', async () => {
  const { json } = two();
  const line = `compare --pick-up auckland ${dates} --accessory '2x happy:71'`;
  const { offers, plan } = await json<Comparison>(line);
  expect(plan.operators.map(({ operator }) => operator)).toEqual(['happy']);
  expect(offers).toMatchObject([
    { operator: 'happy', rank: 1, selection: { accessory_ids: [71, 71] } },
  ]);
});

test('a comparison with ids of two operators asks both of them', async () => {
  const { json } = two();
  const { plan } = await json<Comparison>(`compare --pick-up lucky:1,happy:1 ${dates}`);
  expect(plan.operators.map(({ operator }) => operator)).toEqual(['lucky', 'happy']);
});

test.each([
  [
    `quote happy:21 --pick-up lucky:1 ${dates}`,
    'these ids belong to several operators: happy and lucky',
    'rental compare',
  ],
  [
    `quote happy:21 --pick-up 1 ${dates} --operator lucky`,
    'these ids belong to happy, but --operator names lucky',
    'leave',
  ],
  [
    `quote happy:21 --pick-up 1 ${dates} --accessory happy:2x71`,
    '"happy:2x71": the number comes before',
    '2x happy:71',
  ],
  [
    `compare --pick-up aukland ${dates} --operator lucky,happy`,
    'no depot matches "aukland"',
    'did you mean "Auckland"?',
  ],
  [
    `compare --pick-up auckland --drop-off lucky:rotorula,happy:2 ${dates}`,
    'no depot matches "rotorula"',
    '"Rotorua"?',
  ],
  [
    `compare --pick-up auckland ${dates} --accessory '2x 71' --operator lucky,happy`,
    'own ids',
    '2x lucky:71',
  ],
])('%s is refused: %s', async (line, message, hint) => {
  const { run } = two();
  const ended = await run(line);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain(message);
  expect(ended.stderr).toContain(hint);
});
