/** Two operators whose depots and vehicles have equal, long, wide and right-to-left names. */
import { configuredEnvironment } from '../support/environment.ts';
import { serviceOf, type Fleet } from '../support/fleet.ts';
import { plant } from '../support/service.ts';

/** A name of 80 characters. */
const longName = (end: string): string =>
  `${'Christchurch International Airport Domestic Terminal Rental Desk '.padEnd(79 - end.length, 'and more ')} ${end}`;

const depots = [
  'Queenstown',
  'Queenstown',
  '新千歳空港国際線ターミナル駅前営業所',
  '新千歳空港国内線ターミナル駅前営業所',
  'مطار أوكلاند الدولي',
  longName('North'),
  longName('South'),
];

const vehicles = {
  11: ['Kea', 90],
  12: ['Kea', 95],
  13: ['大型キャンピングカー家族七人乗り特別仕様', 100],
  14: ['大型キャンピングカー家族五人乗り特別仕様', 105],
  15: ['شاحنة التخييم الكبيرة', 110],
  16: [longName('Auto'), 115],
  17: [longName('Manual'), 120],
} as const;

const totalOf = (query: URLSearchParams): number => {
  const [start = '', end = ''] = ['pick_up_date', 'drop_off_date'].map(
    (key) => query.get(key) ?? '',
  );
  const nights = (Date.parse(end) - Date.parse(start)) / 86_400_000;
  return (nights + (Number(start.slice(-2)) % 3)) * (79 + Number(query.get('vehicle_id')) * 5.5);
};

const fleet: Fleet = {
  depots,
  vehicles: () => vehicles,
  accessories: () => ({
    1: 'Chair',
    2: 'Chair',
    3: [longName('Left'), 19.5],
    4: [longName('Right'), 1195],
  }),
  plans: () => ({ 7: 'Basic', 8: '全損保険免責ゼロ', 9: 'تأمين' }),
  quote: (query) => ({ totalAmount: totalOf(query), expiresAt: '2026-11-04T21:30:00Z' }),
};

const names = ['north-shore-campers', 'north-shore-cars'];

/** Plants them. Resolves with the environment that names them. */
export function lookAlikes(): Record<string, string> {
  const addresses = names.map((name) => [name, new URL(`https://${name}.example`)] as const);
  for (const [, address] of addresses) plant(serviceOf(fleet), address);
  const operators = Object.fromEntries(
    addresses.map(([name, { origin }]) => [name, { baseUrl: origin }]),
  );
  return configuredEnvironment({ default: names[0], operators });
}
