/** The second operator: other ids and terms, some other names for the same things, no bike rack. */
import {
  christmasEve,
  makeDepot,
  publicHoliday,
  vehiclesWith,
  weekday,
  weekend,
  type Catalogue,
} from './catalogue.ts';

const camper = vehiclesWith({ accessories: [71, 72, 73, 74, 75, 76, 77], plans: [9, 10, 11] });
const car = vehiclesWith({ accessories: [71, 72, 75, 76], plans: [9, 11] });

/** Handing a campervan over takes an hour, so the last pick-up is early. */
const everyDay = [weekday(9, 16), weekend(9, 16)];

export const catalogueB: Catalogue = {
  operatorName: 'Pōhutukawa Rentals (sandbox)',
  // Campervan operators of New Zealand have such terms.
  terms: { chargesDropOffDay: true, minChargedDays: 5, holidayFee: 5000 },
  closedOn: ['12-25', '01-01'],
  depots: [
    makeDepot(5001, 'Auckland Airport', 'Auckland', 'north', ...everyDay),
    makeDepot(5002, 'Hamilton', 'Hamilton', 'north', ...everyDay),
    makeDepot(5003, 'Taupō', 'Taupō', 'north', ...everyDay),
    makeDepot(5004, 'Wellington Airport', 'Wellington', 'north', ...everyDay),
    makeDepot(5005, 'Picton Ferry Terminal', 'Picton', 'south', ...everyDay),
    makeDepot(
      5006,
      'Christchurch Airport',
      'Christchurch',
      'south',
      ...everyDay,
      publicHoliday(10, 14),
    ),
    makeDepot(5007, 'Queenstown Airport', 'Queenstown', 'south', ...everyDay, christmasEve(9, 12)),
    makeDepot(5008, 'Ōamaru', 'Ōamaru', 'south', ...everyDay),
  ],
  vehicles: [
    camper(8101, 'Rimu 2-berth Campervan', 9200),
    camper(8102, 'Miro 2-berth Campervan', 8400, { soldOut: 35 }),
    camper(8103, 'Mānuka 3-berth Campervan', 10900, { soldOut: 25 }),
    camper(8104, 'Kōwhai 4-berth Campervan', 12900, { soldOut: 20 }),
    camper(8105, 'Tōtara 4-berth Motorhome', 17250, { minDays: 3 }),
    camper(8106, 'Kauri 6-berth Motorhome', 24500, { soldOut: 30, minDays: 5 }),
    camper(8107, 'Nīkau 6-berth Motorhome', 26500, {
      soldOut: 20,
      minDays: 5,
      depots: [5001, 5006],
    }),
    camper(8108, 'Pūriri 2-berth Motorhome', 15900, { soldOut: 15, oneWay: 'same-island' }),
    car(8109, 'Matai Compact Car', 4900),
    car(8110, 'Raupō Estate Car', 6900, { soldOut: 40 }),
    car(8111, 'Tawa SUV', 8200, { soldOut: 25 }),
    car(8112, 'Horoeka Electric Car', 7100, { soldOut: 10, oneWay: 'never' }),
  ],
  accessories: [
    { id: 71, name: 'Child seat', cents: 4000, per: 'rental', max: 2 },
    { id: 72, name: 'Booster seat', cents: 3000, per: 'rental', max: 2 },
    { id: 73, name: 'Camping chair', cents: 850, per: 'rental', max: 4 },
    { id: 74, name: 'Folding table', cents: 1500, per: 'rental' },
    { id: 75, name: 'Snow chains', cents: 500, per: 'day' },
    { id: 76, name: 'Additional driver', cents: 200, per: 'day', max: 2 },
    { id: 77, name: 'Linen and towels', cents: 0, per: 'rental', max: 4 },
  ],
  plans: [
    { id: 9, name: 'Basic cover (excess $4,000)', cents: 0, per: 'day' },
    { id: 10, name: 'Reduced excess (excess $1,500)', cents: 1650, per: 'day' },
    { id: 11, name: 'Zero excess', cents: 3600, per: 'day' },
  ],
};
