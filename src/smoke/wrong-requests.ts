/** Requests that are wrong on purpose, to see whether the service checks its parameters. */
import type { Selection } from '../api/types.ts';
import { ifThere, type MaybeAnswer, type Missing } from './answers.ts';
import type { RuleId } from './rules/definitions.ts';
import type { InterfaceRequest, Sender } from './sender.ts';
import { noExtras } from './extras.ts';
import { extrasRequest, quoteRequest, searchRequest } from './requests.ts';
import type { ExtrasEndpoint, ExtrasAnswers } from './extras.ts';

interface WrongParameter {
  /** The rule that judges the answer. */
  readonly ruleId: RuleId;
  /** A correct request; missing if there is none to change. */
  readonly correct: InterfaceRequest | Missing;
  readonly name: string;
  /** Without a value, the parameter is left out. */
  readonly value?: string;
  /** Whether the value has the documented type and format. */
  readonly isOfType?: boolean;
}

export interface WrongRequest {
  readonly ruleId: RuleId;
  readonly name: string;
  readonly value: string | undefined;
  readonly isOfType: boolean;
  readonly answer: MaybeAnswer;
}

export async function askWrong(
  sender: Sender,
  selection: Selection,
  extras: ExtrasAnswers,
): Promise<readonly WrongRequest[]> {
  const answered: WrongRequest[] = [];
  for (const wrong of wrongParameters(selection, extras)) {
    const { ruleId, correct, name, value, isOfType = false } = wrong;
    const answer = await sender.api(ifThere(correct, (request) => changed(request, name, value)));
    answered.push({ ruleId, name, value, isOfType, answer });
  }
  return answered;
}

function wrongParameters(selection: Selection, extras: ExtrasAnswers): WrongParameter[] {
  const availability = searchRequest(selection);
  const quotes = quoteRequest(selection);
  const required = Object.keys(availability.parameters);
  return [
    ...required.map((name) => leftOut('errors-availability-missing', availability, name)),
    ...required.map((name) => leftOut('errors-quotes-missing', quotes, name)),
    leftOut('errors-quotes-missing', quotes, 'vehicle_id'),
    ...wrongDates(selection, extras),
    ...wrongIds(selection, extras),
  ];
}

function leftOut(ruleId: RuleId, correct: InterfaceRequest, name: string): WrongParameter {
  return { ruleId, correct, name };
}

/** One for each endpoint, and a day that is not in the calendar. */
function wrongDates(selection: Selection, extras: ExtrasAnswers): WrongParameter[] {
  const ruleId = 'errors-date';
  const value = 'not-a-date';
  const availability = searchRequest(selection);
  const quotes = quoteRequest(selection);
  const accessories = extrasToChange('accessories', selection, extras);
  const plans = extrasToChange('insurance-types', selection, extras);
  const { pickUpDate } = selection;
  // A February that has not passed on the day of the pick-up.
  const year = Number(pickUpDate.slice(0, 4)) + (pickUpDate.slice(5) < '02-15' ? 0 : 1);
  const february = `${year}-02` as const;
  const inFebruary = searchRequest({ ...selection, pickUpDate: `${february}-23` });
  return [
    { ruleId, correct: availability, name: 'pick_up_date', value },
    { ruleId, correct: quotes, name: 'drop_off_date', value },
    {
      ruleId,
      correct: inFebruary,
      name: 'drop_off_date',
      // Programs that read dates loosely make it a day of March.
      value: `${february}-30`,
      isOfType: true,
    },
    { ruleId, correct: accessories, name: 'pick_up_date', value },
    { ruleId, correct: plans, name: 'drop_off_date', value },
  ];
}

function wrongIds(selection: Selection, extras: ExtrasAnswers): WrongParameter[] {
  const ruleId = 'errors-id';
  // Programs that read numbers loosely take it for the id.
  const vehicleId = `${selection.vehicleId}abc`;
  const depotId = `${selection.dropOffDepotId}abc`;
  const quotes = quoteRequest(selection);
  const accessories = extrasToChange('accessories', selection, extras);
  const plans = extrasToChange('insurance-types', selection, extras);
  return [
    { ruleId, correct: searchRequest(selection), name: 'drop_off_depot_id', value: depotId },
    { ruleId, correct: quotes, name: 'vehicle_id', value: vehicleId },
    { ruleId, correct: quotes, name: 'insurance_id', value: '1abc' },
    { ruleId, correct: accessories, name: 'vehicleId', value: vehicleId },
    { ruleId, correct: plans, name: 'vehicleId', value: vehicleId },
  ];
}

/** If the endpoint refuses correct requests too, another rule reports that. */
function extrasToChange(
  kind: ExtrasEndpoint,
  selection: Selection,
  extras: ExtrasAnswers,
): InterfaceRequest | Missing {
  return ifThere(extras[kind], (answer) =>
    answer.status === 200 ? extrasRequest(kind, selection) : noExtras(kind, answer),
  );
}

function changed(
  { path, parameters }: InterfaceRequest,
  name: string,
  value: string | undefined,
): InterfaceRequest {
  if (name !== 'vehicleId') return { path, parameters: { ...parameters, [name]: value } };
  return { path: path.replace(/[^/]+(?=\/[^/]+$)/, value ?? ''), parameters };
}
