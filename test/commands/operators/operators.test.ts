import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configPath } from '../../../src/operators/config.ts';
import {
  cleanEnvironment,
  configuredEnvironment,
  temporaryFolder,
} from '../../support/environment.ts';
import { binary, node } from '../../support/program.ts';
import { plantSandbox } from '../../sandbox/support.ts';
import { run } from '../../support/run.ts';
import { sample } from '../../support/thorough.ts';

function configuration(text?: string) {
  const env =
    text === undefined ? cleanEnvironment(temporaryFolder()) : configuredEnvironment(text);
  const folder = env['HOME'] ?? '';
  const path = join(folder, 'config', 'rental', 'config.json');
  return {
    path,
    folder,
    env,
    text: () => readFileSync(path, 'utf8'),
    rental: (...args: string[]) => run(args, { env }),
    /** Adds without a request. */
    operators: (...args: string[]) =>
      run(['operators', ...args, ...(args[0] === 'add' ? ['--no-check'] : [])], { env }),
  };
}

const base = 'https://www.example.com/api/agent';

test('an operator can be added, listed, made the default and removed', async () => {
  const { operators, path, text } = configuration();
  const none = expect.stringContaining('No operator is configured') as string;
  expect(await operators('--format', 'table')).toMatchObject({ code: 0, stdout: none });
  const added = await operators('add', 'lucky', base, '--json');
  expect(added).toMatchObject({ code: 0, stderr: `note: added lucky (${path})\n` });
  const usual = {
    siteUrl: 'https://www.example.com',
    timeZone: 'Pacific/Auckland',
    limit: '100/60s',
    default: true,
  };
  expect(JSON.parse(added.stdout)).toEqual([{ name: 'lucky', baseUrl: base, ...usual }]);
  expect(text()).toBe(
    `{\n  "operators": {\n    "lucky": {\n      "baseUrl": "${base}"\n    }\n  }\n}\n`,
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);

  const own =
    '--site-url http://127.0.0.1:2/x --time-zone Europe/Oslo --rate-limit 10/1500ms'.split(' ');
  const second = await operators('add', 'happy', 'http://127.0.0.1:1/', ...own);
  expect(second.stderr).toContain(
    'there are two operators now: rental operators default <name> chooses one\n',
  );
  const shown = await operators('show', 'happy', '--fields', 'name,value');
  expect(shown.stdout).toContain('base-url\thttp://127.0.0.1:1\n');
  expect(second.stdout).toBe(
    `lucky\t${base}\thttps://www.example.com\tPacific/Auckland\t100/60s\tfalse\n` +
      'happy\thttp://127.0.0.1:1\thttp://127.0.0.1:2/x\tEurope/Oslo\t10/1500ms\tfalse\n',
  );
  const made = await operators('default', 'happy', '--fields', 'name,default');
  expect(made.stdout).toBe('lucky\tfalse\nhappy\ttrue\n');
  expect(JSON.parse(text())).toMatchObject({ default: 'happy' });
  const removed = await operators('remove', 'happy', '--fields', 'name,default');
  const removal = `note: removed happy, which was the default (${path})\n`;
  expect(removed).toMatchObject({ stdout: 'lucky\ttrue\n', stderr: removal });
  expect(Object.keys(JSON.parse(text()) as object)).toEqual(['operators']);
  expect((await operators('list', '--format', 'table')).stdout).toMatch(
    /OPERATOR +lucky\n[^]*DEFAULT +yes\n/,
  );
});

test('of two processes that add a name at once, one adds it and the other says that it exists', async () => {
  const { operators, text } = configuration();
  const added = await Promise.all(
    ['one', 'two'].map((path) => operators('add', 'lucky', `${base}/${path}`)),
  );
  expect(added.map(({ code }) => code).sort()).toEqual([0, 2]);
  expect(added.find(({ code }) => code === 2)?.stderr).toContain(
    'the operator "lucky" already exists',
  );
  const path = added[0]?.code === 0 ? 'one' : 'two';
  expect(JSON.parse(text())).toEqual({ operators: { lucky: { baseUrl: `${base}/${path}` } } });
});

