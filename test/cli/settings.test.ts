import { expect, test } from 'vitest';
import { camelCase, variableOf } from '../../src/cli/flags.ts';
import { globalFlags } from '../../src/cli/global-flags.ts';
import { resolveSettings, settingsOf } from '../../src/cli/settings.ts';
import { checkStateFolder, environmentLevel, fileLevel, flagLevel } from '../../src/cli/sources.ts';
import { parseEach } from '../../src/cli/values.ts';

type Given = Readonly<Record<string, string | number | boolean>>;

/** Settings by their keys, as commander, the environment and the configuration file give them. */
function settings(flags: Given = {}, environment: Given = {}, defaults: Given = {}) {
  const values = parseEach(
    globalFlags,
    (name) => flags[camelCase(name)]?.toString(),
    (name, problem) => expect.fail(`${name} ${problem}`),
  );
  const env = Object.entries(environment).map(([key, value]) => [variableOf(key), String(value)]);
  const levels = [flagLevel(values), environmentLevel(Object.fromEntries(env))];
  return settingsOf(resolveSettings([...levels, fileLevel({ defaults, path: 'config.json' })]));
}

test.each([
  [
    {},
    {},
    {},
    { format: undefined, quiet: false, verbose: false, color: 'auto', maxWait: 90_000, retries: 2 },
  ],
  [{ timeout: '1s' }, { timeout: '2s' }, { timeout: '3s' }, { timeout: 1000 }],
  [{}, { timeout: '2s' }, { timeout: '3s' }, { timeout: 2000 }],
  [{}, {}, { timeout: '3s', quiet: true, retries: 1 }, { timeout: 3000, quiet: true, retries: 1 }],
  [{ json: true }, { format: 'csv' }, {}, { format: 'json' }],
  [{ format: 'csv' }, { json: true }, {}, { format: 'csv' }],
  [{ jq: '.' }, { format: 'csv' }, {}, { format: 'json', jq: '.' }],
  [{ format: 'csv' }, { jq: '.' }, {}, { format: 'csv', jq: undefined }],
  [{ jq: '.' }, { fields: 'id' }, {}, { format: 'json', jq: '.', fields: undefined }],
  [{ format: 'csv' }, { fields: 'id' }, { jq: '.' }, { jq: undefined, fields: ['id'] }],
  [{ maxWait: '7s' }, { noWait: true }, {}, { maxWait: 7000 }],
  [{ noWait: true }, { maxWait: '7s' }, {}, { maxWait: 0 }],
  [{ noColor: true }, {}, {}, { color: 'never' }],
  [{}, { quiet: false }, { quiet: true }, { quiet: false }],
  [{ accessible: false }, { accessible: true }, {}, { accessible: false }],
] as const)(
  'flags %j, environment %j and file %j give %j',
  (flags, environment, file, expected) => {
    expect(settings(flags, environment, file)).toMatchObject(expected);
  },
);

test('a flag that names the operator replaces all that the environment says of another', () => {
  const environment = { baseUrl: 'http://a.test', siteUrl: 'http://b.test' };
  expect(settings({ sandbox: 'a' }, environment).operatorChoice).toEqual({
    sandbox: { value: ['a'], source: 'flag', place: '--sandbox' },
  });
  expect(settings({ rateLimit: '9/9s' }, environment).operatorChoice).toEqual({
    baseUrl: { value: 'http://a.test', source: 'variable', place: 'RENTAL_BASE_URL' },
    siteUrl: { value: 'http://b.test', source: 'variable', place: 'RENTAL_SITE_URL' },
    rateLimit: { value: '9/9s', source: 'flag', place: '--rate-limit' },
  });
});

