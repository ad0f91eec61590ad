/**
 * Writers of one file at once: a lock holds whatever clocks say, and what killed or stopped writers
 * leave blocks nothing.
 */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { configPath } from '../../../src/operators/config.ts';
import { tripsFolder } from '../../../src/trips/folder.ts';
import { cli } from '../../support/cli.ts';
import { operatorServer, operatorService, tripFlags } from '../../support/operator.ts';
import { binary, collect, node } from '../../support/program.ts';
import { configuredEnvironment } from '../../support/environment.ts';
import { run } from '../../support/run.ts';
import { fastClock } from '../../support/waiting.ts';

const add = 'operators add lucky http://127.0.0.1:9 --no-check';
const quote = ['quote', '11', ...tripFlags.trip];

type Variables = Readonly<Record<string, string>>;
const configLock = (env: Variables): string => join(dirname(configPath(env)), '.config.json.lock');
const namesIn = (env: Variables): string[] => {
  const { operators } = JSON.parse(readFileSync(configPath(env), 'utf8')) as { operators: object };
  return Object.keys(operators).sort();
};

/**
 * As another process makes it; its time is that of the file system, which is `offSeconds` apart
 * from the machine's.
 */
function lockOfAnother(lock: string, offSeconds = 0): void {
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, '');
  const time = Date.now() / 1000 + offSeconds;
  utimesSync(lock, time, time);
}

test.each(sample([-3600, -20, 20], 3))(
  'a lock in use stays, also if its time is %s s off the clock of the machine',
  async (offSeconds) => {
    const { env, run: rental } = cli(operatorService());
    const lock = configLock(env);
    lockOfAnother(lock, offSeconds);
    const seen: boolean[] = [];
    const clock = fastClock((ms) => {
      if (ms <= 9000) seen.push(existsSync(lock));
      // The other one goes on meanwhile, with a lock for its next change.
      if (ms === 9000) lockOfAnother(lock, offSeconds + 1);
      if (ms === 18_000) rmSync(lock);
    });
    const { passed, ...options } = clock;
    expect(await rental(add, options)).toMatchObject({ code: 0 });
    expect(seen).not.toContain(false);
    expect(passed()).toBe(18_000);
    expect(namesIn(env)).toEqual(['demo', 'lucky']);
  },
);

test(
  'the lock of a killed process is removed after ten seconds; a wait of over two is said',
  { tags: ['long'] },
  async () => {
    const rental = cli(operatorService());
    const { env } = rental;
    const lines = { config: add, trip: 'trips remove it' };
    expect(await rental.run([...quote, '--save', 'it'])).toMatchObject({ code: 0 });
    for (const [what, line] of Object.entries(lines)) {
      const lock = what === 'config' ? configLock(env) : join(tripsFolder(env), '.it.lock');
      lockOfAnother(lock);
      const { passed, ...options } = fastClock();
      const ended = await rental.run(line, options);
      expect(ended).toMatchObject({ code: 0 });
      expect(ended.stderr).toMatch(/^note: waiting for another process that changes \S+\.json\n/);
      expect(passed()).toBe(10_000);
      expect(readdirSync(dirname(lock))).toEqual(what === 'config' ? ['config.json'] : []);
    }
  },
);

test('a wait of less than two seconds is not said', async () => {
  const { env, run: rental } = cli(operatorService());
  lockOfAnother(configLock(env));
  const clock = fastClock((ms) => ms === 1900 && rmSync(configLock(env)));
  expect(await rental(add, clock)).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('waiting') as string,
  });
});

test('Ctrl-C ends a wait for a lock at once, and nothing is changed', async () => {
  const { env, run: rental } = cli(operatorService());
  lockOfAnother(configLock(env));
  let interrupt = (): void => {};
  const { passed, ...options } = fastClock((ms) => ms === 500 && interrupt());
  const onStart = (stop: (signal: 'SIGINT') => void) => (interrupt = () => stop('SIGINT'));
  expect(await rental(add, { ...options, onStart })).toMatchObject({ code: 130, stdout: '' });
  expect(passed()).toBe(500);
  expect(namesIn(env)).toEqual(['demo']);
  expect(existsSync(configLock(env))).toBe(true);
});

test.each([
  ['an empty folder', (lock: string) => mkdirSync(lock)],
  ['a link to nothing', (lock: string) => symlinkSync('/nonexistent/lock', lock)],
])('%s instead of a lock is removed at once', async (_, put) => {
  const rental = cli(operatorService());
  const { env } = rental;
  mkdirSync(tripsFolder(env), { recursive: true });
  put(configLock(env));
  put(join(tripsFolder(env), '.it.lock'));
  const { passed, ...options } = fastClock();
  expect(await rental.run(add, options)).toMatchObject({ code: 0 });
  expect(await rental.run([...quote, '--save', 'it'])).toMatchObject({ code: 0 });
  expect(passed()).toBe(0);
  expect(readdirSync(dirname(configLock(env)))).toEqual(['config.json']);
  expect(readdirSync(tripsFolder(env))).toEqual(['it.json']);
});

