import { expect, test } from 'vitest';
import { refusalHint } from '../../src/api/refusals.ts';
import { flagOf } from '../../src/cli/flags.ts';
import { inWords } from '../../src/base/field-text.ts';
import { run } from '../support/run.ts';

test.each([
  ['Missing required query parameter: pick_up_date', 'pick_up_date is --from'],
  ['drop_off_date must be after pick_up_date', 'drop_off_date is --to'],
  ['No such pick_up_depot_id', 'pick_up_depot_id is --pick-up: rental depots lists what can be chosen'],
  ['Invalid drop_off_depot_id', 'drop_off_depot_id is --drop-off: rental depots lists what can be chosen'],
  ['Invalid vehicle_id', 'vehicle_id is the vehicle: rental availability lists what can be chosen'],
  ['Invalid path parameter vehicleId', 'vehicleId is the vehicle: rental availability lists what can be chosen'],
  ['Bad accessory_ids', 'accessory_ids is --accessory: rental extras lists what can be chosen'],
  ['Bad insurance_id', 'insurance_id is --insurance: rental extras lists what can be chosen'],
  [undefined, 'rental depots and rental availability list what can be chosen'],
])('%s: %s', (served, hint) => {
  expect(inWords(refusalHint(served), flagOf)).toBe(hint);
});

test('a refused date is named by its flag', async () => {
  const trip = ['--pick-up', '1', '--from', '2020-01-10', '--to', '2020-01-12'];
  const { code, stderr } = await run(['availability', ...trip, '--sandbox']);
  expect(code).toBe(3);
  expect(stderr).toMatch(/error: .*pick_up_date.*\nhint: pick_up_date is --from/);
});
