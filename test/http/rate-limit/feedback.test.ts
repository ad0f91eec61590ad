/** What all processes learn from the headers of answers that are not refusals. */
import { describe, expect, it } from 'vitest';
import { RateLimitedError } from '../../../src/errors.ts';
import { type PlaceKind, sharedPlaces } from './places.ts';
import { minute, never, twoProcesses } from './two-processes.ts';

for (const place of sharedPlaces())
  describe(`a budget ${place.name}`, { tags: [...place.tags, ...(place.isHere ? [] : ['long'])] }, () =>
    testsIn(place),
  );

function testsIn(place: PlaceKind): void {
  const scene = (more: { limit?: number; maxWaitMs?: number } = {}) => twoProcesses(place, more);

  describe('X-RateLimit-Remaining', () => {
    it('reveals another client: its requests count as used for all processes, until it no longer takes them', async () => {
      const { there, get, send, answer, status, machine } = scene();
      await send(200, { 'x-ratelimit-remaining': '60' });
      expect(await status()).toMatchObject({ used: 40, free: 60, others: 39 });
      await machine.pass(1_000);
      await answer(await get(there), 200, { 'x-ratelimit-remaining': '98' });
      expect(await status()).toMatchObject({ used: 2, free: 98, others: 0 });
    });

    it('of 0 closes the gate for all processes until the reset, and spreads requests out after it', async () => {
      const { here, there, get, send, answer, passed, status, machine } = scene();
      await send(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' });
      expect((await status()).gate?.reason).toBe('another client shares this address');
      const first = await get(there);
      expect(passed()).toBeGreaterThanOrEqual(7_100);
      expect(passed()).toBeLessThan(7_500);
      await answer(first, 200, { 'x-ratelimit-remaining': '90' });
      const opened = machine.monotonic();
      await get(here);
      expect(machine.monotonic() - opened).toBeGreaterThanOrEqual(minute / 100);
    });

    it('changes nothing if it equals our own count', async () => {
      const { send, status } = scene({ limit: 10 });
      for (let left = 9; left >= 0; left -= 1)
        await send(200, { 'x-ratelimit-remaining': String(left), 'x-ratelimit-reset': '60' });
      expect(await status()).toMatchObject({ used: 10, others: 0, gate: undefined, pacing: undefined });
    });

    it('limits how many requests are under way at once near the end', async () => {
      const { here, there, send, answer, machine } = scene({ maxWaitMs: 0 });
      await send(200, { 'x-ratelimit-remaining': '2' });
      const [first] = [await here.acquire(never), await there.acquire(never)];
      await expect(there.acquire(never)).rejects.toThrow(RateLimitedError);
      await machine.pass(100);
      await answer(first, 200, { 'x-ratelimit-remaining': '1' });
      await expect(there.acquire(never)).rejects.toThrow(RateLimitedError);
    });

    // More than ours, no exact integer, or too long.
    it.each(['5000', '-1', '', '9'.repeat(30)])('that is %j is ignored', async (value) => {
      const { send, status } = scene();
      const names = ['x-ratelimit-remaining', 'x-ratelimit-limit', 'x-ratelimit-reset'];
      await send(200, Object.fromEntries(names.map((name) => [name, value])));
      const untouched = { limit: 100, used: 1, free: 99, others: 0, gate: undefined, pacing: undefined };
      expect(await status()).toMatchObject(untouched);
    });
  });

  describe('X-RateLimit-Limit', () => {
    it('that is lower than ours applies to all processes, and is forgotten after a while without the header', async () => {
      const { there, get, send, answer, status, machine } = scene();
      await send(200, { 'x-ratelimit-limit': '10' });
      for (let index = 0; index < 9; index += 1) await answer(await get(there), 200);
      expect(await status()).toMatchObject({ limit: 10, used: 10, next: { reason: '10 of 10 requests used' } });
      await machine.pass(1.9 * minute);
      expect((await status()).limit).toBe(10);
      await machine.pass(0.2 * minute);
      expect((await status()).limit).toBe(100);
    });

    it('counts for a window only, if the next answers say more', async () => {
      const next = '150';
      const { there, get, send, answer, passed, status } = scene();
      await send(200, { 'x-ratelimit-limit': '2' });
      expect(await status()).toMatchObject({ limit: 2, free: 1 });
      await answer(await get(there), 200, { 'x-ratelimit-limit': next });
      expect(await status()).toMatchObject({ limit: 2, free: 0 });
      await answer(await get(there), 200, { 'x-ratelimit-limit': next });
      expect(passed()).toBeLessThan(minute + 500);
      expect(await status()).toMatchObject({ limit: 100, free: 99 });
    });

    it('that differs between endpoints is the lowest of the last window', async () => {
      const { here, there, get, answer, status, machine } = scene();
      for (let turn = 0; turn < 10; turn += 1) {
        const permit = await get(turn % 4 < 2 ? here : there);
        await answer(permit, 200, { 'x-ratelimit-limit': turn % 2 === 0 ? '20' : '100' });
        expect((await status()).limit).toBe(20);
        await machine.pass(7_000);
      }
    });
  });
}