test('every setting has what set it, and where', () => {
  const levels = [
    flagLevel({ json: true, retries: 0 }),
    environmentLevel({ RENTAL_MAX_WAIT: '5s', ACCESSIBLE: '1' }),
  ];
  const file = fileLevel({
    defaults: { retries: 1, color: 'always', budgetUrl: 'redis://r' },
    path: 'config.json',
  });
  expect(resolveSettings([...levels, file])).toMatchObject({
    format: { value: 'json', source: 'flag', place: '--json' },
    retries: { value: 0, source: 'flag', place: '--retries' },
    maxWait: { value: 5_000, source: 'variable', place: 'RENTAL_MAX_WAIT' },
    accessible: { value: true, source: 'variable', place: 'ACCESSIBLE' },
    color: { value: 'always', source: 'file', place: 'defaults.color' },
    timeout: { value: 15_000, source: 'default', place: '' },
    quiet: { value: false, source: 'default', place: '' },
  });
  expect(resolveSettings([]).fields).toBeUndefined();
  expect(settingsOf(resolveSettings([...levels, file])).budget).toEqual({
    defaultUrl: 'redis://r',
  });
});

test.each([
  [{ json: true, format: 'csv' }, '--json and --format contradict each other'],
  [{ jq: '.', format: 'csv' }, '--jq and --format contradict each other'],
  [{ jq: '.', fields: 'id' }, '--jq and --fields contradict each other'],
  [{ noColor: true, color: 'always' }, '--no-color and --color contradict each other'],
  [{ noWait: true, maxWait: '10s' }, '--no-wait and --max-wait contradict each other'],
])('%j is refused, because one of the two would have no effect', (values, message) => {
  expect(() => settings(values)).toThrow(message);
  expect(() => settings({}, values)).toThrow(/^RENTAL_\w+ and RENTAL_\w+ contradict each other$/);
  expect(() => settings({}, {}, values)).toThrow(
    /^defaults\.\w+ and defaults\.\w+ contradict each other$/,
  );
});

test.each([
  { json: true, format: 'json' },
  { noWait: true, maxWait: '0' },
  { noWait: false, maxWait: '5s' },
])('%j is accepted, because both say the same', (values) =>
  expect(() => settings(values)).not.toThrow(),
);

test.each([
  [{ RENTAL_JSON: '0' }, { json: false }],
  [{ RENTAL_JSON: '1' }, { json: true, format: 'json' }],
  [{ RENTAL_JSON: 'No' }, { json: false }],
  [{ RENTAL_SANDBOX: 'off' }, {}],
  [{ ACCESSIBLE: '1' }, { accessible: true }],
  [{ ACCESSIBLE: '0' }, {}],
  [{ ACCESSIBLE: '1', RENTAL_ACCESSIBLE: '0' }, { accessible: false }],
  [{ RENTAL_SANDBOX: 'on' }, { sandbox: ['a'] }],
  [{ RENTAL_SANDBOX: 'b, A' }, { sandbox: ['b', 'a'] }],
  [{ RENTAL_OPERATOR: 'a\\,b' }, { operator: 'a,b' }],
  [{ RENTAL_JSON: '' }, { json: false }],
  [{ RENTAL_VERBOSE: 'yes' }, { verbose: true }],
  [{ RENTAL_MAX_WAIT: '2m', RENTAL_TIMEOUT: '' }, { maxWait: 120_000 }],
  [{ RENTAL_FIELDS: 'id, name' }, { fields: ['id', 'name'] }],
  [{ RENTAL_BASE_URL: '', RENTAL_OPERATOR: 'lucky' }, { operator: 'lucky' }],
])('the environment %j is read as %j', (env, expected) => {
  expect(environmentLevel(env).values).toEqual(expected);
});

test.each(['state', '~/state', '.'])('%j is refused as RENTAL_STATE_DIR', (folder) => {
  expect(() => checkStateFolder({ RENTAL_STATE_DIR: folder })).toThrow(
    `RENTAL_STATE_DIR is not an absolute path: ${folder}`,
  );
});

test.each(['/state', ''])('%j is accepted as RENTAL_STATE_DIR', (folder) => {
  expect(() => checkStateFolder({ RENTAL_STATE_DIR: folder })).not.toThrow();
});

test.each([
  [{ maxwait: '30s' }, /c\.json: defaults has no setting "maxwait"/],
  [{ maxWait: 'long' }, /c\.json: defaults\.maxWait takes a duration/],
  [{ quiet: 'perhaps' }, /c\.json: defaults\.quiet takes on or off, not "perhaps"/],
])('the defaults %j of the configuration file are refused: %s', (defaults, message) => {
  expect(() => fileLevel({ defaults, path: 'c.json' })).toThrow(message);
});
