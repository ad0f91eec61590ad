/** What commands print fits the schemas of `rental schema`, and the schemas leave no field out. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { offerFields } from '../../src/documents/compare.ts';
import { documentSchema } from '../../src/documents/json-schema.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { exampleOperators, runLine } from '../support/examples.ts';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { watchedTrip } from '../support/watched-trip.ts';
import { documents, problemsOf } from '../support/schema.ts';
import { isThorough, sample } from '../support/thorough.ts';

type Line = readonly [string, ...string[]];

const dates = ['--from', '+30d', '--to', '+7d'];
const trip = ['--pick-up', '1', '--drop-off', '10', ...dates];
const comparison = [
  'compare',
  '--pick-up',
  '1',
  '--from',
  '+30d',
  '--nights',
  '7',
  '--quote',
] as const;
const extras = ['--accessory', 'child seat', '--insurance', 'zero excess'];

/** Command lines that together print every form of every document. */
const lines: readonly Line[] = [
  ['depots'],
  ['extras', '101', ...trip],
  ['quote', '101', ...trip],
  ['availability', ...trip],
  ['quote', 'Ruru 2-berth Campervan', ...trip, ...extras],
  ['plan', ...trip, '--vehicle', 'cheapest', ...extras],
  ['book-link', 'Ruru 2-berth Campervan', ...trip],
  [...comparison, 'best:1', ...extras],
  [...comparison, 'best:1', '--vehicle', '101', '--accessory', '999'],
  [...comparison, 'best:1', '--group-by', 'vehicle'],
  [...comparison, 'best:1', '--dry-run'],
  [
    'compare',
    '--sandbox=a,b',
    '--pick-up',
    'auckland',
    '--from',
    '+30d',
    '--nights',
    '7',
    '--quote',
    'best:1',
  ],
  ['smoke', '--list'],
  ['smoke', '--only', 'depots-answer,quote'],
  ['limits'],
  ['operators'],
  ['operators', 'show', 'lucky'],
  ['config'],
  // Nothing listens there, so it is waited for.
  ...(isThorough ? ([['config', '--budget-url', 'redis://127.0.0.1:1']] satisfies Line[]) : []),
  ['completion', 'bash'],
  ['schema'],
];

/** The schema as it is published. */
const published = { isRecord: false, isClosed: false };

/** No object may have a field that the schema does not name. The sandbox sends no such fields. */
function problems(name: string, value: unknown, isRecord = false): unknown {
  return problemsOf(name, value, { isRecord, isClosed: name !== 'schema' });
}

