/**
 * Which requests a comparison sends: those of its plan, none of them twice, and no more than are
 * allowed.
 */
import { expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';
import { counts, parsed } from './support.ts';

const lucky: Fleet = {
  depots: ['Auckland', 'Queenstown'],
  vehicles: () => ({ 11: 'Kea', 12: 'Moa', 13: 'Tui' }),
  accessories: () => ({ 1: 'Child seat' }),
  plans: () => ({ 2: 'Zero excess' }),
};
const days = ['compare', '--from', '2031-01-05..+4d', '--nights', '7'];
const week = [...days, '--pick-up', '1'];
const nothing = { depots: 0, availability: 0, extras: 0, quotes: 0 };

test.each([
  [
    ['--pick-up', '1', '--drop-off', '2,same', '--vehicle', '11,12'],
    { availability: 10, quotes: 20 },
  ],
  [
    ['--pick-up', 'auckland', '--accessory', 'child,child seat', '--insurance', 'zero'],
    { depots: 1, availability: 5, extras: 6, quotes: 15 },
  ],
  [['--pick-up', '1', '--quote', ' None '], { availability: 5 }],
  [['--pick-up', '1', '--vehicle', '13, ALL'], { availability: 5, quotes: 15 }],
])('for %j, what is sent is what the plan says', async (flags, expected) => {
  const { rental, requests } = fleets({ lucky });
  const quote = flags.includes('--quote') ? [] : ['--quote', 'all'];
  const { plan, offers } = parsed(await rental([...days, ...quote, ...flags, '--json']));
  expect(counts(requests())).toEqual({ ...nothing, ...expected });
  expect([requests().length, new Set(requests()).size]).toEqual([plan.requests, plan.requests]);
  if ('extras' in expected)
    expect(offers[0]?.selection).toMatchObject({ accessory_ids: [1, 1], insurance_id: 2 });
});

test('valid quotes are used again, and lists unless the answer is saved; --refresh asks for all', async () => {
  const { rental, requests } = fleets({ lucky });
  const line = [...week, '--quote', 'all', '--json'];
  const { offers } = parsed(await rental(line));
  const second = await rental(line);
  expect(requests()).toHaveLength(5 + 15);
  expect(second.stderr).toContain('reused 15 quotes that are still valid');
  expect(second.stderr).toMatch(/note: reused the availability of 5 trips, at most \d+ s old/);
  expect(parsed(second)).toMatchObject({
    plan: { requests: 0, operators: [{ known: 15, quotes: 0 }] },
    offers: offers.map((offer) => ({ ...offer, reused: true })),
  });
  await rental([...line, '--save', 'it']);
  expect(counts(requests().slice(20))).toEqual({ ...nothing, depots: 1, availability: 5 });
  const last = parsed(await rental([...line, '--refresh']));
  expect(counts(requests().slice(26))).toEqual({ ...nothing, availability: 5, quotes: 15 });
  expect(last.offers.some(({ reused }) => reused)).toBe(false);
});

test.each([
  [[], '5 trips to compare: about 35 requests to lucky, no wait; at most 300, about 2 min', 300],
  [
    ['--view', 'calendar'],
    '5 trips to compare: about 29 requests to lucky, no wait; at most 300, about 2 min',
    300,
  ],
  [['--vehicle', '11,12'], '5 trips to compare: about 16 requests to lucky, no wait', 15],
  [['--quote', 'none'], '5 trips to compare: 6 requests to lucky, no wait', 5],
  [['--quote', 'all'], '5 trips to compare: at least 6 requests to lucky, no wait', null],
  [
    ['--group-by', 'vehicle'],
    '5 trips to compare: about 25 requests to lucky, no wait; at most 300, about 2 min',
    300,
  ],
])(
  '--dry-run with %j says how many requests it takes, and sends none',
  async (flags, words, mostRequests) => {
    const { rental, shown, requests } = fleets({ lucky });
    expect(await shown([...week, ...flags, '--dry-run'])).toMatch(new RegExp(`^${words}\n`));
    const { stdout } = await rental([...week, ...flags, '--dry-run', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ plan: { mostRequests, seconds: 0 } });
    expect(requests()).toEqual([]);
  },
);

const fewer = 'compare fewer dates or depots';
test.each([
  [
    ['--max-requests', '10', '--view', 'calendar'],
    0,
    'this takes 28 requests',
    `${fewer}; or allow them with --max-requests 28`,
  ],
  [
    ['--max-requests', '12', '--quote', 'all'],
    5,
    'this takes 20 requests',
    `${fewer}; or use --quote best; or allow them with --max-requests 20`,
  ],
])(
  '%j stops before the first quote, and the hint says how to stay within --max-requests',
  async (flags, sent, message, hint) => {
    const { rental, requests } = fleets({ lucky });
    const ended = await rental([...week, ...flags]);
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message) as string,
    });
    expect(ended.stderr).toContain(`\nhint: ${hint}\n`);
    expect(counts(requests())).toEqual({ ...nothing, availability: sent });
  },
);

