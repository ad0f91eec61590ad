/** A budget of ten requests a minute in a folder, and what tests do with both. */
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { RateLimitedError } from '../../../src/errors.ts';
import { type BudgetOptions, createBudget } from '../../../src/http/rate-limit/index.ts';
import type { Budget } from '../../../src/http/types.ts';
import type { VirtualMachine } from '../../support/virtual-machine.ts';
import { optionsOn } from './places.ts';

const never = new AbortController().signal;
export const limit = 10;
export const windowMs = 60_000;
export const uid = process.getuid?.() ?? 0;
export const nobody = 65_534;

export function budgetOn(machine: VirtualMachine, stateDir?: string, own: Partial<BudgetOptions> = {}): Budget {
  return createBudget({ ...optionsOn(machine, { limit, windowMs, maxWaitMs: 0 }), stateDir, ...own });
}

export async function send(budget: Budget, machine: VirtualMachine): Promise<void> {
  const permit = await budget.acquire(never);
  void permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
}

/** Sends requests until the budget rejects one; returns how many were sent. */
export async function drain(budget: Budget, machine: VirtualMachine, sendOne = send): Promise<number> {
  for (let count = 0; ; count += 1) {
    const error: unknown = await sendOne(budget, machine).catch((reason: unknown) => reason);
    if (error === undefined) continue;
    expect(error).toBeInstanceOf(RateLimitedError);
    return count;
  }
}

export function notices(machine: VirtualMachine): string[] {
  return machine.events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
}

/** The one account's folder in a state folder. */
export function accountIn(stateDir: string): string {
  const [key] = readdirSync(join(stateDir, 'budget'));
  return join(stateDir, 'budget', key ?? '');
}

export function slotsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('slot-'));
}

/** Root can write to any file, so root does the work as a user who owns only `folder`. */
export async function unprivileged(folder: string, work: () => Promise<void>): Promise<void> {
  if (uid !== 0) return work();
  chownSync(folder, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