describe('the schema fits what is printed, without a field too many or too few:', () => {
  test.each(sample(lines, 4).map((line) => [line]))('%j', async (line) => {
    // The name is `operators show` for the line `operators show lucky`.
    const name =
      Object.keys(documents).findLast((one) => `${line.join(' ')} `.startsWith(`${one} `)) ??
      line[0];
    const { env } = exampleOperators();
    const ended = await run([...line, '--json'], { env });
    expect([0, 3, 8]).toContain(ended.code);
    const printed = JSON.parse(ended.stdout) as unknown;
    expect(problems(name, printed)).toBeUndefined();
    const records = (await run([...line, '--format', 'ndjson'], { env })).stdout.trim().split('\n');
    for (const text of records.filter((one) => one !== '')) {
      expect(problems(name, JSON.parse(text), true)).toBeUndefined();
    }
  });

  test.each(sample(['quote 11', 'compare'], 2))(
    'trips show, check, history and list, of a saved %s',
    async (command) => {
      const { baseUrl } = operator();
      const env = cleanEnvironment(temporaryFolder());
      const length = command === 'compare' ? ['--nights', '7'] : ['--to', '+7d'];
      const question = ['--pick-up', '1', '--from', '2030-01-05', ...length, '--save', 'it'];
      await run([...command.split(' '), ...question, '--base-url', baseUrl], { env });
      for (const line of [['show', 'it'], ['check', 'it'], ['history', 'it'], ['list']]) {
        const name = line[0] === 'list' ? 'trips' : `trips ${line[0]}`;
        const { stdout } = await run(['trips', ...line, '--json'], { env });
        expect(problemsOf(name, JSON.parse(stdout), published), name).toBeUndefined();
        const records = await run(['trips', ...line, '--format', 'ndjson'], { env });
        for (const text of records.stdout.trim().split('\n'))
          expect(
            problemsOf(name, JSON.parse(text), { isRecord: true, isClosed: true }),
            name,
          ).toBeUndefined();
      }
    },
  );

  test('trips watch', async () => {
    const { env } = await watchedTrip({ 0: 700, 1: 600 });
    const told = await run(['trips', 'watch', 'it', '--once', '--json'], { env });
    expect(told.stdout.endsWith('}\n')).toBe(true);
    expect(problems('trip-event', JSON.parse(told.stdout))).toBeUndefined();
  });

  test('sandbox', async () => {
    const { stdout } = await runLine('rental sandbox', exampleOperators());
    expect(problems('sandbox', JSON.parse(stdout))).toBeUndefined();
  });

  test(
    'failures, closed days and fields of the service that have our names',
    { tags: ['long'] },
    async () => {
      const { baseUrl } = operator({
        soldOut: [11],
        days: ['weekday'],
        quotes: [{ selection: 'theirs', rank: 7 }],
      });
      const env = cleanEnvironment(temporaryFolder());
      const ask = (...args: readonly string[]) =>
        run([...args, '--base-url', baseUrl, '--json'], { env });
      await ask('depots', 'auckland');
      const asked: readonly Line[] = [
        [...comparison, 'all'],
        ['quote', '12', '--pick-up', 'auckland', '--from', 'sat', '--to', '+7d'],
      ];
      for (const [name, ...line] of asked) {
        const { stdout, stderr } = await ask(name, ...line);
        expect(stderr).not.toMatch(/^error/m);
        expect(problemsOf(name, JSON.parse(stdout), published)).toBeUndefined();
        expect(stdout).toMatch(name === 'quote' ? /"warnings":\[\{/ : /"failures":\[\{/);
      }
    },
  );
});

describe('a field of the service that has the name of one of ours breaks no schema:', () => {
  const ask = ['--pick-up', '1', '--from', '2030-01-05'];
  const asked: readonly Line[] = [
    ['quote', 'Kea Camper', ...ask, '--to', '2030-01-12'],
    ['plan', ...ask, '--to', '2030-01-12', '--vehicle', '11'],
    ['compare', ...ask, '--nights', '7'],
    ['compare', ...ask, '--nights', '7', '--group-by', 'vehicle'],
  ];
  test.each(sample(asked, 3).map((line) => [line]))('%j', async ([name, ...args]) => {
    const ours = ['vehicle', 'selection', 'warnings', 'checkoutUrl', ...Object.keys(offerFields)];
    // Some of ours are often absent.
    for (const keys of sample([ours, ['vehicle'], ['warnings'], ['count'], ['highest']], 3)) {
      const theirs = Object.fromEntries(keys.map((key) => [key, 'theirs']));
      const { baseUrl } = operator({ quotes: [{ ...theirs, colour: 'red' }] });
      const env = cleanEnvironment(temporaryFolder());
      const { stdout } = await run([name, ...args, '--base-url', baseUrl, '--json'], { env });
      expect(problemsOf(name, JSON.parse(stdout), published), keys.join()).toBeUndefined();
      expect(stdout).toContain('"colour":"red"');
      // A plan has the whole quote in a field of its own.
      const taken = name === 'quote' ? /"(?:selection|vehicle|checkoutUrl)":"theirs"/ : /theirs/;
      if (name !== 'plan') expect(stdout).not.toMatch(taken);
    }
  });
});

test.each([[['depots']], [['quote', '999', ...trip, '--sandbox']], [['plan', '--sandbox']]])(
  'the error of %j fits its schema',
  async (line) => {
    const { stderr } = await run([...line, '--json', '-q']);
    const printed = JSON.parse(stderr) as unknown;
    expect(problems('error', printed)).toBeUndefined();
  },
);

test('the codes of the schema of the error are those of the source', async () => {
  const schema = JSON.stringify(documentSchema(documents['error']!));
  const source =
    readFileSync('src/base/errors.ts', 'utf8') + readFileSync('src/render/error.ts', 'utf8');
  const codes = [...source.matchAll(/(?:errorClass\(|code(?: =|:) )'([a-z_]+)'/g)].map(
    ([, code = '']) => code,
  );
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !schema.includes(`"${code}"`))).toEqual([]);
});

test.each(Object.keys(documents))(
  'the schema of %s is one of draft 2020-12 with a title and a description',
  (name) => {
    const schema = documentSchema(documents[name]!);
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: expect.stringMatching(/^[A-Z]/) as string,
      description: expect.stringMatching(/^[A-Z]/) as string,
    });
    expect(schema).not.toHaveProperty('$id');
  },
);

test('schema lists the documents, prints one, and says what is wrong with a name', async () => {
  const { stdout } = await run(['schema']);
  expect(stdout.match(/^[^\t\n]+/gm)).toEqual(Object.keys(documents));
  for (const format of [[], ['--json']])
    expect(JSON.parse((await run(['schema', 'quote', ...format])).stdout)).toEqual(
      documentSchema(documents['quote']!),
    );
  expect(await run(['schema', 'error', '--records'])).toMatchObject({ code: 2 });
});
