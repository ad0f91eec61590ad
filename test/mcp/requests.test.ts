/** What travellers ask, and what an assistant needs for it. */
import { expect, test } from 'vitest';
import { plantSandbox } from '../sandbox/support.ts';
import { planner } from './support.ts';

const [mostCalls, mostCharacters] = [4, 10_000];

const dates = { from: '2030-01-07', to: '+7d' };
const oneWay = { pick_up: 'auckland airport', drop_off: 'queenstown', ...dates };
const byIds = { pick_up: '1', drop_off: '10', ...dates };
const sweep = { pick_up: ['1'], drop_off: ['10'], from: '2030-01-07', flex: 3, nights: '7', quote: 'top:1' };

interface Asked {
  readonly calls: readonly (readonly [tool: string, input: object])[];
  /** Stands in the answers. */
  readonly shows: RegExp;
}

const requests: Readonly<Record<string, Asked>> = {
  'When can I pick up in Taupō on a Sunday?': {
    calls: [['list_depots', { search: 'taupo' }]],
    shows: /Taupō/,
  },
  'Which depots are there in Christchurch?': {
    calls: [['list_depots', { search: 'christchurch' }]],
    shows: /Christchurch Airport.*Christchurch City/s,
  },
  'All depots and their hours, please.': { calls: [['list_depots', {}]], shows: /Dunedin/ },
  'A campervan for two, from Auckland Airport to Queenstown, with a child seat and full insurance.': {
    calls: [
      ['search_vehicles', oneWay],
      ['list_extras', { ...byIds, vehicle: '101' }],
      ['get_quote', { ...byIds, vehicle: '101', accessories: ['301'], insurance: '403' }],
    ],
    shows: /vehicle_id=101&insurance_id=403&accessory_ids=301/,
  },
  'Which vehicles sleep four or more?': {
    calls: [['search_vehicles', { ...oneWay, berths: 4 }]],
    shows: /4-berth/,
  },
  'On which day around 7 January is it cheapest?': {
    calls: [
      ['compare_quotes', { ...sweep, dry_run: true }],
      ['compare_quotes', sweep],
    ],
    shows: /"rank":1/,
  },
  'Two child seats, please: what does that come to?': {
    calls: [['get_quote', { ...byIds, vehicle: '101', accessories: ['301', '301'] }]],
    shows: /"quantity":2/,
  },
  'Where do I book the Ruru?': {
    calls: [['get_booking_link', { ...oneWay, vehicle: 'ruru 2-berth campervan' }]],
    shows: /vehicle_id=101/,
  },
  'Can you ask a hundred more prices now?': { calls: [['get_limits', {}]], shows: /"free":100/ },
};

test.each(Object.entries(requests))('%s', async (_, { calls, shows }) => {
  const { baseUrl } = plantSandbox();
  const { call } = planner([{ address: baseUrl }]);
  const texts: string[] = [];
  for (const [tool, input] of calls) {
    const { text, error } = await call(tool, input);
    expect([tool, error]).toEqual([tool, undefined]);
    texts.push(text);
  }
  expect(texts.join('\n')).toMatch(shows);
  expect(calls.length).toBeLessThanOrEqual(mostCalls);
  expect(texts.join('').length).toBeLessThanOrEqual(mostCharacters);
});

test('the lists of the sandbox are short enough to read all of them', async () => {
  const { baseUrl } = plantSandbox();
  const { call } = planner([{ address: baseUrl }]);
  const lengths = async (tool: string, input: object) => (await call(tool, input)).text.length;
  expect(await lengths('list_depots', {})).toBeLessThan(1_500);
  expect(await lengths('search_vehicles', oneWay)).toBeLessThan(1_200);
  expect(await lengths('list_extras', { ...byIds, vehicle: '101' })).toBeLessThan(1_100);
  expect(await lengths('get_booking_link', { ...byIds, vehicle: '101' })).toBeLessThan(550);
  expect(await lengths('get_limits', {})).toBeLessThan(250);
});
