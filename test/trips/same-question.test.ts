/** When `--save` with the name of a saved trip adds an answer, and when it is another question. */
import { expect, test } from 'vitest';
import { cli } from '../support/cli.ts';
import { serviceOf, type Fleet } from '../support/fleet.ts';

const lucky: Fleet = { depots: ['Auckland'], vehicles: () => ({ 11: 'Kea', 13: 'Moa' }) };

test('days that have passed since it was saved do not make it another question', async () => {
  const rental = cli(serviceOf(lucky));
  const line = 'compare --pick-up 1 --from 2026-12-20 --flex 1 --nights 7 --vehicle 13';
  expect(await rental.run(`${line} --save it`)).toMatchObject({ code: 0 });
  const now = (): number => Date.parse('2026-12-19T20:00Z');
  for (const words of [`${line} --save it`, 'trips check it', `${line} --save it`])
    expect(await rental.run(words, { now }), words).toMatchObject({ code: 0 });
  expect(await rental.json('trips history it')).toHaveLength(4);
  const other = await rental.run(`${line.replace('7', '8')} --save it`, { now });
  expect(other).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('already saved with another question') as string,
  });
});

test('a name is the same question as the ids of all its vehicles, but not as one of them', async () => {
  const rental = cli(
    serviceOf({ ...lucky, vehicles: () => ({ 11: 'Kea', 15: 'Kea', 13: 'Moa' }) }),
  );
  const line = `compare --pick-up 1 --from 2026-12-20 --nights 7 --save`;
  for (const vehicles of ['kea', '11,15', 'KEA'])
    expect(await rental.run(`${line} two --vehicle ${vehicles}`), vehicles).toMatchObject({
      code: 0,
    });
  for (const vehicles of ['11', 'kea,moa', '11,15,13', 'all'])
    expect(await rental.run(`${line} two --vehicle ${vehicles}`), vehicles).toMatchObject({
      code: 2,
    });
});
