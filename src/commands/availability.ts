import type { Depot, Trip, Vehicle } from '../api/types.ts';
import type { Column, Result } from '../result.ts';
import { defineCommand } from '../cli/command.ts';
import { tripInWords } from './shared/trip-words.ts';
import { resolveTrip, tripFlags } from '../cli/trip-flags.ts';
import { plural } from '../text.ts';

const columns: readonly Column[] = [
  { key: 'vehicleId', header: 'ID', kind: 'number' },
  { key: 'name', header: 'VEHICLE' },
  { key: 'rentalDailyRate', header: 'NZD A DAY', kind: 'money' },
  { key: 'imageUrl', header: 'IMAGE', kind: 'link' },
];

export default defineCommand({
  name: 'availability',
  group: 'BROWSE',
  summary: 'vehicles free for two depots and two dates',
  args: {},
  flags: tripFlags,
  examples: [
    'rental availability --pick-up auckland --drop-off queenstown --from +30d --to +7d --sandbox',
    'rental availability --pick-up 1 --from 2026-12-20 --to 2026-12-27 --operator lucky --json',
  ],
  async run(options, context): Promise<Result> {
    const trip = await resolveTrip(options, context);
    const client = await context.client();
    const vehicles = await client.availability(trip);
    return { data: vehicles, columns, rows: vehicles, view: view(vehicles, trip, context.knownDepots()) };
  },
});

function view(vehicles: readonly Vehicle[], trip: Trip, depots: readonly Depot[]): Result['view'] {
  const heading = tripInWords(trip, depots);
  if (vehicles.length === 0) {
    return [
      { kind: 'text', text: heading, style: 'heading' },
      { kind: 'text', text: 'No vehicle is available. Other dates or depots may have some.' },
    ];
  }
  return [
    { kind: 'text', text: heading, style: 'heading' },
    { kind: 'table', columns, rows: vehicles },
    { kind: 'text', text: plural(vehicles.length, 'vehicle'), style: 'dim' },
  ];
}
