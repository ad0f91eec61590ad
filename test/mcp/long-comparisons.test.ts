/** Comparisons that take long: over the limit or the time, and what they tell on the way. */
import { expect, test, vi } from 'vitest';
import { createProgress, type Notice } from '../../src/mcp/progress.ts';
import { operator } from '../support/operator.ts';
import { always, never, plant } from '../support/service.ts';
import { planner } from './support.ts';

const sweep = { pick_up: ['1'], from: '2030-01-07', flex: 2, nights: '7' };

test('a comparison over the limit returns what it has, and the same call goes on from there', async () => {
  const { baseUrl, requests } = operator();
  const first = planner([{ address: baseUrl, name: 'small', limit: { requests: 10, windowMs: 60_000 } }]);
  const { document } = await first.call('compare_quotes', sweep);
  expect(document).toMatchObject({
    complete: false,
    next: expect.stringMatching(/^call compare_quotes again with the same input in \d+ s: it goes on from/) as string,
  });
  expect(document['offers']).toHaveLength(4);
  expect(JSON.stringify(document['failures'])).toContain('rate_limited');
  expect(requests).toHaveLength(10);
  const { document: again } = await first.call('compare_quotes', { ...sweep, dry_run: true });
  expect(again).toMatchObject({ plan: { cells: 5 }, complete: false, offers: [] });
});

test.each([
  ['as many trips as requests a window', 5],
  ['more trips than requests a window', 4],
])('each call of a comparison of %s gets on until all is complete', async (_, requests) => {
  const server = operator();
  const own = { name: 'small', limit: { requests, windowMs: 500 } };
  const { call, pass } = planner([{ address: server.baseUrl, ...own }], { maxWaitMs: 0 });
  const documents: Record<string, unknown>[] = [];
  // Five trips and ten quotes.
  for (let times = 1; times <= Math.ceil(15 / requests); times++) {
    documents.push((await call('compare_quotes', sweep)).document);
    expect(server.requests).toHaveLength(Math.min(15, times * requests));
    // The window and what a slot rests longer.
    pass(600);
  }
  expect(documents.at(-1)).toMatchObject({ complete: true });
  expect(new Set(server.requests).size).toBe(15);
  expect(documents.slice(0, -1).every(({ next }) => /again .*in \d+ s/.test(String(next)))).toBe(true);
});

test('a comparison whose time is over ends with what it has, or says what to do', async () => {
  const { baseUrl, requests } = operator({ hangs: true });
  const again = expect.stringContaining('again') as string;
  const until = (path: string, asked: readonly string[]) => ({
    sleep: () => vi.waitFor(() => expect(asked.join()).toContain(path)),
  });
  const { call } = planner([{ address: baseUrl }]);
  const { document } = await call('compare_quotes', sweep, until('/quotes', requests));
  expect(document).toMatchObject({ complete: false, offers: [], next: again });
  const silent = plant(never);
  const named = { ...sweep, pick_up: ['auckland'] };
  const ended = await planner([{ address: silent.baseUrl }]).call(
    'compare_quotes',
    named,
    until('/depots', silent.requests),
  );
  expect(ended.error).toMatchObject({ code: 'unavailable', hint: again });
});

test('a comparison where nothing was answered is an error', async () => {
  const { baseUrl } = plant(always(400, { error: 'Closed for the winter' }));
  const { document, isError } = await planner([{ address: baseUrl }]).call('compare_quotes', sweep);
  expect(document).toMatchObject({ offers: [], failures: [{ code: 'refused', count: 5 }], complete: true });
  expect(isError).toBe(true);
});

test('after a wait progress goes on from there', () => {
  const notices: Notice[] = [];
  let time = 0;
  const clock = { now: () => time, monotonic: () => time };
  const progress = createProgress((notice) => notices.push(notice), clock);
  const done = (count: number): void => progress.meter({ text: String, count: () => ({ done: count, total: 15 }) });
  done(9);
  progress.onEvent({ type: 'wait', until: 5_000, reason: '10 of 10 requests used' }, 'happy\u001B');
  progress.onEvent({ type: 'wait', until: 999, reason: 'too short for a notice' });
  time = 5_000;
  done(10);
  expect(notices).toEqual([
    { progress: 9, total: 15, message: '9 of 15 requests' },
    { progress: 9.001, total: 15, message: 'waiting 5 s for happy<U+001B>: 10 of 10 requests used' },
    { progress: 10, total: 15, message: '10 of 15 requests' },
  ]);
});
