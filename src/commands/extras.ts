import type { Accessory, InsurancePlan } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { flagOf } from '../cli/flags.ts';
import type { Context } from '../cli/context.ts';
import { requireTrip, tripFlags, type TripOptions } from '../cli/trip-flags.ts';
import { InputNeededError, UsageError } from '../errors.ts';
import { anyPart, isId } from '../planner/names.ts';
import { readVehicle } from '../planner/selection.ts';
import type { Session } from '../planner/session.ts';
import { readDates, readTrip } from '../planner/trip.ts';
import { lookedUp, unitNote } from './shared/quote-view.ts';
import { columnsOf } from '../document.ts';
import { extras } from '../documents/lists.ts';
import { answer, type Result } from '../result.ts';

export default defineCommand({
  name: 'extras',
  group: 'BROWSE',
  summary: "list a vehicle's accessories and insurance plans",
  purpose:
    'Lists the accessories and insurance plans of a vehicle. Give the dates if the list depends on them. To use the ' +
    'name of a vehicle, also give depots and dates.',
  args: { vehicle: { help: 'id or name', required: true, offers: { names: 'vehicle' } } },
  flags: tripFlags,
  isServed: true,
  examples: [
    { does: 'Of vehicle 101', line: 'rental extras 101 --sandbox' },
    {
      does: 'By name, as JSON',
      line: 'rental extras "ruru 2-berth campervan" --pick-up auckland --from +30d --to +7d --sandbox --json',
    },
  ],
  see: ['names', 'dates'],
  async run({ vehicle, ...options }, context): Promise<Result> {
    const session = await context.session();
    const dates = await givenDates(options, session, context);
    const found = isId(vehicle) ? { id: Number(vehicle) } : await findByName(vehicle, options, session, context);
    const vehicleId = found.id;
    const [accessories, insuranceTypes] = await Promise.all([
      session.service.accessories(vehicleId, dates),
      session.service.insuranceTypes(vehicleId, dates),
    ]);
    return answer(extras, {
      value: { vehicleId, ...lookedUp(found), accessories, insuranceTypes },
      view: extrasView(accessories, insuranceTypes),
    });
  },
});

async function givenDates({ from, to }: TripOptions, session: Session, context: Context) {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) {
    throw new InputNeededError(`${flagOf(from === undefined ? 'from' : 'to')} is also needed`, {
      hint: 'give both dates, or neither',
    });
  }
  const { value, notes } = await readDates({ from, to }, session.today());
  context.note(...notes);
  return value;
}

async function findByName(vehicle: string, options: TripOptions, session: Session, context: Context) {
  const { pickUp, from, to } = options;
  if (pickUp === undefined || from === undefined || to === undefined) {
    throw new UsageError('to use a name, also give depots and dates', {
      hint: "give the vehicle's id, or add --pick-up, --from and --to",
    });
  }
  const { value: trip, notes } = await readTrip(requireTrip(options), session, anyPart);
  context.note(...notes);
  return readVehicle(vehicle, trip, session, { allowPart: context.canPrompt, note: context.note });
}

function extrasView(accessories: readonly Accessory[], plans: readonly InsurancePlan[]): Result['view'] {
  return [
    accessories.length === 0
      ? { kind: 'text', text: 'This vehicle has no accessories to add.' }
      : { kind: 'table', columns: columnsOf(extras, { name: { header: 'ACCESSORY' } }), rows: accessories },
    plans.length === 0
      ? { kind: 'text', text: 'This vehicle has no insurance plans to choose.' }
      : { kind: 'table', columns: columnsOf(extras, { name: { header: 'INSURANCE PLAN' } }), rows: plans },
    ...(accessories.length + plans.length === 0 ? [] : [{ kind: 'text', text: unitNote, style: 'dim' } as const]),
  ];
}
