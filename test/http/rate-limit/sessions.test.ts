// @module-tag long
/** The built program, started by what sets other variables: a login shell and cron. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderOf } from '../../../src/http/rate-limit/account-folder.ts';
import { findStateFolder } from '../../../src/http/rate-limit/state-folder.ts';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { binary, node } from '../../support/program.ts';

/** Ends with the shell. Prints nothing of use: the service counts. */
function shell(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | null> {
  const child = spawn(command, args, { env, stdio: 'ignore' });
  return new Promise((done, fail) => void child.once('error', fail).once('close', done));
}

/** The same loop in a login shell and as cron starts it; returns the statuses that the service answered. */
async function loopsBeside(limit: number, windowMs: number, times: number, command: string): Promise<number[]> {
  const service = await startSandbox({ rateLimit: { limit, windowMs }, window: 'sliding' });
  const folder = temporaryFolder();
  const session = join(folder, 'session');
  mkdirSync(session, { mode: 0o700 });
  mkdirSync(join(folder, '.config', 'rental'), { recursive: true });
  const operators = { lucky: { baseUrl: service.baseUrl, limit: `${limit}/${windowMs}ms` } };
  writeFileSync(join(folder, '.config', 'rental', 'config.json'), JSON.stringify({ operators }));
  const { path = folder } = findStateFolder({ env: {} });
  const account = folderOf(path, { origin: new URL(service.baseUrl).origin });
  const forget = () => rmSync(account, { recursive: true, force: true });
  // Another program of this user may have used up the budget of a service that had the same port.
  forget();
  onTestFinished(async () => {
    await service.close();
    forget();
  });
  const loop = `for i in $(seq ${times}); do "${node}" "${binary}" ${command}; done`;
  const plain = { HOME: folder, PATH: process.env['PATH'] ?? '' };
  await Promise.all([
    shell('bash', ['-lc', loop], { ...plain, XDG_RUNTIME_DIR: session, TMPDIR: session, LANG: 'C.UTF-8' }),
    shell('env', ['-i', `HOME=${folder}`, `PATH=${plain.PATH}`, 'sh', '-c', loop], plain),
  ]);
  return service.requests.map(({ status }) => status);
}

test('a loop of cron and one in a login shell share a budget', async () => {
  // Where an answer overtakes another, the last slot comes free two seconds later.
  const statuses = await loopsBeside(4, 60_000, 3, 'depots --max-wait 5s');
  expect(statuses).toEqual(Array(4).fill(200));
});

test('20 requests in 5 s: two loops wait for each other and are never refused', async () => {
  // Each asks for twelve lists, so that even a slow machine sends more than the limit in a window.
  const dates = '--from 2130-01-05..2130-01-16 --to +7d --pick-up 1';
  const statuses = await loopsBeside(20, 5_000, 2, `compare --vehicle 101 ${dates} --refresh`);
  expect(statuses.length).toBeGreaterThan(40);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
