// @module-tag long
/** A watch that is killed again and again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { run } from '../support/run.ts';
import { serve } from '../support/server.ts';
import { sleep } from '../support/sleep.ts';
import { watchedTrip, type Script } from '../support/watched-trip.ts';

test('killed at random moments and started again, nothing is lost', { timeout: 180_000 }, async () => {
  const script: Script = { 0: 700, 2: 690, 4: 'down', 6: 690, 8: 'gone', 10: 690, 12: 600 };
  let onRequest = (): void => {};
  const { env, answersSoFar } = await watchedTrip(script, (service) =>
    serve((request) => {
      onRequest();
      return service(request);
    }),
  );
  const lines: string[] = [];
  // A kill comes within this time. On a busy machine, few answers would be kept in a fixed one.
  let withinMs = 120;
  const watchOnce = async (): Promise<void> => {
    const flags = ['--every', '1s', '--settle', '0', '--retries', '0', '--json'];
    const child = spawn(process.execPath, ['bin/rental.js', 'trips', 'watch', 'it', ...flags], { env });
    const before = answersSoFar();
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => (text += data));
    // From its first request on, because a slow machine may need a second to start the program.
    onRequest = () => void sleep(Math.random() * withinMs).then(() => child.kill('SIGKILL'));
    await once(child, 'close');
    withinMs *= answersSoFar() === before ? 1.3 : 0.9;
    lines.push(...text.split('\n').filter((line) => line.endsWith('}')));
  };
  // What changed is known from the first round that ended on.
  await run(['trips', 'watch', 'it', '--once', '--json'], { env });
  let kills = 0;
  for (; answersSoFar() < 15; kills += 1) await watchOnce();
  expect(kills).toBeGreaterThan(10);
  onRequest = () => {};
  // What the last one that was killed has not told.
  const { stdout } = await run(['trips', 'watch', 'it', '--once', '--json'], { env });
  lines.push(...stdout.split('\n').filter(Boolean));
  const events = lines.map((line) => JSON.parse(line) as { event: string; at: string });
  const each = [...new Set(events.map(({ event, at }) => `${event} ${at}`))].map((text) => text.split(' ')[0]);
  expect(each).toEqual(['low', 'failing', 'recovered', 'sold-out', 'back', 'low']);
  // Only a process that is killed while it tells tells an event again.
  expect(events.length - each.length, 'events that were told again').toBeLessThanOrEqual(3);
});
