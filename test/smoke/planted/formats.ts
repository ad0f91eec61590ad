/** Values of the right type in a wrong form, in turn in the first, the last and every entry. */
import { inTurn, type Planted } from './planted.ts';
import { accessory, breakdown, dropOffTime, pickUpTime, plan, plantIn } from './resources.ts';
import { quote, quotedAccessory, quotedPlan, vehicle, type Resource } from './resources.ts';

const wrongForms: readonly (readonly [Resource, field: string, values: readonly string[]])[] = [
  [pickUpTime, 'time', ['25:00', '9:00', '09:00:00', '9am', '']],
  [dropOffTime, 'time', ['24:00', '09:60', '0900', '09:00 AM']],
  [vehicle, 'imageUrl', ['/images/1.svg', 'no image', 'images.example/1.svg', 'https://a.example/a b', '']],
  [
    quote,
    'expiresAt',
    [
      '2999-01-01T00:00:00+13:00',
      '2999-01-01T00:00:00',
      '2999-01-01',
      '32472144000',
      '2020-01-01T00:00:00Z',
      '2999-13-41T00:00:00Z',
      '2999-02-30T00:00:00Z',
      '29990230T000000Z',
      '29990101T000000',
      'Tue, 01 Jan 2999 00:00:00 GMT',
      'in half an hour',
    ],
  ],
  [quote, 'currency', ['USD', 'nzd', 'NZ$', '']],
  [quote, 'note', ['Thank you for your request.', 'All amounts are in AUD.', 'All amounts are in AUD dollars.', '']],
];

const amounts: readonly (readonly [Resource, field: string])[] = [
  [vehicle, 'rentalDailyRate'],
  [accessory, 'price'],
  [plan, 'price'],
  [quote, 'totalAmount'],
  [breakdown, 'rentalFee'],
  [breakdown, 'routeFee'],
  [breakdown, 'accessoriesFee'],
  [breakdown, 'insuranceFee'],
  [quotedAccessory, 'cost'],
  [quotedPlan, 'cost'],
];

export const formatDefects: readonly Planted[] = [
  ...wrongForms.flatMap(([resource, field, values], row) =>
    values.map((value, column) =>
      plantIn(resource, inTurn(resource.places, row + column), `${field} is "${value}"`, (entry) => {
        entry[field] = value;
      }),
    ),
  ),
  ...amounts.map(([resource, field], row) =>
    plantIn(resource, inTurn(resource.places, row), `${field} has three decimals`, (entry) => {
      entry[field] = Math.floor(entry[field]) + 3.001;
    }),
  ),
  ...accessory.places.slice(0, 1).map((place) =>
    plantIn(accessory, place, 'price is a sum of floats', (entry) => {
      entry.price += 4e-14;
    }),
  ),
];
