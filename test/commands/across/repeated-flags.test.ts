/**
 * A flag that is given twice: a list has both, and for any other one it is a mistake. None drops
 * the first silently.
 */
import { describe, expect, test } from 'vitest';
import { commands } from '../../../src/commands/index.ts';
import type { Flags } from '../../../src/cli/flags.ts';
import { globalFlags } from '../../../src/cli/global-flags.ts';
import { cli } from '../../support/cli.ts';
import { operatorService } from '../../support/operator.ts';

const trip = '--pick-up 1 --from 2031-01-06 --nights 7';

interface Compared {
  readonly offers: readonly {
    readonly selection: { readonly drop_off_date: string; readonly vehicle_id: number };
  }[];
}

describe('a list has both', () => {
  test.each([
    ['--nights 5 --nights 3', ['2031-01-09', '2031-01-11']],
    ['--nights 5,3 --nights 4', ['2031-01-09', '2031-01-10', '2031-01-11']],
    ['--nights 3..4 --nights 3', ['2031-01-09', '2031-01-10']],
  ])('compare %s', async (nights, ends) => {
    const { json } = cli(operatorService());
    const { offers } = await json<Compared>(
      `compare --pick-up 1 --from 2031-01-06 ${nights} --quote all`,
    );
    expect([...new Set(offers.map(({ selection }) => selection.drop_off_date))].sort()).toEqual(
      ends,
    );
  });

  test('compare --vehicle 11 --vehicle-id 12', async () => {
    const { json } = cli(operatorService());
    const { offers } = await json<Compared>(
      `compare ${trip} --vehicle 11 --vehicle-id 12 --quote all`,
    );
    expect(offers.map(({ selection }) => selection.vehicle_id).sort()).toEqual([11, 12]);
  });
});

test.each([
  ['depots --operator one --operator two', '--operator'],
  ['--operator one depots --operator two', '--operator'],
  ['--operator one depots --operator one', '--operator'],
  [`compare ${trip} --operator one --operator two`, '--operator'],
  [`quote 11 ${trip} --nights 3`, '--nights'],
  [`quote 11 ${trip} --pick-up-depot-id 2`, '--pick-up'],
  [`quote 11 --pick-up-date 2031-02-01 ${trip}`, '--from'],
  [`compare ${trip} --from 2031-02-01`, '--from'],
  ['--format csv depots --format json', '--format'],
  ['trips check a --max-total 5 --max-total=6', '--max-total'],
])('%s is refused before a request', async (line, flag) => {
  const { run, requests } = cli({ one: operatorService(), two: operatorService() });
  const ended = await run(line);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  const message = (
    ended.stderr.startsWith('{')
      ? (JSON.parse(ended.stderr) as Failure).error.message
      : ended.stderr
  )
    .replace(/^error: /, '')
    .replace(/\n[^]*/, '');
  expect(message).toBe(`${flag} was given twice`);
  expect(requests()).toEqual([]);
});

interface Failure {
  readonly error: { readonly message: string; readonly hint: string };
}

test('the hint names the other name of the flag, and how compare takes several operators', async () => {
  const { run } = cli(operatorService());
  const twice = await run(`quote 11 ${trip} --pick-up-depot-id 2`);
  expect(twice.stderr).toContain('hint: give it once; --pick-up-depot-id is the same flag\n');
  const operators = await run(`compare ${trip} --operator a --operator b`);
  expect(operators.stderr).toContain(
    'hint: --operator <name>: a configured operator; compare takes several: a,b\n',
  );
});

/** Two different values that the flag takes. */
function valuesOf(flag: Flags[string]): readonly [string, string] | undefined {
  switch (flag.kind) {
    case 'text':
      return ['one', 'two'];
    case 'duration':
      return ['61s', '62s'];
    case 'integer':
      return [String(flag.min), String(flag.min + 1)];
    case 'choice':
      return [flag.choices[0] ?? '', flag.choices[1] ?? ''];
    default:
      return undefined;
  }
}

test('every flag of one value is refused if it is given twice, and every switch may be repeated', async () => {
  const { run } = cli(operatorService());
  for (const { name, flags, args } of commands) {
    const words = Object.values(args).flatMap(({ required }) => (required ? ['11'] : []));
    for (const [flagName, flag] of Object.entries<Flags[string]>({
      ...(name === 'depots' && globalFlags),
      ...flags,
    })) {
      const values = valuesOf(flag);
      if (values === undefined || (name === 'compare' && flagName === 'nights')) continue;
      const line = [name, ...words, `--${flagName}`, values[0], `--${flagName}`, values[1]];
      const { code, stderr } = await run(line);
      expect({ line, code, stderr }).toMatchObject({ code: 2 });
      expect(stderr).toContain(`--${flagName} was given twice`);
    }
  }
  expect(await run('depots -q -q --quiet --json --json')).toMatchObject({ code: 0, stderr: '' });
});
