/** What `rental config` shows: settings, folders, operators, the terminal, problems. */
import { stripVTControlCharacters } from 'node:util';
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
  readonly terminal: Readonly<Record<string, unknown>>;
  readonly variables: readonly { name: string; value: string | null }[];
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

const pathIn = (env: Record<string, string>) => join(env['XDG_CONFIG_HOME'] ?? '', 'rental', 'config.json');

const folderOf = ({ folders }: Facts, name: string) => folders.find((folder) => folder.name === name);

const base = 'https://www.example.com/api/agent';

const lucky = { baseUrl: base, limit: '50/30s' };

test('rental config shows every setting and where it is from', async () => {
  const env = home({ operators: { lucky }, defaults: { maxWait: '30s', noInput: true } });
  const more = { RENTAL_TIMEOUT: '2s', RENTAL_SITE_URL: 'https://book.test', ACCESSIBLE: '1' };
  const ended = await run(['config', '--no-color'], { env: { ...env, ...more } });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const rows = ended.stdout.split('\n').flatMap((line) => /^settings\t(.*)\t$/.exec(line)?.[1] ?? []);
  for (const row of [
    ['config-file', pathIn(env), 'variable', 'XDG_CONFIG_HOME'],
    ['operator', 'lucky', 'file', 'operators'],
    ['base-url', base, 'file', 'operators.lucky.baseUrl'],
    ['site-url', 'https://book.test/', 'variable', 'RENTAL_SITE_URL'],
    ['time-zone', 'Pacific/Auckland', 'default', ''],
    ['no-input', 'on', 'file', 'defaults.noInput'],
    ['color', 'never', 'flag', '--no-color'],
    ['timeout', '2s', 'variable', 'RENTAL_TIMEOUT'],
  ])
    expect(rows).toContain(row.join('\t'));
  const { settings } = await factsOf({ ...env, ...more }, '--no-color');
  expect(settings).toContainEqual({ setting: 'timeout', value: '2s', source: 'variable', place: 'RENTAL_TIMEOUT' });
});

test('without an operator, rental config shows the other settings; doctor is another name for it', async () => {
  const env = home();
  const ended = await run(['config'], { env });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('settings\toperator\t\tdefault\t\t\nsettings\tformat');
  expect(ended.stdout).toContain('settings\ttimeout\t15s\tdefault\t\t\n');
  expect(await run(['doctor'], { env })).toEqual(ended);
});

test('operators show names where each setting of an operator is from', async () => {
  const env = home({ operators: { lucky, happy: { baseUrl: 'https://happy.test/api' } } });
  const rental = (args: readonly string[], more = {}) => run(args, { env: { ...env, ...more } });
  const ended = await rental(['operators', 'show', 'happy'], { RENTAL_SITE_URL: 'https://other.test' });
  expect(ended).toEqual({
    code: 0,
    stderr: '',
    stdout:
      'base-url\thttps://happy.test/api\tfile\toperators.happy.baseUrl\nsite-url\thttps://happy.test/\tdefault\t\n' +
      'time-zone\tPacific/Auckland\tdefault\t\nlimit\t100/60s\tdefault\t\n',
  });
  expect(await rental(['operators', 'show', 'gone'])).toMatchObject({ code: 2, stdout: '' });
  expect((await rental(['operators', 'show', '--operator', 'lucky'])).stdout).toMatch(/^operator\tlucky\tflag/);
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
    ...home({
      operators: {
        lucky: { baseUrl: 'https://lucky.test/api' },
      },
    }),
    HTTPS_PROXY: 'http://me:SECRET7@proxy.test:8080',
    http_proxy: 'SECRET8 SECRET9',
    RENTAL_BASE_URL: 'http://plain.test/api',
    RENTAL_SITE_URL: 'https://me:SECRET10@site.test',
    RENTAL_API_KEY: 'SECRET11',
    NODE_OPTIONS: '--require=SECRET12',
  };
  for (const format of ['json', 'table']) {
    const ended = await run(['config', '--format', format], { env, tty: ['stdout'] });
    expect(ended).toMatchObject({ code: 0, stderr: 'note: the variable RENTAL_API_KEY has no effect\n' });
    expect(ended.stdout).not.toMatch(/SECRET/);
    expect(ended.stdout).toMatch(/http:\/\/…@proxy\.test:8080/);
  }
  const { operators, variables } = await factsOf(env, '--quiet');
  expect(operators).toMatchObject([
    { name: 'lucky', baseUrl: 'https://lucky.test/api', proxy: 'http://…@proxy.test:8080/', problem: null },
  ]);
  const hidden = variables.filter(({ value }) => value === null).map(({ name }) => name);
  expect(hidden).toEqual(expect.arrayContaining(['HTTPS_PROXY', 'NODE_OPTIONS', 'RENTAL_API_KEY', 'http_proxy']));
});

