import { expect, test } from 'vitest';
import { onceAtATime } from '../../src/operators/once.ts';

/** A task that ends when the test says so, and what its runs were told. */
function task() {
  const runs: { readonly signal: AbortSignal; readonly end: (text: string) => void }[] = [];
  const ask = onceAtATime<string>((signal) => new Promise((end) => runs.push({ signal, end })));
  return { ask, runs };
}

const never = new AbortController().signal;

test('those who call while it runs get the same result, and the next call runs it again', async () => {
  const { ask, runs } = task();
  const calls = [ask(never), ask(never)];
  expect(runs).toHaveLength(1);
  runs[0]?.end('list');
  expect(await Promise.all(calls)).toEqual(['list', 'list']);
  void ask(never);
  expect(runs).toHaveLength(2);
});

test('one caller that stops does not end the task for the others', async () => {
  const { ask, runs } = task();
  const stop = new AbortController();
  const [stopped, other] = [ask(stop.signal), ask(never)];
  stop.abort(new Error('cancelled'));
  await expect(stopped).rejects.toThrow('cancelled');
  expect(runs[0]?.signal.aborted).toBe(false);
  runs[0]?.end('list');
  expect(await other).toBe('list');
});

test('the task ends with its last caller, and a later call starts a new one', async () => {
  const { ask, runs } = task();
  const stop = new AbortController();
  const stopped = ask(stop.signal);
  stop.abort(new Error('cancelled'));
  await expect(stopped).rejects.toThrow('cancelled');
  expect(runs[0]?.signal.aborted).toBe(true);
  void ask(never);
  expect(runs).toHaveLength(2);
});

test('a call with a signal that was aborted before starts nothing', async () => {
  const { ask, runs } = task();
  await expect(ask(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(runs).toHaveLength(0);
});

test('a failure reaches every caller and is not kept', async () => {
  let runs = 0;
  const ask = onceAtATime<string>(() => Promise.reject(new Error(`failure ${(runs += 1)}`)));
  const results = await Promise.allSettled([ask(never), ask(never)]);
  expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual([
    'Error: failure 1',
    'Error: failure 1',
  ]);
  await expect(ask(never)).rejects.toThrow('failure 2');
});
