/**
 * What only a budget on a server has: another machine's clock, lost memory, outages. Time is
 * virtual.
 */
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { ServerTrouble } from '../../../src/http/rate-limit/server/trouble.ts';
import { readServerBudget, storeOn } from '../../../src/http/rate-limit/server/index.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { drain, minute, noAbort, notices, optionsOn, send, virtualServer } from './support.ts';

const limit = 20;

function scene() {
  const machine = new VirtualMachine();
  const server = virtualServer(machine, limit);
  machine.env['RENTAL_STATE_DIR'] = temporaryFolder();
  const open = (more: { limit?: number } = {}) =>
    createBudget({
      ...optionsOn(machine, { limit, maxWaitMs: 5, ...more }),
      openOnServer: storeOn(server),
    });
  return { machine, server, open, drain: (budget = open()) => drain(budget, machine) };
}

describe('a budget on a server', () => {
  it('gives back a slot that arrives after its request was aborted', async () => {
    const { open, drain, machine } = scene();
    const stop = new AbortController();
    const waiting = open({ limit: 1 }).acquire(stop.signal);
    stop.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    await machine.pass(60_200);
    expect(await drain(open({ limit: 1 }))).toBe(1);
  });

  it('that is new, or has lost its memory, counts as used up', async () => {
    const { drain, machine, server } = scene();
    server.reset();
    expect(await drain()).toBe(0);
    await machine.pass(60_300);
    expect(await drain()).toBe(limit);
    await machine.pass(60_300);
    server.reset();
    expect(await drain()).toBe(0);
  });

  it('that cannot be used refuses at once a request for which a quarter of the limit is too late', async () => {
    const { open, machine, server } = scene();
    server.trouble = new ServerTrouble('it does not answer');
    const budget = open();
    const share = limit / 4;
    const waits = Array.from({ length: 3 * share }, () =>
      budget.acquire(noAbort, { maxWaitMs: 90_000 }).then(
        () => 'sent',
        () => 'refused',
      ),
    );
    await machine.pass(1_000);
    const now = await Promise.all(waits.map((wait) => Promise.race([wait, 'waits'])));
    expect(now).toEqual([
      ...Array<string>(share).fill('sent'),
      ...Array<string>(share).fill('waits'),
      ...Array<string>(share).fill('refused'),
    ]);
  });

  it('that lost its memory learns of a request under way from its answer', async () => {
    const { open, drain, machine, server } = scene();
    const permit = await machine.until(open({ limit: 1 }).acquire(noAbort));
    server.reset();
    expect(await drain(open({ limit: 1 }))).toBe(0);
    await machine.pass(20_000);
    await machine.until(permit.settle({ status: 200, headers: {}, receivedAt: machine.now() }));
    await machine.pass(60_000);
    expect(await drain(open({ limit: 1 }))).toBe(0);
    await machine.pass(200);
    expect(await drain(open({ limit: 1 }))).toBe(1);
  });

  it.each([-7_200_000, 7_200_000])(
    'whose clock is %i ms ahead frees its slots after a window',
    async (aheadMs) => {
      const { drain, machine, server } = scene();
      server.reset();
      server.clockAheadMs = aheadMs;
      await drain();
      await machine.pass(60_300);
      expect(await drain()).toBe(limit);
      const { wait, used } = await machine.until(
        readServerBudget(optionsOn(machine, { limit }), server, machine.now()),
      );
      expect([used, Math.abs(wait!.until - machine.now() - minute) < 500]).toEqual([limit, true]);
      await machine.pass(59_500);
      expect(await drain()).toBe(0);
      await machine.pass(600);
      expect(await drain()).toBe(limit);
    },
  );

  it('whose clock steps back costs a window and not more, and never opens a second one', async () => {
    const { drain, machine, server } = scene();
    expect(await drain()).toBe(limit);
    server.clockAheadMs = -7_200_000;
    expect(await drain()).toBe(0);
    await machine.pass(60_300);
    expect(await drain()).toBe(limit);
  });
});

describe('while the server cannot be used', () => {
  it('each machine keeps to a quarter, with one note; and goes back to the server', async () => {
    const { open, drain, machine, server } = scene();
    const [budget, neighbour] = [open(), open()];
    await send(budget, machine);
    server.trouble = new ServerTrouble('it is away');
    let sent = 0;
    for (
      const stopAt = machine.monotonic() + 59_000;
      machine.monotonic() < stopAt;
      await machine.pass(500)
    )
      sent += (await drain(budget)) + (await drain(neighbour));
    expect(sent).toBe(limit / 4);
    const notice =
      'the shared request budget on redis://test cannot be used: it is away; meanwhile this machine keeps to 5 of 20 requests';
    expect(notices(machine)).toEqual([notice, notice]);
    server.trouble = undefined;
    await machine.pass(61_000);
    expect(await drain(budget)).toBe(limit);
    expect(notices(machine)).toEqual([notice, notice]);
  });

  it('an answer that cannot be recorded fails nothing', async () => {
    const { open, server, machine, drain } = scene();
    const permit = await machine.until(open().acquire(noAbort));
    server.trouble = new ServerTrouble('it is away');
    await machine.until(permit.settle({ status: 200, headers: {}, receivedAt: machine.now() }));
    server.trouble = undefined;
    // Its lease keeps the slot taken.
    expect(await drain()).toBe(limit - 1);
  });

  it('an error of our own is not taken for trouble', async () => {
    const { open, server, machine } = scene();
    server.trouble = new TypeError('a bug');
    await expect(send(open(), machine)).rejects.toThrow('a bug');
  });

  it('an error of our own when an answer is recorded is not hidden', async () => {
    const { open, server, machine } = scene();
    const permit = await machine.until(open().acquire(noAbort));
    server.trouble = new TypeError('a bug');
    await expect(machine.until(permit.settle())).rejects.toThrow('a bug');
  });
});
