/** The offers of a question at one operator: each wanted vehicle on each trip, with the extras in its own ids. */
import type { FieldText } from '../../base/field-text.ts';
import { groupBy } from '../../base/group-by.ts';
import { multiplyMoney } from '../../base/money.ts';
import { mapInParts } from '../../base/turns.ts';
import { nights } from '../../planner/calendar.ts';
import { closedDaysOf, isDayOf, type ClosedDay } from '../../planner/closed-days.ts';
import type { OperatorQuestion } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import { askFirstLists, askLastLists, extrasFinder, isKnown, listsFor } from './extras.ts';
import type { Offer, UncheckedExtras } from './offer.ts';
import { depotNames, type OperatorRun } from './operator-run.ts';
import { askAvailability, wantedVehicles, type Availability, type WantedVehicles } from './vehicles.ts';

export interface FoundOffers {
  readonly run: OperatorRun;
  readonly question: OperatorQuestion;
  readonly wanted: WantedVehicles;
  readonly offers: readonly Offer[];
  /** Days on which a depot lists no times. */
  readonly closed: readonly ClosedDay[];
  readonly unchecked: readonly UncheckedExtras[];
}

/** Asks for what was not asked for while the question was resolved. */
export async function findOffers(
  run: OperatorRun,
  question: OperatorQuestion,
  note: (text: FieldText) => void,
): Promise<FoundOffers> {
  const wanted = wantedVehicles(question.vehicles, await askAvailability(run, note));
  if (question.extras.length > 0) {
    await askFirstLists(run, wanted.availability, listsFor(question.extras));
    await askLastLists(run, question.extras);
  }
  return { run, question, wanted, ...(await offersOf(run, question, wanted.availability)) };
}

async function offersOf(
  run: OperatorRun,
  { extras }: OperatorQuestion,
  availability: Availability,
): Promise<Pick<FoundOffers, 'offers' | 'closed' | 'unchecked'>> {
  const { session, trips, listed } = run;
  const closed = closedDaysOf(trips, session.depots.known(), session.today);
  const { name: operator, siteUrl } = session.operator;
  const extrasFor = extrasFinder(listed, extras);
  const offers: Offer[] = [];
  for (const [trip, vehicles] of availability) {
    const place = { ...trip, ...depotNames(session, trip), operator, siteUrl };
    const closedDays = closed.filter((day) => isDayOf(day, trip));
    const count = nights(trip.pickUpDate, trip.dropOffDate);
    const made = await mapInParts(vehicles, (vehicle): Offer | undefined => {
      const found = extrasFor(vehicle, trip);
      if (found === undefined) return undefined;
      const { missing, unchecked } = found;
      // The interface does not say how a price is made.
      const estimate = multiplyMoney(vehicle.rentalDailyRate, count);
      return {
        ...place,
        vehicle,
        extras: found,
        missing,
        unchecked,
        closed: closedDays,
        estimate,
        quote: undefined,
        reused: false,
      };
    });
    for (const offer of made) if (offer !== undefined) offers.push(offer);
  }
  return { closed, offers, unchecked: uncheckedIn(run, offers) };
}

function uncheckedIn({ listed }: OperatorRun, offers: readonly Offer[]): UncheckedExtras[] {
  const byVehicle = groupBy(
    offers.filter(({ unchecked }) => unchecked.length > 0),
    ({ vehicle }) => vehicleKey(vehicle),
  );
  return [...byVehicle].flatMap(([key, [offer]]) => {
    const lists = listed.get(key);
    if (offer === undefined || lists === undefined) return [];
    const { operator, vehicle, unchecked: extras } = offer;
    const dates = [lists.first, ...(isKnown(lists.lastLists) ? [lists.last] : [])].map(({ pickUpDate }) => pickUpDate);
    return [{ operator, vehicle, extras, dates }];
  });
}
