/** Which vehicles of each trip are quoted: the cheapest of those that have the extras, as far as it takes to find them. */
import { UsageError } from '../../errors.ts';
import type { Vehicle } from '../../api/types.ts';
import { formatDuration, plural } from '../../text.ts';
import { lacks, readBasket } from './basket.ts';
import type { TripVehicle } from './basket.ts';
import { createExtrasBook, type ExtrasBook, type Found } from './extras.ts';
import { withPauses } from './pauses.ts';
import type { OperatorRun } from './recorder.ts';
import { cheapestFirst, wantedVehicles, type Availability, type Quoting, type WantedVehicle } from './vehicles.ts';

/** Between two pauses: some milliseconds of work. */
const fewTrips = 16;

interface FindParts {
  readonly filter: readonly WantedVehicle[] | undefined;
  readonly quoting: Quoting;
  /** The sweep asks no other operator. */
  readonly isOnly: boolean;
  /** Whether so many more requests than planned are allowed; counts them if they are. */
  readonly mayAdd: (count: number) => boolean;
}

/**
 * Chooses the vehicles to quote, and looks up their extras on the first of their dates. A vehicle without the extras gives way to the next
 * one, whose extras are then looked up, too.
 */
export async function findVehicles(run: OperatorRun, availability: Availability, parts: FindParts): Promise<Found> {
  const { filter, quoting } = parts;
  noteUnmatched(run, availability, filter);
  noteStored(run);
  const extras = createExtrasBook(run);
  const tried = new Set<number>();
  const first = await choose(run, availability, parts, new Set());
  if (extras.kinds.length === 0) return { run, items: first, extras, unread: 0 };
  await extras.lookAll(firstOf(first, tried));
  const items = await lookFurther(run, availability, { ...parts, extras, tried });
  // Without a quote as a proof, a link needs the list of its own dates.
  if (quoting.top === 0) await extras.lookAll(items.filter((item) => extras.listsFor(item)?.isOfDates !== true));
  const unread = possibleVehicles(availability, filter).filter((vehicle) => extras.firstLists(vehicle) === undefined);
  return { run, items, extras, unread: unread.length };
}

interface FurtherParts extends FindParts {
  readonly extras: ExtrasBook;
  readonly tried: Set<number>;
}

/** As long as another vehicle can take the place of one without the extras, and the requests are allowed. */
async function lookFurther(run: OperatorRun, availability: Availability, parts: FurtherParts) {
  const { extras, tried, isOnly, mayAdd } = parts;
  for (;;) {
    const lacking = lackingVehicles(run, availability, extras, isOnly);
    const items = await choose(run, availability, parts, lacking);
    const next = firstOf(items, tried);
    if (next.length === 0) return items;
    const allowed = next.filter(() => mayAdd(extras.kinds.length));
    await extras.lookAll(allowed);
    if (allowed.length === next.length) continue;
    run.note(
      (name) => `the extras of more vehicles were not looked up: ${name('maxRequests')} allows no more requests`,
    );
    const unread = vehiclesOf(availability).filter((vehicle) => extras.firstLists(vehicle) === undefined);
    const read = lackingVehicles(run, availability, extras, isOnly);
    return choose(run, availability, parts, read, new Set(unread.map(({ vehicleId }) => vehicleId)));
  }
}

/** Tells what is available for each trip. `lacking` comes after the others, and `unread` is left out: nothing is known of its extras. */
async function choose(
  run: OperatorRun,
  availability: Availability,
  { filter, quoting: { top } }: FindParts,
  lacking: ReadonlySet<number>,
  unread: ReadonlySet<number> = new Set(),
): Promise<TripVehicle[]> {
  const most = top === 0 ? Number.POSITIVE_INFINITY : top;
  const isRead = ({ vehicleId }: Vehicle): boolean => !unread.has(vehicleId);
  const has = (vehicle: Vehicle): boolean => !lacking.has(vehicle.vehicleId) && isRead(vehicle);
  const chooseFrom = (list: readonly Vehicle[]) => {
    const wanted = wantedVehicles(list, filter, has);
    const sorted = cheapestFirst(wanted, { top: Number.POSITIVE_INFINITY });
    const selected = [...sorted.filter(has), ...sorted.filter((one) => !has(one) && isRead(one))].slice(0, most);
    return { available: wanted, selected };
  };
  const chosen = new Map<readonly Vehicle[], ReturnType<typeof chooseFrom>>();
  const items: TripVehicle[] = [];
  for await (const [trip, list] of withPauses(availability, fewTrips, run.signal)) {
    // Most trips have the same list as another.
    const { available, selected } = chosen.get(list) ?? chooseFrom(list);
    chosen.set(list, { available, selected });
    run.available(trip, available, selected);
    for (const vehicle of selected) items.push({ trip, vehicle });
  }
  return items;
}

/** The first item of each vehicle that is not among those tried, to which it is added. */
function firstOf(items: readonly TripVehicle[], tried: Set<number>): TripVehicle[] {
  return items.filter(({ vehicle: { vehicleId } }) => !tried.has(vehicleId) && tried.add(vehicleId));
}

/** Vehicles whose list lacks something of the basket. None as long as it cannot be read: why is said when all lists are known. */
function lackingVehicles(run: OperatorRun, availability: Availability, extras: ExtrasBook, isOnly: boolean) {
  try {
    const reading = readBasket(run.sweep.basket, extras.all(), isOnly);
    const lacking = vehiclesOf(availability).filter((vehicle) => {
      const lists = extras.firstLists(vehicle);
      return lists !== undefined && lacks(reading, lists);
    });
    return new Set(lacking.map(({ vehicleId }) => vehicleId));
  } catch (error) {
    if (error instanceof UsageError) return new Set<number>();
    throw error;
  }
}

function vehiclesOf(availability: Availability): Vehicle[] {
  const all = [...new Set(availability.values())].flat();
  return [...new Map(all.map((vehicle) => [vehicle.vehicleId, vehicle])).values()];
}

/** Those that a quote can be asked for: any, if the cheapest is wanted. */
function possibleVehicles(availability: Availability, filter: readonly WantedVehicle[] | undefined): Vehicle[] {
  const all = vehiclesOf(availability);
  return filter === undefined ? all : all.filter((vehicle) => filter.some((one) => one.among([vehicle]).length > 0));
}

function noteStored({ sweep: { session }, storedAt, note }: OperatorRun): void {
  if (storedAt.length === 0) return;
  const age = formatDuration(session.now() - Math.min(...storedAt));
  note(`the availability of ${plural(storedAt.length, 'trip')} is from an interrupted sweep, up to ${age} ago`);
}

/** Says which wanted vehicles this operator does not have, if the availability of all trips is known. */
function noteUnmatched(
  { sweep, note }: OperatorRun,
  availability: Availability,
  filter: readonly WantedVehicle[] | undefined,
): void {
  if (availability.size < sweep.trips.length) return;
  const lists = [...new Set(availability.values())];
  for (const { text, among } of filter ?? []) {
    if (lists.some((list) => among(list).length > 0)) continue;
    note(`${sweep.session.operator.name}: no available vehicle fits "${text}"`);
  }
}