test.each([
  ['set', 'lucky', 'limit', '5/5s'],
  ['default', 'lucky'],
])(
  '%s of an operator that another process removes meanwhile fails and adds nothing',
  async (...line) => {
    const { operators, rental, env, text } = configuration();
    await operators('add', 'lucky', base);
    await operators('add', 'happy', base);
    const lock = join(dirname(configPath(env)), '.config.json.lock');
    writeFileSync(lock, '');
    // The first command waits for the lock, and has read the file before.
    const { code, stderr } = await run(['operators', ...line], {
      env,
      sleep: async () => {
        if (!existsSync(lock)) return;
        rmSync(lock);
        await operators('remove', 'lucky');
      },
    });
    expect([code, stderr]).toEqual([
      2,
      'error: the operator "lucky" was removed meanwhile\n' +
        'hint: rental operators add lucky <base-url> adds it again\n',
    ]);
    expect(JSON.parse(text())).toEqual({ operators: { happy: { baseUrl: base } } });
    expect(await rental('operators', '--fields', 'name')).toMatchObject({ stdout: 'happy\n' });
  },
);

test.each([
  [['add'], 'needs <name>\nhint: rental operators add --help shows how it is used\n'],
  [['add', '__proto__', base], '"__proto__" is not a valid operator name'],
  [
    ['add', 'a'.repeat(61), base],
    'hint: use up to 60 letters, digits, dots, dashes and underscores, and a letter or',
  ],
  [
    ['add', 'old', base],
    'the operator "old" already exists\nhint: rental operators set old --base-url <address> changes its address',
  ],
  [['add', 'lucky', 'ftp://example.com'], '<base-url> is not an http or https address'],
  [['add', 'lucky', 'https://user:secret@example.com'], '<base-url> contains a user name'],
  [['add', 'lucky', base, '--rate-limit', 'plenty'], '--rate-limit plenty is not a limit'],
  [
    ['add', 'lucky', base, '--rate-limit', '3000/60s'],
    '--rate-limit 3000/60s is more than 1000 requests\nhint: use a shorter window, such as 1000/20s',
  ],
  [
    ['set', 'old', 'limit', '3000/60s'],
    'error: "3000/60s" is more than 1000 requests\nhint: use a shorter window, such as 1000/20s\n',
  ],
  [['set', 'old', 'limt', '1/1s'], 'an operator has no field "limt"\nhint: did you mean limit?'],
  [
    ['set', 'old', 'budget-url', 'http://user:secret@x'],
    'error: budget-url is not the address of a Redis server: http://…@x\n',
  ],
  [
    ['set', 'old', 'site-url', 'here'],
    'error: site-url is not an http or https address: here\nhint: for example https://',
  ],
  [
    ['set', 'old', 'limit', '1/1s', '--no-check'],
    '--no-check has no effect on limit: only a base address is checked\nhint: leave it out\n',
  ],
  [['add', 'lucky', base, '--site-url', 'here'], '--site-url is not an http or https address'],
  [['default', 'toString'], 'no operator is called "toString"'],
  [
    ['add', 'lucky', base, '--time-zone', 'Oslo'],
    '--time-zone "Oslo" is not a time zone\nhint: use a name such as Pacific/Auckland\n',
  ],
  [
    ['set', 'old', 'time-zone', 'Oslo'],
    'error: "Oslo" is not a time zone\nhint: use a name such as Pacific/Auckland\n',
  ],
  [
    ['rename', 'old'],
    'rental operators has no subcommand "rename"\nhint: subcommands: list, show, add, set, default, remove\n',
  ],
])('operators %j is refused: %s', async (args, message) => {
  const before = `{"operators": {"old": {"baseUrl": "${base}"}}}`;
  const { operators, text } = configuration(before);
  const stderr = expect.stringContaining(message) as string;
  expect(await operators(...args)).toMatchObject({ code: 2, stdout: '', stderr });
  expect(text()).toBe(before);
});

test('set changes one field and keeps the others', async () => {
  const { operators, text, path } = configuration(
    `{"operators": {"old": {"baseUrl": "${base}", "limit": "10/1s"}}}`,
  );
  const { code, stderr } = await operators('set', 'old', 'time-zone', 'Europe/Oslo');
  expect([code, stderr]).toEqual([0, `note: set time-zone of old (${path})\n`]);
  await operators('set', 'old', 'budget-url', 'redis://:secret@redis.test:6379');
  const more = { timeZone: 'Europe/Oslo', budgetUrl: 'redis://:secret@redis.test:6379' };
  expect(JSON.parse(text())).toEqual({
    operators: { old: { baseUrl: base, limit: '10/1s', ...more } },
  });
});

test('show says where each setting of an operator is from, also of the one that a flag names', async () => {
  const { rental } = configuration(
    `{"operators": {"lucky": {"baseUrl": "${base}"}, "happy": {"baseUrl": "${base}/b"}}}`,
  );
  expect(await rental('operators', 'show', 'happy')).toMatchObject({
    code: 0,
    stdout:
      `base-url\t${base}/b\tfile\toperators.happy.baseUrl\nsite-url\thttps://www.example.com\tdefault\t\n` +
      'time-zone\tPacific/Auckland\tdefault\t\nlimit\t100/60s\tdefault\t\n',
  });
  expect(await rental('operators', 'show', 'gone')).toMatchObject({ code: 2, stdout: '' });
  expect((await rental('operators', 'show', '--operator', 'lucky')).stdout).toMatch(
    /^operator\tlucky\tflag\t--operator\n/,
  );
});

