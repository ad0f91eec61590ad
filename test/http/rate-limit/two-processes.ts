/** Two processes that share a budget, and the answers to their requests. */
import type { Permit } from '../../../src/http/types.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { type PlaceKind, usualLimit } from './places.ts';

export const never = new AbortController().signal;
export const minute = 60_000;

export function twoProcesses(place: PlaceKind, more: { limit?: number; maxWaitMs?: number } = {}) {
  const machine = new VirtualMachine();
  const { open, status } = place.make(machine);
  const account = { origin: 'https://rental.test', ...usualLimit, ...more };
  const options = { maxWaitMs: 1e9, attemptTimeoutMs: 30_000, machine, uptime: machine.uptime, ...account };
  const [here, there] = [open({ ...options, onEvent: machine.onEvent }), open(options)];
  const start = machine.monotonic();
  const get = (budget = here): Promise<Permit> => machine.until(budget.acquire(never));
  const answer = (permit: Permit, code: number, headers: Record<string, string> = {}) =>
    permit.answered({ status: code, headers, receivedAt: machine.now() });
  return {
    ...{ machine, here, there, get, answer },
    passed: () => machine.monotonic() - start,
    status: () => status(account),
    /** Sends a request and gives it this answer. */
    send: async (...given: [code: number, headers?: Record<string, string>]) => answer(await get(), ...given),
  };
}
