/** The prices of an answer, and what has changed between those of two. */
import type { Context } from '../../cli/context.ts';
import { RentalError } from '../../errors.ts';
import { bestOf, pricedOffers, type Priced } from '../../trips/best.ts';
import { changesBetween, type Change } from '../../trips/changes.ts';
import type { TripRecord } from '../../trips/saved.ts';
import type { StoredTrip } from '../../trips/store.ts';
import { runOf } from './commands.ts';
import { valueOf } from './evaluate.ts';

/** The best price, or the best of each group by the group's name; undefined without a price. */
export async function pricesIn(
  trip: StoredTrip,
  record: TripRecord | undefined,
  view: { readonly groupBy?: string },
  context: Context,
): Promise<ReadonlyMap<string, Priced | undefined>> {
  if (record === undefined) return new Map();
  try {
    const value = await valueOf(await runOf(trip), trip, view, record, context);
    if (view.groupBy === undefined) return new Map([['', bestOf(trip.command, value)]]);
    return new Map(pricedOffers(value).map((one) => [groupName(one, view.groupBy ?? ''), one]));
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return new Map([['', undefined]]);
  }
}

function groupName({ vehicle, trip, operator = '' }: Priced, by: string): string {
  if (by === 'vehicle') return vehicle;
  if (by === 'operator') return operator;
  if (by === 'date') return trip.pickUpDate;
  if (by === 'depots') return `${trip.pickUpDepotId} to ${trip.dropOffDepotId}`;
  return `${trip.pickUpDate} to ${trip.dropOffDate}`;
}

type Prices = ReadonlyMap<string, Priced | undefined>;

export function changesOf(before: Prices, after: Prices): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const changes = changesBetween(before.get(name), after.get(name));
    return name === '' ? changes : changes.map((change) => ({ ...change, field: `${name}: ${change.field}` }));
  });
}
