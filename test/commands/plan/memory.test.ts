import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createMemory } from '../../../src/commands/plan/memory.ts';
import type { TripPlan } from '../../../src/planner/plan-trip.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { scriptedPrompts } from '../../support/prompts.ts';
import { accessories, depots, plans, vehicles, wizardContext } from './wizard-context.ts';

const { operator } = wizardContext(scriptedPrompts([]));

function setUp({ isOn = true, sandbox = false } = {}) {
  const XDG_CACHE_HOME = temporaryFolder();
  const notify = vi.fn();
  const folder = join(XDG_CACHE_HOME, 'rental');
  const memory = createMemory({ ...operator, sandbox }, { env: { XDG_CACHE_HOME }, isOn, notify });
  return { memory, notify, folder, env: { XDG_CACHE_HOME } };
}

const plan = {
  ...{ pickUp: depots[0], dropOff: depots[1], pickUpDate: '2026-12-20', dropOffDate: '2026-12-28' },
  ...{ vehicle: vehicles[0], vehicleLabel: 'Hiace', accessories: [{ ...accessories[0], quantity: 2 }] },
  insurance: plans[1],
} as TripPlan;
const answers = {
  ...{ pickUp: { id: 1, name: 'Auckland Airport' }, dropOff: { id: 2, name: 'Queenstown' } },
  ...{ pickUpDate: '2026-12-20', dropOffDate: '2026-12-28' },
  ...{ vehicle: { vehicleId: 11, name: 'Hiace' }, accessories: [{ id: 1, name: 'Chair', quantity: 2 }] },
  insurance: { id: 8, name: 'Full' },
};

it('keeps the answers in a private file for each operator', async () => {
  const { memory, folder, notify, env } = setUp();
  expect(await memory.read('2026-11-20')).toEqual({});
  await memory.store(plan);
  expect(await memory.read('2026-11-20')).toEqual(answers);
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const other = createMemory({ ...operator, baseUrl: new URL('http://127.0.0.1:2') }, { env, isOn: true, notify });
  expect(await other.read('2026-11-20')).toEqual({});
  expect(notify).not.toHaveBeenCalled();
});

it('offers no dates of the past', async () => {
  const { memory } = setUp();
  await memory.store(plan);
  const { pickUpDate: _from, dropOffDate: _to, ...rest } = answers;
  expect(await memory.read('2026-12-20')).toEqual(answers);
  expect(await memory.read('2026-12-21')).toEqual(rest);
});

it.each(['{', '{}', JSON.stringify({ ...answers, pickUp: 'x' })])('sets a file aside that holds %s', async (text) => {
  const { memory, folder, notify } = setUp();
  await memory.store(plan);
  const [file = ''] = readdirSync(folder);
  writeFileSync(join(folder, file), text);
  expect(await memory.read('2026-11-20')).toEqual({});
  expect(notify).toHaveBeenCalledWith(expect.stringContaining('your last answers could not be read'));
  expect(readFileSync(join(folder, `${file}.corrupt`), 'utf8')).toBe(text);
});

it.each([{ isOn: false }, { sandbox: true }])('stores nothing with %j', async (options) => {
  const { memory, folder } = setUp(options);
  await memory.store(plan);
  expect(await memory.read('2026-11-20')).toEqual({});
  expect(() => readdirSync(folder)).toThrow();
});
