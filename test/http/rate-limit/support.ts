/** Budgets in virtual time, and what tests do with them. */
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { RateLimitedError } from '../../../src/base/errors.ts';
import type { Account } from '../../../src/http/rate-limit/policy.ts';
import { type BudgetOptions, createBudget } from '../../../src/http/rate-limit/index.ts';
import { type BudgetStatus, readBudget } from '../../../src/http/rate-limit/report.ts';
import { type SlotNames, memoryNames, unusedNames } from '../../../src/http/rate-limit/names.ts';
import { makePolicy } from '../../../src/http/rate-limit/policy.ts';
import type { BudgetServer } from '../../../src/http/rate-limit/server/connection.ts';
import { readServerBudget, storeOn } from '../../../src/http/rate-limit/server/index.ts';
import type { Budget, Permit } from '../../../src/http/types.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';

export const noAbort = new AbortController().signal;
export const minute = 60_000;
export const uid = process.getuid?.() ?? 0;
export const nobody = 65_534;

type Options = Omit<BudgetOptions, 'machine'> & { readonly machine: VirtualMachine };

/** The options of a budget of the interface's limit. */
export function optionsOn(machine: VirtualMachine, more: Partial<BudgetOptions> = {}): Options {
  return {
    origin: 'https://rental.test',
    limit: 100,
    windowMs: minute,
    maxWaitMs: 1e9,
    attemptTimeoutMs: 30_000,
    onEvent: machine.onEvent,
    ...more,
    machine,
  };
}

/** Where any number of processes share a budget. */
export interface Place {
  open(options: Options): Budget;
  status(account: Account): Promise<BudgetStatus>;
}

/** All places where a budget can be. */
export const places: Readonly<Record<string, (machine: VirtualMachine) => Place>> = {
  'in memory': () => ({
    open: (options) => createBudget({ ...options, isPrivate: true }),
    status: () => Promise.reject(new Error('a budget in memory cannot be read from outside')),
  }),
  'in a folder': (machine) => {
    machine.env['RENTAL_STATE_DIR'] = temporaryFolder();
    return { open: createBudget, status: async (account) => readBudget(account, machine) };
  },
  'on a server': (machine) => {
    const server = virtualServer(machine);
    machine.env['RENTAL_STATE_DIR'] = temporaryFolder();
    return {
      open: (options) => createBudget({ ...options, openOnServer: storeOn(server) }),
      status: (account) => readServerBudget(account, server, machine.now()),
    };
  },
};

/** A server in this process whose names show that nothing was sent yet; a new one has no names. */
export function virtualServer(machine: VirtualMachine, limit = 100) {
  const server = {
    label: 'redis://test',
    /** Questions so far. */
    calls: 0,
    /** How far the server's clock is ahead of that of the machine. */
    clockAheadMs: 0,
    /** Thrown by every call, as by a server that cannot be used. */
    trouble: undefined as Error | undefined,
    names: undefined as SlotNames | undefined,
    async change(
      _: string,
      ...given: Parameters<BudgetServer['change']> extends [string, ...infer Rest] ? Rest : never
    ) {
      await machine.sleep(1);
      if (server.trouble) throw server.trouble;
      server.calls += 1;
      const listing = await server.names!.change(...given);
      await machine.sleep(1);
      return listing;
    },
    /** Restarts it, empty or with these names. */
    reset(names: readonly string[] = []): void {
      server.names = memoryNames(names, () => Math.floor(machine.now() + server.clockAheadMs));
    },
    close: () => undefined,
  };
  server.reset(unusedNames(makePolicy({ origin: '', limit, windowMs: minute }, 0)));
  return server;
}

/** Two processes that share a budget, and the answers to their requests. */
export function twoProcesses(
  place: (machine: VirtualMachine) => Place,
  more: Partial<BudgetOptions> = {},
) {
  const machine = new VirtualMachine();
  const { open, status } = place(machine);
  const options = optionsOn(machine, more);
  const [here, there] = [open(options), open({ ...options, onEvent: undefined })];
  const start = machine.monotonic();
  const get = (budget = here): Promise<Permit> => machine.until(budget.acquire(noAbort));
  const answer = (permit: Permit, code: number, headers: Record<string, string> = {}) =>
    machine.until(permit.settle({ status: code, headers, receivedAt: machine.now() }));
  return {
    machine,
    here,
    there,
    get,
    answer,
    passed: () => machine.monotonic() - start,
    status: () => machine.until(status(options)),
    /** Sends a request and gives it this answer. */
    send: async (...given: [code: number, headers?: Record<string, string>]) =>
      answer(await get(), ...given),
  };
}

/** One folder of ten requests a minute that processes with any settings share. They do not wait. */
export function sharedFolder(stateDir = temporaryFolder()) {
  const machine = new VirtualMachine();
  machine.env['RENTAL_STATE_DIR'] = stateDir;
  const open = (more: Partial<BudgetOptions> = {}) =>
    createBudget(optionsOn(machine, { limit: 10, maxWaitMs: 0, ...more }));
  const account = () => join(stateDir, 'budget', readdirSync(join(stateDir, 'budget'))[0] ?? '');
  return {
    machine,
    stateDir,
    open,
    account,
    /**
     * Sends requests, in a new process unless one is given, until one would have to wait; returns
     * how many were sent.
     */
    drain: (budget: Partial<BudgetOptions> | Budget = {}) =>
      drain('acquire' in budget ? budget : open(budget), machine),
    slots: () => readdirSync(account()).filter((name) => name.startsWith('slot-')),
    status: (limit = 10) => readBudget(optionsOn(machine, { limit }), machine),
  };
}

/** Sends requests until the budget rejects one; returns how many were sent. */
export async function drain(budget: Budget, machine: VirtualMachine): Promise<number> {
  for (let count = 0; ; count += 1) {
    const error: unknown = await send(budget, machine).catch((reason: unknown) => reason);
    if (error === undefined) continue;
    expect(error).toBeInstanceOf(RateLimitedError);
    return count;
  }
}

export async function send(
  budget: Budget,
  machine: VirtualMachine,
  headers: Record<string, string> = {},
): Promise<void> {
  const permit = await machine.until(budget.acquire(noAbort));
  await machine.until(permit.settle({ status: 200, headers, receivedAt: machine.now() }));
}

export function notices(machine: VirtualMachine): string[] {
  return machine.events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
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
