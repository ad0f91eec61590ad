/** Processes with windows of different length, and machines that booted at different times, on one budget. */
import { describe, expect, it } from 'vitest';
import { RateLimitedError } from '../../../src/errors.ts';
import type { Answer } from '../../../src/http/types.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { makeLimiter } from '../../../bench/budget/limiters.ts';
import { type Place, optionsOn, sharedPlaces } from './places.ts';

const never = new AbortController().signal;
const origin = 'https://rental.test';
const minute = 60_000;
const usual = { origin, limit: 100, windowMs: minute };

/** Sends one request that gets this answer; returns whether the budget let it out. */
async function send(
  place: Place,
  machine: VirtualMachine,
  account: typeof usual,
  answer: Partial<Answer> = {},
): Promise<boolean> {
  const budget = place.open(optionsOn(machine, { ...account, maxWaitMs: 0 }));
  try {
    const permit = await machine.until(budget.acquire(never));
    await permit.answered({ status: 200, headers: {}, receivedAt: machine.now(), ...answer });
    return true;
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    return false;
  }
}

describe.each(sharedPlaces())('a window that is proven to be shorter $name', ({ make, tags, isHere }) => {
  /** 60 requests in 10 s, asked until that is known. */
  async function proven() {
    const machine = new VirtualMachine();
    const place = make(machine);
    const budget = place.open(optionsOn(machine, { ...usual, maxWaitMs: minute }));
    const serve = makeLimiter('fixed', 60, 10_000);
    for (let sent = 0; sent < 60; sent += 1) {
      const permit = await machine.until(budget.acquire(never));
      const { remaining, resetMs } = serve(machine.monotonic());
      await permit.answered({ status: 200, headers: headersOf(remaining, resetMs / 1_000), receivedAt: machine.now() });
    }
    expect(await place.status(usual)).toMatchObject({ limit: 60, windowMs: 10_000, pacing: undefined });
    return { machine, place };
  }

  it('is that of other processes, and is forgotten together with the limit', { tags }, async () => {
    const { machine, place } = await proven();
    await machine.pass(10_100);
    expect(await place.status(usual)).toMatchObject({ used: 0, free: 60 });
    expect(await send(place, machine, usual, { headers: headersOf(59, 10) })).toBe(true);
    expect(await place.status(usual)).toMatchObject({ limit: 60, windowMs: 10_000, used: 1 });
    await machine.pass(15 * minute);
    expect(await place.status(usual)).toMatchObject({ limit: 100, windowMs: minute });
  });

  // On a server, the test above shows that answers reach it.
  it.each<[string, Partial<Answer>, number]>([
    ['a 429', { status: 429, headers: headersOf(0, 10) }, 60],
    ['a longer reset', { headers: headersOf(59, 14.5) }, 15],
    ['a shorter reset', { headers: headersOf(59, 3) }, 10],
  ])('after %s', { tags: isHere ? tags : [...tags, 'long'] }, async (_, answer, seconds) => {
    const { machine, place } = await proven();
    expect(await send(place, machine, usual, answer)).toBe(true);
    expect((await place.status(usual)).windowMs).toBe(seconds * 1_000);
  });
});

function headersOf(left: number, resetSeconds: number, limit = 60): Record<string, string> {
  const said = { limit, remaining: left, reset: resetSeconds };
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [`x-ratelimit-${name}`, String(value)]));
}

describe('machines that share a folder', () => {
  const [folder] = sharedPlaces();

  it('keep a gate closed that one of them closed soon after its start', async () => {
    const old = new VirtualMachine();
    const young = new VirtualMachine();
    young.restart(0);
    const place = folder!.make(old);
    const retryAfter = { status: 429, headers: { 'retry-after': '600' } };
    expect(await send(place, young, usual, retryAfter)).toBe(true);
    for (let passed = 0; passed < 10; passed += 1) {
      for (const machine of [old, young]) expect(await send(place, machine, usual)).toBe(false);
      await Promise.all([old.pass(minute), young.pass(minute)]);
    }
    await old.pass(2 * minute);
    expect(await send(place, old, usual)).toBe(true);
  });
});
