/** The extras of a vehicle: as listed, and with what each costs for one trip. */
import * as answers from '../api/answers.ts';
import type { DocumentShape, Form } from '../shape.ts';
import { about, amount, choice, count, headed, id, list, object, optional } from '../shape.ts';
import { namedVehicle } from './trip.ts';

const { totalAmount, currency } = answers.quote.fields;

export const pricedExtra = object({
  ...answers.extra.fields,
  tripCost: about(
    'For the whole trip, in the currency of the quotes; absent if no quote shows it',
    headed('THIS TRIP', optional(amount)),
  ),
  tripCostFrom: about(
    'What the quote lists for it, or the total with it minus the total without',
    headed('FROM', optional(choice('quote', 'difference'))),
  ),
});

/** What the amounts count from. */
export const pricing = {
  totalWithout: about('The total of the quote without extras', totalAmount),
  currency,
  requests: about('For the quotes', count),
};

export const pricedExtras = {
  value: object({
    ...{ vehicleId: id, vehicle: namedVehicle, ...pricing },
    accessories: list(pricedExtra),
    insuranceTypes: list(pricedExtra),
  }),
  records: [
    { list: 'accessories', kind: 'accessory', item: pricedExtra },
    { list: 'insuranceTypes', kind: 'insurance', item: pricedExtra },
  ],
} satisfies Form;

export const extras = {
  title: 'Extras of a vehicle',
  description:
    'The accessories and the insurance plans of a vehicle, as served; with --priced, what each costs for the trip',
  value: object({ vehicleId: id, vehicle: namedVehicle, accessories: answers.extras, insuranceTypes: answers.extras }),
  records: [
    { list: 'accessories', kind: 'accessory', item: answers.extra },
    { list: 'insuranceTypes', kind: 'insurance', item: answers.extra },
  ],
  others: [pricedExtras],
} satisfies DocumentShape;
