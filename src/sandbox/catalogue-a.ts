/** The first operator: the larger fleet, depots from Whangārei to Dunedin. */
import type { Accessory, Catalogue, Depot, Plan, Vehicle } from './catalogue.ts';
import { open, pickUpOnly } from './hours.ts';

const depots: readonly Depot[] = [
  {
    id: 1,
    name: 'Auckland Airport',
    town: 'Auckland',
    island: 'north',
    hours: [
      open('weekday', '07:00', '19:00'),
      open('weekend', '08:00', '18:00'),
      open('public-holiday', '09:00', '15:00'),
    ],
  },
  {
    id: 2,
    name: 'North Shore, Auckland',
    town: 'Auckland',
    island: 'north',
    hours: [open('weekday', '08:30', '17:00', 30), open('weekend', '09:00', '13:00', 30)],
  },
  {
    id: 3,
    name: 'Whangārei',
    town: 'Whangārei',
    island: 'north',
    hours: [open('weekday', '09:00', '16:00'), pickUpOnly(open('weekend', '10:00', '12:00'))],
  },
  {
    id: 4,
    name: 'Rotorua',
    town: 'Rotorua',
    island: 'north',
    hours: [open('weekday', '08:00', '17:00', 180), open('weekend', '09:00', '15:00', 180)],
  },
  {
    id: 5,
    name: 'Taupō',
    town: 'Taupō',
    island: 'north',
    hours: [open('weekday', '09:00', '17:00', 120)],
  },
  {
    id: 6,
    name: 'Wellington',
    town: 'Wellington',
    island: 'north',
    hours: [
      open('weekday', '08:00', '17:30', 30),
      open('weekend', '09:00', '16:00'),
      open('public-holiday', '10:00', '14:00'),
    ],
  },
  {
    id: 7,
    name: 'Nelson',
    town: 'Nelson',
    island: 'south',
    hours: [
      open('weekday', '08:00', '17:00'),
      open('weekend', '09:00', '12:00'),
      pickUpOnly(open('public-holiday', '10:00', '10:00')),
    ],
  },
  {
    id: 8,
    name: 'Christchurch Airport',
    town: 'Christchurch',
    island: 'south',
    hours: [
      open('weekday', '07:00', '19:00'),
      open('weekend', '08:00', '18:00'),
      open('public-holiday', '09:00', '15:00'),
    ],
  },
  {
    id: 9,
    name: 'Christchurch City',
    town: 'Christchurch',
    island: 'south',
    hours: [open('weekday', '09:00', '17:00', 120), open('weekend', '10:00', '14:00', 120)],
  },
  {
    id: 10,
    name: 'Queenstown',
    town: 'Queenstown',
    island: 'south',
    hours: [
      open('weekday', '08:00', '18:00'),
      open('weekend', '08:00', '17:00'),
      open('public-holiday', '09:00', '16:00'),
    ],
  },
  {
    id: 11,
    name: 'Dunedin',
    town: 'Dunedin',
    island: 'south',
    hours: [open('weekday', '09:00', '09:00'), open('weekend', '10:00', '10:00')],
  },
];

const accessories: readonly Accessory[] = [
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
];

const plans: readonly Plan[] = [
  { id: 401, name: 'Standard cover (excess $5,000)', cents: 0, per: 'day' },
  { id: 402, name: 'Reduced excess (excess $1,500)', cents: 1990, per: 'day' },
  { id: 403, name: 'Zero excess', cents: 3985, per: 'day' },
  { id: 404, name: 'Zero excess, motorhome', cents: 4985, per: 'day' },
  { id: 405, name: 'Tyres and windscreen', cents: 6000, per: 'rental' },
];

const camping = { accessories: [301, 302, 303, 304, 305, 306, 307, 308, 309, 310], plans: [401, 402, 403, 405] };
const motorhomes = { accessories: [301, 302, 303, 304, 305, 307, 308, 309], plans: [401, 402, 404, 405] };
const cars = { accessories: [301, 302, 306, 307, 308], plans: [401, 403] };
const flexible = { depots: 'all', oneWay: 'anywhere', soldOut: 0, minDays: 1 } as const;
type Rules = Partial<Pick<Vehicle, 'depots' | 'oneWay' | 'soldOut' | 'minDays'>>;

function campervan(id: number, name: string, cents: number, rules: Rules = {}): Vehicle {
  return { id, name, kind: 'campervan', cents, ...camping, ...flexible, ...rules };
}

function motorhome(id: number, name: string, cents: number, rules: Rules = {}): Vehicle {
  return { id, name, kind: 'motorhome', cents, ...motorhomes, ...flexible, ...rules };
}

function car(id: number, name: string, cents: number, rules: Rules = {}): Vehicle {
  return { id, name, kind: 'car', cents, ...cars, ...flexible, ...rules };
}

/** Without rules: always free, everywhere. */
const vehicles: readonly Vehicle[] = [
  campervan(101, 'Ruru 2-berth Campervan', 8900),
  campervan(102, 'Tīeke Hi-top Campervan', 9950, { soldOut: 30 }),
  campervan(103, 'Pīwakawaka 3-berth Campervan', 11500, { soldOut: 25 }),
  campervan(104, 'Kākāriki Sleeper Car', 5950, { soldOut: 45 }),
  motorhome(105, 'Tūī 4-berth Motorhome', 17900),
  motorhome(106, 'Kākā 6-berth Motorhome', 23900, { soldOut: 35, minDays: 5 }),
  motorhome(107, 'Hoiho 2-berth Motorhome', 15500, { soldOut: 20, minDays: 3 }),
  // Stays on its island: never free between Auckland and Queenstown.
  motorhome(108, 'Kererū 4-berth Motorhome', 16900, { soldOut: 15, oneWay: 'same-island' }),
  motorhome(109, 'Tākahe 6-berth Motorhome', 25900, { soldOut: 30, minDays: 7, depots: [1, 8] }),
  car(110, 'Weka Compact Car', 4500),
  // The same daily rate as the compact car: the cheapest is a tie.
  car(111, 'Kōtare Hatchback', 4500, { soldOut: 50 }),
  car(112, 'Tōrea SUV', 7850, { soldOut: 20 }),
  car(113, 'Mātātā City Car', 3900, { soldOut: 10, oneWay: 'never' }),
  car(114, 'Kārearea 4WD', 9800, { soldOut: 15, minDays: 2, depots: [7, 8, 9, 10, 11] }),
];

export const operatorA: Catalogue = {
  operatorName: 'Harakeke Rentals (sandbox)',
  depots,
  vehicles,
  accessories,
  plans,
};
