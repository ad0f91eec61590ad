/** A watch as a real process: which signals end it, and that nothing holds it up at its end. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../../src/http/types.ts';
import { binary, collect, node, program } from '../../support/program.ts';
import { terminal } from '../../support/pty.ts';
import { serve } from '../../support/server.ts';
import { watchedTrip } from '../../support/watched-trip.ts';

/**
 * The trip `it`, whose next answer is a new low; it comes after `release`. `asked` resolves when it
 * is awaited.
 */
async function heldTrip() {
  const held = { isHeld: false, release: () => {}, asked: () => {} };
  const isAsked = new Promise<void>((resolve) => (held.asked = resolve));
  const isFree = new Promise<void>((resolve) => (held.release = resolve));
  const hold =
    (service: Service): Service =>
    async (request) => {
      if (held.isHeld) {
        held.asked();
        await isFree;
      }
      return service(request);
    };
  const watched = await watchedTrip({ 0: 700, 1: 650 }, (service) => serve(hold(service)));
  held.isHeld = true;
  return { ...watched, asked: isAsked, release: held.release };
}

const words = ['trips', 'watch', 'it'];
const event = 'it: 650.00 NZD, down from 700.00 (a new low)\n';

test(
  'under nohup a watch goes on after a hang-up, and SIGTERM ends it',
  { tags: ['long'] },
  async () => {
    const { env, asked, release } = await heldTrip();
    const path = join(env['HOME'] ?? '', 'log');
    const log = openSync(path, 'w');
    onTestFinished(() => closeSync(log));
    const child = spawn('nohup', [node, binary, ...words], { env, stdio: ['ignore', log, log] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const { ended } = collect(child);
    await asked;
    child.kill('SIGHUP');
    release();
    await expect.poll(() => readFileSync(path, 'utf8'), { timeout: 10_000 }).toContain(event);
    child.kill('SIGHUP');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ signal: 'SIGTERM' });
  },
);

test('in a terminal, a hang-up ends a watch', { tags: ['long'] }, async () => {
  const { env, asked } = await heldTrip();
  const { kill, ended } = terminal(words, { env });
  await asked;
  kill('SIGHUP');
  expect(await ended()).toMatchObject({ code: 129 });
});

test(
  'any other command ends by a hang-up, also without a terminal',
  { tags: ['long'] },
  async () => {
    const { env, service, asked } = await heldTrip();
    const child = spawn('nohup', [node, binary, 'depots', '--base-url', service.baseUrl], {
      env,
      stdio: 'pipe',
    });
    const { ended } = collect(child);
    await asked;
    child.kill('SIGHUP');
    expect(await ended).toMatchObject({ signal: 'SIGHUP' });
  },
);

test(
  'after a command that cannot be started, the program does not wait',
  { tags: ['long'] },
  async () => {
    const { env, release } = await heldTrip();
    release();
    const started = performance.now();
    const ended = await program([...words, '--once', '--exec', '/no/such/command'], { env });
    expect(ended).toMatchObject({ code: 2, stdout: event });
    // A timer for the command would hold it up for 30 s.
    expect(performance.now() - started).toBeLessThan(25_000);
  },
);
