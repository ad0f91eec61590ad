/** What happens when the limit of an operator is set to another one while requests of the old one count. */
import { describe, expect, it } from 'vitest';
import { createBudget, readBudget } from '../../../src/http/rate-limit/index.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { optionsOn } from './places.ts';

const never = new AbortController().signal;
const right = 20;
const tooHigh = 200;

/** One folder, and processes with any limit. */
function scene(told: Record<string, string> = {}) {
  const machine = new VirtualMachine();
  const stateDir = temporaryFolder();
  return {
    machine,
    status: (limit: number) =>
      readBudget(optionsOn(machine, { limit }), { env: {}, stateDir, now: () => machine.now() }),
    /** Sends a request in a new process that does not wait for the budget. */
    async send(limit: number, left?: number, status = 200): Promise<void> {
      const permit = await createBudget({ ...optionsOn(machine, { limit, maxWaitMs: 0 }), stateDir }).acquire(never);
      const headers = { ...told, ...(left !== undefined && { 'x-ratelimit-remaining': String(left) }) };
      await permit.answered({ status, headers, receivedAt: machine.now() });
      await machine.pass(100);
    },
  };
}

describe('a limit that was raised', () => {
  it('gives its slots a window later, and does not count them as used', async () => {
    const { machine, send, status } = scene();
    await send(right);
    expect(status(tooHigh)).toMatchObject({ used: 1, free: right - 1 });
    await send(tooHigh);
    expect(status(tooHigh)).toMatchObject({ used: 2, free: right - 2, next: undefined });
    for (let count = 2; count < right; count += 1) await send(tooHigh);
    expect(status(tooHigh).next?.reason).toBe('20 of 200 requests used, 180 held back for up to a window');
    await machine.pass(60_000);
    expect(status(tooHigh)).toMatchObject({ used: 0, free: tooHigh });
  });

  it('gives its slots at once when an answer shows that they are left', async () => {
    const { send, status } = scene();
    await send(right);
    await send(tooHigh, tooHigh - 2);
    expect(status(tooHigh)).toMatchObject({ used: 2, free: tooHigh - 2 });
  });
});

describe.each([{ 'x-ratelimit-limit': '20' }, {}])('a limit that was too high, and is set right (%j)', (told) => {
  it('has room for all requests that the service still accepts', async () => {
    const { send, status } = scene(told);
    await send(right, 19);
    await send(tooHigh, 18);
    expect(status(right)).toMatchObject({ limit: right, used: 2, free: 18, others: 0 });
    await send(right, 17);
    expect(status(right)).toMatchObject({ limit: right, used: 3, free: 17, others: 0 });
  });

  it('is no slower after a refusal than if it had been right before', async () => {
    const { machine, send } = scene({ ...told, 'retry-after': '5' });
    await send(tooHigh, 19);
    await send(tooHigh, 0, 429);
    await machine.pass(5_500);
    await send(right, 15);
    await machine.pass(60_100 / 5);
    await send(right, 15);
  });
});
