/** Watching saved trips: each change is told once, whatever happens in between. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { serve } from '../support/server.ts';
import { never } from '../support/service.ts';
import { watchedTrip } from '../support/watched-trip.ts';

let watched: Awaited<ReturnType<typeof watchedTrip>>;

/** Watches in virtual time until the trip has so many answers; returns `event total round`. */
async function told(rounds: number, ...flags: string[]) {
  let at = Date.parse('2026-11-20T00:00:00Z');
  let interrupt = (_: 'SIGINT'): void => {};
  const started = at;
  const everyMs = Number(/\d+/.exec(flags.join(' '))?.[0]) * 60_000;
  const ended = await run(['trips', 'watch', 'it', '--retries', '0', '--json', ...flags], {
    env: watched.env,
    now: () => at,
    monotonic: () => at - started,
    sleep: async (ms, signal) => {
      at += ms;
      if (watched.answersSoFar() >= rounds) interrupt('SIGINT');
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    },
    onStart: (signal) => (interrupt = signal),
  });
  const events = ended.stdout.trim() === '' ? [] : ended.stdout.trim().split('\n');
  const words = events.map((line) => {
    const { event, total, at: when } = JSON.parse(line) as { event: string; total: number | null; at: string };
    return `${event} ${total} ${1 + (Date.parse(when) - started) / everyMs}`;
  });
  return { ...ended, words };
}

test('drops, an outage and sold-out days tells each change once', async () => {
  watched = await watchedTrip({
    ...{ 0: 700, 2: 690, 3: 675, 4: 'down', 6: 675, 7: 'gone', 9: 675, 11: 590, 12: 610, 13: 595 },
  });
  const { code, words } = await told(15, '--every', '120m', '--target', '600', '--min-drop', '20');
  expect(code).toBe(130);
  expect(words).toEqual([
    'low 675 3',
    'failing null 4',
    'recovered 675 6',
    'sold-out null 7',
    'back 675 9',
    'low 590 11',
    'target 590 11',
    'target 595 13',
  ]);
});

test('a first price under a target tells, and says so; a second watch tells nothing again', async () => {
  watched = await watchedTrip({ 0: 500 });
  const first = await run(['trips', 'watch', 'it', '--once', '--target', '550,400'], { env: watched.env });
  expect(first).toMatchObject({
    code: 0,
    stdout: 'it: 500.00 NZD, already under the target 550.00 at the first price\n',
  });
  expect(await run(['trips', 'watch', 'it', '--once', '--target', '550,400'], { env: watched.env })).toMatchObject({
    stdout: '',
  });
});

test('what a check by hand found is told by the next round', async () => {
  watched = await watchedTrip({ 0: 700, 2: 600, 3: 700 });
  await run(['trips', 'watch', 'it', '--once'], { env: watched.env });
  await run(['trips', 'check', 'it'], { env: watched.env });
  expect(await run(['trips', 'watch', 'it', '--once'], { env: watched.env })).toMatchObject({
    stdout: expect.stringContaining('a new low'),
  });
});

test('the plan says how many requests a day, and mistakes end before anything is asked', async () => {
  watched = await watchedTrip({ 0: 700 });
  const { service } = watched;
  const { stderr } = await told(3, '--every', '60m');
  expect(stderr).toContain('it: every 1 h, about 24 requests a day, at most a third of what an operator allows');
  const before = service.requests.length;
  const wrong = [
    ['--every', '0s'],
    ['--target', 'cheap'],
    ['--exec', ' '],
    ['--webhook', 'ftp://x'],
    ['--format', 'csv'],
    ['--view', 'table'],
  ];
  for (const flags of wrong)
    expect(await run(['trips', 'watch', 'it', ...flags], { env: watched.env })).toMatchObject({ code: 2, stdout: '' });
  expect(service.requests).toHaveLength(before);
});

test('many requests that wait for room at once make Node warn of no leak', { tags: ['long'] }, async () => {
  const { baseUrl } = operator();
  const env = cleanEnvironment(temporaryFolder());
  const sweep = ['--pick-up', '1', '--from', '2026-12-20..+11d', '--nights', '7', '--quote', 'none'];
  await run(['compare', ...sweep, '--base-url', baseUrl, '--rate-limit', '3/100ms', '--save', 'it'], { env });
  const warnings: string[] = [];
  const hear = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  expect(await run(['trips', 'watch', 'it', '--once'], { env })).toMatchObject({ code: 0 });
  expect(warnings).toEqual([]);
});

