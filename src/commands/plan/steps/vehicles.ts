/** The available vehicles, and which one to take. */
import type { Vehicle } from '../../../api/types.ts';
import { NotAvailableError } from '../../../errors.ts';
import { nights } from '../../../planner/calendar.ts';
import { byDailyRate, moneyInWords, multiplyMoney } from '../../../planner/money.ts';
import { namedVehicle, selectVehicle } from '../../../planner/selection.ts';
import type { Choice } from '../../../terminal/prompts.ts';
import { aboutEstimates, describeNights, labelOf, labelsOf } from '../../../planner/trip-words.ts';
import { datesOf, known, tripOfDraft, type Draft } from '../draft.ts';
import { changeSomething, findAgain, goneText, tryFlag, type Step, type WizardContext } from '../step.ts';

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
      const [named, listedNow] = [namedVehicle(wanted), vehicles.map(namedVehicle)];
      const reason = 'is not available for these depots and dates';
      context.prompts.say(goneText(labelOf(named, listedNow), named, listedNow, reason), 'warning');
    }
    return { ...listed, vehicle: vehicle && still };
  },
};

export const vehicleStep: Step = {
  name: 'vehicle',
  needed: (draft) => draft.vehicle === undefined,
  async take(draft, { prompts }) {
    const vehicles = byDailyRate(known(draft, 'vehicles'));
    const open = vehicles.filter((one) => isSelectable(one, draft));
    const last = draft.before.vehicle && vehicleAgain(draft.before.vehicle, vehicles);
    const { pickUpDate, dropOffDate } = datesOf(draft);
    const count = nights(pickUpDate, dropOffDate);
    const vehicle = await prompts.search({
      message: 'Vehicle (NZD)',
      choices: vehicleChoices(vehicles, count).map((choice) => ({
        ...choice,
        ...(!isSelectable(choice.value, draft) && { disabled: '(not available)' }),
      })),
      initial: open.find((one) => one === last) ?? open[0],
      ...(count > 0 && {
        note: `  ${aboutEstimates(count)}`,
      }),
    });
    return { ...draft, vehicle };
  },
};

function vehicleAgain(before: Pick<Vehicle, 'vehicleId' | 'name'>, vehicles: readonly Vehicle[]): Vehicle | undefined {
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
    return { value, id, name: labels.get(id) ?? name, amounts: count > 0 ? [perDay, estimate] : [perDay] };
  });
}

function isSelectable(vehicle: Vehicle, draft: Draft): boolean {
  return !draft.soldOut.includes(vehicle.vehicleId);
}

function nothingLeft(draft: Draft, context: WizardContext, other: boolean): Promise<Draft> {
  const message = `no ${other ? 'other ' : ''}vehicle is available for these depots and dates`;
  const error = new NotAvailableError(message, { hint: 'try other dates or depots' });
  return changeSomething(draft, context, { error, choices: ['dates', 'depots'] });
}
