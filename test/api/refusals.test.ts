import { expect, test } from 'vitest';
import { refusalHint } from '../../src/api/refusals.ts';
import { flagOf } from '../../src/cli/flags.ts';
import { inWords } from '../../src/base/field-text.ts';
import { run } from '../support/run.ts';

test.each([
  ['Missing required query parameter: pick_up_date', 'check the pick-up date'],
  ['drop_off_date must be after pick_up_date', 'check the drop-off date, or the number of nights'],
  ['No such pick_up_depot_id', 'check the pick-up depot: rental depots lists the choices'],
  ['Invalid drop_off_depot_id', 'check the drop-off depot: rental depots lists the choices'],
  ['Invalid vehicle_id', 'check the vehicle: rental availability lists the choices'],
  ['Invalid path parameter vehicleId', 'check the vehicle: rental availability lists the choices'],
  ['Bad accessory_ids', 'check the accessories: rental extras lists the choices'],
  ['accessory_ids: at most 3 × Child seat can be added', 'ask for fewer of this accessory'],
  ['Bad insurance_id: only 3 exist', 'check the insurance plan: rental extras lists the choices'],
  ['Bad insurance_id', 'check the insurance plan: rental extras lists the choices'],
  [undefined, 'rental depots and rental availability list the choices'],
])('%s: %s', (served, hint) => {
  expect(inWords(refusalHint(served), flagOf)).toBe(hint);
});

test('a refused date is named, but no flag that was not given', async () => {
  const trip = ['--pick-up', '1', '--from', '+30d', '--nights', '400'];
  const { code, stderr } = await run(['availability', ...trip, '--sandbox']);
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /error: .*drop_off_date.*\nhint: check the drop-off date, or the number of nights\n$/,
  );
  expect(stderr).not.toContain('--to');
});