test('it shows the operators, which of them is the default, and what is left of each budget, and sends no request', async () => {
  const { baseUrl, requests } = plant(always(200, []));
  const operators = { lucky: { baseUrl, limit: '20/30s' }, happy: { baseUrl: 'https://happy.test' } };
  const env = home({ default: 'happy', operators });
  for (let i = 0; i < 3; i += 1) await run(['depots', '--operator', 'lucky'], { env });
  const facts = await factsOf(env);
  expect(requests).toHaveLength(3);
  expect(facts).toMatchObject({
    defaultOperator: 'happy',
    operators: [
      {
        name: 'lucky',
        baseUrl: `${baseUrl}/`,
        proxy: null,
        budget: { free: 17, limit: 20, windowMs: 30_000 },
        problem: null,
      },
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
  expect(await factsOf(env, '--sandbox')).toMatchObject({ defaultOperator: 'sandbox', operators: [{}, {}] });
});

test.each<[string, string | object, RegExp]>([
  ['a configuration that is not JSON', '{\n"operators": {,\n', /config\.json:2: not JSON/],
  ['a default that is not configured', { default: 'gone' }, /default names the operator "gone"/],
])('%s is one of the findings', async (_, config, problem) => {
  const { problems } = await factsOf(home(config));
  expect(problems).toEqual([expect.stringMatching(problem)]);
});

test.each<[string, object | undefined, Record<string, string>, string]>([
  [
    'no operator',
    undefined,
    {},
    'fine: folders, settings\nto do: save an operator: rental operators add <name> <address>\n',
  ],
  ['one operator', { operators: { a: { baseUrl: 'https://a.test' } } }, {}, 'fine: folders, 1 operator, settings\n'],
  [
    'a wrong operator, folder and variable',
    { operators: { a: { baseUrl: 'https://a.test' }, b: { baseUrl: 'ftp://b.test' } } },
    { XDG_CACHE_HOME: '/dev/null', RENTAL_TIMEOUT: 'soon' },
    'to do: let this user write to the folder of the cache, or set XDG_CACHE_HOME\n' +
      'to do: RENTAL_TIMEOUT takes a duration longer than 0 and up to 10 min, such as 500ms, 30s or 2m, not "soon"\n' +
      'to do: operators.b.baseUrl is not an http or https address: ftp://b.test; for example https://www.example.com/api/agent\n',
  ],
])('ends with a verdict: %s', async (_, config, variables, end) => {
  const ended = await run(['config', '--no-color'], {
    env: { ...home(config), ...variables },
    tty: ['stdout'],
    columns: 300,
  });
  expect(ended.code).toBe(0);
  const verdict = ended.stdout.split('\n\n').at(-1);
  expect((verdict ?? '').replaceAll(/\S+config\.json: /g, '')).toBe(end);
});

test('a mistake on its own command line is still refused', async () => {
  expect(await run(['config', '--timeout', 'soon'])).toMatchObject({ code: 2, stdout: '' });
});

test('a folder that cannot be made or written has a sign, and the exit code is 0', async () => {
  const env = home();
  const file = join(env['HOME'] ?? '', 'file');
  writeFileSync(file, '');
  mkdirSync(join(env['HOME'] ?? '', 'config'));
  writeFileSync(join(env['HOME'] ?? '', 'config', 'rental'), '');
  const changed = { ...env, XDG_CACHE_HOME: file, XDG_DATA_HOME: file, RENTAL_STATE_DIR: join(file, 'state') };
  runAs(file, -1);
  const facts = await factsOf(changed);
  expect(facts.folders).toMatchObject([
    { name: 'configuration', made: true, problem: 'it is not a folder' },
    { name: 'cache', path: join(file, 'rental'), made: false, problem: `${file} is not a folder` },
    { name: 'request budget', path: null, made: false, problem: expect.stringContaining('not shared') as string },
    { name: 'saved trips', path: join(file, 'rental', 'trips'), made: false, problem: `${file} is not a folder` },
  ]);
  const { stdout } = await run(['config'], { env: changed, tty: ['stdout'], columns: 300 });
  expect(stdout).toMatch(/folders +cache .*\(not made yet; it cannot be made\) +! .* is not a folder\n/);
  expect(stdout).toMatch(/folders +request budget +none +! /);
});

test('it shows why the request budget is where it is', async () => {
  const env = home();
  const folder = env['HOME'] ?? '';
  runAs(folder);
  const path = join(folder, '.local', 'state', 'rental', 'budget');
  const shown = async (variables: Record<string, string>): Promise<string> =>
    (await run(['config'], { env: { ...env, ...variables }, tty: ['stdout'], columns: 400 })).stdout;
  expect(await shown({})).toContain('(not made yet; it can be made; named by RENTAL_STATE_DIR)\n');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  expect(await shown({ RENTAL_STATE_DIR: '' })).toContain(`${path} (in the home folder of this user)\n`);
});

// Root can write to every folder, except on a read-only disk.
test(
  'a folder on a read-only disk cannot be written, and a missing one cannot be made',
  { tags: ['mounts'] },
  async () => {
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
  },
);

test('it shows the facts of the terminal', async () => {
  const env = { ...home(), TERM: 'xterm-256color', CI: 'true', EDITOR: 'vi', NO_COLOR: '' };
  const ended = await run(['config', '--json'], { env, tty: ['stdin', 'stdout', 'stderr'], columns: 57 });
  const { terminal, variables } = JSON.parse(stripVTControlCharacters(ended.stdout)) as Facts;
  expect(terminal).toEqual({
    ...{ stdin: true, stdout: true, stderr: true, width: 57, colours: 1, prompts: false },
    locale: expect.any(String) as string,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(variables.map(({ name }) => name)).toEqual(expect.arrayContaining(['CI', 'LANG', 'TERM']));
});
