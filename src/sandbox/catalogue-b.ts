/** The second operator: other ids, other names for some of the same things, and no bike rack at all. */
import type { Accessory, Catalogue, Depot, Plan, Vehicle } from './catalogue.ts';
import { open, pickUpOnly } from './hours.ts';

const depots: readonly Depot[] = [
  {
    id: 5001,
    name: 'Auckland Airport',
    town: 'Auckland',
    island: 'north',
    hours: [open('weekday', '08:00', '17:00', 30), open('weekend', '09:00', '16:00', 30)],
  },
  {
    id: 5002,
    name: 'Hamilton',
    town: 'Hamilton',
    island: 'north',
    hours: [open('weekday', '09:00', '17:00')],
  },
  {
    id: 5003,
    name: 'Taupō',
    town: 'Taupō',
    island: 'north',
    hours: [open('weekday', '09:00', '16:00'), pickUpOnly(open('weekend', '10:00', '13:00'))],
  },
  {
    id: 5004,
    name: 'Wellington Airport',
    town: 'Wellington',
    island: 'north',
    hours: [open('weekday', '07:30', '18:00', 30), open('weekend', '08:00', '16:00')],
  },
  {
    id: 5005,
    name: 'Picton Ferry Terminal',
    town: 'Picton',
    island: 'south',
    hours: [open('weekday', '08:00', '18:00', 120), open('weekend', '08:00', '18:00', 120)],
  },
  {
    id: 5006,
    name: 'Christchurch Airport',
    town: 'Christchurch',
    island: 'south',
    hours: [
      open('weekday', '08:00', '18:00'),
      open('weekend', '09:00', '16:00'),
      open('public-holiday', '10:00', '14:00'),
    ],
  },
  {
    id: 5007,
    name: 'Queenstown Airport',
    town: 'Queenstown',
    island: 'south',
    hours: [
      open('weekday', '08:00', '18:00'),
      open('weekend', '08:00', '18:00'),
      open('christmas-eve', '08:00', '12:00'),
    ],
  },
  {
    id: 5008,
    name: 'Ōamaru',
    town: 'Ōamaru',
    island: 'south',
    hours: [open('weekday', '10:00', '15:00'), pickUpOnly(open('weekend', '10:00', '11:00'))],
  },
];

const accessories: readonly Accessory[] = [
  { id: 71, name: 'Child seat', cents: 4000, per: 'rental', max: 2 },
  { id: 72, name: 'Booster seat', cents: 3000, per: 'rental', max: 2 },
  { id: 73, name: 'Camping chair', cents: 850, per: 'rental', max: 4 },
  { id: 74, name: 'Folding table', cents: 1500, per: 'rental', max: 1 },
  { id: 75, name: 'Snow chains', cents: 500, per: 'day', max: 1 },
  { id: 76, name: 'Additional driver', cents: 200, per: 'day', max: 2 },
  { id: 77, name: 'Linen and towels', cents: 0, per: 'rental', max: 4 },
];

const plans: readonly Plan[] = [
  { id: 9, name: 'Basic cover (excess $4,000)', cents: 0, per: 'day' },
  { id: 10, name: 'Reduced excess (excess $1,500)', cents: 1650, per: 'day' },
  { id: 11, name: 'Zero excess', cents: 3600, per: 'day' },
];

const camping = { accessories: [71, 72, 73, 74, 75, 76, 77], plans: [9, 10, 11] };
const cars = { accessories: [71, 72, 75, 76], plans: [9, 11] };
const flexible = { depots: 'all', oneWay: 'anywhere', soldOut: 0, minDays: 1 } as const;
type Rules = Partial<Pick<Vehicle, 'depots' | 'oneWay' | 'soldOut' | 'minDays'>>;

function camper(id: number, name: string, cents: number, rules: Rules = {}): Vehicle {
  const kind = name.endsWith('Motorhome') ? 'motorhome' : 'campervan';
  return { id, name, kind, cents, ...camping, ...flexible, ...rules };
}

function car(id: number, name: string, cents: number, rules: Rules = {}): Vehicle {
  return { id, name, kind: 'car', cents, ...cars, ...flexible, ...rules };
}

/** Without rules: always free, everywhere. */
const vehicles: readonly Vehicle[] = [
  camper(8101, 'Rimu 2-berth Campervan', 9200),
  camper(8102, 'Miro 2-berth Campervan', 8400, { soldOut: 35 }),
  camper(8103, 'Mānuka 3-berth Campervan', 10900, { soldOut: 25 }),
  camper(8104, 'Kōwhai 4-berth Campervan', 12900, { soldOut: 20 }),
  camper(8105, 'Tōtara 4-berth Motorhome', 17250, { minDays: 3 }),
  camper(8106, 'Kauri 6-berth Motorhome', 24500, { soldOut: 30, minDays: 5 }),
  camper(8107, 'Nīkau 6-berth Motorhome', 26500, { soldOut: 20, minDays: 5, depots: [5001, 5006] }),
  camper(8108, 'Pūriri 2-berth Motorhome', 15900, { soldOut: 15, oneWay: 'same-island' }),
  car(8109, 'Matai Compact Car', 4900),
  car(8110, 'Raupō Estate Car', 6900, { soldOut: 40 }),
  car(8111, 'Tawa SUV', 8200, { soldOut: 25 }),
  car(8112, 'Horoeka Electric Car', 7100, { soldOut: 10, oneWay: 'never' }),
];

export const operatorB: Catalogue = {
  operatorName: 'Pōhutukawa Rentals (sandbox)',
  depots,
  vehicles,
  accessories,
  plans,
};
