/** What to try after a refusal: which field a parameter is, as the caller calls it, and what lists the values that exist. */
import { fieldText, type Field, type FieldText, type List } from '../base/field-text.ts';

/** The field of a request that says it, and the list. The vehicle is an argument in some commands and a flag in others. */
const parameters: readonly (readonly [parameter: string, field: Field | undefined, list: List | undefined])[] = [
  ['pick_up_depot_id', 'pickUp', 'depots'],
  ['drop_off_depot_id', 'dropOff', 'depots'],
  ['pick_up_date', 'from', undefined],
  ['drop_off_date', 'to', undefined],
  ['vehicle_id', undefined, 'availability'],
  ['vehicleId', undefined, 'availability'],
  ['accessory_ids', 'accessory', 'extras'],
  ['insurance_id', 'insurance', 'extras'],
];

/** `pick_up_depot_id is --pick-up: rental depots lists what can be chosen`, for the parameter that the service names first. */
export function refusalHint(served = ''): FieldText {
  const first = firstNamed(served);
  if (first === undefined) return fieldText('{list:depots} and {list:availability} list what can be chosen');
  const [parameter, field, list] = first;
  const name = field === undefined ? 'the vehicle' : fieldText(`{${field}}`);
  const called = fieldText('{parameter} is {name}', { parameter, name });
  return list === undefined ? called : fieldText(`{called}: {list:${list}} lists what can be chosen`, { called });
}

/** The parameter that the service names first. */
export function refusedParameter(served = ''): string | undefined {
  return firstNamed(served)?.[0];
}

function firstNamed(served: string) {
  const named = parameters.filter(([parameter]) => served.includes(parameter));
  return named.sort(([a], [b]) => served.indexOf(a) - served.indexOf(b))[0];
}
