/** The documents of the commands that list what an operator has. */
import * as answers from '../api/answers.ts';
import type { DocumentShape } from '../shape.ts';
import { id, object } from '../shape.ts';
import { namedVehicle } from './trip.ts';

export const depots = {
  title: 'Depots',
  description: 'The depots as served, with the ids that other commands take',
  value: answers.depots,
  records: [{ item: answers.depot }],
} satisfies DocumentShape;

export const availability = {
  title: 'Available vehicles',
  description: 'The vehicles that are free for the trip, as served; rates are NZD a day',
  value: answers.vehicles,
  records: [{ item: answers.vehicle }],
} satisfies DocumentShape;

export const extras = {
  title: 'Extras of a vehicle',
  description: 'The accessories and the insurance plans of a vehicle, as served',
  value: object({ vehicleId: id, vehicle: namedVehicle, accessories: answers.extras, insuranceTypes: answers.extras }),
  records: [
    { list: 'accessories', kind: 'accessory', item: answers.extra },
    { list: 'insuranceTypes', kind: 'insurance', item: answers.extra },
  ],
} satisfies DocumentShape;
