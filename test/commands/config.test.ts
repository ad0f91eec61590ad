/** What `rental config` shows: versions, settings, folders, operators, problems. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import {
  cleanEnvironment,
  configuredEnvironment,
  temporaryFolder,
} from '../support/environment.ts';
import { run } from '../support/run.ts';
import { always, plant } from '../support/service.ts';
import { runAs } from '../support/user.ts';

interface Fact {
  readonly area: string;
  readonly name: string;
  readonly value: string;
  readonly problem?: string;
}

/** A user's folders with this configuration file. */
function home(config?: string | object): Record<string, string> {
  return config === undefined ? cleanEnvironment(temporaryFolder()) : configuredEnvironment(config);
}

async function factsOf(env: Record<string, string>, ...flags: string[]): Promise<Fact[]> {
  const ended = await run(['config', '--json', ...flags], { env });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout) as Fact[];
}

const inArea = (facts: readonly Fact[], area: string) =>
  facts.filter((fact) => fact.area === area).map(({ name, value }) => [name, value]);
const problemsOf = (facts: readonly Fact[]) => facts.filter(({ problem }) => problem !== undefined);

const base = 'https://www.example.com/api/agent';

test('rental config shows every setting and where it is from', async () => {
  const operators = { lucky: { baseUrl: base, limit: '50/30s' } };
  const env = {
    ...home({ operators, defaults: { maxWait: '30s', noInput: true } }),
    ACCESSIBLE: '1',
  };
  const more = { RENTAL_TIMEOUT: '2s', RENTAL_SITE_URL: 'https://book.test' };
  const ended = await run(['config', '--no-color'], { env: { ...env, ...more } });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const rows = ended.stdout
    .split('\n')
    .flatMap((line) => /^settings\t(.*)\t$/.exec(line)?.[1] ?? []);
  for (const row of [
    ['operator', 'lucky', 'file', 'operators'],
    ['base-url', base, 'file', 'operators.lucky.baseUrl'],
    ['site-url', 'https://book.test', 'variable', 'RENTAL_SITE_URL'],
    ['time-zone', 'Pacific/Auckland', 'default', ''],
    ['no-input', 'on', 'file', 'defaults.noInput'],
    ['accessible', 'on', 'variable', 'ACCESSIBLE'],
    ['color', 'never', 'flag', '--no-color'],
    ['timeout', '2s', 'variable', 'RENTAL_TIMEOUT'],
  ])
    expect(rows).toContain(row.join('\t'));
  const timeout = { name: 'timeout', value: '2s', source: 'variable', place: 'RENTAL_TIMEOUT' };
  expect(await factsOf({ ...env, ...more }, '--no-color')).toContainEqual({
    area: 'settings',
    ...timeout,
  });
});

test('without an operator it shows the other settings; doctor is another name for it', async () => {
  const env = home();
  const ended = await run(['config'], { env });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('settings\ttimeout\t15s\tdefault\t\t\n');
  expect(await run(['doctor'], { env })).toEqual(ended);
});

test('it shows the version, Node and folders, and makes no folder', async () => {
  const env = home();
  const root = env['HOME'] ?? '';
  const facts = await factsOf(env);
  expect(inArea(facts, 'program')).toEqual([
    ['version', manifest.version],
    ['node', process.version],
    ['platform', expect.stringContaining(`${process.platform} ${process.arch}`)],
  ]);
  expect(inArea(facts, 'folders')).toEqual([
    ['configuration', `${join(root, 'config', 'rental')} (not created yet)`],
    ['cache', `${join(root, 'cache', 'rental')} (not created yet)`],
    ['request budget', `${join(root, 'state', 'budget')} (not created yet)`],
    ['saved trips', `${join(root, '.local/share/rental/trips')} (not created yet)`],
  ]);
  expect(inArea(facts, 'operators')).toEqual([['default', 'none']]);
  expect(problemsOf(facts)).toEqual([]);
  expect(readdirSync(root)).toEqual([]);
});

test('it shows no password and no key, in any format', async () => {
  const env = {
    ...home({ operators: { lucky: { baseUrl: 'https://lucky.test/api' } } }),
    HTTPS_PROXY: 'http://me:SECRET7@proxy.test:8080',
    RENTAL_BASE_URL: 'http://plain.test/api',
    RENTAL_SITE_URL: 'https://me:SECRET10@site.test',
  };
  for (const format of ['json', 'table']) {
    const ended = await run(['config', '--format', format], { env, tty: ['stdout'] });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).not.toMatch(/SECRET/);
    expect(ended.stdout).toMatch(/http:\/\/…@proxy\.test:8080/);
  }
});

