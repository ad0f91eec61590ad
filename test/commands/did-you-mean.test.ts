/** A word that is mistyped gets the nearest one that exists, with every kind of word. */
import { expect, test } from 'vitest';
import { nearest, meant } from '../../src/text.ts';
import { configuredEnvironment } from '../support/environment.ts';
import { run } from '../support/run.ts';

const trip = ['--pick-up', '1', '--from', '+30d', '--to', '+7d', '--sandbox'];

test.each([
  ['a command', ['qoute', '101'], 'quote'],
  ['the beginning of a command', ['book'], 'book-link'],
  ['a topic', ['help', 'enviroment'], 'environment'],
  ['a flag', ['quote', '101', '--pickup', '1'], '--pick-up'],
  ['a choice', ['depots', '--sandbox', '--format', 'nsjson'], 'ndjson'],
  ['a format of another name', ['depots', '--sandbox', '--format', 'jsonl'], 'ndjson'],
  ['a field', ['depots', '--sandbox', '--fields', 'nmae'], 'name'],
  ['an operator', ['depots', '--operator', 'lukcy'], 'lucky'],
  [
    'a depot',
    ['quote', '101', '--sandbox', '--pick-up', 'quenstown', '--from', '+30d', '--to', '+7d'],
    'Queenstown (10)',
  ],
  ['a vehicle', ['quote', 'ruru 2-berth campervna', ...trip], 'Ruru 2-berth Campervan (101)'],
  ['an accessory', ['quote', '101', ...trip, '--accessory', 'child saet'], 'Child seat (301)'],
  ['a check', ['smoke', '--list', '--only', 'depots-anwser'], 'depots-answer'],
  ['a shell', ['completion', 'powershel'], 'powershell'],
  ['the word of another program for a command', ['vehicles'], 'availability'],
  ['that for an action of trips', ['trips', 'rm', 'x'], 'remove'],
  ['that for an action of operators', ['operators', 'get', 'lucky'], 'show'],
  ['that for a flag', ['quote', '101', '--days', '7'], '--nights'],
  ['an action in the help', ['help', 'trips', 'wach'], 'watch'],
])('%s', async (what, line, expected) => {
  const baseUrl = 'http://127.0.0.1:9/api';
  const env = configuredEnvironment({ operators: { lucky: { baseUrl }, happy: { baseUrl } } });
  const { code, stderr } = await run(line, { env });
  expect([code, stderr]).toEqual([
    what === 'a vehicle' ? 1 : 2,
    expect.stringContaining(`hint: did you mean ${expected}`),
  ]);
});

test.each([
  ['-o', 'hint: --json prints JSON, --format csv a table for a spreadsheet\n'],
  ['--sort', 'hint: --jq sorts and cuts what --json prints: rental help output\n'],
  ['--limit', 'hint: --jq sorts and cuts what --json prints: rental help output\n'],
  ['--force', 'hint: nothing is asked here: leave it out\n'],
])('a flag of another program, %s, is refused with what there is for it', async (flag, hint) => {
  expect(await run(['depots', flag, '3', '--sandbox'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(hint) as string,
  });
});

test.each([[['depots', 'help']], [['--help', 'depots']], [['-h', 'depots']]])(
  '%j is the help of depots',
  async (line) => {
    expect(await run(line)).toEqual(await run(['help', 'depots']));
  },
);

test.each(['constructor', '__proto__', 'toString'])(
  '%s is a word like any other, also where a choice is wanted',
  async (word) => {
    expect(await run(['depots', '--sandbox', '--format', word])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`takes one of table, plain, json, ndjson, csv, not "${word}"`) as string,
    });
  },
);

test('a word that lists everything in other programs is no part of the name of a depot', async () => {
  const ended = await run(['depots', 'ls', '--sandbox']);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('hint: rental depots lists them all\n');
});

test('fields after --json are not searched for', async () => {
  const ended = await run(['depots', '--json', 'id,name', '--sandbox']);
  expect(ended.stderr).toContain('"hint":"--json --fields id,name"');
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(await run(['depots', '--json', '--fields', 'id,name', '--sandbox'])).toMatchObject({ code: 0 });
});

test('words for a command without any say what it is for', async () => {
  const { stderr } = await run(['config', 'set', 'base-url', 'x']);
  expect(stderr).toContain('hint: rental config shows every setting; rental help environment tells how to set one\n');
});

test('the suggested expressions work', async () => {
  const line = ['depots', '--sandbox', '--jq', 'sort_by(.name) | .[:3] | map(.name) | .[0]'];
  expect(await run(line)).toMatchObject({ code: 0, stdout: 'Auckland Airport\n' });
});

test('a setting of the configuration file', async () => {
  const { stderr } = await run(['limits'], { env: configuredEnvironment({ defaults: { maxwait: '5s' } }) });
  expect(stderr).toContain('hint: did you mean maxWait?');
});

test('a word that is far from all gets no suggestion, and a short one none by its beginning', () => {
  expect(nearest('xyz', ['quote', 'plan'])).toBeUndefined();
  expect(meant('co', ['compare', 'config'])).toBeUndefined();
  expect(meant('com', ['compare', 'completion', 'config'])).toBe('did you mean compare or completion?');
});
