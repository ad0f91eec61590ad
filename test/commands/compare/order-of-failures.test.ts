/** Failures are listed in the order of the requests, whichever answer came first. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Service } from '../../../src/http/types.ts';
import { cli } from '../../support/cli.ts';
import { operatorService } from '../../support/operator.ts';

interface Failures {
  readonly failures: readonly { readonly operator: string; readonly vehicle: { name: string } }[];
}

/** Every vehicle has just gone. The refusals of one of them come late. */
function soldOut(slowVehicle: number): Service {
  const service = operatorService({ soldOut: [11, 12] });
  return async (request) => {
    if (request.url.includes(`vehicle_id=${slowVehicle}`)) await wait(20);
    return service(request);
  };
}

test('a comparison that is repeated lists its failures in the same order', async () => {
  const rental = cli({ a: soldOut(11), b: soldOut(0) });
  const line = 'compare --operator a,b --pick-up auckland --from 2027-01-15 --nights 7';
  const listed = async () => {
    const { failures } = await rental.json<Failures>(line);
    return failures.map(({ operator, vehicle }) => `${operator}: ${vehicle.name}`);
  };
  const ordered = ['a: Kea Camper', 'a: Moa Van', 'b: Kea Camper', 'b: Moa Van'];
  expect(await listed()).toEqual(ordered);
  expect(await listed()).toEqual(ordered);
});