test('of two operators with one address, show says where the settings of each are from', async () => {
  const { rental } = configuration(
    `{"operators": {"lucky": {"baseUrl": "${base}"}, "happy": {"baseUrl": "${base}", "limit": "5/5s"}}}`,
  );
  const { stdout } = await rental('operators', 'show', 'happy');
  expect(stdout).toContain(`base-url\t${base}\tfile\toperators.happy.baseUrl\n`);
  expect(stdout).toContain('limit\t5/5s\tfile\toperators.happy.limit\n');
});

test('--config or its variable names the configuration of a project; operators add creates it', async () => {
  const { env, folder, path } = configuration(
    '{"operators": {"old": {"baseUrl": "http://127.0.0.1:1"}}}',
  );
  const file = join(folder, 'project.json');
  const names = async (args: string[], more = {}) =>
    (await run(['operators', ...args, '--fields', 'name'], { env: { ...env, ...more } })).stdout;
  const missing = await run(['depots', '--config', file], { env });
  expect(missing).toMatchObject({
    code: 2,
    stderr: `error: there is no file ${file}\nhint: rental operators add <name> <base-url> creates it; --config or RENTAL_CONFIG names another\n`,
  });
  expect(await names(['add', 'own', base, '--no-check', '--config', file])).toBe('own\n');
  expect(await names([], { RENTAL_CONFIG: file })).toBe('own\n');
  expect(await names(['--config', path], { RENTAL_CONFIG: file })).toBe('old\n');
  expect(await names([])).toBe('old\n');
  const shown = async (args: string[], more = {}) =>
    (
      await run(['config', ...args, '--format', 'plain'], { env: { ...env, ...more } })
    ).stdout.split('\n');
  expect(await shown(['--config', file])).toContain(`settings\tconfig\t${file}\tflag\t--config\t`);
  expect(await shown([], { RENTAL_CONFIG: file })).toContain(
    `settings\tconfig\t${file}\tvariable\tRENTAL_CONFIG\t`,
  );
});

test('add asks the service once and says what it found', async () => {
  const sandbox = plantSandbox();
  const { rental, path } = configuration();
  expect(await rental('operators', 'add', 'lucky', sandbox.baseUrl)).toMatchObject({
    code: 0,
    stderr: `note: found 11 depots; the limit is 100 requests in 60 s\nnote: added lucky (${path})\n`,
  });
  expect(sandbox.requests.map((one) => one.path)).toEqual(['/api/agent/depots']);
});

test('add saves nothing if the service fails', async () => {
  const { rental, path } = configuration();
  const { code, stdout, stderr } = await rental(
    'operators',
    'add',
    'lucky',
    'http://127.0.0.1:1',
    '--no-wait',
  );
  expect([code, stdout]).toEqual([6, '']);
  expect(stderr).toMatch(/^error: cannot reach .*\nhint: .*nothing was saved; --no-check saves/m);
  expect(existsSync(path)).toBe(false);
});

