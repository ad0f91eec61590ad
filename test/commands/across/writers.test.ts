/**
 * Many writers of one file, as real processes: none loses what another one has written, and nothing
 * half made stays.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDice } from '../../support/dice.ts';
import { configuredEnvironment, temporaryFolder } from '../../support/environment.ts';
import { operatorServer, tripFlags } from '../../support/operator.ts';
import { binary, collect, node } from '../../support/program.ts';
import { run } from '../../support/run.ts';
import { sleep } from '../../support/sleep.ts';

type Variables = Readonly<Record<string, string>>;

const add = (name: string): string[] => ['operators', 'add', name, 'http://a.test', '--no-check'];

/** A configuration and a trip that writers change. */
async function shared() {
  const { baseUrl } = await operatorServer();
  const env = configuredEnvironment({ operators: {} });
  const config = join(env['XDG_CONFIG_HOME'] ?? '', 'rental/config.json');
  const trips = join(env['HOME'] ?? '', '.local/share/rental/trips');
  const save = [
    'quote',
    '11',
    ...tripFlags.trip,
    '--base-url',
    baseUrl,
    '--rate-limit',
    '900/1s',
    '--save',
    'it',
  ];
  return {
    env,
    save,
    operators: () =>
      Object.keys((JSON.parse(readFileSync(config, 'utf8')) as { operators: object }).operators),
    answers: async () => {
      const { code, stdout, stderr } = await run(['trips', 'history', 'it', '--json'], { env });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return (JSON.parse(stdout) as unknown[]).length;
    },
    files: () => ({ config: readdirSync(dirname(config)), trips: readdirSync(trips) }),
  };
}

function start(args: readonly string[], env: Variables) {
  const hook = `--require=${resolve('test/support/writers.cjs')}`;
  const child = spawn(node, [binary, ...args], {
    env: { NODE_OPTIONS: hook, ...env },
    stdio: 'pipe',
  });
  return { kill: () => child.kill('SIGKILL'), ended: collect(child).ended };
}

const twelve = Array.from({ length: 12 }, (_, place) => place);

test.each([-20, 20, 0])(
  'twelve writers at once all succeed where the clock of the files is %s s ahead',
  { tags: ['long', 'node'] },
  async (ahead) => {
    const { env, save, operators, answers, files } = await shared();
    const apart = { ...env, FILE_CLOCK: String(ahead), SLOW_MS: '30' };
    const writers = twelve.flatMap((place) => [
      start(add(`of${place}`), apart),
      start(save, apart),
    ]);
    const ended = await Promise.all(writers.map((writer) => writer.ended));
    expect(ended.filter(({ code }) => code !== 0)).toEqual([]);
    expect(operators().sort()).toEqual(twelve.map((place) => `of${place}`).sort());
    expect(await answers()).toBe(12);
    expect(files()).toEqual({ config: ['config.json'], trips: ['it.json'] });
  },
);

test(
  'of forty kills at random moments none loses a change of a writer that ended well',
  { tags: ['long', 'node'], timeout: 600_000 },
  async () => {
    const dice = createDice(11);
    const { env, save, operators, answers, files } = await shared();
    // At this speed, the ten seconds of waiting for the lock of a killed process take half a second.
    const slow = { ...env, SLOW_MS: '60', CLOCK_SPEED: '20' };
    expect(await start(save, env).ended).toMatchObject({ code: 0 });
    const added: string[] = [];
    let [saved, kills, killsAtWork] = [1, 0, 0];
    for (let round = 0; kills < 40; round += 1) {
      const isTrip = round % 2 === 1;
      const names = [`a${round}`, `b${round}`, `c${round}`];
      const writers = names.map((name) => start(isTrip ? save : add(name), slow));
      // The start takes most of the time, so half of the kills come when one of the three writes.
      const isAtWork = () => Object.values(files()).flat().length > 2;
      if (round % 4 < 2) await vi.waitUntil(isAtWork, { timeout: 30_000, interval: 2 });
      await sleep(dice.below(round % 4 < 2 ? 80 : 800));
      if (isAtWork()) killsAtWork += 1;
      for (const writer of writers.slice(1)) writer.kill();
      const ended = await Promise.all(writers.map((writer) => writer.ended));
      kills += ended.filter(({ signal }) => signal === 'SIGKILL').length;
      expect(ended[0], ended[0]?.stderr).toMatchObject({ code: 0 });
      const done = names.filter((_, place) => ended[place]?.code === 0);
      if (isTrip) saved += done.length;
      else added.push(...done);
      expect(operators()).toEqual(expect.arrayContaining(added));
      expect(await answers()).toBeGreaterThanOrEqual(saved);
    }
    expect(killsAtWork).toBeGreaterThan(4);
    for (const args of [add('last'), save])
      expect(await start(args, slow).ended).toMatchObject({ code: 0 });
    expect(files()).toEqual({ config: ['config.json'], trips: ['it.json'] });
  },
);

test(
  'on a full disk no operator is lost, and nothing half made stays',
  { tags: ['mounts'] },
  async () => {
    const disk = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    const [folder, rest] = [join(disk, 'rental'), join(disk, 'rest')];
    const env = { ...configuredEnvironment({}), RENTAL_CONFIG: join(folder, 'config.json') };
    const large = (name: string) =>
      run(['operators', 'add', name, `http://a.test/${'x'.repeat(3000)}`, '--no-check'], { env });
    mkdirSync(folder);
    expect(await large('of0')).toMatchObject({ code: 0 });
    expect(() => {
      for (;;) appendFileSync(rest, 'x'.repeat(4096));
    }).toThrow('ENOSPC');
    let [count, refused] = [1, 0];
    // Each round has room for one page more, so that the disk is full at another write.
    for (let room = 0; count < 4; room += 4096) {
      truncateSync(rest, Math.max(0, statSync(rest).size - room));
      const { code, stderr } = await large(`of${count}`);
      if (code !== 0)
        expect({ code, stderr }).toMatchObject({
          code: 9,
          stderr: expect.stringContaining('ENOSPC') as string,
        });
      if (code === 0) count += 1;
      else refused += 1;
      const { operators } = JSON.parse(readFileSync(env.RENTAL_CONFIG, 'utf8')) as {
        operators: object;
      };
      expect(Object.keys(operators)).toHaveLength(count);
      expect(readdirSync(folder)).toEqual(['config.json']);
    }
    expect(refused).toBeGreaterThan(0);
  },
);
