/** Other programs take fields after --json. Here that is a mistake, and the hint names --fields. */
import { expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { operatorService } from '../../support/operator.ts';

const trip = '--pick-up 1 --from 2031-01-06 --nights 7';

interface Failure {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string };
}

test.each([
  ['depots --json name,id', 'name,id'],
  ['depots --json name', 'name'],
  ['depots --json=name,id', 'name,id'],
  ['--json name,id depots', 'name,id'],
  ['--operator demo depots --json name,id', 'name,id'],
  ['--json=name,id depots', 'name,id'],
  [`quote 11 ${trip} --json totalAmount,currency`, 'totalAmount,currency'],
  [`quote --json totalAmount 11 ${trip}`, 'totalAmount'],
  [`quote --json totalAmount ${trip}`, 'totalAmount'],
  [`compare ${trip} --json rank,totalAmount`, 'rank,totalAmount'],
  ['trips --json name', 'name'],
  ['depots --json=', 'a,b'],
  ['depots --json=true', 'a,b'],
])('%s is a mistake, and the hint names --fields', async (line, fields) => {
  const { run, requests } = cli(operatorService());
  const ended = await run(line);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  const { error } = JSON.parse(ended.stderr) as Failure;
  expect(error).toMatchObject({ code: 'usage', message: '--json takes no value' });
  expect(error.hint).toBe(`--json --fields ${fields} prints these fields alone`);
  expect(requests()).toEqual([]);
});

test.each([
  'depots --json auck',
  'depots --json auck,name',
  'depots name --json',
  'operators --json default demo',
  'depots --json --fields name,id',
  'trips --json list',
  'depots --json -- name',
])('%s is no mistake', async (line) => {
  expect(await cli(operatorService()).run(line)).toMatchObject({ code: 0 });
});

test('help is shown in any case', async () => {
  expect(await cli(operatorService()).run('depots --json=name --help')).toMatchObject({
    code: 0,
    stderr: '',
  });
});
