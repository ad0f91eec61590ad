import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openSession, type OpenSession } from '../../src/operators/session.ts';
import { unconfiguredOperator } from '../../src/operators/operator.ts';
import type { Operator } from '../../src/planner/session.ts';
import type { Trip } from '../../src/api/types.ts';
import { testMachine } from '../http/support.ts';
import { temporaryFolder } from '../support/environment.ts';
import { always } from '../support/service.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const request = { url: new URL('http://lucky.test/depots'), endpoint: 'GET /depots' };
const trip: Trip = {
  pickUpDepotId: 1,
  dropOffDepotId: 1,
  pickUpDate: '2030-02-01',
  dropOffDate: '2030-02-08',
};

/** A session of a machine whose clock stands at `now`. */
function openedSession(own: Partial<Operator> = {}, folder = temporaryFolder()): OpenSession {
  const env = { HOME: folder, RENTAL_STATE_DIR: folder };
  const session = openSession({
    operator: { ...unconfiguredOperator('http://lucky.test'), ...own },
    machine: { ...testMachine, now: () => now, service: always(200, []), env },
    signal: new AbortController().signal,
    timeoutMs: 15_000,
    maxWaitMs: 90_000,
    retries: 2,
    refresh: false,
    budgetChoice: {},
    onEvent: () => {},
    onCall: () => () => {},
  });
  onTestFinished(() => session.close());
  return session;
}

test('closing ends what is still connecting', async () => {
  const session = openedSession();
  const connecting = session.connection();
  await session.close();
  const { send } = await connecting;
  await expect(send(request)).rejects.toThrow(/clos|destroy/i);
});

test('requests that exceed the limit of the sandbox on purpose are counted in its budget', async () => {
  const session = openedSession({ sandbox: true, limit: { requests: 2, windowMs: 60_000 } });
  const { overspend } = await session.connection();
  for (let sent = 0; sent < 3; sent++)
    expect(await overspend(request)).toMatchObject({ status: 200 });
  expect(session.allowance().free).toBe(0);
});

test.each([
  ['an operator', false],
  ['the sandbox', true],
])('the session knows what its requests leave of the limit of %s', async (_, sandbox) => {
  const folder = temporaryFolder();
  const limit = { requests: 3, windowMs: 60_000 };
  const session = openedSession({ name: 'lucky', sandbox, limit }, folder);
  const other = session.during(new AbortController().signal);
  expect(session.allowance()).toEqual({ limit: 3, windowMs: 60_000, free: 3 });
  expect(await session.readBudget()).toMatchObject({
    operator: 'lucky',
    used: 0,
    free: 3,
    wait: undefined,
  });
  await session.service.availability(trip);
  await other.service.availability(trip);
  expect([session.allowance().free, other.allowance().free]).toEqual([1, 1]);
  await session.service.availability(trip);
  const origin = session.operator.baseUrl.origin;
  expect(await session.readBudget()).toMatchObject({
    origin,
    limit: 3,
    used: 3,
    free: 0,
    heldBack: 0,
  });
  const { wait } = await session.readBudget();
  expect(wait?.reason).toBe('3 of 3 requests used');
  expect(Math.abs(wait!.until - now - 60_500)).toBeLessThanOrEqual(500);
  // The budget of the sandbox ends with its process, so it leaves nothing behind.
  expect(readdirSync(folder).includes('budget')).toBe(!sandbox);
});
