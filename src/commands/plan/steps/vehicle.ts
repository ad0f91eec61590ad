/** The available vehicles, and which of them is chosen. */
import type { Vehicle } from '../../../api/types.ts';
import { moneyInWords } from '../../../base/money.ts';
import { estimateBasis, type EstimateBasis } from '../../../planner/charged-days.ts';
import { aboutEstimates, estimateInWords } from '../../../views/charged-days-words.ts';
import { labelsOf } from '../../../planner/labels.ts';
import { byDailyRate, labelOfVehicle, asNamed } from '../../../planner/vehicle.ts';
import { selectVehicle } from '../../../resolve/vehicle.ts';
import type { Choice } from '../../../terminal/questions.ts';
import { answeredTrip, type TripKey } from '../answers.ts';
import { findUnchanged, withLikelyFirst, type Step, type StepContext } from './step.ts';

export const vehicleStep: Step<'vehicle', TripKey> = {
  key: 'vehicle',
  readFlag: async (text, context) =>
    selectVehicle(text, await availableVehicles(context), {
      allowPart: true,
      canAsk: true,
      note: context.note,
    }),
  ask: async (context) => {
    const { answers, suggestions, chargedDays, prompts, sayOnce, onEsc } = context;
    const vehicles = await availableVehicles(context);
    const basis = estimateBasis(answers, chargedDays);
    if (basis !== undefined) sayOnce(`  ${aboutEstimates(basis)}`);
    const inOrder = withLikelyFirst(context, byDailyRate(vehicles).map(asNamed));
    const choices = vehicleChoices(
      inOrder.map(({ vehicle }) => vehicle),
      basis,
    );
    const initial = suggestions.vehicle && findUnchangedVehicle(suggestions.vehicle, vehicles);
    return prompts.search({ message: 'Vehicle (NZD)', choices, initial, onEsc });
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
  return lists.vehicles(answeredTrip(answers));
}

function findUnchangedVehicle(vehicle: Vehicle, vehicles: readonly Vehicle[]): Vehicle | undefined {
  return findUnchanged(asNamed(vehicle), vehicles.map(asNamed))?.vehicle;
}

/** With an estimate for the trip, or the daily rate: how the service prices a trip is not known. */
function vehicleChoices(
  vehicles: readonly Vehicle[],
  basis: EstimateBasis | undefined,
): Choice<Vehicle>[] {
  const labels = labelsOf(vehicles.map(asNamed));
  return vehicles.map((vehicle) => {
    const { vehicleId: id, name, rentalDailyRate: rate } = vehicle;
    const estimate = basis && estimateInWords(rate, basis);
    const amounts = estimate ?? [`${moneyInWords(rate)} a day`];
    return { value: vehicle, id, name: labels.get(id) ?? name, plainName: name, amounts };
  });
}
