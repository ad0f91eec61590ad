/** What can be quoted: each wanted vehicle of each trip, with the extras in its own ids. */
import type { Trip, Vehicle } from '../../api/types.ts';
import { groupBy } from '../../base/group-by.ts';
import { formatDuration } from '../../base/durations.ts';
import { plural } from '../../base/words.ts';
import { giveWay, mapInParts } from '../../base/turns.ts';
import { nights } from '../calendar.ts';
import { closedDaysOf, isDayOf } from '../closed-days.ts';
import { multiplyMoney } from '../../base/money.ts';
import type { SweepNote } from './request.ts';
import { decideExtras, fillBasket, neededLists, nothingListed } from './wanted-extras.ts';
import type { ExtraLists, FilledBasket } from './wanted-extras.ts';
import { depotNames } from './operator-sweep.ts';
import type { Offer } from './rank.ts';
import { settled, type OperatorRun, type Task } from './run.ts';
import { chooseVehicles, vehicleKey, type Availability } from './vehicles.ts';

export type FoundOffers = Awaited<ReturnType<typeof findOffers>>[number];

/**
 * At all operators side by side, step by step: what a name means is decided when all lists are known. `isAll`: no operator is missing. Throws
 * UsageError and NotAvailableError.
 */
export async function findOffers(runs: readonly OperatorRun[], isAll: boolean, note: SweepNote) {
  const lists = await settled(runs.map((run) => askAvailability(run, note)));
  const listed = lists.reduce((sum, list) => sum + [...list.values()].flat().length, 0);
  await giveWay(listed);
  const choices = await chooseVehicles(runs, lists, { isAll, note });
  await giveWay(listed);
  const books = await settled(runs.map((run, index) => lookUpExtras(run, choices[index]!.wanted)));
  const looked = {
    lists: books.flatMap((book) => [...book.lists.values()]),
    isAll: books.every((book) => book.isAll),
  };
  const extras = decideExtras(
    runs.map(({ basket }) => basket),
    looked,
    note,
  );
  await giveWay(listed);
  const found = runs.map(async (run, index) => {
    const { meant: vehicles, wanted } = choices[index]!;
    const own = extras[index]!;
    const filled = [...books[index]!.lists].map(([key, list]) => [key, fillBasket(own, list)] as const);
    return {
      run,
      /** Trips whose vehicles are known. */
      answered: [...wanted.keys()],
      ...(await offersOf(run, wanted, new Map(filled))),
      /** What the words of the request mean at this operator. */
      meant: { vehicles, extras: own },
    };
  });
  return Promise.all(found);
}

async function askAvailability(run: OperatorRun, note: SweepNote): Promise<Availability> {
  const { answers, trips, session } = run;
  const found = new Map<Trip, readonly Vehicle[]>();
  const storedAt: number[] = [];
  const task = (trip: Trip): Task => ({
    step: 'availability',
    trip,
    send: async () => {
      const answer = await answers.availability(trip);
      found.set(trip, eachOnce(answer.value));
      if (answer.storedAt === undefined) return 1;
      storedAt.push(answer.storedAt);
      return 0;
    },
  });
  await run.ask(trips.map(task));
  if (storedAt.length > 0) {
    const age = formatDuration(session.now() - Math.min(...storedAt));
    note(`the availability of ${plural(storedAt.length, 'trip')} is from an earlier sweep, up to ${age} ago`);
  }
  // In the order of the trips, whichever answer came first.
  return new Map(trips.flatMap((trip) => (found.has(trip) ? [[trip, found.get(trip) ?? []]] : [])));
}

/** A service may list a vehicle twice, but it is one offer: the first. */
function eachOnce(vehicles: readonly Vehicle[]): Vehicle[] {
  return [...groupBy(vehicles, vehicleKey).values()].flatMap(([first]) => first ?? []);
}

/** By the vehicle, on the first of its dates. One whose extras could not be looked up has no list. */
async function lookUpExtras({ answers, basket, ask }: OperatorRun, availability: Availability) {
  const kinds = neededLists(basket);
  const first = new Map<string, { readonly trip: Trip; readonly vehicle: Vehicle }>();
  for (const [trip, vehicles] of availability) {
    for (const vehicle of vehicles)
      if (!first.has(vehicleKey(vehicle))) first.set(vehicleKey(vehicle), { trip, vehicle });
  }
  const lists = new Map<string, ExtraLists>();
  const tasks = [...first].map(([key, { trip, vehicle }]): Task => ({
    step: 'extras',
    vehicle,
    send: async () => {
      const [accessory, insurance] = await Promise.all([
        kinds.includes('accessory') ? answers.accessories(vehicle.vehicleId, trip) : undefined,
        kinds.includes('insurance') ? answers.insuranceTypes(vehicle.vehicleId, trip) : undefined,
      ]);
      lists.set(key, { accessory: accessory?.value, insurance: insurance?.value });
      return [accessory, insurance].filter((answer) => answer !== undefined && answer.storedAt === undefined).length;
    },
  }));
  if (kinds.length > 0) await ask(tasks);
  else for (const key of first.keys()) lists.set(key, nothingListed);
  return { lists, isAll: lists.size === first.size };
}

async function offersOf(
  { session, trips }: OperatorRun,
  availability: Availability,
  baskets: ReadonlyMap<string, FilledBasket>,
) {
  const closed = closedDaysOf(trips, session.depots.known(), session.today);
  const { name: operator, siteUrl } = session.operator;
  const offers: Offer[] = [];
  for (const [trip, vehicles] of availability) {
    const own = {
      ...{ ...trip, ...depotNames(session, trip), operator, siteUrl },
      closed: closed.filter((day) => isDayOf(day, trip)),
    };
    const count = nights(trip.pickUpDate, trip.dropOffDate);
    const made = await mapInParts(vehicles, (vehicle): Offer | undefined => {
      const basket = baskets.get(vehicleKey(vehicle));
      if (basket === undefined) return undefined;
      const { missing } = basket;
      // The interface does not say how a price is made.
      const estimate = multiplyMoney(vehicle.rentalDailyRate, count);
      return { ...own, vehicle, basket, missing, estimate, quote: undefined, reused: false };
    });
    for (const offer of made) if (offer !== undefined) offers.push(offer);
  }
  return { closed, offers };
}
