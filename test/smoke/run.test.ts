/**
 * The order, the number and the choice of the requests of a run, and what it says beside the rules.
 */
import { expect, test } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import {
  accessoriesPath,
  accepting,
  all,
  depotsPath,
  htmlAnswer,
  changeJson,
  on,
  quotesPath,
} from './faults/parts.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { rules } from '../../src/smoke/rules/index.ts';
import { selectRules } from '../../src/smoke/rules/select.ts';
import type { CalendarDate } from '../../src/shape.ts';
import { friday, plantSandbox } from '../sandbox/support.ts';
import { startChanged, startService } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';

test.each(['a', 'b'] as const)(
  'operator %s of the sandbox passes a strict run',
  async (variant) => {
    const sandbox = plantSandbox({ variant });
    const run = await smoke(sandbox, { strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
    expect(idsOf(run, 'skip')).toEqual(['errors-unavailable', 'limits-exceeded']);
    expect(sandbox.requests.length).toBe(run.requests);
    expect(run.requests).toBeLessThanOrEqual(36);
  },
);

test.each([
  ['both ends on public holidays', '2026-12-26', 7],
  ['one night, charged as five', '2027-03-02', 1],
])('operator b of the sandbox passes a strict run for a trip with %s', async (_, date, nights) => {
  const now = () => friday;
  const sandbox = plantSandbox({ variant: 'b', now });
  const wish = { pickUpDate: date as CalendarDate, nights };
  expect(await smoke(sandbox, { strict: true, wish, machine: { now } })).toMatchObject({
    exitCode: 0,
  });
  const quoted = sandbox.requests.filter(
    ({ path, status }) => path.includes('/quotes') && status === 200,
  );
  expect(quoted.some(({ path }) => path.includes(`pick_up_date=${date}`))).toBe(true);
});

test('a service gets one request at a time, and each only once', async () => {
  const sandbox = createSandbox();
  let [open, max] = [0, 0];
  const operator = startService(async (request) => {
    max = Math.max(max, (open += 1));
    const answered = await sandbox.answer(request);
    open -= 1;
    return answered;
  });
  expect([(await smoke(operator)).exitCode, max]).toEqual([0, 1]);
  expect(new Set(operator.requests).size).toBe(operator.requests.length);
});

test('the selection takes ids and groups for only and skip', () => {
  const ids = (selection: Parameters<typeof selectRules>[0]) =>
    selectRules(selection).map(({ id }) => id);
  const some = { only: ['depots-ids', 'limits'], skip: ['limits-exceeded'] };
  expect(ids(some)).toEqual(['depots-ids', 'limits-value']);
  expect(new Set(ids({})).size, 'each id is of one rule').toBe(rules.length);
  expect(ids({ skip: ['site', 'errors'] }).some((id) => /^(site|errors)-/.test(id))).toBe(false);
});

test('the selection refuses unknown names and an empty selection', () => {
  expect(() => selectRules({ only: ['quotes'] })).toThrow(UsageError);
  expect(() => selectRules({ skip: ['depots-id'] })).toThrow('"depots-id"');
  expect(() => selectRules({ only: ['site'], skip: ['site'] })).toThrow('no check to run');
});

test('the selection adds the rule that says why another one does not apply', async () => {
  const run = await smoke(startChanged(changeJson(depotsPath, () => ({}))), {
    only: ['quote-currency'],
  });
  expect([idsOf(run, 'skip'), idsOf(run, 'fail'), run.exitCode]).toEqual([
    ['quote-currency'],
    ['depots-answer'],
    1,
  ]);
});

test('a run sends only the requests that its groups need', async () => {
  expect((await smoke(plantSandbox(), { only: ['depots'] })).requests).toBe(1);
  expect((await smoke(plantSandbox(), { only: ['insurance'] })).requests).toBe(4);
});

test('an endpoint that is broken does not keep the others from being checked', async () => {
  const takesDates = accepting(quotesPath, ({ query }) =>
    /^not|-02-30$/.test(query.get('drop_off_date') ?? ''),
  );
  const run = await smoke(startChanged(all(takesDates, on(accessoriesPath, htmlAnswer(401)))));
  expect(idsOf(run, 'fail')).toEqual(['accessories-answer', 'errors-date']);
});
