/** Several insurance plans in the order of preference: each vehicle takes the first that it has. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Comparison } from '../../../src/documents/offers.ts';
import { cli } from '../../support/cli.ts';
import { fleets, serviceOf, type Fleet } from '../../support/fleet.ts';
import { parsed } from '../compare/support.ts';

const [zero, motorhome] = ['Zero excess', 'Zero excess, motorhome'];
const plansOf: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  11: { 1: 'Basic', 2: zero },
  12: { 1: 'Basic', 3: motorhome },
  13: {},
};
const lucky: Fleet = {
  depots: ['Auckland'],
  vehicles: () => ({ 11: ['Car', 80], 12: ['Motorhome', 120], 13: ['Van', 60] }),
  plans: (vehicleId) => plansOf[vehicleId] ?? {},
};
const happy: Fleet = {
  depots: ['Auckland'],
  vehicles: () => ({ 21: ['Bus', 90] }),
  plans: () => ({ 8: 'zero excess', 9: 'Full' }),
};
const trip = '--pick-up auckland --from 2031-01-05 --nights 7';
const compareLine = `compare ${trip} --quote all`;

const taken = ({ offers }: Comparison) =>
  Object.fromEntries(
    offers.map(({ vehicle, insurance, rank, missing, selection }) => [
      vehicle.name,
      [selection.insurance_id ?? undefined, insurance, rank === null ? missing : 'ranked'],
    ]),
  );

test.each([
  [`'zero excess, zero excess motorhome'`, ['Zero excess or Zero excess, motorhome']],
  [`'zero excess' --insurance 'Zero excess, motorhome'`, ['Zero excess or Zero excess, motorhome']],
  ['2,3', ['2 or 3']],
])('compare --insurance %s takes the first plan that each vehicle has', async (texts, missing) => {
  const { json } = cli(serviceOf(lucky));
  expect(taken(await json(`${compareLine} --insurance ${texts}`))).toEqual({
    Car: [2, zero, 'ranked'],
    Motorhome: [3, motorhome, 'ranked'],
    Van: [undefined, undefined, missing],
  });
});

test('if other plans contain the given name, a note lists them, unless they are given too', async () => {
  const { run } = cli(serviceOf(lucky));
  const note =
    'another plan has "zero excess" in the name: "Zero excess, motorhome"; give both to take the first that';
  expect((await run(`${compareLine} --insurance 'zero excess'`)).stderr).toContain(note);
  const both = await run(`${compareLine} --insurance 'zero excess, zero excess motorhome'`);
  expect(both.stderr).not.toContain('in the name');
});

test('none as the last plan ranks a vehicle that has none of the others', async () => {
  const { json } = cli(serviceOf(lucky));
  expect(taken(await json(`${compareLine} --insurance 'zero excess,none'`))).toEqual({
    Car: [2, zero, 'ranked'],
    Motorhome: [undefined, 'none', 'ranked'],
    Van: [undefined, 'none', 'ranked'],
  });
});

test('names without an operator count for all operators, and ids must name theirs', async () => {
  const { rental } = fleets({ lucky, happy });
  const line = [
    'compare',
    '--pick-up',
    'auckland',
    '--from',
    '2031-01-05',
    '--nights',
    '7',
    '--quote',
    'all',
    '--json',
  ];
  const byName = parsed(await rental([...line, '--insurance', 'zero excess,basic']));
  expect(taken(byName)).toMatchObject({
    Bus: [8, 'zero excess', 'ranked'],
    Motorhome: [1, 'Basic', 'ranked'],
  });
  const byId = parsed(await rental([...line, '--insurance', 'lucky:2,3,happy:9,8']));
  expect(taken(byId)).toMatchObject({
    Bus: [9, 'Full', 'ranked'],
    Motorhome: [3, motorhome, 'ranked'],
  });
  const bare = await rental([...line, '--insurance', 'zero excess,3']);
  expect(bare.stderr).toContain('--insurance 3: each operator has its own ids');
});

test('a part of a name with an operator before it is looked for at that operator alone', async () => {
  const { rental } = fleets({ lucky, happy });
  const line = `compare ${trip} --quote all --json`.split(' ');
  const ended = await rental([...line, '--insurance', 'lucky:basic,happy:zero']);
  expect(ended.code).toBe(0);
  expect(taken(parsed(ended))).toMatchObject({
    Bus: [8, undefined, 'ranked'],
    Car: [1, undefined, 'ranked'],
  });
  const none = await rental([...line, '--insurance', 'lucky:zero excess,happy:motorhome']);
  expect(none.code).toBe(2);
  expect(none.stderr).toContain(
    'no vehicle at happy has an insurance plan called \\"motorhome\\"","hint":"insurance plans: zero excess (happy:8), Full (happy:9)"',
  );
});

test('a text that fits several plans is refused; the hint gives both, if no vehicle has both', async () => {
  const both = 'give both, in the order that you prefer, and each vehicle takes the first that it';
  const { run } = cli(serviceOf(lucky));
  const alone = await run(`${compareLine} --insurance zero`);
  expect(alone.code).toBe(2);
  expect(alone.stderr).toBe(
    `error: the insurance plan "zero" matches several: "Zero excess", "Zero excess, motorhome"\n` +
      `hint: ${both} has: --insurance 'Zero excess' --insurance 'Zero excess, motorhome'\n`,
  );
  const copied = await run(
    `${compareLine} --insurance 'Zero excess' --insurance 'Zero excess, motorhome'`,
  );
  expect(copied.code).toBe(0);
  const { rental } = fleets({ lucky, happy });
  const line = `compare ${trip}`.split(' ');
  const owned = await rental([...line, '--insurance', 'lucky:zero,happy:full']);
  expect(owned.stderr).toContain('"Zero excess" (lucky), "Zero excess, motorhome" (lucky)');
  expect(owned.stderr).toContain(
    "--insurance 'lucky:Zero excess' --insurance 'lucky:Zero excess, motorhome'",
  );
  const shared = await rental([...line, '--insurance', 'ex']);
  expect(shared.stderr).toContain('"zero excess" (happy)');
  const choice = fleets({ lucky: { ...lucky, plans: () => ({ 1: 'Zero', 2: 'Zero plus' }) } });
  const several = await choice.rental([...line, '--insurance', 'zer']);
  expect(several.stderr).toContain('hint: give one whole name;');
});

test('one plan that no vehicle has is named, and the others are taken', async () => {
  const { run } = cli(serviceOf(lucky));
  const ended = await run(`${compareLine} --insurance 'basik,zero excess'`);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stderr).toContain(
    'none of the vehicles compared has an insurance plan called "basik"; did you mean "Basic"?',
  );
  const none = await run(`${compareLine} --insurance 'basik,basic plus'`);
  expect(none).toMatchObject({ code: 2 });
  expect(none.stderr).toContain('no vehicle has an insurance plan called "basik"');
});

test('the printed command asks for the same plans in the same order', async () => {
  const { json } = cli(serviceOf(lucky));
  const first = await json<Comparison>(
    `${compareLine} --insurance 'zero excess,zero excess motorhome,none'`,
  );
  expect(first.command).toContain(
    "--insurance 'Zero excess' --insurance 'Zero excess\\, motorhome' --insurance none",
  );
  const again = await json<Comparison>(
    first.command.replace('rental ', '').replace('--operator demo', ''),
  );
  expect(taken(again)).toEqual(taken(first));
});

test('a table has a column of plans where they differ, and none where they do not', async () => {
  const { screen } = cli(serviceOf(lucky));
  const differing = await screen(`${compareLine} --insurance '${zero},none'`, 120);
  expect(differing).toMatch(/INSURANCE/);
  expect(differing).toMatch(/Motorhome .* none/);
  expect(await screen(`${compareLine} --vehicle car --insurance '${zero},none'`, 120)).not.toMatch(
    /INSURANCE/,
  );
});

test('the page says each plan that was taken', async () => {
  const { run, env } = cli(serviceOf(lucky));
  const path = `${env['HOME']}/page.html`;
  await run(
    `${compareLine} --insurance '${zero},${motorhome}' --vehicle car,motorhome --report ${path}`,
  );
  const page = readFileSync(path, 'utf8');
  expect(page).toContain(`with ${zero} or ${motorhome}`);
  expect(page).toContain(`<td>${motorhome}`);
});

test.each([
  [
    '12',
    `'zero excess\\, car,2,3'`,
    3,
    `insurance plan: ${motorhome} (3), the first that the vehicle has`,
  ],
  ['12', `'full,none'`, null, 'insurance plan: none, because the vehicle has none of the others'],
  [
    '11',
    `basic --insurance '${zero}'`,
    1,
    'insurance plan: Basic (1), the first that the vehicle has',
  ],
])('quote %s --insurance %s takes one and says which', async (vehicle, texts, id, note) => {
  const { run } = cli(serviceOf(lucky));
  const ended = await run(`quote ${vehicle} ${trip} --insurance ${texts} --json`);
  expect(JSON.parse(ended.stdout)).toMatchObject({ selection: { insurance_id: id } });
  expect(ended.stderr).toContain(`note: ${note}`);
});

test('book-link and plan take the first plan that the vehicle has', async () => {
  const { run } = cli(serviceOf(lucky));
  const link = await run(`book-link 12 ${trip} --insurance 'full,basic'`);
  expect(link.stdout).toContain('insurance_id=1');
  const planned = await run(`plan --vehicle 12 ${trip} --insurance 'full,3' --json`);
  expect(JSON.parse(planned.stdout)).toMatchObject({ insurance: { id: 3 } });
});

test('a vehicle without any of the plans is refused with all of their names', async () => {
  const { run } = cli(serviceOf(lucky));
  const ended = await run(`quote 11 ${trip} --insurance 'full,premium'`);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('no insurance plan matches "full" or "premium"');
});

test('a saved comparison asks for the same plans again, and a check takes what there is now', async () => {
  let plans = plansOf;
  const { run, json } = cli(serviceOf({ ...lucky, plans: (vehicleId) => plans[vehicleId] ?? {} }));
  const line = `${compareLine} --vehicle car,motorhome --insurance 'zero excess,basic,none' --save it`;
  expect(await run(line)).toMatchObject({ code: 0 });
  expect((await run(line)).stderr).toContain('saved');
  const other = await run(line.replace(',none', ''));
  expect(other.stderr).toContain('the trip "it" is already saved with another question');
  plans = { 11: { 1: 'Basic' }, 12: {} };
  expect(await run('trips check it')).toMatchObject({ code: 0 });
  expect(taken(await json('trips show it'))).toEqual({
    Car: [1, 'Basic', 'ranked'],
    Motorhome: [undefined, 'none', 'ranked'],
  });
});
