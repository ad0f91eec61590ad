/** How values on the command line are understood, seen from outside. */
import { expect, test } from 'vitest';
import { operator } from '../../support/operator.ts';
import { run } from '../../support/run.ts';
import { always, plant } from '../../support/service.ts';

const dates = ['--from', '2030-01-05', '--to', '2030-01-12'];

test('a negative id is sent as it is, and never taken for a name', async () => {
  const { baseUrl, requests } = plant(always(404, {}));
  const line = [
    'quote',
    '-5',
    '--pick-up',
    '-1',
    '--drop-off=-2',
    '--accessory',
    '-3,-3',
    '--insurance',
    '-4',
  ];
  await run([...line, ...dates, '--base-url', baseUrl]);
  expect(requests.filter((path) => path.startsWith('/quotes'))).toHaveLength(1);
  expect(Object.fromEntries(new URL(requests[0] ?? '', baseUrl).searchParams)).toMatchObject({
    vehicle_id: '-5',
    pick_up_depot_id: '-1',
    drop_off_depot_id: '-2',
    insurance_id: '-4',
    accessory_ids: '-3,-3',
  });
});

test.each([
  ['2', [2]],
  ['auck', [1]],
  ['-2', []],
  ['3', []],
])('depots %j lists the depots %j', async (query, ids) => {
  const ended = await run(['depots', query, '--base-url', operator().baseUrl, '--json']);
  const stderr = ids.length > 0 ? '' : `note: no depot has "${query}" as its id or in its name\n`;
  expect(ended).toMatchObject({ code: 0, stderr });
  expect((JSON.parse(ended.stdout) as { id: number }[]).map(({ id }) => id)).toEqual(ids);
});

test.each(['North Shore, Auckland', 'North Shore\\, Auckland'])(
  '%j is one name, with or without a backslash before its comma',
  async (depot) => {
    const { baseUrl } = operator({
      depots: ['Auckland', 'North Shore, Auckland'],
      vehicles: () => ({ 11: 'Kea, Deluxe' }),
    });
    const flags = ['--pick-up', depot, ...dates, '--base-url', baseUrl];
    const vehicle = depot.replace('North Shore', 'Kea').replace('Auckland', 'Deluxe');
    const ended = await run(['quote', vehicle, ...flags, '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      selection: { pick_up_depot_id: 2, vehicle_id: 11 },
    });
    expect(await run(['plan', '--vehicle', vehicle, ...flags])).toMatchObject({
      code: 0,
      stderr: '',
    });
  },
);
