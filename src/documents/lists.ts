/** The documents of the commands that list what an operator has. */
import * as z from 'zod/mini';
import { accessoriesSchema, depotsSchema, insurancePlansSchema, vehiclesSchema } from '../api/schemas.ts';
import { id, served, text, type DocumentSchema } from './document.ts';

export const depots: DocumentSchema = {
  title: 'Depots',
  description: 'The depots as served, with the ids that other commands take',
  document: depotsSchema,
  record: depotsSchema.def.element,
};

export const availability: DocumentSchema = {
  title: 'Available vehicles',
  description: 'The vehicles that are free for the trip, as served; rates are NZD a day',
  document: vehiclesSchema,
  record: vehiclesSchema.def.element,
};

export const extras: DocumentSchema = {
  title: 'Extras of a vehicle',
  description: 'The accessories and the insurance plans of a vehicle, as served',
  document: z.strictObject({
    vehicleId: id,
    vehicle: z.optional(z.strictObject({ id, name: text })),
    accessories: accessoriesSchema,
    insuranceTypes: insurancePlansSchema,
  }),
  record: z.union([
    served(accessoriesSchema.def.element, { kind: z.literal('accessory') }),
    served(insurancePlansSchema.def.element, { kind: z.literal('insurance') }),
  ]),
};
