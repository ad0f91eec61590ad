/** The accessories and the insurance plans of a vehicle, as listed. */
import * as answers from '../api/answers.ts';
import type { DocumentShape } from '../shape.ts';
import { id, object } from '../shape.ts';
import { namedVehicle } from './trip.ts';

export const extras = {
  title: 'Extras of a vehicle',
  description: 'The accessories and the insurance plans of a vehicle, as served',
  value: object({ vehicleId: id, vehicle: namedVehicle, accessories: answers.extras, insuranceTypes: answers.extras }),
  records: [
    { list: 'accessories', kind: 'accessory', item: answers.extra },
    { list: 'insuranceTypes', kind: 'insurance', item: answers.extra },
  ],
} satisfies DocumentShape;
