/** `--save` saves the question as values, with its answer; or it says why nothing is saved. */
import { expect, test } from 'vitest';
import type { AnsweredComparison } from '../../src/trips/saved-trip.ts';
import { readTrip } from '../../src/trips/store.ts';
import { cli } from '../support/cli.ts';
import { operator, operatorService } from '../support/operator.ts';
import { answer } from '../support/service.ts';
import { part, savedQuote, compareFlags, trip } from '../support/saved-trips.ts';

test('the first day is saved as a date, a range still counts from it, and views are not saved', async () => {
  const { run, env } = cli(operatorService());
  await run(
    'compare --pick-up auck --from tomorrow..+2d --to fri --limit 1 --max-total 900 --save it',
  );
  expect(readTrip(env, 'it')).toMatchObject({
    operators: [{ pickUpIds: [1], dropOffs: ['same'], vehicles: 'all', extras: [] }],
    dates: [expect.anything(), expect.anything(), expect.anything()],
    groups: ['all'],
    quoteMode: { how: 'best', max: 1 },
  });
  const { document } = readTrip(env, 'it') as AnsweredComparison;
  expect(document.command).toMatch(/ --from \d{4}-\d\d-\d\d\.\.\+2d --to fri /);
});

test('the same question under the same name is one answer more, another question is refused', async () => {
  const { run, json } = await savedQuote();
  await run(`quote 'kea camper' ${trip} --save ONE`);
  expect(await json('trips')).toMatchObject([{ name: 'one', answers: 2 }]);
  const other = { code: 2, stderr: part('the trip "one" is already saved with another question') };
  for (const line of [`quote 12 ${trip}`, `plan --vehicle 12 ${trip}`, `compare ${compareFlags}`])
    expect(await run(`${line} --save one`)).toMatchObject({ ...other, stdout: part('12') });
  expect(await run(`quote 11 ${trip} --save one --base-url ${operator().baseUrl}`)).toMatchObject(
    other,
  );
  expect(await json('trips')).toMatchObject([{ answers: 2 }]);
});

test('a quote of an operator that was named meanwhile is the same question', async () => {
  const { run, json, baseUrl } = cli(operatorService());
  const line = `quote 11 ${trip} --base-url ${baseUrl()} --save it`;
  const withoutConfiguration = { env: { XDG_CONFIG_HOME: '/nonexistent' } };
  for (const options of [withoutConfiguration, {}, withoutConfiguration])
    expect(await run(line, options)).toMatchObject({ code: 0 });
  expect(await json('trips')).toMatchObject([{ answers: 3 }]);
});

test('a trip is saved without an operator that the comparison left out', async () => {
  const { run, json } = cli({
    south: operatorService({ depots: ['Picton'] }),
    lucky: operatorService(),
  });
  const stderr = part('note: south is left out: it has none of the requested depots or vehicles');
  const line = `compare ${compareFlags.replace('1', 'auckland')} --operator south,lucky --save it`;
  for (let round = 0; round < 2; round++)
    expect(await run(line)).toMatchObject({ code: 0, stderr });
  expect(await json('trips')).toMatchObject([
    { answers: 2, end: 'priced', command: part('--operator lucky ') },
  ]);
});

test.each(['auckland', 'dead:1,lucky:1'])(
  'a comparison is saved only with an offer of each operator, from %s',
  async (depot) => {
    const dead = async () => answer(503, { error: 'Back soon' });
    const { run, json } = cli({ dead, lucky: operatorService() });
    const line = `compare ${compareFlags.replace('1', depot)} --operator dead,lucky --retries 0 --save it`;
    const stderr = part('warning: not saved: dead has no offer: ');
    expect(await run(line)).toMatchObject({ code: 8, stderr });
    expect(await json('trips')).toEqual([]);
  },
);

test.each([
  [{ failures: 99 }, `quote 11 ${trip} --retries 0`, 4],
  [{ soldOut: [11] }, `quote 11 ${trip}`, 1],
  [{}, `compare ${compareFlags} --dry-run`, 2],
  [{}, `compare ${compareFlags} --quote NONE`, 2],
])('nothing is saved after an error, or without prices: %j, %s', async (options, line, code) => {
  const { run, json } = cli(operatorService(options));
  expect(await run(`${line} --save it`)).toMatchObject({ code, stdout: '' });
  expect(await json('trips')).toEqual([]);
});

test.each(['', '../up', '\u001b[31m'])(
  'the name %j is refused before anything is asked',
  async (name) => {
    const { run, requests } = cli(operatorService());
    const { code, stderr } = await run(`quote 11 ${trip} --save '${name}'`);
    expect({ code, requests: requests() }).toEqual({ code: 2, requests: [] });
    expect(stderr).not.toContain('\u001b');
  },
);
