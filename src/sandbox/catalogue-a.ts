/** The first operator: the larger fleet, depots from Whangārei to Dunedin. */
import { openHours, pickUpOnly } from './calendar.ts';
import { depot, vehiclesOf, type Catalogue } from './catalogue.ts';

const campervan = vehiclesOf('campervan', {
  accessories: [301, 302, 303, 304, 305, 306, 307, 308, 309, 310],
  plans: [401, 402, 403, 405],
});
const motorhome = vehiclesOf('motorhome', {
  accessories: [301, 302, 303, 304, 305, 307, 308, 309],
  plans: [401, 402, 404, 405],
});
const car = vehiclesOf('car', { accessories: [301, 302, 306, 307, 308], plans: [401, 403] });

export const catalogueA: Catalogue = {
  operatorName: 'Harakeke Rentals (sandbox)',
  depots: [
    depot(
      { id: 1, name: 'Auckland Airport', town: 'Auckland', island: 'north' },
      openHours('weekday', '07:00', '19:00'),
      openHours('weekend', '08:00', '18:00'),
      openHours('public-holiday', '09:00', '15:00'),
    ),
    depot(
      { id: 2, name: 'North Shore, Auckland', town: 'Auckland', island: 'north' },
      openHours('weekday', '08:30', '17:00', 30),
      openHours('weekend', '09:00', '13:00', 30),
    ),
    depot(
      { id: 3, name: 'Whangārei', town: 'Whangārei', island: 'north' },
      openHours('weekday', '09:00', '16:00'),
      pickUpOnly(openHours('weekend', '10:00', '12:00')),
    ),
    depot(
      { id: 4, name: 'Rotorua', town: 'Rotorua', island: 'north' },
      openHours('weekday', '08:00', '17:00', 180),
      openHours('weekend', '09:00', '15:00', 180),
    ),
    depot({ id: 5, name: 'Taupō', town: 'Taupō', island: 'north' }, openHours('weekday', '09:00', '17:00', 120)),
    depot(
      { id: 6, name: 'Wellington', town: 'Wellington', island: 'north' },
      openHours('weekday', '08:00', '17:30', 30),
      openHours('weekend', '09:00', '16:00'),
      openHours('public-holiday', '10:00', '14:00'),
    ),
    depot(
      { id: 7, name: 'Nelson', town: 'Nelson', island: 'south' },
      openHours('weekday', '08:00', '17:00'),
      openHours('weekend', '09:00', '12:00'),
      pickUpOnly(openHours('public-holiday', '10:00', '10:00')),
    ),
    depot(
      { id: 8, name: 'Christchurch Airport', town: 'Christchurch', island: 'south' },
      openHours('weekday', '07:00', '19:00'),
      openHours('weekend', '08:00', '18:00'),
      openHours('public-holiday', '09:00', '15:00'),
    ),
    depot(
      { id: 9, name: 'Christchurch City', town: 'Christchurch', island: 'south' },
      openHours('weekday', '09:00', '17:00', 120),
      openHours('weekend', '10:00', '14:00', 120),
    ),
    depot(
      { id: 10, name: 'Queenstown', town: 'Queenstown', island: 'south' },
      openHours('weekday', '08:00', '18:00'),
      openHours('weekend', '08:00', '17:00'),
      openHours('public-holiday', '09:00', '16:00'),
    ),
    depot(
      { id: 11, name: 'Dunedin', town: 'Dunedin', island: 'south' },
      openHours('weekday', '09:00', '09:00'),
      openHours('weekend', '10:00', '10:00'),
    ),
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
    { id: 304, name: 'Camping table', cents: 1995, per: 'rental', max: 1 },
    { id: 305, name: 'Bike rack', cents: 4500, per: 'rental', max: 1 },
    { id: 306, name: 'Snow chains', cents: 4000, per: 'rental', max: 1 },
    { id: 307, name: 'Portable Wi-Fi', cents: 749, per: 'day', max: 1 },
    { id: 308, name: 'Additional driver', cents: 0, per: 'rental', max: 3 },
    { id: 309, name: 'Linen and towels', cents: 3500, per: 'rental', max: 6 },
    { id: 310, name: 'Freedom camping kit', cents: 5500, per: 'rental', max: 1 },
  ],
  plans: [
    { id: 401, name: 'Standard cover (excess $5,000)', cents: 0, per: 'day' },
    { id: 402, name: 'Reduced excess (excess $1,500)', cents: 1990, per: 'day' },
    { id: 403, name: 'Zero excess', cents: 3985, per: 'day' },
    { id: 404, name: 'Zero excess, motorhome', cents: 4985, per: 'day' },
    { id: 405, name: 'Tyres and windscreen', cents: 6000, per: 'rental' },
  ],
};
