/** The available vehicles, and which one to take. */
import type { Vehicle } from '../../../api/types.ts';
import { nights } from '../../../planner/calendar.ts';
import { moneyInWords, multiplyMoney } from '../../../base/money.ts';
import { aboutEstimates, describeNights, labelsOf } from '../../../planner/trip-words.ts';
import { byDailyRate, labelOfVehicle, namedVehicle, selectVehicle } from '../../../planner/vehicle.ts';
import type { Choice } from '../../../terminal/questions.ts';
import { findAgain, tripOf, type Step, type StepParts } from '../step.ts';

export const vehicleStep: Step<'vehicle'> = {
  key: 'vehicle',
  read: async (text, parts) => selectVehicle(text, await listVehicles(parts), { allowPart: true, note: parts.note }),
  ask: async (parts) => {
    const { prompts, known, suggested } = parts;
    const vehicles = await listVehicles(parts);
    const count = nights(known.pickUpDate, known.dropOffDate);
    if (count > 0) prompts.say(`  ${aboutEstimates(count)}`, 'dim');
    const choices = vehicleChoices(byDailyRate(vehicles), count);
    const initial = suggested.vehicle && vehicleAgain(suggested.vehicle, vehicles);
    return prompts.search({ message: 'Vehicle (NZD)', choices, initial });
  },
  again: async (parts) => {
    const { vehicle } = parts.known;
    const vehicles = await listVehicles(parts);
    const still = vehicleAgain(vehicle, vehicles);
    if (still === undefined) {
      const label = labelOfVehicle(vehicle, vehicles);
      parts.prompts.say(`${label} is not available for these depots and dates.`, 'warning');
    }
    return still;
  },
};

function listVehicles({ lists, known }: StepParts): Promise<readonly Vehicle[]> {
  return lists.vehicles(tripOf(known));
}

function vehicleAgain(before: Vehicle, vehicles: readonly Vehicle[]): Vehicle | undefined {
  return findAgain(namedVehicle(before), vehicles.map(namedVehicle))?.vehicle;
}

/** Each vehicle's name, daily rate and an estimate for the trip. How the service prices a trip is not known. */
function vehicleChoices(vehicles: readonly Vehicle[], count: number): Choice<Vehicle>[] {
  const labels = labelsOf(vehicles.map(namedVehicle));
  return vehicles.map((value) => {
    const { vehicleId: id, name, rentalDailyRate: rate } = value;
    const estimate = count > 0 ? multiplyMoney(rate, count) : undefined;
    const amounts = [`${moneyInWords(rate)} a day`];
    if (estimate !== undefined) amounts.push(`about ${moneyInWords(estimate)} for ${describeNights(count)}`);
    return { value, id, name: labels.get(id) ?? name, amounts };
  });
}
