/** What the menus of the wizard offer to change. */
import { refusedParameter } from '../../api/refusals.ts';
import { NotAvailableError, type RentalError } from '../../base/errors.ts';
import { shortName } from '../../base/words.ts';
import { labelOf } from '../../planner/labels.ts';
import type { Choice } from '../../terminal/questions.ts';
import type { AnswerKey, WizardAnswers } from './answers.ts';
import type { RefusedCount } from './refused-counts.ts';

export interface WizardChange {
  /** The answers that are asked for again. */
  readonly keys: readonly AnswerKey[];
  /** Changes only the quantity of the accessory with this id. */
  readonly countOf?: number;
}

export const changeChoices: readonly Choice<WizardChange>[] = [
  { name: 'Change dates', value: { keys: ['pickUpDate', 'dropOffDate'] } },
  { name: 'Change vehicle', value: { keys: ['vehicle'] } },
  { name: 'Change accessories', value: { keys: ['accessories'] } },
  { name: 'Change insurance', value: { keys: ['insurance'] } },
  // The dates too, because a depot has times for each day.
  { name: 'Change depots', value: { keys: ['pickUp', 'dropOff', 'pickUpDate', 'dropOffDate'] } },
];

/** The changes for the given answers; first the change of what the service refused, if known. */
export function choicesAfterError(
  error: RentalError,
  answers: Partial<WizardAnswers>,
  refused: RefusedCount | undefined,
): Choice<WizardChange>[] {
  const possible = changeChoices.filter(({ value }) =>
    value.keys.every((key) => answers[key] !== undefined),
  );
  const count = countChange(answers, refused);
  const key = refusedKey(error);
  const first = possible.find(({ value }) => key !== undefined && value.keys.includes(key));
  const rest = possible.filter((change) => change !== first);
  return [count, first, ...rest].filter((change) => change !== undefined);
}

export function changeOfCount(accessoryId: number): WizardChange {
  return { keys: ['accessories'], countOf: accessoryId };
}

function countChange(
  { accessories = [] }: Partial<WizardAnswers>,
  refused: RefusedCount | undefined,
) {
  const accessory = accessories.find(({ id }) => id === refused?.accessoryId);
  if (accessory === undefined) return undefined;
  const name = `Change the number of ${shortName(labelOf(accessory, accessories))}`;
  return { name, value: changeOfCount(accessory.id) };
}

const keysByParameter: Readonly<Record<string, AnswerKey>> = {
  pick_up_depot_id: 'pickUp',
  drop_off_depot_id: 'dropOff',
  pick_up_date: 'pickUpDate',
  drop_off_date: 'dropOffDate',
  vehicle_id: 'vehicle',
  vehicleId: 'vehicle',
  accessory_ids: 'accessories',
  insurance_id: 'insurance',
};

function refusedKey(error: RentalError): AnswerKey | undefined {
  const parameter = refusedParameter(error.served);
  if (parameter !== undefined) return keysByParameter[parameter];
  return error instanceof NotAvailableError ? 'vehicle' : undefined;
}
