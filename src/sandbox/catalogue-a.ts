/** The first operator: the larger fleet, depots from Whangārei to Dunedin. */
import {
  makeDepot,
  pickUpOnly,
  publicHoliday,
  vehiclesWith,
  weekday,
  weekend,
  type Catalogue,
} from './catalogue.ts';

const campervan = vehiclesWith({
  accessories: [301, 302, 303, 304, 305, 306, 307, 308, 309, 310],
  plans: [401, 402, 403, 405],
});
const motorhome = vehiclesWith({
  accessories: [301, 302, 303, 304, 305, 307, 308, 309],
  plans: [401, 402, 404, 405],
});
const car = vehiclesWith({ accessories: [301, 302, 306, 307, 308], plans: [401, 403] });

export const catalogueA: Catalogue = {
  operatorName: 'Harakeke Rentals (sandbox)',
  terms: { chargesDropOffDay: false, minChargedDays: 1, holidayFee: 0 },
  closedOn: [],
  depots: [
    makeDepot(
      1,
      'Auckland Airport',
      'Auckland',
      'north',
      weekday(7, 19),
      weekend(8, 18),
      publicHoliday(9, 15),
    ),
    makeDepot(2, 'North Shore, Auckland', 'Auckland', 'north', weekday(8.5, 17), weekend(9, 13)),
    makeDepot(3, 'Whangārei', 'Whangārei', 'north', weekday(9, 16), pickUpOnly(weekend(10, 12))),
    makeDepot(4, 'Rotorua', 'Rotorua', 'north', weekday(8, 17), weekend(9, 15)),
    makeDepot(5, 'Taupō', 'Taupō', 'north', weekday(9, 17)),
    makeDepot(
      6,
      'Wellington',
      'Wellington',
      'north',
      weekday(8, 17.5),
      weekend(9, 16),
      publicHoliday(10, 14),
    ),
    makeDepot(
      7,
      'Nelson',
      'Nelson',
      'south',
      weekday(8, 17),
      weekend(9, 12),
      pickUpOnly(publicHoliday(10, 10)),
    ),
    makeDepot(
      8,
      'Christchurch Airport',
      'Christchurch',
      'south',
      weekday(7, 19),
      weekend(8, 18),
      publicHoliday(9, 15),
    ),
    makeDepot(9, 'Christchurch City', 'Christchurch', 'south', weekday(9, 17), weekend(10, 14)),
    makeDepot(
      10,
      'Queenstown',
      'Queenstown',
      'south',
      weekday(8, 18),
      weekend(8, 17),
      publicHoliday(9, 16),
    ),
    makeDepot(11, 'Dunedin', 'Dunedin', 'south', weekday(9, 9), weekend(10, 10)),
  ],
  vehicles: [
    campervan(101, 'Ruru 2-berth Campervan', 8900),
    campervan(102, 'Tīeke Hi-top Campervan', 9950, { soldOut: 30 }),
    campervan(103, 'Pīwakawaka 3-berth Campervan', 11500, { soldOut: 25 }),
    campervan(104, 'Kākāriki Sleeper Car', 5950, { soldOut: 45 }),
    motorhome(105, 'Tūī 4-berth Motorhome', 17900),
    motorhome(106, 'Kākā 6-berth Motorhome', 23900, { soldOut: 35, minDays: 5 }),
    motorhome(107, 'Hoiho 2-berth Motorhome', 15500, { soldOut: 20, minDays: 3 }),
    // Stays on its island: never available from Auckland to Queenstown.
    motorhome(108, 'Kererū 4-berth Motorhome', 16900, { soldOut: 15, oneWay: 'same-island' }),
    motorhome(109, 'Tākahe 6-berth Motorhome', 25900, { soldOut: 30, minDays: 7, depots: [1, 8] }),
    car(110, 'Weka Compact Car', 4500),
    // The same daily rate as the compact car, so that two vehicles are the cheapest.
    car(111, 'Kōtare Hatchback', 4500, { soldOut: 50 }),
    car(112, 'Tōrea SUV', 7850, { soldOut: 20 }),
    car(113, 'Mātātā City Car', 3900, { soldOut: 10, oneWay: 'never' }),
    car(114, 'Kārearea 4WD', 9800, { soldOut: 15, minDays: 2, depots: [7, 8, 9, 10, 11] }),
  ],
  accessories: [
    { id: 301, name: 'Child seat', cents: 500, per: 'day', max: 3 },
    { id: 302, name: 'Booster seat', cents: 400, per: 'day', max: 3 },
    { id: 303, name: 'Camping chair', cents: 1000, per: 'rental', max: 6 },
    { id: 304, name: 'Camping table', cents: 1995, per: 'rental' },
    { id: 305, name: 'Bike rack', cents: 4500, per: 'rental' },
    { id: 306, name: 'Snow chains', cents: 4000, per: 'rental' },
    { id: 307, name: 'Portable Wi-Fi', cents: 749, per: 'day' },
    { id: 308, name: 'Additional driver', cents: 0, per: 'rental', max: 3 },
    { id: 309, name: 'Linen and towels', cents: 3500, per: 'rental', max: 6 },
    { id: 310, name: 'Freedom camping kit', cents: 5500, per: 'rental' },
  ],
  plans: [
    { id: 401, name: 'Standard cover (excess $5,000)', cents: 0, per: 'day' },
    { id: 402, name: 'Reduced excess (excess $1,500)', cents: 1990, per: 'day' },
    { id: 403, name: 'Zero excess', cents: 3985, per: 'day' },
    { id: 404, name: 'Zero excess, motorhome', cents: 4985, per: 'day' },
    { id: 405, name: 'Tyres and windscreen', cents: 6000, per: 'rental' },
  ],
};