test('a folder with files instead of a lock stays, and the error names it', async () => {
  const rental = cli(operatorService());
  const { env } = rental;
  const locks = [configLock(env), join(tripsFolder(env), '.it.lock')];
  for (const lock of locks) {
    mkdirSync(lock, { recursive: true });
    writeFileSync(join(lock, 'file'), '');
  }
  for (const [line, lock] of [
    [add, locks[0]],
    [[...quote, '--save', 'it'], locks[1]],
  ] as const) {
    const stderr: unknown = expect.stringContaining(`written: ${lock} is a folder with files\n`);
    expect(await rental.run(line)).toMatchObject({ code: 9, stderr });
    expect(readdirSync(lock!)).toEqual(['file']);
  }
});

test('a backup or a folder beside a file is not taken for a temporary file', async () => {
  const { env, run: rental } = cli(operatorService());
  const folder = dirname(configPath(env));
  // The first is what `cp config.json config.json.$(git rev-parse --short=12 HEAD)` makes.
  writeFileSync(join(folder, 'config.json.0123456789ab'), '{}');
  mkdirSync(join(folder, 'config.json.0123456789ab.tmp'));
  expect(await rental(add)).toMatchObject({ code: 0 });
  expect(readdirSync(folder).sort()).toEqual([
    'config.json',
    'config.json.0123456789ab',
    'config.json.0123456789ab.tmp',
  ]);
});

test('temporary files of killed writers are removed by the next writer, and files of others stay', async () => {
  const rental = cli(operatorService());
  const { env } = rental;
  const [config, trips] = [dirname(configPath(env)), tripsFolder(env)];
  mkdirSync(trips, { recursive: true });
  for (const file of [
    'config.json.0123456789ab.tmp',
    'config.json.old',
    'other.json.0123456789ab.tmp',
  ])
    writeFileSync(join(config, file), '{"oper');
  const abandoned = ['it.json.0123456789ab.tmp', 'gone.json.ab0123456789.tmp'];
  // The trip `busy` is being written now.
  const others = ['.busy.lock', 'busy.json.0123456789ab.tmp', 'note.txt'];
  for (const file of [...abandoned, ...others]) writeFileSync(join(trips, file), '{');
  expect(await rental.run(add)).toMatchObject({ code: 0 });
  expect(await rental.run([...quote, '--save', 'it'])).toMatchObject({ code: 0 });
  expect(readdirSync(config).sort()).toEqual([
    'config.json',
    'config.json.old',
    'other.json.0123456789ab.tmp',
  ]);
  expect(readdirSync(trips).sort()).toEqual([...others, 'it.json'].sort());
});

/** Starts a writer that stops itself at a moment of its work, and resolves when it stands still. */
async function stoppedWriter(args: readonly string[], moment: string, env: Variables) {
  const hook = `--require=${resolve('test/support/signal-at.cjs')}`;
  const more = { NODE_OPTIONS: hook, SIGNAL: 'SIGSTOP', SIGNAL_AT: moment };
  const child = spawn(node, [binary, ...args], { env: { ...env, ...more }, stdio: 'pipe' });
  const { ended } = collect(child);
  const state = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')[2];
  await vi.waitUntil(() => state() === 'T', { timeout: 60_000, interval: 10 });
  return { ended, goOn: () => child.kill('SIGCONT') };
}

describe.skipIf(process.platform !== 'linux')(
  'a writer that was stopped and goes on',
  { tags: ['node', 'long'] },
  () => {
    test.each(['write', 'rename'])(
      'at its %s does not rename its old text over a newer one',
      async (moment) => {
        const env = configuredEnvironment({});
        const stopped = await stoppedWriter(
          ['operators', 'add', 'slow', 'http://a.test', '--no-check'],
          moment,
          env,
        );
        // The time of a lock does not make it old: the wait is ten seconds all the same.
        utimesSync(configLock(env), 0, 0);
        const { passed, ...options } = fastClock();
        expect(await run(add.split(' '), { env, ...options })).toMatchObject({ code: 0 });
        expect(passed()).toBe(10_000);
        stopped.goOn();
        expect(await stopped.ended).toMatchObject({ code: 0 });
        expect(namesIn(env)).toEqual(['lucky', 'slow']);
        expect(readdirSync(dirname(configLock(env)))).toEqual(['config.json']);
      },
    );

    test.each(['write', 'rename'])(
      'at its %s does not lose an answer of a trip',
      async (moment) => {
        const { baseUrl } = await operatorServer();
        const env = configuredEnvironment({});
        const save = [...quote, '--save', 'it', '--base-url', baseUrl];
        const stopped = await stoppedWriter(save, moment, env);
        utimesSync(join(tripsFolder(env), '.it.lock'), 0, 0);
        const { passed: _, ...options } = fastClock();
        expect(
          await run(save, { env, monotonic: options.monotonic, sleep: options.sleep }),
        ).toMatchObject({ code: 0 });
        stopped.goOn();
        expect(await stopped.ended).toMatchObject({ code: 0 });
        const { stdout } = await run(['trips', 'history', 'it', '--json'], { env });
        expect(JSON.parse(stdout)).toHaveLength(2);
        expect(readdirSync(tripsFolder(env))).toEqual(['it.json']);
      },
    );
  },
);
