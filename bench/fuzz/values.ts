/** What the random command lines put into flags, arguments, variables and the configuration: right, wrong and odd values. */
import { globalFlags } from '../../src/cli/global-flags.ts';
import { variableOf, type Flag } from '../../src/cli/flags.ts';
import type { Dice } from '../../test/support/dice.ts';

/** Addresses of the fake operators by name. */
export type Addresses = Readonly<Record<string, string>>;

export const odd: readonly string[] = [
  ...[
    '',
    ' ',
    '-',
    '--',
    '---',
    '=',
    '--=',
    '--=x',
    '-5',
    '-0',
    '-1.5',
    '--5',
    ',',
    ',,',
    '\\,',
    'a\\,b',
    '..',
    '*',
    '%s',
    '$(x)',
    "'",
    '"',
  ],
  ...[
    '--json',
    '--help',
    '-h',
    '-V',
    'help',
    'help plan',
    '-qv',
    '-qx',
    '--no-such',
    '--pick',
    '--no-json',
    '--quiet=yes',
    '--verbose=2',
  ],
  ...[
    '\u0000',
    '\u001b[31mred',
    'a\nb',
    'tab\there',
    '\u202e',
    '\ud800',
    '😀',
    'ｆｕｌｌ',
    'x'.repeat(3000),
    '__proto__',
    'constructor',
    'toString',
  ],
];

const depots = [
  '1',
  '1',
  '10',
  'auckland airport',
  'Queenstown',
  'auck',
  'oslo',
  '-1',
  '0',
  '007',
  '999',
  '1,10',
  'lucky:1',
  'happy:5001',
  'same',
  '9007199254740993',
  'Queenst\\,own',
];
const dates = [
  '+30d',
  '+30d',
  '+37d',
  '2026-12-20',
  '2026-12-27',
  'fri',
  '20 dec',
  'tomorrow',
  'next friday',
  'in a month',
  '03/04/2027',
  'yesterday',
  '+0d',
  '9999-12-31',
  '2027-02-30',
  '-3d',
  '29 feb',
  'soon',
];
const vehicles = [
  '101',
  '101',
  '104',
  '8101',
  'cheapest',
  'all',
  'Ruru 2-berth Campervan',
  'ruru',
  'campervan',
  'zzz',
  '-5',
  '999',
  'lucky:101',
  'CHEAPEST',
];

