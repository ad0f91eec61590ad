/**
 * What to try after a refusal: which part of the request to check, and what lists the values that
 * exist.
 */
import { fieldText, type FieldText, type ListName } from '../base/field-text.ts';

/**
 * Each part is named as it is, and not by its field: the caller may have given another one, such as
 * a number of nights instead of the drop-off date.
 */
const parameters: readonly (readonly [parameter: string, part: string, list?: ListName])[] = [
  ['pick_up_depot_id', 'the pick-up depot', 'depots'],
  ['drop_off_depot_id', 'the drop-off depot', 'depots'],
  ['pick_up_date', 'the pick-up date'],
  ['drop_off_date', 'the drop-off date, or the number of nights'],
  ['vehicle_id', 'the vehicle', 'availability'],
  ['vehicleId', 'the vehicle', 'availability'],
  ['accessory_ids', 'the accessories', 'extras'],
  ['insurance_id', 'the insurance plan', 'extras'],
];

/**
 * `check the pick-up depot: rental depots lists the choices`, for the parameter that the service
 * names first.
 */
export function refusalHint(served = ''): FieldText {
  const first = firstNamed(served);
  if (first === undefined)
    return fieldText('{list:depots} and {list:availability} list the choices');
  const [, part, list] = first;
  const check = fieldText('check {part}', { part });
  return list === undefined
    ? check
    : fieldText(`{check}: {list:${list}} lists the choices`, { check });
}

/** The parameter that the service names first. */
export function refusedParameter(served = ''): string | undefined {
  return firstNamed(served)?.[0];
}

function firstNamed(served: string) {
  const named = parameters.filter(([parameter]) => served.includes(parameter));
  return named.sort(([a], [b]) => served.indexOf(a) - served.indexOf(b))[0];
}