describe('the configuration file', () => {
  test('keeps its order, settings and permissions if an operator is added and removed', async () => {
    const before = {
      defaults: { maxWait: '30s', quiet: true },
      operators: { old: { limit: '10/1s', baseUrl: 'https://old.example' } },
    };
    const { operators, text, path } = configuration(JSON.stringify(before));
    chmodSync(path, 0o640);
    await operators('add', 'lucky', base);
    const after = { ...before, operators: { ...before.operators, lucky: { baseUrl: base } } };
    expect(text()).toBe(`${JSON.stringify(after, undefined, 2)}\n`);
    await operators('remove', 'lucky');
    expect(text()).toBe(`${JSON.stringify(before, undefined, 2)}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test('is named in the error and not changed if it is wrong', async () => {
    const before = '{\n  // mine\n  "default": "a"\n}';
    const { operators, text } = configuration(before);
    for (const args of [['add', 'lucky', base], ['list']]) {
      const stderr = expect.stringMatching(
        /config\.json:2: not valid JSON; comments are not allowed/,
      ) as string;
      expect(await operators(...args)).toMatchObject({ code: 2, stdout: '', stderr });
    }
    expect(text()).toBe(before);
  });

  test('is written through a symbolic link, even if the target does not exist yet', async () => {
    const { operators, path, folder, text } = configuration();
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync('../../dotfiles.json', path);
    expect(await operators('add', 'lucky', base)).toMatchObject({ code: 0 });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    await operators('default', 'lucky');
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'dotfiles.json'), 'utf8')).toBe(text());
    expect(JSON.parse(text())).toMatchObject({ default: 'lucky' });
  });

  test.skipIf(process.platform === 'win32')(
    'is as before if only a part of it can be written',
    () => {
      const many = Array.from({ length: 100 }, (_, index) => [
        `operator-${index}`,
        { baseUrl: base },
      ]);
      const before = JSON.stringify(
        { operators: Object.fromEntries(many) as object },
        undefined,
        2,
      );
      const { path, env, text } = configuration(before);
      // As on a full disk, the system takes a part of the text first and refuses the next one.
      const limited = 'trap "" XFSZ; ulimit -f 2; exec "$0" "$@"';
      const words = ['-c', limited, node, binary, 'operators', 'add', 'lucky', base, '--no-check'];
      const options = {
        env: { ...env, NODE_DISABLE_COMPILE_CACHE: '1' },
        encoding: 'utf8',
      } as const;
      const { status, stderr } = spawnSync('/bin/sh', words, options);
      expect(status).toBe(9);
      expect(stderr).toContain('could not be written');
      expect(text()).toBe(before);
      expect(readdirSync(dirname(path))).toEqual(['config.json']);
    },
  );

  test.each(sample(['rename', 'write'], 2))(
    'is whole if a kill comes at its %s',
    { tags: ['node'] },
    (moment) => {
      const before = `{"operators": {"old": {"baseUrl": "${base}"}}}`;
      const { env, text } = configuration(before);
      const hook = `--require=${resolve('test/support/signal-at.cjs')}`;
      const more = {
        NODE_OPTIONS: hook,
        SIGNAL: 'SIGKILL',
        SIGNAL_AT: moment,
        NODE_DISABLE_COMPILE_CACHE: '1',
      };
      const words = [binary, 'operators', 'add', 'lucky', base, '--no-check'];
      const { signal } = spawnSync(node, words, { env: { ...env, ...more }, encoding: 'utf8' });
      expect(signal).toBe('SIGKILL');
      expect(text()).toBe(before);
    },
  );
});

test('operators list notes that the default is not configured; a command that needs it fails', async () => {
  const { operators, rental, path } = configuration(
    `{"default": "gone", "operators": {"new": {"baseUrl": "https://new.test"}, "old": {"baseUrl": "${base}"}}}`,
  );
  const problem = `${path}: default names the operator "gone", which is not configured`;
  const ended = await operators('--fields', 'name,baseUrl,default');
  expect(ended).toEqual({
    code: 0,
    stdout: `new\thttps://new.test\tfalse\nold\t${base}\tfalse\n`,
    stderr: expect.stringContaining(
      `note: ${problem}: rental operators add gone <base-url> adds it`,
    ) as string,
  });
  const stderr = `error: ${problem}\n`;
  expect(await rental('depots')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(stderr) as string,
  });
  expect(await rental('limits')).toMatchObject({ code: 0 });
});

test('an operator whose address has a password is refused, and the password is not shown', async () => {
  const { rental } = configuration(
    '{"operators": {"old": {"baseUrl": "https://me:pa55@a.test/api"}}}',
  );
  for (const args of [
    ['operators'],
    ['limits'],
    ['operators', 'default', 'old', '--format', 'table'],
  ]) {
    const { code, stdout, stderr } = await rental(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: .*operators\.old\.baseUrl contains a user name or password; /);
    expect(stderr).not.toContain('pa55');
  }
});

test('a password is not shown if a command line is wrong in any other way', async () => {
  const { rental } = configuration();
  for (const words of [
    ['operators', 'https://me:pa55@a.test'],
    ['depots', '--base-ulr=https://me:pa55@a.test'],
    ['depots', '--budget-url', 'redis://:pa55'],
    ['depots', '--base-url', base, '--budget-ulr=redis://:pa55'],
  ]) {
    const ended = await rental(...words);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).not.toContain('pa55');
  }
});

test(
  'an error of the connection names the operator as it is configured',
  { tags: ['long'] },
  async () => {
    const { rental } = configuration(
      '{"operators": {"lucky": {"baseUrl": "http://127.0.0.1:9/api"}}}',
    );
    const problem = 'cannot reach lucky (127.0.0.1:9): the connection was refused';
    expect((await rental('depots')).stderr).toContain(`error: ${problem}\n`);
    expect((await rental('smoke', '--retries', '0')).stderr).toContain(problem);
  },
);
