import type { Accessory, InsurancePlan, RentalDates } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { dropOffOfFlags, requireTrip, tripFlags, type TripOptions } from '../cli/trip-flags.ts';
import { InputNeededError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { idOf, isId } from '../planner/names.ts';
import type { Session } from '../planner/session.ts';
import { resolveDates, resolveTrip } from '../resolve/trip.ts';
import { describeDates, describeTrip } from '../views/trip-words.ts';
import { extrasPriceNote } from '../views/charged-days-words.ts';
import { resolveVehicle } from '../resolve/vehicle.ts';
import { vehicleField } from '../documents/make-quote.ts';
import { lookUpOptions } from './shared/look-up-options.ts';
import { columnsOf } from '../documents/records.ts';
import { extrasShape } from '../documents/planning.ts';
import { makeResult, type Block, type Result, type Row } from '../result.ts';

export default defineCommand({
  name: 'extras',
  group: 'BROWSE',
  summary: "list a vehicle's accessories and insurance plans",
  purpose:
    'Lists the accessories and insurance plans of a vehicle. Give the dates if the list depends on them. To use the ' +
    'name of a vehicle, also give depots and dates.',
  args: { vehicle: { help: 'id or name', required: true, offers: { names: 'vehicle' } } },
  flags: tripFlags,
  document: extrasShape,
  examples: [
    { does: 'Extras of vehicle 101', line: 'rental extras 101 --sandbox' },
    {
      does: 'By name, as JSON',
      line: 'rental extras "ruru 2-berth campervan" --pick-up auckland --from +30d --to +7d --sandbox --json',
    },
  ],
  see: ['names', 'dates'],
  async run({ vehicle, ...options }, context): Promise<Result> {
    const session = await context.session();
    const resolveOptions = lookUpOptions(context);
    // A name is looked up among the vehicles that are free for the trip. With an id, depots are not
    // needed, and dates only if the lists depend on them.
    const trip = isId(vehicle)
      ? undefined
      : await resolveTrip(requireTrip(options), session, resolveOptions);
    const found =
      trip === undefined
        ? { id: idOf(vehicle) }
        : await resolveVehicle(vehicle, trip, session, resolveOptions);
    const dates = trip ?? givenDates(options, session, context);
    const [accessories, plans] = await Promise.all([
      session.service.accessories(found.id, dates),
      session.service.insuranceTypes(found.id, dates),
    ]);
    return makeResult(extrasShape, {
      value: { vehicleId: found.id, ...vehicleField(found), accessories, insuranceTypes: plans },
      subject: () =>
        trip === undefined
          ? dates && describeDates(dates)
          : describeTrip(trip, session.depots.known()),
      view: () => extrasView(accessories, plans),
    });
  },
});

function givenDates(
  { from, ...end }: TripOptions,
  session: Session,
  context: Context,
): RentalDates | undefined {
  const to = dropOffOfFlags(end);
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) {
    throw new InputNeededError(
      fieldText(`{${from === undefined ? 'from' : 'to'}} is also needed`),
      {
        hint: 'give both dates, or neither',
      },
    );
  }
  return resolveDates({ from, to }, session.today(), context.note);
}

function extrasView(accessories: readonly Accessory[], plans: readonly InsurancePlan[]): Block[] {
  const isEmpty = accessories.length + plans.length === 0;
  return [
    listOrNone(accessories, 'ACCESSORY', 'accessories to add'),
    listOrNone(plans, 'INSURANCE PLAN', 'insurance plans to choose'),
    ...(isEmpty ? [] : [{ kind: 'text', text: extrasPriceNote, style: 'dim' } as const]),
  ];
}

function listOrNone(rows: readonly Row[], header: string, none: string): Block {
  if (rows.length === 0) return { kind: 'text', text: `This vehicle has no ${none}.` };
  return { kind: 'table', columns: columnsOf(extrasShape, { name: { header } }), rows };
}
