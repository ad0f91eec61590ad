/** The lists of extras of a sweep: one look-up for each vehicle, and more only for dates on which the first list does not hold. */
import type { Trip, Vehicle } from '../../api/types.ts';
import type { RentalError } from '../../errors.ts';
import type { AskedExtra } from '../proof.ts';
import { lacks, type BasketReading, type ExtraLists } from './basket.ts';
import type { OperatorRun } from './operator-run.ts';
import { runPool } from './pool.ts';

export interface ExtrasBook {
  /** Requests made for lists. */
  requests(): number;
  /** The lists that are looked up. */
  readonly kinds: readonly AskedExtra['kind'][];
  all(): readonly ExtraLists[];
  /** The list for these dates, or else the vehicle's first one; undefined if it could not be looked up. */
  listsFor(item: TripVehicle): { readonly lists: ExtraLists; readonly isOfDates: boolean } | undefined;
  firstLists(vehicle: Vehicle): ExtraLists | undefined;
  /** Throws what the service throws. */
  look(item: TripVehicle): Promise<ExtraLists>;
  /** Looks each one up that is not known yet. A failure is reported. */
  lookAll(items: readonly TripVehicle[]): Promise<void>;
}

/** An available vehicle. */
export interface TripVehicle {
  readonly trip: Trip;
  readonly vehicle: Vehicle;
}

export function createExtrasBook(
  { sweep, breaker, report, signal }: OperatorRun,
  kinds: readonly AskedExtra['kind'][],
): ExtrasBook {
  const { service } = sweep.session;
  const known = new Map<string, ExtraLists>();
  const first = new Map<number, ExtraLists>();
  const none: ExtraLists = { accessory: undefined, insurance: undefined };
  const look = async (item: TripVehicle): Promise<ExtraLists> => {
    const { trip, vehicle } = item;
    const { vehicleId } = vehicle;
    const [accessory, insurance] = await Promise.all([
      kinds.includes('accessory') ? service.accessories(vehicleId, trip) : undefined,
      kinds.includes('insurance') ? service.insuranceTypes(vehicleId, trip) : undefined,
    ]);
    const lists = { accessory, insurance };
    known.set(keyOf(item), lists);
    if (!first.has(vehicleId)) first.set(vehicleId, lists);
    return lists;
  };
  return {
    kinds,
    requests: () => known.size * kinds.length,
    all: () => [...known.values()],
    listsFor: (item) => {
      if (kinds.length === 0) return { lists: none, isOfDates: true };
      const own = known.get(keyOf(item));
      const lists = own ?? first.get(item.vehicle.vehicleId);
      return lists && { lists, isOfDates: own !== undefined };
    },
    firstLists: ({ vehicleId }) => first.get(vehicleId),
    look,
    lookAll: async (items) => {
      const open = [...new Map(items.map((item) => [keyOf(item), item])).values()];
      const run = async (item: TripVehicle): Promise<void> => void (await look(item));
      const failed = ({ vehicle }: TripVehicle, error: RentalError): void =>
        report.failed('extras', error, { vehicle });
      const unsent = await runPool({ items: open, breaker, run, failed }, signal);
      report.skipped('extras', unsent.length);
    },
  };
}

function keyOf({ vehicle, trip }: TripVehicle): string {
  return `${vehicle.vehicleId} ${trip.pickUpDate} ${trip.dropOffDate}`;
}

function isOfOtherDates(item: TripVehicle, book: ExtrasBook): boolean {
  return book.listsFor(item)?.isOfDates === false;
}

/** Those for whose dates no list is known, and whose first list lacks something that is wanted: one for each look-up. */
export function lackingExtras(items: readonly TripVehicle[], book: ExtrasBook, reading: BasketReading): TripVehicle[] {
  const lacking = items.filter((item) => {
    const lists = book.listsFor(item)?.lists;
    return lists !== undefined && isOfOtherDates(item, book) && lacks(reading, lists);
  });
  return [...new Map(lacking.map((item) => [keyOf(item), item])).values()];
}

/** How many requests are needed at most if the lists of all `items` do not hold on their dates: to look up, and to quote again. */
export function requestsAgain(items: readonly TripVehicle[], book: ExtrasBook): number {
  const open = items.filter((item) => isOfOtherDates(item, book));
  return new Set(open.map(keyOf)).size * book.kinds.length + open.length;
}
