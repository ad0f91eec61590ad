/** The available vehicles, and which of them is chosen. */
import type { Vehicle } from '../../../api/types.ts';
import { moneyInWords, multiplyMoney } from '../../../base/money.ts';
import { nights } from '../../../planner/calendar.ts';
import { aboutEstimates, describeNights, labelsOf } from '../../../planner/trip-words.ts';
import { byDailyRate, labelOfVehicle, namedVehicle } from '../../../planner/vehicle.ts';
import { selectVehicle } from '../../../resolve/vehicle.ts';
import type { Choice } from '../../../terminal/questions.ts';
import { tripOf, type TripKey } from '../answers.ts';
import { findUnchanged, type Step, type StepContext } from './step.ts';

export const vehicleStep: Step<'vehicle', TripKey> = {
  key: 'vehicle',
  readFlag: async (text, context) =>
    selectVehicle(text, await availableVehicles(context), { allowPart: true, note: context.note }),
  ask: async (context) => {
    const { answers, suggestions, prompts } = context;
    const vehicles = await availableVehicles(context);
    const nightCount = nights(answers.pickUpDate, answers.dropOffDate);
    if (nightCount > 0) prompts.say(`  ${aboutEstimates(nightCount)}`, 'dim');
    const choices = vehicleChoices(byDailyRate(vehicles), nightCount);
    const initial = suggestions.vehicle && findUnchangedVehicle(suggestions.vehicle, vehicles);
    return prompts.search({ message: 'Vehicle (NZD)', choices, initial });
  },
  check: async (vehicle, context) => {
    const vehicles = await availableVehicles(context);
    const unchanged = findUnchangedVehicle(vehicle, vehicles);
    if (unchanged === undefined) {
      const label = labelOfVehicle(vehicle, vehicles);
      context.prompts.say(`${label} is not available for these depots and dates.`, 'warning');
    }
    return unchanged;
  },
};

function availableVehicles({ lists, answers }: StepContext<TripKey>): Promise<readonly Vehicle[]> {
  return lists.vehicles(tripOf(answers));
}

function findUnchangedVehicle(vehicle: Vehicle, vehicles: readonly Vehicle[]): Vehicle | undefined {
  return findUnchanged(namedVehicle(vehicle), vehicles.map(namedVehicle))?.vehicle;
}

/** With the daily rate and an estimate for the trip, because how the service prices a trip is not known. */
function vehicleChoices(vehicles: readonly Vehicle[], nightCount: number): Choice<Vehicle>[] {
  const labels = labelsOf(vehicles.map(namedVehicle));
  return vehicles.map((vehicle) => {
    const { vehicleId: id, name, rentalDailyRate: rate } = vehicle;
    const estimate = nightCount > 0 ? multiplyMoney(rate, nightCount) : undefined;
    const amounts = [`${moneyInWords(rate)} a day`];
    if (estimate !== undefined) amounts.push(`about ${moneyInWords(estimate)} for ${describeNights(nightCount)}`);
    return { value: vehicle, id, name: labels.get(id) ?? name, plainName: name, amounts };
  });
}
