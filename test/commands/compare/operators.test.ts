/** One sweep of several operators, each with its own ids, names and budget. */
import { expect, test } from 'vitest';
import { always, plant } from '../../support/service.ts';
import { counts, parsed, plantOperators } from './support.ts';

const fast = { rateLimit: { limit: 100, windowMs: 60_000 } };
const both = { lucky: fast, happy: { ...fast, variant: 'b' as const } };
const week = ['--from', '+30d', '--nights', '7'];
const owned = ['--pick-up', 'lucky:1,happy:5001'];
const trip = ['--pick-up', 'auckland airport', '--drop-off', 'queenstown', ...week];

test('a basket of names is quoted at each operator; offers with a missing extra say so and are not ranked', async () => {
  const { compare, newRequests } = plantOperators(both);
  const basket = ['--accessory', 'bike rack,child seat', '--insurance', 'zero excess'];
  const ended = await compare([...trip, ...basket, '--vehicle', 'campervan', '--quote', 'all', '--json']);
  const { offers, plan } = parsed(ended);
  const happy = offers.filter(({ operator }) => operator === 'happy');
  const lucky = offers.filter(({ operator }) => operator === 'lucky');
  expect(lucky.length).toBeGreaterThan(1);
  expect(happy.length).toBeGreaterThan(1);
  expect(lucky.every(({ missing, rank }) => missing.length === 0 && rank !== null)).toBe(true);
  expect(happy.every(({ missing, rank }) => missing.join() === 'Bike rack' && rank === null)).toBe(true);
  expect(happy[0]?.selection).toMatchObject({ accessory_ids: [71], insurance_id: 11, pick_up_depot_id: 5001 });
  expect(offers.indexOf(happy[0] as never)).toBe(lucky.length);
  expect(plan.operators.map(({ operator }) => operator)).toEqual(['lucky', 'happy']);
  for (const [index, name] of ['lucky', 'happy'].entries()) {
    const paths = newRequests(name);
    expect(paths).toHaveLength(plan.operators[index]?.['requests'] ?? 0);
    expect(counts(paths)).toMatchObject({ depots: 1, availability: 1 });
  }
  expect(ended.code).toBe(0);
});

test('a website from the environment is not that of operators that a flag names', async () => {
  const { compare, sandbox } = plantOperators(both);
  const env = { RENTAL_SITE_URL: 'https://other.test' };
  const ended = await compare([...trip, '--vehicle', 'campervan', '--json'], { env });
  expect(ended.code).toBe(0);
  for (const { operator, checkoutUrl } of parsed(ended).offers) {
    expect(new URL(checkoutUrl).origin).toBe(new URL(sandbox(operator).baseUrl).origin);
  }
});

test('an operator without the depot is left out, with a note', async () => {
  const { compare, newRequests } = plantOperators(both);
  const ended = await compare(['--pick-up', 'rotorua', ...week, '--json']);
  expect(ended).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('happy has no depot called "rotorua"') as string,
  });
  expect(parsed(ended).offers.every(({ operator }) => operator === 'lucky')).toBe(true);
  expect(parsed(ended).failures).toEqual([]);
  expect(newRequests('happy')).toEqual(['/depots']);
  const nowhere = await compare(['--pick-up', 'oslo', ...week]);
  expect(nowhere).toMatchObject({ code: 2, stdout: '' });
});

test('each operator gets its own insurance id', async () => {
  const { compare, newRequests } = plantOperators(both);
  const line = ['--pick-up', 'auckland airport', ...week, '--vehicle', 'lucky:101,happy:8101'];
  const { offers } = parsed(await compare([...line, '--insurance-id', 'happy:11, lucky:403', '--json']));
  expect(offers.map(({ operator, selection }) => [operator, selection['insurance_id']]).sort()).toEqual([
    ['happy', 11],
    ['lucky', 403],
  ]);
  newRequests('lucky');
  newRequests('happy');
  const refused = [
    [['lucky:403,happy:11,happy:12'], '--insurance takes one plan for each operator, not "11" and "12"'],
    [['lucky:403'], '--insurance gives each operator another basket: 1 for lucky, 0 for happy'],
    [['403'], '--insurance 403: each operator has its own ids'],
  ] as const;
  for (const [items, message] of refused) {
    const flags = items.flatMap((item) => ['--insurance', item]);
    expect(await compare([...line, ...flags])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message) as string,
    });
  }
  expect([...newRequests('lucky'), ...newRequests('happy')]).toEqual([]);
});

test('with several operators, an id needs the name of its operator', async () => {
  const { compare, newRequests } = plantOperators(both);
  const bare = await compare(['--pick-up', '1', ...week]);
  expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('lucky:1') as string });
  expect([...newRequests('lucky'), ...newRequests('happy')]).toEqual([]);
  const chosen = ['--vehicle', 'lucky:101,happy:8101', '--accessory', 'lucky:301,happy:71'];
  const { offers } = parsed(await compare([...owned, ...week, ...chosen, '--json']));
  expect(offers.map(({ operator, vehicle, rank }) => [operator, vehicle.vehicleId, rank]).sort()).toEqual([
    ['happy', 8101, expect.any(Number)],
    ['lucky', 101, expect.any(Number)],
  ]);
});

test('if one operator is down, the offers of the other are printed and the result is partial', async () => {
  const { compare, sandbox } = plantOperators({ lucky: fast, happy: { ...fast, variant: 'b' } });
  plant(always(503, { error: 'down' }), new URL(sandbox('happy').siteUrl));
  const ended = await compare([...owned, ...week, '--flex', '1', '--json', '--retries', '0']);
  const { offers, failures, partial } = parsed(ended);
  expect({ code: ended.code, partial }).toEqual({ code: 8, partial: true });
  expect(offers.filter(({ rank }) => rank !== null).length).toBeGreaterThanOrEqual(10);
  expect(failures).toHaveLength(3);
  const failure = { operator: 'happy', step: 'availability', code: 'unavailable', status: 503 };
  expect(failures).toMatchObject(failures.map(() => failure));
});

test('each wait gets a line in a pipe, with its operator', async () => {
  const slow = { rateLimit: { limit: 2, windowMs: 60_000 } };
  const waits = [
    /^waiting \d+ s for lucky: 2 of 2 requests used.* \(\d of 8\)$/m,
    /^waiting \d+ s for happy: 2 of 2 requests used.* \(\d of 8\)$/m,
  ];
  const { code, stderr } = await plantOperators({ lucky: slow, happy: slow }).compare(
    [...trip, '--flex', '1', '--quote', 'none'],
    { onStderr: (text, interrupt) => waits.every((wait) => wait.test(text)) && interrupt('SIGINT') },
  );
  expect(code).toBe(130);
  expect(stderr.match(/^waiting/gm)).toHaveLength(2);
});
