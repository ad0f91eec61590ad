import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BudgetOptions, readBudget } from '../../../src/http/rate-limit/index.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { temporaryFolder } from '../../support/environment.ts';
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
      readBudget({ origin, limit, windowMs }, { env: {}, stateDir, now: () => machine.now() }),
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
