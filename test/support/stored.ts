/** Stored answers, as earlier runs leave them. */
import type { Named } from '../../src/planner/names.ts';
import { cleanEnvironment } from './environment.ts';
import { run } from './run.ts';
import { always } from './service.ts';

/** The address of an operator that does not answer. */
export const baseUrl = 'http://127.0.0.1:9/api';

/** Stores in the folders of `cleanEnvironment` what the commands that list them store. */
export async function remember(
  folder: string,
  depots: readonly Named[],
  vehicles: readonly Named[] = [],
) {
  const times = { pickup_times: [], drop_off_times: [], opening_hours_description: '' };
  const lists = {
    depots: depots.map((depot) => ({ ...depot, ...times })),
    'availability --pick-up 1 --from +1d --to +1d': vehicles.map(({ id, name }) => {
      return { vehicleId: id, name, rentalDailyRate: 1, imageUrl: 'http://a.test' };
    }),
  };
  for (const [line, list] of Object.entries(lists)) {
    const options = { env: cleanEnvironment(folder), service: always(200, list) };
    await run([...line.split(' '), '--base-url', baseUrl], options);
  }
}
