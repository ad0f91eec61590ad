import { NotAvailableError } from '../../../errors.ts';
import type { Vehicle } from '../../../api/types.ts';
import { chooseVehicle } from '../chosen.ts';
import { known, tripOfDraft, type Draft } from '../draft.ts';
import { pricedLines } from '../lines.ts';
import type { Desk, Step } from '../step.ts';
import { changeSomething } from './change.ts';
import { fromFlag } from './from-flag.ts';

/** What is available, and whether the vehicle that is wanted is among it. */
export const availabilityStep: Step = {
  name: 'availability',
  needed: (draft) => draft.vehicles === undefined,
  async take(draft, desk) {
    const vehicles = await desk.client.availability(tripOfDraft(draft));
    if (!vehicles.some((vehicle) => isOpen(vehicle, draft))) return nothingLeft(draft, desk, vehicles.length > 0);
    const { vehicle, wanted } = draft;
    const query = wanted.vehicle;
    const listed = { ...draft, vehicles, wanted: { ...wanted, vehicle: undefined } };
    if (query !== undefined)
      return { ...listed, vehicle: fromFlag(() => chooseVehicle(query, vehicles), desk.prompts) };
    if (vehicle === undefined) return listed;
    const still = vehicles.find(({ vehicleId }) => vehicleId === vehicle.vehicleId);
    if (still === undefined) {
      desk.prompts.say(`${vehicle.name} is not available for these depots and dates.`, 'warning');
    }
    return { ...listed, vehicle: still };
  },
};

export const vehicleStep: Step = {
  name: 'vehicle',
  needed: (draft) => draft.vehicle === undefined,
  async take(draft, { prompts, columns }) {
    const vehicles = known(draft, 'vehicles');
    const open = vehicles.filter((one) => isOpen(one, draft));
    const priced = vehicles.map(({ name, rentalDailyRate }) => ({ name, amount: rentalDailyRate }));
    // Two columns of cursor, one that stays free.
    const lines = pricedLines(priced, columns() - 3, ' a day');
    const vehicle = await prompts.select({
      message: 'Vehicle (NZD)',
      choices: vehicles.map((value, i) => ({
        value,
        name: lines[i] ?? value.name,
        short: value.name,
        ...(!isOpen(value, draft) && { disabled: '(not available)' }),
      })),
      initial: open.find(({ vehicleId }) => vehicleId === draft.before.vehicle?.vehicleId) ?? open[0],
    });
    return { ...draft, vehicle };
  },
};

function isOpen(vehicle: Vehicle, draft: Draft): boolean {
  return !draft.soldOut.includes(vehicle.vehicleId);
}

function nothingLeft(draft: Draft, desk: Desk, other: boolean): Promise<Draft> {
  const message = `no ${other ? 'other ' : ''}vehicle is available for these depots and dates`;
  const error = new NotAvailableError(message, { hint: 'other dates or depots may have some' });
  return changeSomething(draft, desk, { error, choices: ['dates', 'depots'] });
}
