/** One operator lists no times on the days of the trip; its names count all the same. */
import { expect, test } from 'vitest';
import { fleets } from '../../support/fleet.ts';
import { parsed } from './support.ts';

const sunday = ['compare', '--from', '2031-01-05', '--nights', '7', '--pick-up', 'auckland'];
const operators = () =>
  fleets({
    lucky: { vehicles: () => ({ 11: 'Kea' }), accessories: () => ({ 1: 'Bike rack' }) },
    happy: {
      days: ['weekday'],
      vehicles: () => ({ 21: 'Moa Camper' }),
      accessories: () => ({ 9: 'WiFi' }),
    },
  });

test('an extra that only an operator closed on these days has is found', async () => {
  const ended = await operators().rental([...sunday, '--accessory', 'wifi', '--json']);
  expect(ended.stderr).not.toContain('no vehicle has');
  expect(parsed(ended).offers).toMatchObject([{ operator: 'happy', rank: 1 }, { rank: null }]);
});

test('a part of the name of a vehicle of a closed operator is found', async () => {
  const ended = await operators().rental([...sunday, '--vehicle', 'moa', '--json']);
  expect(ended.stderr).not.toContain('could not be looked up');
  expect(parsed(ended).offers).toMatchObject([{ operator: 'happy', vehicle: { vehicleId: 21 } }]);
});

test('a part of the name of a vehicle of the other operator is found', async () => {
  const ended = await operators().rental([...sunday, '--vehicle', 'ke', '--json']);
  expect(parsed(ended).offers).toMatchObject([{ operator: 'lucky', vehicle: { vehicleId: 11 } }]);
});