test.each([10, 25, 28])(
  'at most %d requests are no reason to refuse a search: it finds what it can',
  async (max) => {
    const { rental, requests } = fleets({ lucky });
    const ended = await rental([...week, '--max-requests', String(max), '--json']);
    expect(requests().length).toBeLessThanOrEqual(max);
    expect(ended.code).toBe(requests().length < max ? 0 : 8);
    expect(parsed(ended).offers.some(({ rank }) => rank === 1)).toBe(true);
  },
);

test('more allowed requests than the usual number send no more', { tags: ['long'] }, async () => {
  const counts = [80, 85, 90, 300].map(async (max) => {
    const { rental, requests } = fleets({ lucky });
    const line = ['compare', '--pick-up', '1', '--from', '2030-01-05..+30d', '--nights', '5..9'];
    await rental([...line, '--max-requests', String(max)]);
    return requests().length;
  });
  expect(new Set(await Promise.all(counts)).size).toBe(1);
});

/** Six vehicles whose totals nothing foretells. */
const noisy: Fleet = {
  vehicles: () =>
    Object.fromEntries(Array.from({ length: 6 }, (_, index) => [11 + index, `Van ${index}`])),
  quote: (query) => {
    const day = Number(query.get('pick_up_date')?.slice(8));
    return { totalAmount: 400 + ((Number(query.get('vehicle_id')) * 7919 + day * 104729) % 997) };
  },
};

test(
  'when no request is left, a comparison ends as partial and says how to go on',
  { tags: ['long'] },
  async () => {
    const { rental, requests } = fleets({ noisy });
    const line = [
      'compare',
      '--pick-up',
      '1',
      '--from',
      '2030-01-05..+5d',
      '--nights',
      '5,7',
      '--max-requests',
      '45',
    ];
    const ended = await rental([...line, '--json']);
    expect(ended).toMatchObject({
      code: 8,
      stderr: expect.stringMatching(/requests not sent: all 45 allowed requests were sent/),
    });
    expect(ended.stderr).toContain(
      'to continue, allow more requests, such as --max-requests 90; the answers so far are stored',
    );
    expect(requests()).toHaveLength(45);
    const { offers, partial, plan } = parsed(ended);
    expect([partial, plan.requests]).toEqual([true, 45]);
    expect(offers.filter(({ rank }) => rank !== null).length).toBeGreaterThan(25);
    // The same again goes on without a request that was answered.
    await rental([...line.slice(0, -1), '90', '--json']);
    expect(new Set(requests()).size).toBe(requests().length);
  },
);

test('the same search again sends nothing and finds the same', async () => {
  const { rental, requests } = fleets({ noisy });
  const line = [
    'compare',
    '--pick-up',
    '1',
    '--from',
    '2030-01-05..+5d',
    '--nights',
    '5,7',
    '--json',
  ];
  const first = parsed(await rental(line));
  const sent = requests().length;
  const second = parsed(await rental(line));
  expect(requests()).toHaveLength(sent);
  const withoutAge = ({ offers }: typeof first) =>
    offers.map((offer) => ({ ...offer, reused: undefined }));
  expect(withoutAge(second)).toEqual(withoutAge(first));
  expect(second.pricing).toEqual(first.pricing);
});

const trip = ['--pick-up', '1', '--from', '+30d', '--nights', '7'];
test.each([
  [['--pick-up', '1', '--from', '+30d'], '--nights (or --to) is needed'],
  [[...trip, '--to', '+7d'], '--nights and --to both set the length'],
  [[...trip, '--quote', 'best:99999'], '--quote takes best, best:20, all or none'],
  [[...trip, '--quote', 'best:0'], 'the number is from 1 to 9999'],
  [[...trip, '--max-total', 'cheap'], '--max-total takes an amount'],
  [[...trip, '--quote', 'none', '--max-total', '5'], 'need quotes, but --quote none requests none'],
  [[...trip, '--quote', 'none', '--accessory', 'chains'], '--quote none does not price extras'],
  [[...trip, '--vehicle', 'cheapest'], 'a comparison already finds the cheapest'],
  [
    [...trip, '--quote', 'none', '--group-by', 'vehicle'],
    'need quotes, but --quote none requests none',
  ],
  [[...trip, '--limit', '3', '--all'], '--limit and --all contradict each other'],
  [[...trip, '--limit', '3', '--view', 'calendar'], 'so it takes no --limit and no --group-by'],
  [[...trip, '--limit', '0'], '--limit'],
  [
    ['--pick-up', '1', '--from', '2031-01-01..2031-01-05', '--flex', '2', '--nights', '7'],
    '--flex needs a single date',
  ],
])('compare %j is refused: %s', async (args, message) => {
  const { rental, requests } = fleets({ lucky });
  const ended = await rental(['compare', ...args]);
  expect(ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(message) as string,
  });
  expect(requests()).toEqual([]);
});
