/** What can be quoted: each wanted vehicle of each trip, with the extras in its own ids. */
import type { Trip, Vehicle } from '../../api/types.ts';
import { formatDuration, plural } from '../../text.ts';
import { settled } from './asker.ts';
import { closedDaysFinder } from './closed-day-warnings.ts';
import type { SweepNote } from './events.ts';
import { lookUpExtras, type ExtrasBook } from './extras-book.ts';
import {
  decideExtras,
  fillBasket,
  neededLists,
  type ExtraLists,
  type FilledBasket,
  type WantedExtra,
} from './wanted-extras.ts';
import { depotNames } from './operator-sweep.ts';
import { withPauses } from './pauses.ts';
import { estimateOf, type Offer } from './rank.ts';
import type { SweepScope } from './request.ts';
import type { OperatorRun, Task } from './run.ts';
import { chosenIn, everyVehicle, readFilters, wantsCheapest, type Availability } from './vehicles.ts';
import type { VehicleChoice, VehicleFilter } from './vehicles.ts';

export interface FoundOffers {
  readonly run: OperatorRun;
  /** Trips whose vehicles are known. */
  readonly answered: readonly Trip[];
  readonly offers: readonly Offer[];
  /** What the words of the request mean at this operator. */
  readonly meant: { readonly vehicles: VehicleFilter; readonly extras: readonly WantedExtra[] };
  /** Requests that it took. */
  readonly requests: { readonly availability: number; readonly extras: number };
}

interface FindParts {
  /** No operator is missing. */
  readonly isAll: boolean;
  readonly note: SweepNote;
}

/** At all operators side by side, step by step: what a name means is decided when all lists are known. Throws UsageError and NotAvailableError. */
export async function findOffers(
  runs: readonly OperatorRun[],
  scope: SweepScope,
  parts: FindParts,
): Promise<FoundOffers[]> {
  const { note } = parts;
  const lists = await each(runs, askAvailability);
  runs.forEach((run) => noteStored(run, note));
  const sweeps = runs.map(({ sweep }) => sweep);
  const choices = await readFilters(sweeps, lists, parts);
  const books = await each(runs, (run, index) => {
    const [availability = new Map(), { fits } = everyVehicle] = [lists[index], choices[index]];
    const kinds = neededLists(run.sweep.basket, wantsCheapest(run.sweep.vehicles));
    return lookUpExtras(run, kinds, { availability, fits, isOfDates: scope.quoting.how === 'none' });
  });
  const looked = {
    lists: books.flatMap((book) => book.lists),
    vehicles: books.flatMap(({ vehicles }) => vehicles),
    unread: books.reduce((sum, { unread }) => sum + unread, 0),
  };
  const wanted = decideExtras(
    sweeps.map(({ basket }) => basket),
    looked,
    note,
  );
  return each(runs, async (run, index) => {
    const [availability = new Map(), choice, book, extras = []] = [
      lists[index],
      choices[index],
      books[index],
      wanted[index],
    ];
    if (choice === undefined || book === undefined) throw new Error('an operator without its lists');
    const found = await offersOf(run, availability, { choice, book, extras });
    const asked = run.sweep.trips.length - run.storedAt.length;
    return {
      run,
      ...found,
      meant: { vehicles: chosenIn(choice.meant, found.offers), extras },
      requests: { availability: asked, extras: book.requests },
    };
  });
}

async function each<T>(
  runs: readonly OperatorRun[],
  work: (run: OperatorRun, index: number) => Promise<T>,
): Promise<T[]> {
  const tasks = runs.map(work);
  await settled(tasks);
  return Promise.all(tasks);
}

async function askAvailability(run: OperatorRun): Promise<Availability> {
  const { answers, trips } = run.sweep;
  const found = new Map<Trip, readonly Vehicle[]>();
  const planned = [...trips];
  const tasks = planned.map((trip): Task => ({
    ...{ step: 'availability', trip },
    send: async () => {
      const { value, storedAt } = await answers.availability(trip);
      found.set(trip, value);
      return storedAt;
    },
  }));
  await run.ask(tasks);
  await run.askAgain();
  // In the order of the trips, whichever answer came first.
  return new Map(planned.flatMap((trip) => (found.has(trip) ? [[trip, found.get(trip) ?? []]] : [])));
}

function noteStored({ sweep: { session }, storedAt }: OperatorRun, note: SweepNote): void {
  if (storedAt.length === 0) return;
  const age = formatDuration(session.now() - Math.min(...storedAt));
  note(`the availability of ${plural(storedAt.length, 'trip')} is from an earlier sweep, up to ${age} ago`);
}

interface OfferParts {
  readonly choice: VehicleChoice;
  readonly book: ExtrasBook;
  readonly extras: readonly WantedExtra[];
}

/** Between two pauses: some milliseconds of work. */
const fewTrips = 16;

async function offersOf(run: OperatorRun, availability: Availability, { choice, book, extras }: OfferParts) {
  const { session, trips } = run.sweep;
  const closedOn = closedDaysFinder(session, trips);
  const fill = readOnce((lists: ExtraLists) => fillBasket(extras, lists));
  const offers: Offer[] = [];
  for await (const [trip, vehicles] of withPauses(availability, fewTrips, run.signal)) {
    const basketOf = (vehicle: Vehicle): FilledBasket | undefined => {
      const lists = book.listsFor({ trip, vehicle });
      return lists && fill(lists);
    };
    const has = (vehicle: Vehicle): boolean => basketOf(vehicle)?.missing.length === 0;
    const wanted = choice.among(vehicles, has);
    const { pickUp, dropOff } = depotNames(session, trip);
    const closed = closedOn(trip);
    const offerOf = (vehicle: Vehicle): Offer | undefined => {
      const basket = basketOf(vehicle);
      if (basket === undefined) return undefined;
      // Field by field: an object that is made of others takes twice the memory, and there can be thousands.
      return {
        pickUpDepotId: trip.pickUpDepotId,
        dropOffDepotId: trip.dropOffDepotId,
        pickUpDate: trip.pickUpDate,
        dropOffDate: trip.dropOffDate,
        pickUp,
        dropOff,
        operator: session.operator.name,
        vehicle,
        basket,
        quote: undefined,
        estimate: estimateOf({ vehicle, pickUpDate: trip.pickUpDate, dropOffDate: trip.dropOffDate }),
        missing: basket.missing,
        closed,
        reused: false,
        siteUrl: session.operator.siteUrl,
        instead: choice.instead && (() => next(vehicle)),
      };
    };
    const next = (vehicle: Vehicle): Offer | undefined => {
      const other = choice.instead?.(vehicle, vehicles, has);
      return other && offerOf(other);
    };
    offers.push(...wanted.flatMap((vehicle) => offerOf(vehicle) ?? []));
  }
  return { answered: [...availability.keys()], offers };
}

/** Reads each item once: most vehicles of a trip have the list of another trip, and there can be thousands. */
function readOnce<K, T>(readItem: (item: K) => T): (item: K) => T {
  const known = new Map<K, T>();
  return (item) => {
    const answer = known.get(item) ?? readItem(item);
    known.set(item, answer);
    return answer;
  };
}
