/** What a refusal says of the quantity of an accessory, and where the wizard leads then. */
import { expect, it } from 'vitest';
import { NotAvailableError, RefusedError, UnavailableError } from '../../../src/base/errors.ts';
import { refusedCountIn } from '../../../src/commands/plan/refused-counts.ts';
import type { Scripted } from './prompts.ts';
import { accessories, vehicles } from './wizard-context.ts';
import { done, failing, rest, runWizard, trip } from './wizard-scripts.ts';

const [chair, chains] = accessories;
const vehicle = vehicles[0]!;
const fiveChairs = [{ ...chair!, quantity: 5 }];
const both = [...fiveChairs, { ...chains!, quantity: 3 }];

function refusal(served: string): RefusedError {
  return new RefusedError(`the service refused quotes: ${served}`, { status: 400, served });
}

it.each([
  ['Invalid parameter accessory_ids: at most 2 of 1 can be added', fiveChairs, [1, 2]],
  ['Invalid parameter accessory_ids: at most 2 of 1 can be added', both, [1, 2]],
  ['accessory_ids: max 1 for 2', both, [2, 1]],
  ['Chair: no more than 3, please', both, [1, 3]],
  ['accessory_ids: snow chains, limited to 30', both, [2, 2]],
  ['accessory_ids: too many', fiveChairs, [1, 4]],
  ['accessory_ids: at most 0', fiveChairs, [1, 4]],
  ['accessory_ids: too many', both, undefined],
  ['accessory_ids: 1 and 2 together', both, undefined],
  ['insurance_id: not with Chair', fiveChairs, undefined],
  ['at most 1 rental', fiveChairs, undefined],
  ['accessory_ids: not with this vehicle', [{ ...chair!, quantity: 1 }], undefined],
])('the refusal "%s" of %j means the accessory and its maximum %j', (served, chosen, expected) => {
  const found = refusedCountIn(refusal(served), { vehicle, accessories: chosen });
  expect(found && [found.accessoryId, found.max]).toEqual(expected);
});

it.each([
  new UnavailableError('no', { served: 'accessory_ids' }),
  new NotAvailableError('no', { served: 'Chair' }),
])('an error that is no refusal means no accessory', (error) =>
  expect(refusedCountIn(error, { vehicle, accessories: fiveChairs })).toBeUndefined(),
);

const five: Scripted[] = [
  ...trip,
  ...rest.slice(0, 2),
  ['Quantity of Chair', '5'],
  ['Insurance', 'Full'],
];
/** Enter at the first choice. */
const first: Scripted = ['What now?', ''];

it("a refusal leads to the accessory's number with the service's maximum, without a request", async () => {
  const service = failing(({ accessoryIds }) =>
    accessoryIds.length > 2
      ? refusal('Invalid parameter accessory_ids: at most 2 of 1 can be added')
      : undefined,
  );
  const counts: Scripted[] = ['3', ''].map((text) => ['Quantity of Chair', text]);
  const { output, calls } = await runWizard([...five, first, ...counts, done], { service });
  expect(output).toContain(
    '? Quantity of Chair: 3\n  ! "3" is too many: the service takes at most 2',
  );
  expect(output).toContain('  (1 to 2)');
  expect(
    calls.filter((call) => call.startsWith('quote')).map((call) => call.replace(/.*\[/, '[')),
  ).toEqual(['[1,1,1,1,1] 8', '[1,1] 8']);
});

it('a refused number is never offered again, and is asked for before it is sent again', async () => {
  const service = failing(({ accessoryIds }) =>
    accessoryIds.length > 3 ? refusal('accessory_ids: no') : undefined,
  );
  const script: Scripted[] = [
    ...five,
    first,
    ['Quantity of Chair', ''],
    // Four are refused, too. Another plan does not change that, so the number is asked for again.
    ['What now?', 'Change insurance'],
    ['Insurance', 'Basic'],
    ['Quantity of Chair', ''],
    done,
  ];
  const { output, calls } = await runWizard(script, { service });
  expect(output.match(/ {2}\(1 to \d+\)/g)).toEqual(['  (1 to 50)', '  (1 to 4)', '  (1 to 3)']);
  const counts = calls
    .filter((call) => call.startsWith('quote'))
    .map((call) => call.match(/1(?=[,\]])/g)?.length);
  expect(counts).toEqual([5, 4, 3]);
});

it.each<[string, Scripted]>([
  ['vehicle_id: unknown', ['Vehicle', 'Jucy']],
  ['accessory_ids: not in winter', ['Accessories', []]],
  ['insurance_id: only for members', ['Insurance', 'Basic']],
  ['drop_off_date: a holiday', ['Pick-up date', '']],
  ['pick_up_depot_id: closed', ['Pick-up depot', '']],
])('a refusal of "%s" leads to what was refused', async (served, question) => {
  const errors = [refusal(served)];
  const service = failing(() => errors.pop());
  const more: Readonly<Record<string, Scripted[]>> = {
    'Pick-up date': [['Drop-off date', '']],
    'Pick-up depot': [
      ['Drop-off depot', ''],
      ['Pick-up date', ''],
      ['Drop-off date', ''],
    ],
  };
  const { calls } = await runWizard(
    [...trip, ...rest, first, question, ...(more[question[0]] ?? []), done],
    {
      service,
    },
  );
  expect(calls.filter((call) => call.startsWith('quote'))).toHaveLength(2);
});
