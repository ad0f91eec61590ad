import { describe, expect, test } from 'vitest';
import { checkStateFolder, parseDefaults, parseEnvironment } from '../../src/cli/parse.ts';
import { resolveSettings } from '../../src/cli/settings.ts';
import { ConfigError, UsageError } from '../../src/errors.ts';
import type { Config } from '../../src/operators/operator.ts';

const config: Config = { path: 'config.json', default: 'lucky', operators: {}, defaults: {} };

function settings(flags = {}, environment = {}, file = {}) {
  return resolveSettings({ flags, environment, file }, config);
}

function problemOf(read: () => unknown) {
  try {
    read();
  } catch (error) {
    if (error instanceof UsageError) return { code: error.code, message: error.message };
    throw error;
  }
  return undefined;
}

describe('a setting comes from the flag, then the environment, then the file, then the default', () => {
  test('without any source, every setting has its default', () => {
    expect(settings()).toMatchObject({
      format: undefined,
      input: true,
      quiet: false,
      verbose: 0,
      color: 'auto',
      timeoutMs: 15_000,
      maxWaitMs: 90_000,
      retries: 2,
      refresh: false,
    });
  });

  test.each([
    [{ timeout: 1 }, { timeout: 2 }, { timeout: 3 }, { timeoutMs: 1 }],
    [{}, { timeout: 2 }, { timeout: 3 }, { timeoutMs: 2 }],
    [{}, {}, { timeout: 3 }, { timeoutMs: 3 }],
    [{ json: true }, { format: 'csv' }, {}, { format: 'json' }],
    [{ format: 'csv' }, { json: true }, {}, { format: 'csv' }],
    [{ jq: '.' }, { format: 'csv' }, {}, { format: 'json', jq: '.' }],
    [{ format: 'csv' }, { jq: '.' }, {}, { format: 'csv', jq: undefined }],
    [{ json: true }, { jq: '.' }, {}, { format: 'json', jq: '.' }],
    [{ jq: '.' }, { fields: ['id'] }, {}, { format: 'json', jq: '.', fields: undefined }],
    [{ fields: ['id'] }, { jq: '.' }, {}, { format: 'json', jq: undefined, fields: ['id'] }],
    [{}, { jq: '.' }, { fields: ['id'] }, { jq: '.', fields: undefined }],
    [{ format: 'csv' }, { fields: ['id'] }, { jq: '.' }, { jq: undefined, fields: ['id'] }],
    [{ maxWait: 7 }, { noWait: true }, {}, { maxWaitMs: 7 }],
    [{ noWait: true }, { maxWait: 7 }, {}, { maxWaitMs: 0 }],
    [{ color: 'always' }, { noColor: true }, {}, { color: 'always' }],
    [{ noColor: true }, {}, {}, { color: 'never' }],
    [{}, { quiet: false }, { quiet: true }, { quiet: false }],
    [{ noInput: true }, {}, {}, { input: false }],
    [{ accessible: false }, { accessible: true }, {}, { accessible: false }],
  ] as const)('flags %j, environment %j and file %j give %j', (flags, environment, file, expected) => {
    expect(settings(flags, environment, file)).toMatchObject(expected);
  });

  test('each source keeps its own operator choice, so that a flag replaces all of the environment', () => {
    expect(settings({ sandbox: ['a'] }, { baseUrl: 'http://a.test' }).operatorChoices).toEqual([
      { sandbox: ['a'], baseUrl: undefined, siteUrl: undefined, operator: undefined },
      { sandbox: undefined, baseUrl: 'http://a.test', siteUrl: undefined, operator: undefined },
    ]);
  });

  test.each([
    [{ json: true, format: 'csv' }, '--json and --format csv contradict each other'],
    [{ jq: '.', format: 'csv' }, '--jq and --format csv contradict each other'],
    [{ jq: '.', fields: ['id'] }, '--jq and --fields contradict each other'],
    [{ noColor: true, color: 'always' }, '--no-color and --color always contradict each other'],
    [{ noWait: true, maxWait: 10_000 }, '--no-wait and --max-wait 10 s contradict each other'],
  ])('%j is refused, because one of the two would have no effect', (values, message) => {
    expect(problemOf(() => settings(values))).toEqual({ code: 'usage', message });
    expect(problemOf(() => settings({}, values))).toEqual({
      code: 'config',
      message: message.replace(/--[\w-]+/g, (flag) => `RENTAL_${flag.slice(2).replace('-', '_').toUpperCase()}`),
    });
    expect(problemOf(() => settings({}, {}, values))).toMatchObject({
      code: 'config',
      message: expect.stringMatching(
        /^config\.json: defaults\.\w+ and defaults\.\w+ .*contradict each other$/,
      ) as string,
    });
  });

  test.each([
    { json: true, format: 'json' },
    { noWait: true, maxWait: 0 },
    { noWait: false, maxWait: 5 },
  ])('%j is accepted, because both say the same', (values) => expect(() => settings(values)).not.toThrow());
});

