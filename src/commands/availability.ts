import type { Depot, Trip, Vehicle } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { requireTrip, tripFlags } from '../cli/trip-flags.ts';
import type { Block, Column, Result } from '../result.ts';
import { plural } from '../text.ts';
import { readNotedTrip } from './shared/noted-trip.ts';
import { describeTrip } from './shared/trip-words.ts';

const image: Column = { key: 'imageUrl', header: 'IMAGE', kind: 'link' };
const columns: readonly Column[] = [
  { key: 'vehicleId', header: 'ID', kind: 'number' },
  { key: 'name', header: 'VEHICLE' },
  { key: 'rentalDailyRate', header: 'NZD A DAY', kind: 'money' },
  image,
];

export default defineCommand({
  name: 'availability',
  group: 'BROWSE',
  summary: 'list vehicles that are free for two depots and two dates',
  purpose: 'Lists the vehicles that are free for two depots and two dates, with their daily rates.',
  args: {},
  flags: tripFlags,
  needs: ['pick-up', 'from', 'to'],
  isServed: true,
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
    const { trip } = await readNotedTrip(request, session, context, { named: true });
    const vehicles = await session.service.availability(trip);
    return {
      data: vehicles,
      columns,
      rows: vehicles,
      get view() {
        return availabilityView(vehicles, trip, session.depots.known());
      },
    };
  },
});

/** The address of an image can be longer than a line, and the names matter more. */
const shownColumns: readonly Column[] = [
  ...columns.slice(0, -1),
  { key: 'rentalDailyRate', header: '', kind: 'bar' },
  { ...image, optional: true },
];

function availabilityView(vehicles: readonly Vehicle[], trip: Trip, depots: readonly Depot[]): Block[] {
  const heading: Block = { kind: 'text', text: describeTrip(trip, depots), style: 'heading' };
  if (vehicles.length === 0) {
    return [heading, { kind: 'text', text: 'No vehicle is available. Try other dates or depots.' }];
  }
  return [
    heading,
    { kind: 'table', columns: shownColumns, rows: vehicles },
    { kind: 'text', text: plural(vehicles.length, 'vehicle'), style: 'dim' },
  ];
}
