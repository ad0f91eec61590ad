/** A word that is mistyped gets the nearest one that exists, with every kind of word. */
import { expect, test } from 'vitest';
import { configuredEnvironment } from '../support/environment.ts';
import { run } from '../support/run.ts';

const trip = ['--pick-up', '1', '--from', '+30d', '--to', '+7d', '--sandbox'];
const toTrip = ['--from', '+30d', '--to', '+7d', '--sandbox'];

test.each([
  ['a command', ['qoute', '101'], 'quote'],
  ['a topic', ['help', 'enviroment'], 'environment'],
  ['a flag', ['quote', '101', '--pickup', '1'], '--pick-up'],
  ['a choice', ['depots', '--sandbox', '--format', 'nsjson'], 'ndjson'],
  ['a field', ['depots', '--sandbox', '--fields', 'nmae'], 'name'],
  ['an operator', ['depots', '--operator', 'lukcy'], 'lucky'],
  ['a depot', ['quote', '101', '--pick-up', 'quenstown', ...toTrip], 'Queenstown (10)'],
  ['a vehicle', ['quote', 'ruru 2-berth campervna', ...trip], 'Ruru 2-berth Campervan (101)'],
  ['an accessory', ['quote', '101', ...trip, '--accessory', 'child saet'], 'Child seat (301)'],
  ['a check', ['smoke', '--list', '--only', 'depots-anwser'], 'depots-answer'],
  ['a shell', ['completion', 'powershel'], 'powershell'],
  ['a document', ['schema', 'qoute'], 'quote'],
  ['an action', ['operators', 'defualt', 'lucky'], 'default'],
  ['a field of an operator', ['operators', 'set', 'lucky', 'time-zome', 'x'], 'time-zone'],
  ['an action of trips', ['trips', 'wach'], 'watch'],
])('%s', async (what, line, expected) => {
  const baseUrl = 'http://127.0.0.1:9/api';
  const env = configuredEnvironment({ default: 'lucky', operators: { lucky: { baseUrl }, happy: { baseUrl } } });
  const { code, stderr } = await run(line, { env });
  expect([code, stderr]).toEqual([
    what === 'a vehicle' ? 1 : 2,
    expect.stringContaining(`hint: did you mean ${expected}`),
  ]);
});

test.each(['constructor', '__proto__'])('%s is a word like any other, also where a choice is wanted', async (word) => {
  expect(await run(['depots', '--sandbox', '--format', word])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`takes one of table, plain, json, ndjson, csv, not "${word}"`) as string,
  });
});

test('a word that is far from all gets no suggestion but the list', async () => {
  expect((await run(['completion', 'tcsh'])).stderr).toContain('hint: shells: bash, zsh, fish, powershell\n');
});
