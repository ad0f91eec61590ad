import type { Trip, Vehicle } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { requireTrip, tripFlags } from '../cli/trip-flags.ts';
import { columnsOf } from '../documents/records.ts';
import { availabilityShape } from '../documents/planning.ts';
import { estimateBasis, type EstimateBasis } from '../planner/charged-days.ts';
import { aboutEstimates } from '../views/charged-days-words.ts';
import { formatMoney, multiplyMoney } from '../base/money.ts';
import { resolveCheckedTrip } from '../resolve/trip.ts';
import type { Session } from '../planner/session.ts';
import { byDailyRate } from '../planner/vehicle.ts';
import { makeResult, type Block, type Column, type Result } from '../result.ts';
import { plural } from '../base/words.ts';
import { lookUpOptions } from './shared/look-up-options.ts';
import { describeTrip } from '../views/trip-words.ts';

export default defineCommand({
  name: 'availability',
  group: 'BROWSE',
  summary: 'list vehicles that are free for two depots and two dates',
  purpose:
    'Lists the vehicles that are free for two depots and two dates, with their daily rates, the lowest first.',
  args: {},
  flags: tripFlags,
  needs: ['pick-up', 'from', 'to'],
  document: availabilityShape,
  examples: [
    {
      does: 'From Auckland to Queenstown, for a week in 30 days',
      line: 'rental availability --pick-up "auckland airport" --drop-off queenstown --from +30d --to +7d --sandbox',
    },
    {
      does: 'Names and rates as CSV',
      line: 'rental availability --pick-up 1 --from fri --to +7d --sandbox --format csv --fields name,rentalDailyRate',
    },
  ],
  see: ['dates', 'names', 'output'],
  async run(options, context): Promise<Result> {
    const request = requireTrip(options);
    const session = await context.session();
    const trip = await resolveCheckedTrip(request, session, lookUpOptions(context));
    const vehicles = byDailyRate(await session.service.availability(trip));
    return makeResult(availabilityShape, {
      value: vehicles,
      subject: () => describeTrip(trip, session.depots.known()),
      view: () => availabilityView(vehicles, trip, session),
    });
  },
});

/** The columns of the list and, if there is a basis, an estimate for these dates. */
function shownColumns(basis: EstimateBasis | undefined): readonly Column[] {
  const columns = columnsOf(availabilityShape, { imageUrl: { dropOrder: 1, spare: true } });
  const bar: Column = { key: 'rentalDailyRate', header: '', kind: 'bar' };
  const about = ({ days }: EstimateBasis): Column => ({
    key: 'about',
    header: 'ABOUT',
    kind: 'money',
    show: ({ rentalDailyRate }) => {
      const estimate = multiplyMoney(rentalDailyRate as number, days);
      return estimate === undefined ? '–' : formatMoney(estimate);
    },
  });
  return [
    ...columns.slice(0, -1),
    bar,
    ...(basis === undefined ? [] : [about(basis)]),
    ...columns.slice(-1),
  ];
}

function availabilityView(
  vehicles: readonly Vehicle[],
  trip: Trip,
  { depots, chargedDays }: Pick<Session, 'depots' | 'chargedDays'>,
): Block[] {
  const heading: Block = {
    kind: 'text',
    text: describeTrip(trip, depots.known()),
    style: 'heading',
  };
  if (vehicles.length === 0)
    return [heading, { kind: 'text', text: 'No vehicle is available. Try other dates or depots.' }];
  const basis = estimateBasis(trip, chargedDays);
  const estimate = basis === undefined ? '' : `. ${aboutEstimates(basis)}`;
  return [
    heading,
    { kind: 'table', columns: shownColumns(basis), rows: vehicles },
    { kind: 'text', text: `${plural(vehicles.length, 'vehicle')}${estimate}`, style: 'dim' },
  ];
}
