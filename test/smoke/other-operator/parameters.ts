import type { Trip } from './calendar.ts';
import type { Parameter, Values } from './reading.ts';

export const dateParameters: readonly Parameter[] = [
  { name: 'pick_up_date', kind: 'date', required: true },
  { name: 'drop_off_date', kind: 'date', required: true },
];

export const tripParameters: readonly Parameter[] = [
  { name: 'pick_up_depot_id', kind: 'integer', required: true },
  { name: 'drop_off_depot_id', kind: 'integer', required: true },
  ...dateParameters,
];

export const quoteParameters: readonly Parameter[] = [
  ...tripParameters,
  { name: 'vehicle_id', kind: 'integer', required: true },
  { name: 'accessory_ids', kind: 'text', required: false },
  { name: 'insurance_id', kind: 'integer', required: false },
];

export function tripOf({ numbers, days }: Values): Trip {
  return {
    from: numbers.get('pick_up_depot_id') ?? NaN,
    to: numbers.get('drop_off_depot_id') ?? NaN,
    start: days.get('pick_up_date') ?? NaN,
    end: days.get('drop_off_date') ?? NaN,
  };
}
