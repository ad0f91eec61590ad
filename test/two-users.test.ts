// @module-tag long
/** Two users of one machine: neither reads, changes or disturbs what the other one's program keeps. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, rmSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/environment.ts';
import { operatorServer as operator } from './support/operator.ts';
import { binary, node, program } from './support/program.ts';

/** Users of these tests only, which the system does not know: their budgets are in /tmp. */
const ann = 1_800_000_000 + 2 * process.pid;
const bob = ann + 1;
const budgetOf = (uid: number): string => `/tmp/rental-budget-${uid}`;

/** Only root can run programs as others. They must be able to read the program. */
const canBeOthers =
  process.getuid?.() === 0 && isMainThread && spawnSync(node, ['--check', binary], { uid: bob, gid: bob }).status === 0;

function homeOf(uid: number): string {
  const home = temporaryFolder();
  chownSync(home, uid, uid);
  // As most systems make it.
  chmodSync(home, 0o755);
  onTestFinished(() => rmSync(budgetOf(uid), { recursive: true, force: true }));
  return home;
}

/** Without RENTAL_STATE_DIR. */
function runAs(uid: number, home: string, args: readonly string[]) {
  const folders = { HOME: home, XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '', RENTAL_STATE_DIR: '' };
  return program(args, { uid, env: { ...folders, TMPDIR: home } });
}

/** What `uid` can read or write of it. */
function reachable(uid: number, folders: readonly string[]): string[] {
  const tests = ['-mindepth', '1', '(', '-readable', '-o', '-writable', ')'];
  const { stdout } = spawnSync('find', [...folders, ...tests], { uid, gid: uid, encoding: 'utf8' });
  return stdout.split('\n').slice(0, -1);
}

/** The names and sizes of all files. */
function contents(folders: readonly string[]): string {
  return spawnSync('find', [...folders, '-printf', '%p %s %u %m\n'], { encoding: 'utf8' }).stdout;
}

describe.runIf(canBeOthers)('two users', () => {
  let umask = 0;
  beforeAll(() => {
    // The most that a session can allow.
    umask = process.umask(0);
    return () => void process.umask(umask);
  });

  test('keep their budgets, answers and configurations apart', async () => {
    const { baseUrl } = await operator();
    const [own, other] = [homeOf(ann), homeOf(bob)];
    const lines = [
      ['operators', 'add', 'mine', baseUrl],
      ['depots', '--base-url', baseUrl],
      ['compare', '--pick-up', '1', '--from', '+30d', '--nights', '7', '--quote', 'top:1', '--base-url', baseUrl],
    ];
    for (const line of lines) {
      const ended = await Promise.all([runAs(ann, own, line), runAs(bob, other, line)]);
      expect(ended.map(({ code, stderr }) => [code, /budget/.test(stderr)])).toEqual([
        [0, false],
        [0, false],
      ]);
    }
    const kept = [own, budgetOf(ann)];
    const before = contents(kept);
    for (const place of ['config.json', 'names-', 'sweeps-', 'slot']) expect(before).toContain(place);
    expect(reachable(ann, kept).length).toBeGreaterThan(5);
    expect(reachable(bob, kept)).toEqual([]);
    // As after `su` without its dash.
    const borrowed = await runAs(bob, own, ['depots', '--base-url', baseUrl]);
    expect(borrowed).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: cannot read .*EACCES/) as string,
    });
    expect(await runAs(bob, own, ['operators', 'add', 'evil', baseUrl])).not.toMatchObject({ code: 0 });
    expect(contents(kept)).toBe(before);
  });
});
