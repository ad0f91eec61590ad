/** What to try after a refusal: which field a parameter is, as the caller calls it, and what lists the values that exist. */
import type { FieldText, ListNamer } from '../base/errors.ts';

/** The field of a request that says it, and the list. The vehicle is an argument in some commands and a flag in others. */
const parameters: readonly (readonly [parameter: string, field: string, list?: Parameters<ListNamer>[0]])[] = [
  ['pick_up_depot_id', 'pickUp', 'depots'],
  ['drop_off_depot_id', 'dropOff', 'depots'],
  ['pick_up_date', 'from'],
  ['drop_off_date', 'to'],
  ['vehicle_id', '', 'availability'],
  ['vehicleId', '', 'availability'],
  ['accessory_ids', 'accessory', 'extras'],
  ['insurance_id', 'insurance', 'extras'],
];

/** `pick_up_depot_id is --pick-up: rental depots lists what can be chosen`, for the parameter that the service names first. */
export function refusalHint(served = ''): FieldText {
  const named = parameters.filter(([parameter]) => served.includes(parameter));
  const [first] = named.sort(([a], [b]) => served.indexOf(a) - served.indexOf(b));
  if (!first) return (_, list) => `${list('depots')} and ${list('availability')} list what can be chosen`;
  const [parameter, field, kind] = first;
  return (name, list) => {
    const called = `${parameter} is ${field ? name(field) : 'the vehicle'}`;
    return kind ? `${called}: ${list(kind)} lists what can be chosen` : called;
  };
}
