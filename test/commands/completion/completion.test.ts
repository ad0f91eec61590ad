/**
 * What completion suggests, and that it does nothing else. The Tab key in real shells:
 * test/pty/completion.test.ts.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cachePath } from '../../../src/operators/cache-path.ts';
import { configPath } from '../../../src/operators/config.ts';
import { openStore } from '../../../src/operators/store.ts';
import { tripsFolder } from '../../../src/trips/folder.ts';
import {
  cleanEnvironment,
  configuredEnvironment,
  temporaryFolder,
} from '../../support/environment.ts';
import { run, type RunOptions } from '../../support/run.ts';
import { always, plant } from '../../support/service.ts';
import { baseUrl, remember } from '../../support/stored.ts';

const operators = { lucky: { baseUrl }, happy: { baseUrl: 'http://127.0.0.1:9/happy' } };

const depots = [
  { id: 1, name: 'Auckland Airport' },
  { id: 2, name: 'Ōtaki, Main Street' },
  { id: 3, name: 'Twin' },
  { id: 4, name: 'Twin' },
  { id: 5, name: '12 Mile Beach' },
  { id: 61, name: '61' },
  { id: 62, name: '-json' },
  { id: 63, name: 'same' },
];
const vehicles = [
  { id: 7, name: 'Kea' },
  { id: 8, name: 'Zero\u001B[31m' },
];

/** As the script of a shell does: what is typed comes on stdin. */
function complete(words: readonly string[], line: string, options: RunOptions = {}) {
  return run(['complete', ...words], { ...options, input: `${line}\n` });
}

/** A machine with a configuration and stored answers. */
async function machine() {
  const env = configuredEnvironment({ default: 'lucky', operators });
  await remember(env['HOME'] ?? '', depots, vehicles);
  mkdirSync(tripsFolder(env), { recursive: true });
  for (const name of ['north', 'south']) writeFileSync(join(tripsFolder(env), `${name}.json`), '');
  const quotes = openStore(cachePath(env, 'answers', new URL(baseUrl)), { now: () => 0 });
  const priceBreakdown = {
    accessories: [{ id: 9, name: 'Child seat' }],
    insurance: { id: 3, name: 'Zero excess' },
  };
  quotes.save({ key: 'a', vehicle: 7 }, { priceBreakdown }, 1);
  quotes.save(
    { key: 'b', vehicle: 7 },
    { priceBreakdown: { ...priceBreakdown, insurance: null } },
    1,
  );
  return {
    env,
    suggests: async (line: string, more: Readonly<Record<string, string>> = {}) => {
      const ended = await complete(['fish'], `rental ${line}`, { env: { ...env, ...more } });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      const words = ended.stdout.split('\n').map((each) => each.split('\t')[0] ?? '');
      return words.filter((word) => word !== '');
    },
  };
}

const names = [
  'Auckland Airport',
  'Ōtaki, Main Street',
  'Twin',
  '12 Mile Beach',
  '61',
  '62',
  'same',
];

