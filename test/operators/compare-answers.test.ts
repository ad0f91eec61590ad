/** What comparisons store, for how long, and who finds it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Client } from '../../src/api/client.ts';
import type { Quote, Selection, Trip } from '../../src/api/types.ts';
import { openCompareAnswers } from '../../src/operators/compare-answers.ts';
import { openStore } from '../../src/operators/store.ts';
import type { CompareAnswers } from '../../src/planner/session.ts';
import { quote, vehicles } from '../api/samples.ts';
import { temporaryFolder } from '../support/environment.ts';

const start = Date.parse('2030-01-01T00:00:00Z');
const minute = 60_000;
const trip: Trip = {
  pickUpDepotId: 1,
  dropOffDepotId: 2,
  pickUpDate: '2030-02-01',
  dropOffDate: '2030-02-08',
};
const selection: Selection = { ...trip, vehicleId: 11, accessoryIds: [3, 1], insuranceId: 9 };

/** A file, a clock, and a service that counts what it is asked. */
function world() {
  const path = `${temporaryFolder()}/answers.jsonl`;
  const clock = { now: start };
  const asked: string[] = [];
  const sent: number[] = [];
  let quoted: Partial<Quote> = { expiresAt: new Date(start + 20 * minute).toISOString() };
  const counted = async <T>(what: string, answer: T): Promise<T> => {
    asked.push(what);
    return answer;
  };
  const service: Client = {
    depots: () => counted('depots', []),
    availability: ({ pickUpDate }) => counted(`availability ${pickUpDate}`, vehicles),
    accessories: (id) => counted(`accessories ${id}`, []),
    insuranceTypes: (id) => counted(`plans ${id}`, []),
    quote: ({ vehicleId }) => counted(`quote ${vehicleId}`, { ...quote, ...quoted }),
  };
  return {
    path,
    clock,
    asked,
    sent,
    service,
    store: () => openStore(undefined, { now: () => clock.now }),
    setQuote: (fields: Partial<Quote>) => (quoted = fields),
    /** The stored answers of a new process, a moment later. */
    openAnswers: ({ refresh = false, isStored = true } = {}): CompareAnswers => {
      clock.now += 1;
      const store = openStore(isStored ? path : undefined, { now: () => clock.now, refresh });
      return openCompareAnswers(service, store, {
        now: () => clock.now,
        allowSend: () => sent.push(clock.now),
      });
    },
  };
}

test('every answer of a comparison is found by the next process, until its time is over', async () => {
  const { openAnswers, asked, sent, clock } = world();
  const first = openAnswers();
  const ask = async (answers: CompareAnswers) => [
    await answers.availability(trip),
    await answers.accessories(11, trip),
    await answers.insuranceTypes(11, trip),
    await answers.quote(selection, 'Kea'),
  ];
  expect((await ask(first)).every(({ storedAt }) => storedAt === undefined)).toBe(true);
  const again = await ask(first);
  expect(again.every(({ storedAt }) => storedAt === undefined)).toBe(true);
  const second = openAnswers();
  expect(second.isKnown(trip)).toBe(true);
  expect(await ask(second)).toEqual(again.map(({ value }) => ({ value, storedAt: start + 1 })));
  await second.quote({ ...selection, accessoryIds: [1, 3] }, 'Kea');
  expect([asked.length, sent.length]).toEqual([4, 4]);
  clock.now = start + 20 * minute;
  const third = openAnswers();
  expect(third.isKnown(trip)).toBe(true);
  await third.quote(selection, 'Kea');
  expect(asked).toHaveLength(5);
  clock.now += 10 * minute;
  expect([third.isKnown(trip), openAnswers().isKnown(trip)]).toEqual([false, false]);
});

test('answers that were stored while the clock was ahead do not count', async () => {
  const { openAnswers, asked, clock, setQuote } = world();
  const year = 365 * 24 * 60 * minute;
  setQuote({ expiresAt: new Date(start + 2 * year).toISOString() });
  const ask = async (answers: CompareAnswers) => {
    await answers.availability(trip);
    await answers.quote(selection, 'Kea');
  };
  clock.now = start + year;
  const before = openAnswers();
  await ask(before);
  clock.now = start;
  // A comparison finds its own answers when the clock is corrected meanwhile.
  await ask(before);
  expect(asked).toHaveLength(2);
  expect(openAnswers().isKnown(trip)).toBe(false);
  await ask(openAnswers());
  expect(asked).toHaveLength(4);
  await ask(openAnswers());
  expect(asked).toHaveLength(4);
});

test('a stored quote is not that of another vehicle, name, extra or depot', async () => {
  const { openAnswers, asked } = world();
  await openAnswers().quote(selection, 'Kea');
  const others = [
    { vehicleId: 12 },
    { accessoryIds: [1] },
    { insuranceId: undefined },
    { pickUpDepotId: 2 },
  ];
  for (const other of others) await openAnswers().quote({ ...selection, ...other }, 'Kea');
  await openAnswers().quote(selection, 'Moa');
  expect(asked).toHaveLength(1 + others.length + 1);
});

test('with refresh, answers of earlier runs do not count, and new ones replace them', async () => {
  const { openAnswers, asked, setQuote } = world();
  await openAnswers().quote(selection, 'Kea');
  setQuote({ quoteId: 'new', expiresAt: new Date(start + 15 * minute).toISOString() });
  await openAnswers({ refresh: true }).quote(selection, 'Kea');
  expect(asked).toHaveLength(2);
  expect((await openAnswers().quote(selection, 'Kea')).value).toMatchObject({ quoteId: 'new' });
});

test('the answers of the sandbox stay in the process', async () => {
  const { openAnswers, asked } = world();
  const answers = openAnswers({ isStored: false });
  await answers.availability(trip);
  await answers.availability(trip);
  expect(asked).toHaveLength(1);
  expect(openAnswers({ isStored: false }).isKnown(trip)).toBe(false);
});

test('a stored answer that breaks the interface counts as absent', async () => {
  const { openAnswers, path, asked } = world();
  await openAnswers().quote(selection, 'Kea');
  await openAnswers().availability(trip);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replaceAll(/"(totalAmount|vehicleId)"/g, '"other"'));
  expect(openAnswers().isKnown(trip)).toBe(false);
  await openAnswers().quote(selection, 'Kea');
  await openAnswers().availability(trip);
  expect(asked).toHaveLength(4);
});