describe('channels', () => {
  test('a webhook that is broken is told once and stops nothing, and gets each event once it works', async () => {
    watched = await watchedTrip({ 0: 700, 1: 650, 2: 600, 3: 550 });
    const posted: string[] = [];
    const hook = await serve(async (request) => {
      posted.push(await request.text());
      return new Response(null, { status: posted.length < 3 ? 500 : 204 });
    });
    const flags = ['--webhook', `${hook.baseUrl}/secret-7`, '--webhook-format', 'ntfy', '--once'];
    const rounds = [];
    for (let round = 0; round < 5; round++)
      rounds.push(await run(['trips', 'watch', 'it', ...flags], { env: watched.env }));
    const all = rounds.map(({ stderr }) => stderr).join('');
    const read = posted.map((text) => JSON.parse(text) as { topic: string; message: string });
    expect(read.map(({ topic, message }) => `${topic} ${/\d+\.\d+/.exec(message)?.[0]}`)).toEqual([
      ...['secret-7 650.00', 'secret-7 650.00', 'secret-7 650.00'],
      ...['secret-7 600.00', 'secret-7 550.00'],
    ]);
    // The terminal has had each of them at once.
    expect(rounds.map(({ stdout }) => stdout.split('\n').length - 1)).toEqual([1, 1, 1, 0, 0]);
    expect(all.match(/the webhook answered 500/g)).toHaveLength(1);
    expect(all).not.toContain('secret-7');
    expect(rounds.every(({ code }) => code === 0)).toBe(true);
  });

  test('a webhook that the end of the watch cuts off is not called broken', async () => {
    watched = await watchedTrip({ 0: 700, 1: 650 });
    let interrupt = (_: 'SIGINT'): void => {};
    const hook = await serve(() => {
      interrupt('SIGINT');
      return never();
    });
    const ended = await run(['trips', 'watch', 'it', '--once', '--webhook', hook.baseUrl], {
      env: watched.env,
      onStart: (signal) => (interrupt = signal),
    });
    expect(ended).toMatchObject({ code: 130, stdout: expect.stringContaining('650.00'), stderr: '' });
  });

  test('a command gets the event; a sample that cannot be told is exit code 9', async () => {
    watched = await watchedTrip({ 0: 700, 1: 650 });
    const file = join(watched.env['HOME'] ?? '', 'event.json');
    const flags = ['--once', '--exec', `tee ${file}`];
    for (let round = 0; round < 2; round++) await run(['trips', 'watch', 'it', ...flags], { env: watched.env });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ event: 'low', trip: 'it', total: 650, before: 700 });
    expect(await run(['trips', 'watch', '--test', '--exec', 'false'], { env: watched.env })).toMatchObject({ code: 9 });
  });

  test('the webhook is that of the flag, else of the variable, else of the configuration, and no text has its address', async () => {
    watched = await watchedTrip({ 0: 700 });
    const posted: string[] = [];
    const hook = await serve(async (request) => {
      posted.push(`${request.url} ${Object.keys((await request.json()) as object).sort()[0]}`);
      return new Response(null, { status: 500 });
    });
    const folder = watched.env['HOME'] ?? '';
    const config = join(folder, 'hooks.json');
    const configure = (webhook: string, webhookFormat: unknown) =>
      writeFileSync(config, JSON.stringify({ operators: {}, webhook, webhookFormat }));
    const test = (flags: readonly string[], env = {}) =>
      run(['trips', 'watch', '--test', '-vv', '--config', config, ...flags], { env: { ...watched.env, ...env } });
    configure(`${hook.baseUrl}/secret-file`, 'discord');
    const variable = { RENTAL_WEBHOOK: `${hook.baseUrl}/secret-variable` };
    const flag = ['--webhook', `${hook.baseUrl}/secret-flag`, '--webhook-format', 'slack'];
    const ended = [await test([]), await test([], variable), await test(flag, variable)];
    expect(posted.map((line) => line.replace(/^.*secret/, 'secret'))).toEqual([
      'secret-file allowed_mentions',
      'secret-variable allowed_mentions',
      'secret-flag mrkdwn',
    ]);
    ended.push(await run(['config', '-vv', '--config', config], { env: { ...watched.env, ...variable } }));
    configure('secret-nonsense', 'discord');
    ended.push(await test([]));
    configure(`${hook.baseUrl}/secret-file`, 'pigeon');
    const wrong = await test([]);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('webhookFormat must be json, ntfy') });
    ended.push(wrong);
    for (const { stdout, stderr } of ended) expect(stdout + stderr).not.toMatch(/secret-|has no effect/);
  });
});