test.each([
  ['pl', ['plan']],
  ['--json lim', ['limits']],
  ['depots --format=p', ['--format=plain']],
  ['depots --sandbox=', ['--sandbox=a', '--sandbox=b']],
  // Without `=`, the next word is not its value.
  ['--sandbox depot', ['depots']],
  ['quote --json --pick-up 1 -q --drop-off=2 --fr', ['--from']],
  ['quote --pick-up ', names],
  ['quote --pick-up=au', ['--pick-up=Auckland Airport']],
  ['quote --pick-up otaki', ['Ōtaki, Main Street']],
  ['quote --pick-up "Auckland A', ['Auckland Airport']],
  ['quote --pick-up $HOME', []],
  ['quote -- ', ['cheapest', 'Kea', '8']],
  ['quote -- --', []],
  ['quote -- --pick-up ', []],
  ['trips -- check s', ['south']],
  ['operators set lucky b', ['base-url', 'budget-url']],
  ['trips ', ['list', 'show', 'check', 'history', 'watch', 'remove']],
  ['trips --json c', ['check']],
  ['help trips w', ['watch']],
  ['schema trips h', ['history']],
  ['trips show s', ['south']],
  ['trips check --all --max-total 9 n', ['north']],
  ['trips check north,s', ['north,south']],
  ['trips watch north,', ['north,south']],
  ['trips check north,n', []],
  ['trips history ', ['north', 'south']],
  ['trips list ', []],
  ['trips show --v', ['--view', '--verbose']],
  ['trips show --view=c', ['--view=calendar']],
  ['trips show north --group-by d', ['date', 'depots']],
  ['trips check --m', ['--max-total', '--max-wait']],
  ['trips watch --e', ['--every', '--exec']],
  ['trips history --a', ['--accessible']],
  ['trips check --fields name,cha', ['name,changes']],
  ['trips history north --fields cha', []],
  ['compare --pick-up ota', ['Ōtaki\\, Main Street']],
  ["compare --pick-up 'Ōtaki\\, Main Street,Au", ['Ōtaki\\, Main Street,Auckland Airport']],
  ['compare --start-on t', ['tue', 'thu']],
  ['compare --start-on fri,s', ['fri,sun', 'fri,sat']],
  ['--operator ', ['lucky', 'happy']],
  ['compare --operator lucky,ha', ['lucky,happy']],
  ['compare --operator lucky,lu', []],
  ['quote --operator happy --pick-up ', []],
  ['quote --sandbox --pick-up auc', ['Auckland Airport']],
  ['quote --sandbox=b --pick-up auc', ['Auckland Airport']],
  ['quote --sandbox=b Ri', ['Rimu 2-berth Campervan']],
  ['compare --sandbox=a,b --vehicle Ru', ['Ruru 2-berth Campervan']],
  ['quote --sandbox --insurance z', ['Zero excess', 'Zero excess\\, motorhome']],
  ['compare --operator lucky,happy --pick-up lucky:61', ['lucky:61']],
  [`quote --base-url ${baseUrl} --pick-up Au`, ['Auckland Airport']],
  ['operators add --time-zone Pacific/Auck', ['Pacific/Auckland']],
  ['operators ', ['list', 'show', 'add', 'set', 'default', 'remove']],
  ['operators --json s', ['show', 'set']],
  ['operators add --no', ['--no-check', '--no-input', '--no-pager', '--no-color', '--no-wait']],
  ['help operators s', ['show', 'set']],
  ['schema operators s', ['show', 'set']],
  ['depots --fields id,', expect.arrayContaining(['id,name', 'id,opening_hours_description'])],
  ['quote --accessory ch', ['Child seat']],
  ['quote --accessory "Child seat,ch', ['Child seat,Child seat']],
  ['smoke --report ju', ['junit=']],
  ['help ', expect.arrayContaining(['dates', 'exit-codes', 'flags', 'limits', 'quote', 'wizard'])],
])('at the end of rental %s it suggests what fits', async (line, expected) => {
  const { suggests } = await machine();
  expect(await suggests(line)).toEqual(expected);
});

test('variables choose the operator, and what cannot be read gives no names', async () => {
  const { suggests, env } = await machine();
  const line = 'quote --pick-up Au';
  expect(await suggests(line, { RENTAL_OPERATOR: 'happy' })).toEqual([]);
  expect(await suggests('quote --pick-up que', { RENTAL_SANDBOX: '1' })).toEqual(['Queenstown']);
  expect(await suggests(line, { RENTAL_BASE_URL: `${baseUrl}/other` })).toEqual([]);
  writeFileSync(configPath(env), '{');
  expect(await suggests(line)).toEqual([]);
  expect(await suggests(line, { RENTAL_BASE_URL: baseUrl })).toEqual([]);
  expect(await suggests('quote --pick')).toEqual(['--pick-up', '--pick-up-after']);
  writeFileSync(configPath(env), '{"operators":[1],"default":{}}');
  expect(await suggests(line, { RENTAL_BASE_URL: baseUrl })).toEqual(['Auckland Airport']);
});