const pools: Readonly<Record<string, readonly string[]>> = {
  'pick-up': depots,
  'drop-off': depots,
  from: [...dates, '+30d..+2d', '2026-12-01..2026-12-03', 'a..b..c', '+30d..+900d'],
  to: ['+7d', '+7d', '2027-01-03', ...dates, '+5d..+7d'],
  vehicle: vehicles,
  accessory: ['301', 'child seat', 'Child Seat', '301,301', 'bike rack,child seat', 'seat', 'nope', '-3', '71', 'none'],
  insurance: ['none', '403', 'zero excess', 'excess', 'nope', '11', 'lucky:403,happy:11', '-4', 'NONE'],
  nights: ['7', '7', '3..5', '7,8', '0', '5..3', '999', 'week', '7..'],
  flex: ['0', '1', '2', '61', '-1', 'x'],
  quote: ['top:1', 'top:2', 'all', 'none', 'top:0', 'ALL', '5'],
  'max-requests': ['1', '10', '300', '0', '1e3'],
  'max-total': ['1', '1500', '1500.50', '0', '-1', 'AUD 5', '1,500', '99999999999999999999'],
  operator: ['lucky', 'lucky', 'happy', 'broken', 'lucky,happy', 'lucky,broken', 'nope', 'lucky,', ',', 'LUCKY'],
  'base-url': [
    'http://127.0.0.1:9/api',
    'ftp://x',
    'http://',
    'nonsense',
    'http://user:pw@127.0.0.1:9/',
    'http://127.0.0.1:9/?a=b',
  ],
  'site-url': ['https://www.example.com', 'https://www.example.com/nz', 'nonsense'],
  fields: [
    'id',
    'id,name',
    'name',
    'totalAmount',
    'quote.totalAmount',
    'totalAmonut',
    'offers.vehicle.name',
    'colour',
    'a.b.c',
    '.',
    'partial',
    'plan.requests,rank',
    '__proto__',
    'kind,vehicle',
  ],
  timeout: ['15s', '2m', '0', '30', 'soon', '99999h', '-1s'],
  'max-wait': ['0', '90s', '500ms', '1h', 'never'],
  retries: ['0', '1', '2', '11', '-1', '1.5'],
  port: ['0', '0', '70000', 'x'],
  'rate-limit': ['100/60s', '5/1s', '0/1s', 'x'],
  latency: ['0', '1ms', 'slow'],
  fail: ['503:0', '503:1', '404:1', '503:2', 'x'],
  only: ['depots-answer', 'quote', 'nope', 'depots-answer,availability'],
  skip: ['quote', 'nope', 'depots'],
  // For smoke a form, for others a file: a file of ours must not be in the folder of whoever runs this.
  report: ['/dev/null', 'junit=/dev/null', 'markdown=/nonexistent/x', '/nonexistent/x', '-'],
  'time-zone': ['Europe/Oslo', 'Mars/Base', 'utc'],
  limit: ['100/60s', '1/1h', '0/1s', 'many'],
  search: ['auckland', 'a', '11', '-1', 'zzz', 'Auckland\\, Airport'],
  'operator-action': ['list', 'add', 'remove', 'default', 'rename'],
  'operator-name': ['third', 'lucky', 'nope', 'a,b', 'a:b', '-x'],
  'operator-base-url': ['http://127.0.0.1:9/api', 'nonsense'],
};

/** Values for a flag or an argument; for a sane line those in front, which are mostly right. */
export function valuesOf(name: string, dice: Dice, isSane: boolean): readonly string[] {
  const own = pools[name];
  if (isSane && own !== undefined) return own.slice(0, 4);
  return own === undefined || dice.chance(0.07) ? odd : own;
}

const switchWords = ['1', '0', 'true', 'off', 'on', 'NO', '', 'maybe'];

export function variables(addresses: Addresses): { readonly name: string; readonly values: readonly string[] }[] {
  const settings = Object.entries<Flag>(globalFlags).map(([name, flag]) => {
    const values = flag.kind === 'choice' ? [...flag.choices, 'xml'] : (pools[name] ?? switchWords);
    return { name: variableOf(name), values: name === 'base-url' ? [...values, addresses['lucky'] ?? ''] : values };
  });
  return [
    ...settings,
    { name: 'NO_COLOR', values: ['', '1'] },
    { name: 'FORCE_COLOR', values: ['', '0', '1', '3', 'x'] },
    { name: 'TERM', values: ['dumb', 'xterm', ''] },
    { name: 'COLUMNS', values: ['0', '1', '30', '200', 'x', '-5'] },
    { name: 'CI', values: ['true', 'false'] },
  ];
}

export function configurations(addresses: Addresses): readonly (string | undefined)[] {
  const operators = Object.fromEntries(
    Object.entries(addresses).map(([name, baseUrl]) => [name, { baseUrl, limit: '1000/600ms' }]),
  );
  const usual = JSON.stringify({ operators });
  return [
    ...[usual, usual, usual, usual, undefined],
    JSON.stringify({ default: 'lucky', operators }),
    JSON.stringify({ default: 'nope', operators }),
    JSON.stringify({ default: 'happy', operators, defaults: { format: 'json', quiet: true } }),
    JSON.stringify({ operators, defaults: { fields: 'name,colour', verbose: 2 } }),
    JSON.stringify({ operators, defaults: { timeout: 0 } }),
    JSON.stringify({ operators: { bad: { baseUrl: 'nonsense' } } }),
    '{"operators": ',
  ];
}
