/**
 * `trips check` at a real server: extras by date, an extra that is gone, a vehicle that is gone at
 * one of two operators.
 */
import { expect, test } from 'vitest';
import { configuredEnvironment } from '../../support/environment.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';
import { run } from '../../support/run.ts';
import { serve } from '../../support/server.ts';

const named: Fleet = {
  vehicles: () => ({ 11: 'Kea', 12: 'Moa' }),
  accessories: () => ({ 1: 'Snow chains', 2: 'Snow chains, large' }),
};

/** The fleets can be changed while they are served. */
async function served(fleets: Readonly<Record<string, Fleet>>) {
  const present: Record<string, Fleet> = { ...fleets };
  const services = await Promise.all(
    Object.keys(fleets).map((name) => serve(async (request) => serviceOf(present[name]!)(request))),
  );
  const operators = Object.keys(fleets).map((name, place) => [
    name,
    { baseUrl: services[place]?.baseUrl },
  ]);
  const env = configuredEnvironment({ operators: Object.fromEntries(operators) as unknown });
  return {
    present,
    requests: (): readonly string[] => services.flatMap(({ requests }) => requests),
    save: async (words: string) =>
      run(
        [
          ...`compare --operator ${Object.keys(fleets).join(',')} --pick-up auckland --nights 7`.split(
            ' ',
          ),
          ...words.split(' '),
          '--save',
          'it',
        ],
        { env },
      ),
    check: async () => {
      const { code, stdout, stderr } = await run(['trips', 'check', 'it', '--json'], { env });
      if (stdout === '') throw new Error(stderr);
      return {
        code,
        ...(JSON.parse(stdout) as { end: string; reason?: string; total: number }[])[0],
      };
    },
  };
}

test('an extra that the first date lacks and the last one has is asked for by date', async () => {
  const accessories: Fleet['accessories'] = (_, date) =>
    date === '2026-12-20' ? { 3: 'Table' } : { 1: 'Snow chains' };
  const { save, check, requests } = await served({ lucky: { ...named, accessories } });
  expect(await save('--from 2026-12-20..+1d --vehicle kea --accessory snow')).toMatchObject({
    code: 0,
  });
  const before = requests().length;
  expect(await check()).toMatchObject({ code: 0, end: 'priced', total: 110 });
  const quoted = requests()
    .slice(before)
    .filter((path) => path.startsWith('/quotes'));
  expect(quoted).toEqual([expect.stringMatching(/pick_up_date=2026-12-21.*accessory_ids=1(&|$)/)]);
});

test('an extra that is gone is reported, and no other with its name as a part is priced', async () => {
  const { present, save, check } = await served({ lucky: named });
  expect(await save('--from 2026-12-20 --vehicle 11 --accessory 1')).toMatchObject({
    code: 0,
  });
  present['lucky'] = { ...named, accessories: () => ({ 2: 'Snow chains, large' }) };
  expect(await check()).toMatchObject({
    code: 8,
    end: 'changed',
    total: null,
    reason: expect.stringContaining('Snow chains') as string,
  });
});

test('a vehicle gone at one of two operators is not available there; no other takes its place', async () => {
  const { present, save, check, requests } = await served({
    lucky: named,
    happy: { ...named, vehicles: () => ({ 21: 'Kea' }) },
  });
  expect(await save('--from 2026-12-20 --vehicle kea')).toMatchObject({ code: 0 });
  present['lucky'] = { ...named, vehicles: () => ({ 14: 'Kea Deluxe', 12: 'Moa' }) };
  const quotes = () => requests().filter((path) => path.startsWith('/quotes')).length;
  const before = quotes();
  expect(await check()).toMatchObject({ code: 0, end: 'priced', total: 210 });
  expect(quotes()).toBe(before + 1);
  present['happy'] = { ...named, vehicles: () => ({ 22: 'Weka' }) };
  expect(await check()).toMatchObject({ code: 1, end: 'not_available', total: null });
});