test('no name is suggested that a shell or a terminal would take for something else', async () => {
  const { suggests, env } = await machine();
  const operators = {
    lucky: { baseUrl },
    'bad\u001B[31m': { baseUrl },
    '$(x)': { baseUrl },
    ' ': { baseUrl },
  };
  writeFileSync(configPath(env), JSON.stringify({ operators }));
  expect(await suggests('--operator ')).toEqual(['lucky']);
  expect(await suggests('quote "Ze\u001B')).toEqual([]);
});

const wrong = ['{', '["/depots",null,null,0,1,[null,{"id":"1","name":"Au"},{"id":2}]]\n'];

test.each(wrong)('stored depots %j give no names and stay where they are', async (text) => {
  const { suggests, env } = await machine();
  const path = cachePath(env, 'names', new URL(baseUrl));
  writeFileSync(path, text);
  expect(await suggests('quote --pick-up ')).toEqual([]);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test.each([
  [[], ''],
  [['tcsh'], 'rental '],
  [['bash'], ''],
  [['powershell'], '%%%'],
  [['--help'], ''],
])('rental complete %j is silent', async (words, line) => {
  expect(await complete(words, line)).toMatchObject({ code: 0, stderr: '' });
});

test('rental complete in a terminal does not wait for a line', async () => {
  expect(await run(['complete', 'fish'], { tty: ['stdin'] })).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});

test.each(['zsh', 'fish'])(
  '%s gets the address of an operator without its password',
  async (shell) => {
    const { env } = await machine();
    writeFileSync(
      configPath(env),
      '{"operators": {"lucky": {"baseUrl": "https://me:pa55@a.test/api"}}}',
    );
    const { stdout } = await complete([shell], 'rental depots --operator ', { env });
    expect(stdout).toContain('https://…@a.test/api\n');
  },
);

test('bash gets the rest of a word after the character at which it divides words', async () => {
  const { env } = await machine();
  const ask = async (line: string, breaks: string): Promise<string> =>
    (await complete(['bash', breaks], `rental ${line}`, { env })).stdout;
  expect(await ask('depots --format=p', '=:')).toBe('plain\t\n');
  expect(await ask('depots --format=p', ':')).toBe('--format=plain\t\n');
  expect(await ask('quote --pick-up=Au', '=:')).toBe('Auckland\\ Airport\t\n');
  expect(await ask('quote --pick-up="Au', '=:')).toBe('Auckland Airport\t\n');
});

test('PowerShell gets and gives base64, and its script evaluates no text', async () => {
  const { env } = await machine();
  const line = Buffer.from('rental quote --pick-up ō').toString('base64');
  const { stdout } = await complete(['powershell'], line, { env });
  expect(Buffer.from(stdout, 'base64').toString()).toBe("'Ōtaki, Main Street'\t\n");
  const { stdout: script } = await run(['completion', 'powershell']);
  expect(script.replace(/^#.*$/gm, '')).not.toMatch(/["&@`]|iex|\$\(|-f /);
});

test('completing sends nothing, writes nothing and takes no slot', async () => {
  const { baseUrl: served, requests } = plant(always(200, []));
  const folder = temporaryFolder();
  const env = { ...cleanEnvironment(folder), RENTAL_BASE_URL: served };
  for (const line of [
    'rental ',
    'rental depots ',
    'rental quote --pick-up ',
    'rental depots --fields ',
  ]) {
    expect(await complete(['bash'], line, { env })).toMatchObject({ code: 0, stderr: '' });
  }
  expect(requests).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['bash', 'zsh', 'fish', 'powershell'])(
  'the script for %s says how to install it',
  async (shell) => {
    const { code, stdout, stderr } = await run(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^# Now: +\S.*\n# Always: \S/m);
    expect((await run(['completion', shell], { tty: ['stdout'] })).stdout).toBe(stdout);
    const script = stdout.replace(/^#.*\n/gm, '');
    expect(script).toContain(`rental complete ${shell}`);
    // Names of depots must never be evaluated, and macOS has bash 3.2.
    expect(script).not.toMatch(/\beval\b|compgen|Invoke-Expression|mapfile|readarray|declare|<<</);
  },
);
