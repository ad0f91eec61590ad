/** How many requests a comparison plans, allows and reports. */
import { expect, test } from 'vitest';
import type { Service } from '../../../src/http/types.ts';
import type { Comparison } from '../../../src/documents/offers.ts';
import { cli } from '../../support/cli.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';
import { answer } from '../../support/service.ts';

const fleet: Fleet = {
  vehicles: () => ({ 11: 'Kea', 12: 'Moa' }),
  accessories: (id) => ({ [id + 500]: 'Child seat' }),
  plans: (id) => ({ [id + 700]: 'Basic' }),
};

const week = 'compare --pick-up 1 --from 2030-01-01..+6d --nights 7 --retries 0';

test('a list of extras that was answered is counted also if the other of its vehicle failed', async () => {
  const service = serviceOf(fleet);
  const failing: Service = async (request) =>
    request.url.includes('/vehicles/12/accessories')
      ? answer(503, { error: 'down' })
      : service(request);
  const { json, requests } = cli(failing);
  const { plan, failures, offers } = await json<Comparison>(
    `${week} --accessory 'child seat' --insurance basic`,
  );
  expect(plan.requests).toBe(requests().length);
  expect(failures.map(({ step, unasked }) => [step, unasked])).toEqual([['extras', 0]]);
  expect(new Set(offers.map(({ vehicle }) => vehicle.name))).toEqual(new Set(['Kea']));
});

test('a vehicle by name is planned without the others, if vehicles were seen before', async () => {
  const { run, json, requests } = cli(serviceOf(fleet));
  await run(`${week} --quote none`);
  const before = requests().length;
  const line = `${week} --vehicle ke --quote all`;
  const { plan } = await json<Pick<Comparison, 'plan'>>(`${line} --dry-run`);
  // The availability of the seven trips is stored.
  expect(plan.requests).toBe(7);
  const { code } = await run(`${line} --max-requests 7`);
  expect([code, requests().length - before]).toEqual([0, 7]);
});

test.each([
  ['none', 5, 0],
  ['all', 14, 14],
])('stored availability does not use up --max-requests of --quote %s', async (mode, max, sent) => {
  const { run, json, requests } = cli(serviceOf(fleet));
  await run(`${week} --quote none`);
  const before = requests().length;
  const line = `${week} --quote ${mode} --max-requests ${max}`;
  const { failures, dates } = await json<Comparison>(line);
  expect(failures).toEqual([]);
  expect(dates.every(({ answered }) => answered === 1)).toBe(true);
  expect(requests().length - before).toBe(sent);
});

test('lists of extras that were sent are not counted again when all quotes are allowed', async () => {
  const { run, requests } = cli(serviceOf(fleet));
  await run(`${week} --quote none`);
  const before = requests().length;
  const line = `${week} --accessory 'child seat' --quote all --refresh`;
  const { code, stderr } = await run(`${line} --max-requests ${7 + 2 + 14}`);
  expect(stderr).not.toContain('this takes');
  expect([code, requests().length - before]).toEqual([0, 7 + 2 + 14]);
});
