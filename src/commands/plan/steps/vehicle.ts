/** The available vehicles, and which one to take. */
import type { Vehicle } from '../../../api/types.ts';
import { NotAvailableError } from '../../../errors.ts';
import { nights } from '../../../planner/calendar.ts';
import { moneyInWords, multiplyMoney } from '../../../planner/money.ts';
import { tripOf } from '../../../planner/plan-trip.ts';
import { aboutEstimates, describeNights, labelOf, labelsOf } from '../../../planner/trip-words.ts';
import { byDailyRate, namedVehicle, selectVehicle } from '../../../planner/vehicle.ts';
import type { Choice } from '../../../terminal/questions.ts';
import { findAgain, goneText, noteIn, type Step, type StepParts } from '../step.ts';

export const vehicleStep: Step = {
  key: 'vehicle',
  read: async ({ vehicle: text }, parts) => {
    if (text === undefined) return undefined;
    const { vehicles } = await listVehicles(parts);
    return { vehicle: selectVehicle(text, vehicles, { allowPart: true, note: noteIn(parts) }) };
  },
  ask: async (parts) => {
    const { prompts, known, suggested } = parts;
    const { vehicles, isFree } = await listVehicles(parts);
    const count = nights(known.pickUpDate, known.dropOffDate);
    if (count > 0) prompts.say(`  ${aboutEstimates(count)}`, 'dim');
    const choices = vehicleChoices(byDailyRate(vehicles), count).map((choice) =>
      isFree(choice.value) ? choice : { ...choice, disabled: '(not available)' },
    );
    const initial = suggested.vehicle && vehicleAgain(suggested.vehicle, vehicles.filter(isFree));
    return { vehicle: await prompts.search({ message: 'Vehicle (NZD)', choices, initial }) };
  },
  again: async (parts) => {
    const {
      known: { vehicle },
      prompts,
    } = parts;
    const { vehicles } = await listVehicles(parts);
    const still = vehicleAgain(vehicle, vehicles);
    if (still !== undefined) return { vehicle: still };
    const [named, listed] = [namedVehicle(vehicle), vehicles.map(namedVehicle)];
    const reason = 'is not available for these depots and dates';
    prompts.say(goneText(labelOf(named, listed), named, listed, reason), 'warning');
    return undefined;
  },
};

/** Throws NotAvailableError if none is left. */
async function listVehicles({ lists, known }: StepParts) {
  const trip = tripOf(known);
  const vehicles = await lists.vehicles(trip);
  const isFree = ({ vehicleId }: Vehicle): boolean => !lists.isSoldOut(vehicleId, trip);
  if (!vehicles.some(isFree)) {
    const message = `no ${vehicles.length > 0 ? 'other ' : ''}vehicle is available for these depots and dates`;
    throw new NotAvailableError(message, { hint: 'try other dates or depots' });
  }
  return { vehicles, isFree };
}

function vehicleAgain(before: Vehicle, vehicles: readonly Vehicle[]): Vehicle | undefined {
  return findAgain(namedVehicle(before), vehicles.map(namedVehicle))?.vehicle;
}

/** Each vehicle's name, daily rate and an estimate for the trip. How the service prices a trip is not known. */
function vehicleChoices(vehicles: readonly Vehicle[], count: number): Choice<Vehicle>[] {
  const labels = labelsOf(vehicles.map(namedVehicle));
  return vehicles.map((value) => {
    const { vehicleId: id, name, rentalDailyRate: rate } = value;
    const estimate = {
      text: `about ${moneyInWords(multiplyMoney(rate, count))}`,
      unit: ` for ${describeNights(count)}`,
    };
    const perDay = { text: moneyInWords(rate), unit: ' a day' };
    return {
      value,
      id,
      name: labels.get(id) ?? name,
      amounts: count > 0 ? [perDay, estimate] : [perDay],
    };
  });
}
