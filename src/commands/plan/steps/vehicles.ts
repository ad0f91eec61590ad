/** The available vehicles, and which one to take. */
import type { Vehicle } from '../../../api/types.ts';
import { NotAvailableError } from '../../../errors.ts';
import { labelsOf } from '../../../planner/labels.ts';
import { labelOfVehicle, selectVehicle } from '../../../planner/selection.ts';
import { known, tripOfDraft, type Draft } from '../draft.ts';
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
    if (vehicle === undefined) return listed;
    const still = vehicles.find(({ vehicleId }) => vehicleId === vehicle.vehicleId);
    if (still === undefined) {
      const label = labelOfVehicle(vehicle, vehicles);
      context.prompts.say(`${label} is not available for these depots and dates.`, 'warning');
    }
    return { ...listed, vehicle: still };
  },
};

export const vehicleStep: Step = {
  name: 'vehicle',
  needed: (draft) => draft.vehicle === undefined,
  async take(draft, { prompts, columns }) {
    const vehicles = known(draft, 'vehicles');
    const open = vehicles.filter((one) => isSelectable(one, draft));
    const labels = labelsOf(vehicles.map(({ vehicleId, name }) => ({ id: vehicleId, name })));
    const priced = vehicles.map(({ vehicleId, name, rentalDailyRate }) => ({
      ...{ name: labels.get(vehicleId) ?? name, amount: rentalDailyRate },
    }));
    // The cursor takes two columns; one stays free.
    const lines = pricedLines(priced, columns() - 3, ' a day');
    const vehicle = await prompts.select({
      message: 'Vehicle (NZD)',
      choices: vehicles.map((value, i) => ({
        value,
        name: lines[i] ?? value.name,
        short: priced[i]?.name ?? value.name,
        ...(!isSelectable(value, draft) && { disabled: '(not available)' }),
      })),
      initial: open.find(({ vehicleId }) => vehicleId === draft.before.vehicle?.vehicleId) ?? open[0],
    });
    return { ...draft, vehicle };
  },
};

function isSelectable(vehicle: Vehicle, draft: Draft): boolean {
  return !draft.soldOut.includes(vehicle.vehicleId);
}

function nothingLeft(draft: Draft, context: WizardContext, other: boolean): Promise<Draft> {
  const message = `no ${other ? 'other ' : ''}vehicle is available for these depots and dates`;
  const error = new NotAvailableError(message, { hint: 'try other dates or depots' });
  return changeSomething(draft, context, { error, choices: ['dates', 'depots'] });
}