describe('parseEnvironment', () => {
  test.each([
    [{ RENTAL_JSON: '0' }, { json: false }],
    [{ RENTAL_JSON: 'No' }, { json: false }],
    [{ RENTAL_SANDBOX: 'off' }, {}],
    [{ ACCESSIBLE: '1' }, { accessible: true }],
    [{ ACCESSIBLE: '0' }, {}],
    [{ ACCESSIBLE: '1', RENTAL_ACCESSIBLE: '0' }, { accessible: false }],
    [{ RENTAL_SANDBOX: 'on' }, { sandbox: ['a'] }],
    [{ RENTAL_SANDBOX: 'b, A' }, { sandbox: ['b', 'a'] }],
    [{ RENTAL_OPERATOR: 'a\\,b' }, { operator: 'a,b' }],
    [{ RENTAL_JSON: '' }, { json: false }],
    [{ RENTAL_VERBOSE: '2' }, { verbose: 2 }],
    [{ RENTAL_VERBOSE: 'yes' }, { verbose: 1 }],
    [{ RENTAL_MAX_WAIT: '2m', RENTAL_TIMEOUT: '' }, { maxWait: 120_000 }],
    [{ RENTAL_FIELDS: 'id, name' }, { fields: ['id', 'name'] }],
    [{ RENTAL_BASE_URL: '', RENTAL_OPERATOR: 'lucky' }, { operator: 'lucky' }],
  ])('reads %j as %j', (env, expected) => {
    expect(parseEnvironment(env)).toEqual(expected);
  });

  test('names the variable of an invalid value', () => {
    expect(() => parseEnvironment({ RENTAL_MAX_WAIT: 'soon' })).toThrow(/RENTAL_MAX_WAIT takes a duration/);
    expect(() => parseEnvironment({ RENTAL_FORMAT: 'xml' })).toThrow(ConfigError);
    expect(() => parseEnvironment({ RENTAL_TIMEOUT: '11m' })).toThrow(/RENTAL_TIMEOUT takes .* up to 10 min.*"11m"/);
    expect(() => parseEnvironment({ RENTAL_VERBOSE: 'a lot' })).toThrow(/RENTAL_VERBOSE takes a whole number/);
  });
});

describe('checkStateFolder', () => {
  test.each(['state', '~/state', '.', ' /state'])('refuses %j', (folder) => {
    const check = () => checkStateFolder({ RENTAL_STATE_DIR: folder });
    expect(check).toThrow(ConfigError);
    expect(check).toThrow(`RENTAL_STATE_DIR is not an absolute path: ${folder}`);
  });

  test.each(['/state', '/', '', undefined])('takes %j', (folder) => {
    checkStateFolder({ RENTAL_STATE_DIR: folder });
  });
});

describe('parseDefaults', () => {
  test('reads defaults under the names of the flags', () => {
    expect(parseDefaults({ maxWait: '30s', quiet: true, retries: 1 }, 'c.json')).toEqual({
      maxWait: 30_000,
      quiet: true,
      retries: 1,
    });
  });

  test.each([
    [{ maxwait: '30s' }, /c\.json: defaults\.maxwait is not a setting/],
    [{ maxWait: 'long' }, /c\.json: defaults\.maxWait takes a duration/],
    [{ quiet: 'perhaps' }, /c\.json: defaults\.quiet takes on or off, not "perhaps"/],
  ])('refuses %j: %s', (defaults, message) => {
    expect(() => parseDefaults(defaults, 'c.json')).toThrow(message);
  });
});
