// @module-tag long
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BudgetOptions, readBudget } from '../../../src/http/rate-limit/index.ts';
import { type NameSet, memoryNames } from '../../../src/http/rate-limit/name-set.ts';
import { makePolicy } from '../../../src/http/rate-limit/policy.ts';
import type { Claim } from '../../../src/http/rate-limit/claim.ts';
import { openSlotStore } from '../../../src/http/rate-limit/slot-store.ts';
import { initialNames } from '../../../src/http/rate-limit/state.ts';
import { mostWithin } from '../../support/most-within.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { temporaryFolder } from '../../support/environment.ts';
import fc from '../../support/property.ts';
import { tries } from '../../support/thorough.ts';
import { accountIn, budgetOn, drain, slotsIn } from './folder-budget.ts';

const never = new AbortController().signal;
const origin = 'https://rental.test';

/** One folder that processes with any limit can share, in virtual time. */
function scene() {
  const machine = new VirtualMachine();
  const stateDir = temporaryFolder();
  const open = (more: Partial<BudgetOptions> = {}) => budgetOn(machine, stateDir, more);
  const folder = () => accountIn(stateDir);
  return {
    machine,
    open,
    /** Sends requests in a new process until one would have to wait; returns how many were sent. */
    drain: (more: Partial<BudgetOptions> = {}) => drain(open(more), machine),
    remove(pattern: RegExp): void {
      for (const name of readdirSync(folder())) if (pattern.test(name)) rmSync(join(folder(), name));
    },
    slots: () => slotsIn(folder()),
    status: (limit: number, windowMs = 60_000) =>
      readBudget({ origin, limit, windowMs }, { env: {}, stateDir, now: () => machine.now(), uptime: machine.uptime }),
  };
}

describe('slots that a cleaner deleted', () => {
  it('count as just used: they are free one window later, and the wait shown is the real one', async () => {
    const { machine, open, drain, remove, slots } = scene();
    expect(await drain()).toBe(10);
    await machine.pass(30_000);
    remove(/^slot-/);
    await expect(open().acquire(never)).rejects.toMatchObject({
      retryAfterSeconds: 61,
      hint: 'wait that long, or let it wait with maxWait 61s (now 0s)',
    });
    const missedAt = machine.now();
    await machine.until(open({ maxWaitMs: 61_000 }).acquire(never));
    expect(machine.events).toEqual([
      { type: 'wait', reason: '10 of 10 requests used', until: missedAt + 60_100 },
      { type: 'wait-end' },
    ]);
    expect(machine.now() - missedAt).toBeGreaterThanOrEqual(60_100);
    expect(machine.now() - missedAt).toBeLessThan(60_200);
    expect(await drain()).toBe(9);
    expect(slots()).toHaveLength(10);
  });

  it('are not free, whichever of them are deleted', async () => {
    for (const deleted of [/^slot-[5-9]-/, /^slot-9-/, /^slot-0-/, /^slot/, /./]) {
      const { drain, remove, machine, status } = scene();
      expect(await drain()).toBe(10);
      remove(deleted);
      expect(status(10).free).toBe(0);
      expect(await drain()).toBe(0);
      await machine.pass(60_100);
      expect(await drain()).toBe(10);
    }
  });
});

describe('processes that repair at the same moment', () => {
  const limit = 6;
  const windowMs = 10_000;
  const attemptMs = 2_000;

  /** Several processes on one set of names. `meanwhile` is called before each step of one, so that others can act in between. */
  function crowd(names: NameSet, meanwhile: () => void) {
    const machine = new VirtualMachine();
    const clock = { now: () => machine.now(), uptime: machine.uptime };
    const step = <Args extends unknown[], T>(work: (...args: Args) => T) => {
      return (...args: Args): T => {
        meanwhile();
        return work(...args);
      };
    };
    const { list, rename, add, remove } = names;
    const shared = { list: step(list), rename: step(rename), add: step(add), remove: step(remove) };
    const stores = [limit, limit, limit - 2].map((one) => {
      const policy = makePolicy({ origin, limit: one, windowMs }, attemptMs);
      return openSlotStore(shared, policy, clock, () => machine.random());
    });
    return { machine, stores };
  }

  it('never exceed the limit in any window, whatever a cleaner deletes and whenever they act', async () => {
    const action = fc.record({
      kind: fc.constantFrom('claim', 'claim', 'claim', 'claim', 'answer', 'clean'),
      store: fc.nat(2),
      pick: fc.nat(99),
      passMs: fc.constantFrom(0, 0, 0, 1, 10, 100, 500, 3_000),
      /** When the request is counted, from sending to the answer. */
      counted: fc.double({ min: 0, max: 1, noNaN: true }),
      /** The next action happens after so many steps of this one, if it has so many. */
      nextAfter: fc.nat(12),
    });
    const actions = fc.array(action, { minLength: 60, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(actions, fc.nat(limit), async (given, before) => {
        const names = memoryNames(initialNames(before));
        const queue = [...given];
        const underWay: (() => void)[] = [];
        const times: number[] = [];
        let stepsLeft = 0;
        const { machine, stores } = crowd(names, () => {
          stepsLeft -= 1;
          if (stepsLeft === 0) act(true);
        });
        function act(isNested: boolean): void {
          const next = queue.shift();
          if (!next) return;
          const { kind, pick, counted } = next;
          const store = stores[next.store]!;
          stepsLeft = next.nextAfter;
          if (kind === 'claim') {
            const sentAt = machine.monotonic();
            let claim: Claim | undefined;
            void store.claim(1).then(({ claims }) => (claim = claims[0]));
            let isAnswered = false;
            const answer = () => {
              if (isAnswered || !claim) return;
              isAnswered = true;
              times.push(sentAt + counted * (machine.monotonic() - sentAt));
              store.onLost(claim);
            };
            underWay.push(answer);
            void machine.sleep(attemptMs).then(answer);
          } else if (kind === 'answer') underWay.splice(pick % Math.max(1, underWay.length), 1)[0]?.();
          else if (!isNested || before === limit) {
            // Left out: a new slot that is made, used and deleted between the listing of a second process and its own making of it.
            const files = names.list().filter((name) => name.startsWith('slot'));
            const victim = files[pick % Math.max(1, files.length)];
            if (victim !== undefined) names.remove(victim);
          }
        }
        while (queue.length > 0) {
          await machine.pass(queue[0]?.passMs ?? 0);
          act(false);
        }
        await machine.pass(attemptMs);
        expect(
          mostWithin(
            times.sort((a, b) => a - b),
            windowMs,
          ),
        ).toBeLessThanOrEqual(limit);
      }),
      { numRuns: tries(200) },
    );
  });
});
