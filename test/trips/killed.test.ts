// @module-tag long
/** A watch that is killed again and again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { run } from '../support/run.ts';
import { listenerOf, serve } from '../support/server.ts';
import { watchedTrip, type Script } from '../support/watched-trip.ts';

test('killed at random moments and started again, nothing is lost', { timeout: 180_000 }, async () => {
  const script: Script = { 0: 700, 8: 690, 16: 'down', 20: 690, 28: 'gone', 34: 690, 40: 600, 50: 500 };
  const { env, answersSoFar } = await watchedTrip(script, (service) => serve(listenerOf(service)));
  const lines: string[] = [];
  const watchOnce = async (): Promise<void> => {
    const flags = ['--every', '1s', '--settle', '0', '--retries', '0', '--json'];
    const child = spawn(process.execPath, ['bin/rental.js', 'trips', 'watch', 'it', ...flags], { env });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => (text += data));
    const timer = setTimeout(() => child.kill('SIGKILL'), 120 + Math.random() * 350);
    await once(child, 'close');
    clearTimeout(timer);
    lines.push(...text.split('\n').filter((line) => line.endsWith('}')));
  };
  let kills = 0;
  while (answersSoFar() < 56) {
    await watchOnce();
    kills += 1;
  }
  expect(kills).toBeGreaterThan(50);
  await run(['trips', 'watch', 'it', '--once', '--json'], { env });
  const events = lines.map((line) => JSON.parse(line) as { event: string; at: string });
  const each = [...new Set(events.map(({ event, at }) => `${event} ${at}`))].map((text) => text.split(' ')[0]);
  expect(each).toEqual(['low', 'failing', 'recovered', 'sold-out', 'back', 'low', 'low']);
  // Only a process that is killed while it tells tells an event again.
  expect(events.length - each.length).toBeLessThanOrEqual(3);
});
