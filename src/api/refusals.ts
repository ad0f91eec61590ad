/** What to try after a refusal: which field a parameter is, as the caller calls it, and what lists the values that exist. */
import type { FieldText, ListNamer } from '../errors.ts';
import { joinWords } from '../text.ts';

interface Field {
  /** The fields of a request that say it. Undefined for the vehicle, which is an argument in some commands and a flag in others. */
  readonly names?: readonly string[];
  readonly list?: Parameters<ListNamer>[0];
}

const vehicle: Field = { list: 'availability' };
const fields: Readonly<Record<string, Field>> = {
  pick_up_depot_id: { names: ['pickUp'], list: 'depots' },
  drop_off_depot_id: { names: ['dropOff'], list: 'depots' },
  pick_up_date: { names: ['from'] },
  drop_off_date: { names: ['to', 'nights'] },
  vehicle_id: vehicle,
  vehicleId: vehicle,
  accessory_ids: { names: ['accessory'], list: 'extras' },
  insurance_id: { names: ['insurance'], list: 'extras' },
};

/** More would make the hint longer than a line. */
const mostNamed = 2;

/** `pick_up_depot_id is --pick-up: rental depots lists what can be chosen`, for the parameters that the message of the service names. */
export function refusalHint(served = ''): FieldText {
  const named = Object.entries(fields)
    .filter(([parameter]) => served.includes(parameter))
    .sort(([a], [b]) => served.indexOf(a) - served.indexOf(b))
    .slice(0, mostNamed);
  if (named.length === 0) return (_, list) => `${list('depots')} and ${list('availability')} list what can be chosen`;
  return (name, list) => {
    const called = named.map(
      ([parameter, { names }]) => `${parameter} is ${names?.map(name).join(' or ') ?? 'the vehicle'}`,
    );
    const lists = [...new Set(named.flatMap(([, field]) => field.list ?? []))].map(list);
    if (lists.length === 0) return called.join(', ');
    return `${called.join(', ')}: ${joinWords(lists)} ${lists.length === 1 ? 'lists' : 'list'} what can be chosen`;
  };
}
