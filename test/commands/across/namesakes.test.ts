/**
 * Of two depots, vehicles or extras with one name, the id tells apart the one that is meant: on the
 * screen, on a page and in a calendar file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { operatorService } from '../../support/operator.ts';

const twins = () =>
  cli(
    operatorService({
      depots: ['Picton', 'picton', 'Nelson'],
      vehicles: () => ({ 11: 'Kea', 12: 'Kea' }),
      accessories: () => ({ 1: 'Seat', 2: 'Seat' }),
      plans: () => ({ 7: 'Cover', 8: 'Cover' }),
    }),
  );
const days = '--from 2030-01-05 --nights 7';
const compared = `compare --pick-up 1 --drop-off 3 ${days} --vehicle 11`;

test.each([
  ['a quote', `quote 11 --pick-up 1 --drop-off 3 ${days} --accessory 1 --insurance 7`],
  ['a comparison', `${compared} --accessory 1 --insurance 7`],
])(
  'a saved answer of %s has ids for one name on the screen, page and calendar file',
  async (kind, line) => {
    const { run, screen } = twins();
    const folder = temporaryFolder();
    const [page, ics] = ['page.html', 'trip.ics'].map((name) => join(folder, name));
    expect(await run(`${line} --save it`)).toMatchObject({ code: 0 });
    const shown = await screen(`trips show it --report ${page} --ics ${ics}`);
    const html = readFileSync(page!, 'utf8');
    for (const text of [shown, html]) expect(text).toMatch(/Kea \(11\)[^]*Picton \(1\) → Nelson/);
    expect(readFileSync(ics!, 'utf8').replace(/\r\n /g, '')).toMatch(
      /SUMMARY:Pick up Kea \(11\)\\, Picton \(1\)/,
    );
    // The lists of extras that were requested by id are known only where everything is looked up.
    if (kind === 'a quote')
      for (const text of [shown, html]) expect(text).toMatch(/Seat \(1\)[^]*Cover \(7\)/);
    expect(await screen('trips list', 120)).toContain('Kea (11), Picton (1)');
  },
);

test('after a check, a saved quote still shows the ids of extras with one name', async () => {
  const { run, screen } = twins();
  await run(`quote 11 --pick-up 1 ${days} --accessory 1 --insurance 7 --save it`);
  await run('trips check it');
  expect(await screen('trips show it')).toMatch(/Seat \(1\)[^]*Cover \(7\)/);
});

test('the page of a comparison tells extras of one name apart by their ids, where it has lists', async () => {
  const { run, screen } = cli(
    operatorService({
      vehicles: () => ({ 11: 'Kea', 12: 'Moa' }),
      plans: (id) => (id === 11 ? { 7: 'Cover' } : { 8: 'Cover' }),
    }),
  );
  const page = join(temporaryFolder(), 'page.html');
  const line = `compare --pick-up 1 ${days} --insurance cover --quote all`;
  await run(`${line} --report ${page}`);
  expect(readFileSync(page, 'utf8')).toMatch(/Cover \(7\)[^]*Cover \(8\)/);
  expect(await screen(line)).toContain('Insurance: Cover (7)');
});
