/** What to try after a refusal: which field a parameter is, as the caller calls it, and what lists the values that exist. */
import type { FieldText, ListNamer } from '../errors.ts';

interface Field {
  /** Undefined for the vehicle, which is an argument in some commands and a flag in others. */
  readonly name?: string;
  readonly list?: Parameters<ListNamer>[0];
}

const vehicle: Field = { list: 'availability' };
const fields: Readonly<Record<string, Field>> = {
  pick_up_depot_id: { name: 'pickUp', list: 'depots' },
  drop_off_depot_id: { name: 'dropOff', list: 'depots' },
  pick_up_date: { name: 'from' },
  drop_off_date: { name: 'to' },
  vehicle_id: vehicle,
  vehicleId: vehicle,
  accessory_ids: { name: 'accessory', list: 'extras' },
  insurance_id: { name: 'insurance', list: 'extras' },
};

/** `pick_up_depot_id is --pick-up: rental depots lists what can be chosen`, for the parameter that the message of the service names. */
export function refusalHint(served = ''): FieldText {
  const [parameter, field] = Object.entries(fields).find(([one]) => served.includes(one)) ?? [];
  if (parameter === undefined || field === undefined)
    return (_, list) => `${list('depots')} and ${list('availability')} list what can be chosen`;
  return (name, list) => {
    const called = `${parameter} is ${field.name === undefined ? 'the vehicle' : name(field.name)}`;
    return field.list === undefined ? called : `${called}: ${list(field.list)} lists what can be chosen`;
  };
}
