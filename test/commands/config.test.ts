/** What `rental config` shows: versions, settings, folders, operators, problems. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { cleanEnvironment, configuredEnvironment, temporaryFolder } from '../support/environment.ts';
import { run } from '../support/run.ts';
import { always, plant } from '../support/service.ts';
import { runAs } from '../support/user.ts';

interface Facts {
  readonly settings: readonly Readonly<Record<string, string>>[];
  readonly folders: readonly { name: string; path: string | null; made: boolean; problem: string | null }[];
  readonly defaultOperator: string | null;
  readonly operators: readonly Record<string, unknown>[];
  readonly problems: readonly string[];
}

/** A user's folders with this configuration file. */
function home(config?: string | object): Record<string, string> {
  return config === undefined ? cleanEnvironment(temporaryFolder()) : configuredEnvironment(config);
}

async function factsOf(env: Record<string, string>, ...flags: string[]): Promise<Facts> {
  const ended = await run(['config', '--json', ...flags], { env });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout) as Facts;
}

const folderOf = ({ folders }: Facts, name: string) => folders.find((folder) => folder.name === name);

const base = 'https://www.example.com/api/agent';

test('rental config shows every setting and where it is from', async () => {
  const operators = { lucky: { baseUrl: base, limit: '50/30s' } };
  const env = { ...home({ operators, defaults: { maxWait: '30s', noInput: true } }), ACCESSIBLE: '1' };
  const more = { RENTAL_TIMEOUT: '2s', RENTAL_SITE_URL: 'https://book.test' };
  const ended = await run(['config', '--no-color'], { env: { ...env, ...more } });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const rows = ended.stdout.split('\n').flatMap((line) => /^settings\t(.*)\t$/.exec(line)?.[1] ?? []);
  for (const row of [
    ['operator', 'lucky', 'file', 'operators'],
    ['base-url', base, 'file', 'operators.lucky.baseUrl'],
    ['site-url', 'https://book.test/', 'variable', 'RENTAL_SITE_URL'],
    ['time-zone', 'Pacific/Auckland', 'default', ''],
    ['no-input', 'on', 'file', 'defaults.noInput'],
    ['accessible', 'on', 'variable', 'ACCESSIBLE'],
    ['color', 'never', 'flag', '--no-color'],
    ['timeout', '2s', 'variable', 'RENTAL_TIMEOUT'],
  ])
    expect(rows).toContain(row.join('\t'));
  const { settings } = await factsOf({ ...env, ...more }, '--no-color');
  expect(settings).toContainEqual({ setting: 'timeout', value: '2s', source: 'variable', place: 'RENTAL_TIMEOUT' });
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
  expect(await factsOf(env)).toMatchObject({
    version: manifest.version,
    node: process.version,
    platform: expect.stringContaining(`${process.platform} ${process.arch}`) as string,
    folders: [
      { name: 'configuration', path: join(root, 'config', 'rental'), made: false, problem: null },
      { name: 'cache', path: join(root, 'cache', 'rental'), made: false, problem: null },
      { name: 'request budget', path: join(root, 'state', 'budget'), made: false, problem: null },
      { name: 'saved trips', path: join(root, '.local/share/rental/trips'), made: false, problem: null },
    ],
    defaultOperator: null,
    operators: [],
    problems: [],
  });
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

test('it shows the operators, which of them is the default, and what is left of each budget, and sends no request', async () => {
  const { baseUrl, requests } = plant(always(200, []));
  const operators = { lucky: { baseUrl, limit: '20/30s' }, happy: { baseUrl: 'https://happy.test' } };
  const env = home({ default: 'happy', operators });
  for (let i = 0; i < 3; i += 1) await run(['depots', '--operator', 'lucky'], { env });
  const facts = await factsOf(env);
  expect(requests).toHaveLength(3);
  const lucky = { baseUrl: `${baseUrl}/`, proxy: null, budget: { free: 17, limit: 20, windowMs: 30_000 } };
  expect(facts).toMatchObject({
    defaultOperator: 'happy',
    operators: [
      { name: 'lucky', ...lucky, problem: null },
      { name: 'happy', baseUrl: 'https://happy.test/', budget: { free: 100, limit: 100, windowMs: 60_000 } },
    ],
    problems: [],
  });
  expect(facts.settings).toContainEqual({ setting: 'operator', value: 'happy', source: 'file', place: 'default' });
  expect(folderOf(facts, 'cache')?.made).toBe(existsSync(join(env['XDG_CACHE_HOME'] ?? '', 'rental')));
  expect(folderOf(facts, 'request budget')).toMatchObject({ made: true, problem: null });
  expect(await factsOf(env, '--base-url', 'https://new.test/api')).toMatchObject({
    defaultOperator: 'new.test',
    operators: [{ name: 'lucky' }, { name: 'happy' }, { name: 'new.test', baseUrl: 'https://new.test/api' }],
  });
});

test.each<[string, string | object | undefined, Record<string, string>, RegExp[]]>([
  ['nothing', undefined, {}, [/^fine: folders, operators, settings$/]],
  ['a configuration that is not JSON', '{\n"operators": {,\n', {}, [/^to do: settings: \S+config\.json:2: not JSON/]],
  ['a default that is gone', { default: 'gone' }, {}, [/^to do: operators: default: .*names the operator "gone"/]],
  [
    'a wrong operator, folder and variable',
    { operators: { a: { baseUrl: 'https://a.test' }, b: { baseUrl: 'ftp://b.test' } } },
    { XDG_CACHE_HOME: '/dev/null', RENTAL_TIMEOUT: 'soon' },
    [
      /^to do: folders: cache: \/dev\/null is not a folder$/,
      /^to do: settings: RENTAL_TIMEOUT takes a duration /,
      /^to do: settings: \S+ operators\.b\.baseUrl is not an http or https address: ftp:\/\/b\.test/,
    ],
  ],
])('it ends with a verdict on %s, and the exit code is 0', async (_, config, variables, expected) => {
  const env = { ...home(config), ...variables };
  const ended = await run(['config', '--no-color'], { env, tty: ['stdout'], columns: 300 });
  expect(ended.code).toBe(0);
  const lines = (ended.stdout.split('\n\n').at(-1) ?? '').trim().split('\n');
  expect(lines).toEqual(expected.map((one) => expect.stringMatching(one) as string));
  expect((await factsOf(env)).problems).toHaveLength(config === undefined ? 0 : expected.length);
});

test('a mistake on its own command line is still refused', async () => {
  expect(await run(['config', '--timeout', 'soon'])).toMatchObject({ code: 2, stdout: '' });
});

test('a folder that cannot be made or written is a problem', async () => {
  const env = home();
  const file = join(env['HOME'] ?? '', 'file');
  writeFileSync(file, '');
  mkdirSync(join(env['HOME'] ?? '', 'config'));
  writeFileSync(join(env['HOME'] ?? '', 'config', 'rental'), '');
  const changed = { ...env, XDG_CACHE_HOME: file, XDG_DATA_HOME: file, RENTAL_STATE_DIR: join(file, 'state') };
  runAs(file, -1);
  expect((await factsOf(changed)).folders).toMatchObject([
    { name: 'configuration', made: true, problem: 'it is not a folder' },
    { name: 'cache', path: join(file, 'rental'), made: false, problem: `${file} is not a folder` },
    { name: 'request budget', path: null, made: false, problem: expect.stringContaining('not shared') as string },
    { name: 'saved trips', path: join(file, 'rental', 'trips'), made: false, problem: `${file} is not a folder` },
  ]);
});

// Root can write to every folder, except on a read-only disk.
test('a folder on a read-only disk cannot be written, nor a missing one be made', { tags: ['mounts'] }, async () => {
  const env = home();
  const disk = join(env['HOME'] ?? '', 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', [disk]));
  mkdirSync(join(disk, 'config', 'rental'), { recursive: true });
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  const facts = await factsOf({ ...env, XDG_CONFIG_HOME: join(disk, 'config'), XDG_CACHE_HOME: join(disk, 'cache') });
  expect(folderOf(facts, 'configuration')).toMatchObject({ made: true, problem: 'it cannot be written (EROFS)' });
  expect(folderOf(facts, 'cache')).toMatchObject({ made: false, problem: `${disk} cannot be written (EROFS)` });
});
