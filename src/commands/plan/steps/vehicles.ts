/** The available vehicles, and which one to take. */
import type { Vehicle } from '../../../api/types.ts';
import { NotAvailableError } from '../../../errors.ts';
import { nights } from '../../../planner/calendar.ts';
import { labelsOf } from '../../../planner/labels.ts';
import { byDailyRate, multiplyMoney } from '../../../planner/money.ts';
import { labelOfVehicle, selectVehicle } from '../../../planner/selection.ts';
import { pad, textWidth } from '../../../terminal/width.ts';
import { shorten, showMoney } from '../../../text.ts';
import { describeNights } from '../../shared/trip-words.ts';
import { datesOf, known, tripOfDraft, type Draft } from '../draft.ts';
import { findAgain, goneText } from '../earlier.ts';
import { pricedLines } from '../lines.ts';
import { changeSomething, tryFlag, type Step, type WizardContext } from '../step.ts';

/** Loads the available vehicles and checks that the wanted one is among them. */
export const availabilityStep: Step = {
  name: 'availability',
  needed: (draft) => draft.vehicles === undefined,
  async take(draft, context) {
    const seen = await context.seenVehicles();
    const vehicles = await context.service.availability(tripOfDraft(draft));
    if (!vehicles.some((vehicle) => isSelectable(vehicle, draft)))
      return nothingLeft(draft, context, vehicles.length > 0);
    const { vehicle, flags } = draft;
    const query = flags.vehicle;
    const listed = { ...draft, vehicles, flags: { ...flags, vehicle: undefined } };
    if (query !== undefined)
      return {
        ...listed,
        vehicle: tryFlag((note) => selectVehicle(query, vehicles, { seen, allowPart: true, note }), context.prompts),
      };
    const wanted = vehicle ?? draft.before.vehicle;
    const still = wanted && vehicleAgain(wanted, vehicles);
    // The refusal of a vehicle that is sold out has been shown.
    if (wanted !== undefined && still === undefined && !draft.soldOut.includes(wanted.vehicleId)) {
      const label =
        vehicle === undefined ? `Your last vehicle, ${shorten(wanted.name, 60)},` : labelOfVehicle(vehicle, vehicles);
      const reason = 'is not available for these depots and dates';
      context.prompts.say(goneText(label, namedVehicle(wanted), vehicles.map(namedVehicle), reason), 'warning');
    }
    return { ...listed, vehicle: vehicle && still };
  },
};

export const vehicleStep: Step = {
  name: 'vehicle',
  needed: (draft) => draft.vehicle === undefined,
  async take(draft, { prompts, columns }) {
    const vehicles = byDailyRate(known(draft, 'vehicles'));
    const open = vehicles.filter((one) => isSelectable(one, draft));
    const labels = labelsOf(vehicles.map(namedVehicle));
    // The cursor takes two columns; one stays free.
    const lines = vehicleLines(vehicles, labels, draft, columns() - 3);
    if (lines.estimated !== undefined)
      prompts.say(`  "about" is an estimate: the daily rate × ${lines.estimated}. The quote has the price.`, 'dim');
    const last = draft.before.vehicle && vehicleAgain(draft.before.vehicle, vehicles);
    const vehicle = await prompts.search({
      message: 'Vehicle (NZD)',
      choices: vehicles.map((value, i) => ({
        ...{ value, id: value.vehicleId, name: lines.texts[i] ?? value.name },
        short: labels.get(value.vehicleId) ?? value.name,
        ...(value === last && { description: 'Your last answer.' }),
        ...(!isSelectable(value, draft) && { disabled: '(not available)' }),
      })),
      initial: open.find((one) => one === last) ?? open[0],
    });
    return { ...draft, vehicle };
  },
};

function namedVehicle<V extends Pick<Vehicle, 'vehicleId' | 'name'>>(vehicle: V) {
  return { id: vehicle.vehicleId, name: vehicle.name, vehicle };
}

function vehicleAgain(before: Pick<Vehicle, 'vehicleId' | 'name'>, vehicles: readonly Vehicle[]): Vehicle | undefined {
  return findAgain(namedVehicle(before), vehicles.map(namedVehicle))?.vehicle;
}

/** Fewer columns have no room for a name, a rate and an estimate. */
const columnsForEstimates = 56;
/** Fewer have no room for the nights on each line. */
const columnsForNights = 72;

/** Each vehicle's name, daily rate and, if there is room, an estimate for the trip. How the service prices a trip is not known. */
function vehicleLines(
  vehicles: readonly Vehicle[],
  labels: ReadonlyMap<number, string>,
  draft: Draft,
  columns: number,
) {
  const { pickUpDate, dropOffDate } = datesOf(draft);
  const count = nights(pickUpDate, dropOffDate);
  const hasEstimates = count > 0 && columns >= columnsForEstimates;
  const amounts = vehicles.map(({ rentalDailyRate }) => `about ${showMoney(multiplyMoney(rentalDailyRate, count))}`);
  const width = Math.max(0, ...amounts.map(textWidth));
  const nightsEnd = columns >= columnsForNights ? ` for ${describeNights(count)}` : '';
  const ends = amounts.map((amount) => (hasEstimates ? `   ${pad(amount, width, 'left')}${nightsEnd}` : ''));
  const priced = vehicles.map(({ vehicleId, name, rentalDailyRate }) => ({
    ...{ name: labels.get(vehicleId) ?? name, amount: rentalDailyRate },
  }));
  const lines = pricedLines(priced, columns - textWidth(ends[0] ?? ''), ' a day');
  return {
    estimated: hasEstimates ? describeNights(count) : undefined,
    texts: lines.map((line, i) => `${line}${ends[i] ?? ''}`),
  };
}

function isSelectable(vehicle: Vehicle, draft: Draft): boolean {
  return !draft.soldOut.includes(vehicle.vehicleId);
}

function nothingLeft(draft: Draft, context: WizardContext, other: boolean): Promise<Draft> {
  const message = `no ${other ? 'other ' : ''}vehicle is available for these depots and dates`;
  const error = new NotAvailableError(message, { hint: 'try other dates or depots' });
  return changeSomething(draft, context, { error, choices: ['dates', 'depots'] });
}
