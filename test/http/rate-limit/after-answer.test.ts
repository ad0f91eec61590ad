/**
 * Whatever an answer says, and whenever: it can only make a slot free later than its own request
 * allows.
 */
import { expect, it } from 'vitest';
import { changesAfterAnswer } from '../../../src/http/rate-limit/after-answer.ts';
import { makePolicy } from '../../../src/http/rate-limit/policy.ts';
import { addRemaining, readAnswer } from '../../../src/http/rate-limit/reading.ts';
import {
  cooldownName,
  readSlot,
  countsUntil,
  slotName,
} from '../../../src/http/rate-limit/slots.ts';
import { readState } from '../../../src/http/rate-limit/budget-state.ts';
import fc from '../../support/property.ts';
import { tries } from '../../support/thorough.ts';
import { minute } from './support.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
const limit = 8;
const policy = makePolicy({ origin: 'https://rental.test', limit, windowMs: minute }, 30_000);

/** A time near now, or far from it, as after a clock was set forward or back. */
const instant = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: now - 3 * minute, max: now + 3 * minute }) },
  fc.integer({ min: now - 86_400_000, max: now + 86_400_000 }),
);
const slot = fc.record({
  state: fc.constantFrom('used' as const, 'used' as const, 'other' as const, 'claimed' as const),
  freeAt: instant,
  countedAt: fc.oneof(fc.constant(0), instant),
});
const cooldown = fc.record({
  since: instant,
  probeAt: instant,
  perWindow: fc.constantFrom(0, 0, 1, 5, 900),
});

const count = fc.integer({ min: -2, max: 3 * limit }).map(String);
const text = fc.constantFrom(
  '',
  '0',
  '1e9',
  '9'.repeat(30),
  'soon',
  '-1',
  '3, 4',
  '2026-11-20T09:00:30Z',
);
const seconds = fc.integer({ min: -5, max: 100_000 }).map(String);
const headers = fc.record(
  {
    'x-ratelimit-limit': fc.oneof(count, text),
    'x-ratelimit-remaining': fc.oneof({ weight: 4, arbitrary: count }, text),
    'x-ratelimit-reset': fc.oneof(seconds, text),
    'retry-after': fc.oneof(seconds, text),
    date: fc.constantFrom(
      'Fri, 20 Nov 2026 09:00:00 GMT',
      'Sat, 01 Jan 2000 00:00:00 GMT',
      'today',
    ),
  },
  { requiredKeys: [] },
);

const scene = fc.record({
  slots: fc.array(slot, { minLength: limit, maxLength: limit + 2 }),
  cooldown: fc.option(cooldown, { nil: undefined }),
  index: fc.nat(limit - 1),
  status: fc.constantFrom(200, 200, 404, 429, 503),
  headers,
  /** The request was sent so long ago, ms. */
  ageMs: fc.integer({ min: -1_000, max: 2 * minute }),
  /** Counts of other answers, which may be of an earlier window, or have overtaken this one. */
  remaining: fc.array(fc.record({ at: instant, left: fc.nat(3 * limit) }), { maxLength: 5 }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});
type Scene = typeof scene extends fc.Arbitrary<infer One> ? One : never;

function play(given: Scene) {
  const names = given.slots.map((one, index) => {
    const answered = {
      state: 'used',
      freeAt: now + policy.restMs,
      countedAt: given.status === 429 ? 0 : now,
    } as const;
    return slotName({ index, ...(index === given.index ? answered : one) });
  });
  if (given.cooldown) names.push(cooldownName(given.cooldown));
  const state = readState({ names, at: now }, policy);
  const answer = {
    status: given.status,
    headers: given.headers as Record<string, string>,
    receivedAt: now,
  };
  const remaining = addRemaining(given.remaining, answer, now, policy.windowMs);
  const arrival = {
    answer,
    index: given.index,
    sentAt: now - given.ageMs,
    remaining,
    state,
    policy,
  };
  const changes = changesAfterAnswer({
    ...arrival,
    reading: readAnswer(arrival),
    random: () => given.random,
  });
  return { state, changes };
}

it('no answer frees a slot whose request counts, changes one under way, or loses one', () => {
  const check = (given: Scene) => {
    const { state, changes } = play(given);
    const before = new Map(state.slots.map((one) => [one.name, one]));
    for (const [from, to] of changes) {
      if ([from, to].some((name) => name.startsWith('cooldown-'))) continue;
      const [old, next] = [before.get(from), readSlot(to)];
      expect(old?.state).not.toBe('claimed');
      expect(next).toMatchObject({ index: old?.index, countedAt: old?.countedAt });
      expect(next!.freeAt).toBeGreaterThanOrEqual(countsUntil(old!, policy));
    }
  };
  fc.assert(fc.property(scene, check), { numRuns: tries(2_000) });
});