test('it shows operators, the default and what is left of each budget, and sends no request', async () => {
  const { baseUrl, requests } = plant(always(200, []));
  const operators = {
    lucky: { baseUrl, limit: '20/30s' },
    happy: { baseUrl: 'https://happy.test' },
  };
  const env = home({ default: 'happy', operators });
  for (let i = 0; i < 3; i += 1) await run(['depots', '--operator', 'lucky'], { env });
  const facts = await factsOf(env);
  expect(requests).toHaveLength(3);
  const known = [
    ['lucky', `${baseUrl}/, 17 of 20 requests left in 30 s`],
    ['happy', 'https://happy.test/, 100 of 100 requests left in 60 s'],
  ];
  expect(inArea(facts, 'operators')).toEqual([...known, ['default', 'happy']]);
  expect(problemsOf(facts)).toEqual([]);
  const chosen = { name: 'operator', value: 'happy', source: 'file', place: 'default' };
  expect(facts).toContainEqual({ area: 'settings', ...chosen });
  expect(inArea(facts, 'folders')).toContainEqual([
    'request budget',
    join(env['RENTAL_STATE_DIR'] ?? '', 'budget'),
  ]);
  expect(inArea(await factsOf(env, '--base-url', 'https://new.test/api'), 'operators')).toEqual([
    ...known,
    ['new.test', 'https://new.test/api, 100 of 100 requests left in 60 s'],
    ['default', 'new.test'],
  ]);
});

test.each<[string, string | object | undefined, Record<string, string>, RegExp[]]>([
  [
    'a machine without mistakes',
    undefined,
    {},
    [/^no problems found: folders, operators, settings$/],
  ],
  [
    'a configuration that is not JSON',
    '{\n"operators": {,\n',
    {},
    [/^to fix: settings: \S+config\.json:2: not valid JSON/],
  ],
  [
    'a default that is gone',
    { default: 'gone' },
    {},
    [/^to fix: operators: default: .*names the operator "gone"/],
  ],
  [
    'a wrong operator, folder and variable',
    { operators: { a: { baseUrl: 'https://a.test' }, b: { baseUrl: 'ftp://b.test' } } },
    { XDG_CACHE_HOME: '/dev/null', RENTAL_TIMEOUT: 'soon' },
    [
      /^to fix: folders: cache: \/dev\/null is not a folder$/,
      /^to fix: settings: RENTAL_TIMEOUT takes a duration /,
      /^to fix: settings: \S+ operators\.b\.baseUrl is not an http or https address: ftp:\/\/b\.test/,
    ],
  ],
])(
  'it ends with a verdict on %s, and the exit code is 0',
  async (_, config, variables, expected) => {
    const env = { ...home(config), ...variables };
    const ended = await run(['config', '--no-color'], { env, tty: ['stdout'], columns: 300 });
    expect(ended.code).toBe(0);
    const lines = (ended.stdout.split('\n\n').at(-1) ?? '').trim().split('\n');
    expect(lines).toEqual(expected.map((one) => expect.stringMatching(one) as string));
    expect(problemsOf(await factsOf(env))).toHaveLength(config === undefined ? 0 : expected.length);
  },
);

test('a mistake on its own command line is still refused', async () => {
  expect(await run(['config', '--timeout', 'soon'])).toMatchObject({ code: 2, stdout: '' });
});

test('a folder that cannot be made or written is a problem', async () => {
  const env = home();
  const file = join(env['HOME'] ?? '', 'file');
  writeFileSync(file, '');
  mkdirSync(join(env['HOME'] ?? '', 'config'));
  writeFileSync(join(env['HOME'] ?? '', 'config', 'rental'), '');
  const changed = {
    ...env,
    XDG_CACHE_HOME: file,
    XDG_DATA_HOME: file,
    RENTAL_STATE_DIR: join(file, 'state'),
  };
  runAs(file, -1);
  const facts = (await factsOf(changed)).filter(({ area }) => area === 'folders');
  expect(facts.map(({ name, problem }) => [name, problem])).toEqual([
    ['configuration', 'it is not a folder'],
    ['cache', `${file} is not a folder`],
    ['request budget', expect.stringContaining('not shared')],
    ['saved trips', `${file} is not a folder`],
  ]);
});

// Root can write to every folder, except on a read-only disk.
test(
  'a folder on a read-only disk cannot be written, nor a missing one be made',
  { tags: ['mounts'] },
  async () => {
    const env = home();
    const disk = join(env['HOME'] ?? '', 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]);
    onTestFinished(() => void execFileSync('umount', [disk]));
    mkdirSync(join(disk, 'config', 'rental'), { recursive: true });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const facts = await factsOf({
      ...env,
      XDG_CONFIG_HOME: join(disk, 'config'),
      XDG_CACHE_HOME: join(disk, 'cache'),
    });
    expect(problemsOf(facts)).toEqual([
      expect.objectContaining({ name: 'configuration', problem: 'it cannot be written (EROFS)' }),
      expect.objectContaining({ name: 'cache', problem: `${disk} cannot be written (EROFS)` }),
    ]);
  },
);

test('certificates that Node is told not to check are a problem', { tags: ['long'] }, async () => {
  const jq = ['config', '--sandbox', '--jq', '.[] | select(.name == "certificates") | .problem'];
  const { stdout } = await run(jq, { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
  expect(stdout).toBe('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks: unset it\n');
  expect(await run(jq, { env: { NODE_TLS_REJECT_UNAUTHORIZED: '1' } })).toMatchObject({
    code: 0,
    stdout: '',
  });
});
