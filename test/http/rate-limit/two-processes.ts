/** Two processes that share a budget, and the answers to their requests. */
import type { Permit } from '../../../src/http/types.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { type PlaceKind, optionsOn } from './places.ts';

export const never = new AbortController().signal;
export const minute = 60_000;

export function twoProcesses(place: PlaceKind, more: { limit?: number; maxWaitMs?: number } = {}) {
  const machine = new VirtualMachine();
  const { open, status } = place.make(machine);
  const options = optionsOn(machine, more);
  const [here, there] = [open(options), open({ ...options, onEvent: undefined })];
  const start = machine.monotonic();
  const get = (budget = here): Promise<Permit> => machine.until(budget.acquire(never));
  const answer = (permit: Permit, code: number, headers: Record<string, string> = {}) =>
    permit.answered({ status: code, headers, receivedAt: machine.now() });
  return {
    ...{ machine, here, there, get, answer },
    passed: () => machine.monotonic() - start,
    status: () => status(options),
    /** Sends a request and gives it this answer. */
    send: async (...given: [code: number, headers?: Record<string, string>]) => answer(await get(), ...given),
  };
}
