import { InputNeededError } from '../errors.ts';
import type { Accessory, InsurancePlan } from '../api/types.ts';
import { isId } from '../planner/resolve.ts';
import type { Column, Result } from '../result.ts';
import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { findVehicle, requireId } from './shared/selection.ts';
import { resolveDates, resolveTrip, tripFlags, type TripOptions } from '../cli/trip-flags.ts';

const priced = (header: string): readonly Column[] => [
  { key: 'id', header: 'ID', kind: 'number' },
  { key: 'name', header },
  { key: 'price', header: 'NZD', kind: 'money' },
];
const columns: readonly Column[] = [{ key: 'kind' }, ...priced('NAME')];

export default defineCommand({
  name: 'extras',
  group: 'BROWSE',
  summary: "a vehicle's accessories and insurance plans",
  description: 'With dates, the service may answer for those dates. A vehicle given by name needs the whole trip.',
  args: { vehicle: { help: 'id or name', required: true } },
  flags: tripFlags,
  examples: [
    'rental extras 101 --sandbox',
    'rental extras ruru --pick-up auckland --from +30d --to +7d --sandbox --json',
  ],
  async run({ vehicle, ...options }, context): Promise<Result> {
    const dates = await givenDates(options, context);
    const id = await idOf(vehicle, options, context);
    const client = await context.client();
    const [accessories, insuranceTypes] = await Promise.all([
      client.accessories(id, dates),
      client.insuranceTypes(id, dates),
    ]);
    return {
      data: { vehicleId: id, accessories, insuranceTypes },
      columns,
      rows: [
        ...accessories.map((accessory) => ({ kind: 'accessory', ...accessory })),
        ...insuranceTypes.map((plan) => ({ kind: 'insurance', ...plan })),
      ],
      view: view(accessories, insuranceTypes),
    };
  },
});

async function givenDates({ from, to }: TripOptions, context: Context) {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) {
    throw new InputNeededError(`${from === undefined ? '--from' : '--to'} is needed, too`, {
      hint: 'give both dates, or neither',
    });
  }
  return resolveDates({ from, to }, context);
}

async function idOf(vehicle: string, options: TripOptions, context: Context): Promise<number> {
  const wholeTrip = options.pickUp !== undefined && options.from !== undefined && options.to !== undefined;
  // Of an id the depots say nothing more, and their names would cost a look-up.
  if (isId(vehicle) || !wholeTrip) return requireId(vehicle, 'the vehicle');
  return (await findVehicle(vehicle, context, await resolveTrip(options, context))).id;
}

function view(accessories: readonly Accessory[], plans: readonly InsurancePlan[]): Result['view'] {
  return [
    accessories.length === 0
      ? { kind: 'text', text: 'This vehicle has no accessories to add.' }
      : { kind: 'table', columns: priced('ACCESSORY'), rows: accessories },
    plans.length === 0
      ? { kind: 'text', text: 'This vehicle has no insurance plans to choose.' }
      : { kind: 'table', columns: priced('INSURANCE PLAN'), rows: plans },
  ];
}
