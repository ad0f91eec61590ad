import { describe, expect, test } from 'vitest';
import { flagOf } from '../../src/cli/flags.ts';
import { RentalError } from '../../src/errors.ts';
import type { Config } from '../../src/operators/operator.ts';
import { chooseOperator, chooseOperators, type OperatorChoice } from '../../src/operators/choose.ts';

const lucky = { baseUrl: 'https://lucky.test/api/agent' };
const happy = {
  baseUrl: 'https://happy.test/api/agent/',
  siteUrl: 'https://www.happy.test',
  timeZone: 'Australia/Sydney',
  limit: { requests: 50, windowMs: 30_000 },
};

function config(operators: Config['operators'] = {}): Config {
  return { path: '/home/me/.config/rental/config.json', default: undefined, operators, defaults: {} };
}

function chosen(choices: readonly OperatorChoice[], from = config()) {
  const operator = chooseOperator(choices, from);
  return { ...operator, siteUrl: operator.siteUrl.href };
}

function thrownBy(work: () => unknown): RentalError {
  try {
    work();
  } catch (error) {
    if (error instanceof RentalError) return error;
  }
  throw new Error('no RentalError was thrown');
}

describe('the first source that names an operator decides', () => {
  test.each<[string, OperatorChoice[], Config, string]>([
    ['a flag', [{ baseUrl: 'http://a.test/x' }, { sandbox: ['a'] }], config(), 'a.test'],
    ['the default operator', [{}, {}], { ...config({ lucky, happy }), default: 'happy' }, 'happy'],
    ['the only configured operator', [{}, {}], config({ lucky }), 'lucky'],
  ])('%s', (_, choices, from, name) => {
    expect(chosen(choices, from)).toMatchObject({ name });
  });

  test('a flag that names an operator overrides the sandbox of the environment', () => {
    expect(chosen([{ sandbox: ['a'] }], config({ lucky }))).toMatchObject({ name: 'sandbox' });
    expect(chosen([{ operator: 'lucky' }, { sandbox: ['a'] }], config({ lucky }))).toMatchObject({ name: 'lucky' });
  });
});

describe('the chosen operator', () => {
  test('has a default site address, time zone and limit', () => {
    expect(chosen([{ operator: 'lucky' }], config({ lucky }))).toMatchObject({
      siteUrl: 'https://lucky.test/',
      timeZone: 'Pacific/Auckland',
      limit: { requests: 100, windowMs: 60_000 },
    });
  });

  test('takes the site address of the environment before that of the configuration', () => {
    const choices = [{}, { siteUrl: 'https://book.test' }, { operator: 'happy' }];
    expect(chosen(choices, config({ happy }))).toMatchObject({ siteUrl: 'https://book.test/' });
  });

  test('ignores the site address of the environment if a flag names the operator', () => {
    const choices = [{ operator: 'happy' }, { siteUrl: 'https://book.test' }];
    expect(chosen(choices, config({ happy }))).toMatchObject({ siteUrl: 'https://www.happy.test/' });
  });
});

describe('an address', () => {
  test.each(['https://happy.test/api/agent', 'HTTPS://Happy.test.:443/api/agent//'])(
    'of a configured operator uses what is configured for it: %s',
    (baseUrl) => {
      const { timeZone, limit } = happy;
      const operator = { name: 'happy', siteUrl: `${happy.siteUrl}/`, timeZone, limit };
      expect(chosen([{ baseUrl }, {}, { operator: 'lucky' }], config({ lucky, happy }))).toMatchObject(operator);
    },
  );

  test.each(['https://happy.test/api/other', 'http://happy.test/api/agent'])(
    'of another service uses nothing of it: %s',
    (baseUrl) => {
      const host = new URL(baseUrl).host;
      expect(chosen([{ baseUrl }], config({ happy }))).toMatchObject({ name: host, limit: { requests: 100 } });
    },
  );
});

describe('a limit of the command line', () => {
  const limit = { requests: 60, windowMs: 10_000 };

  test.each<[string, OperatorChoice[]]>([
    ['beside an address', [{ baseUrl: 'https://a.test/x', rateLimit: '60/10s' }]],
    ['for the default operator', [{ rateLimit: '60/10s' }, {}]],
    ['from the environment, beside an address there', [{}, { baseUrl: 'https://a.test', rateLimit: '60/10s' }]],
  ])('counts %s', (_, choices) => {
    expect(chosen(choices, { ...config({ lucky, happy }), default: 'happy' })).toMatchObject({ limit });
  });

  test('in the environment is not for an operator that a flag names', () => {
    const choices = [{ operator: 'happy' }, { rateLimit: '60/10s' }];
    expect(chosen(choices, config({ happy }))).toMatchObject({ limit: happy.limit });
  });
});

describe('several operators', () => {
  const from = config({ lucky, happy });
  const sites = (choices: readonly OperatorChoice[]) =>
    chooseOperators(choices, from).map(({ siteUrl }) => siteUrl.href);

  test('keep their own sites if only a lower source gives one', () => {
    expect(sites([{ operator: 'lucky,happy' }, { siteUrl: 'https://book.test' }])).toEqual([
      'https://lucky.test/',
      'https://www.happy.test/',
    ]);
  });

  test.each([
    [[{ operator: 'lucky,happy', siteUrl: 'https://book.test' }]],
    [[{ siteUrl: 'https://book.test' }, { operator: 'lucky,happy' }]],
  ])('cannot share a site from %j', (choices) => {
    expect(thrownBy(() => sites(choices)).describe(flagOf).message).toMatch(/^--site-url is the website of one/);
  });

  test('cannot share a limit', () => {
    const choices = [{ rateLimit: '60/10s' }, { operator: 'lucky,happy' }];
    expect(thrownBy(() => sites(choices)).describe(flagOf)).toEqual({
      message: '--rate-limit is the limit of one operator, but several are named',
      hint: 'rental operators add <name> <base-url> --rate-limit keeps one for each',
    });
  });
});

describe('chooseOperator refuses with a hint', () => {
  const a = 'http://a.test';
  const both = config({ lucky, happy });
  test.each<[string, OperatorChoice[], Config, RegExp, RegExp]>([
    ['a choice without any operator', [{}, {}, {}], config(), /no operator is configured/, /--base-url.*--sandbox/],
    ['several operators without a default', [{}, {}, {}], both, /no default is set/, /lucky, happy.*--sandbox/],
    [
      'a limit for the sandbox',
      [{ sandbox: ['a'], rateLimit: '60/10s' }],
      config(),
      /^--sandbox has its own limit, so --rate-limit has no effect$/,
      /leave/,
    ],
    ['a limit without a window', [{ baseUrl: a, rateLimit: '60' }], config(), /^--rate-limit 60 is/, /60s/],
    [
      'a limit with more slots than files are made for',
      [{ baseUrl: a, rateLimit: '3000/60s' }],
      config(),
      /^--rate-limit 3000\/60s is more than 1000 requests$/,
      /1000\/20s/,
    ],
    [
      'the sandbox and an address together',
      [{ sandbox: ['a'], baseUrl: a }],
      config(),
      /--sandbox and --base-url/,
      /one of them/,
    ],
    [
      'a site address for the sandbox from a higher source',
      [{ siteUrl: a }, { sandbox: ['a'] }],
      config(),
      /--sandbox.*--site-url/,
      /leave/,
    ],
    [
      'a default without any operator',
      [],
      { ...config(), default: 'gone' },
      /config\.json: default names the operator "gone"/,
      /^rental operators add gone <base-url>/,
    ],
    [
      'several operators where one is asked',
      [{ operator: 'lucky, happy' }],
      config({ lucky, happy }),
      /^--operator=lucky,happy are several operators/,
      /^name one of them/,
    ],
    ['a comma in the place of an operator', [{ operator: ',' }], config({ lucky }), /called ","/, /lucky/],
    [
      'a site address that is not http, at a configured operator',
      [{ operator: 'lucky', siteUrl: 'here' }],
      config({ lucky }),
      /^--site-url is not an http/,
      /https:/,
    ],
    ['an unknown operator', [{ operator: 'nobody' }], config({ lucky }), /"nobody"/, /lucky/],
    ['the name of an object property', [{ operator: 'constructor' }], config({ lucky }), /"constructor"/, /lucky/],
    ['an address without a protocol', [{ baseUrl: 'a.test' }], config(), /--base-url is not an http/, /https:/],
    [
      'an address with a password',
      [{ baseUrl: 'https://me:secret@a.test' }],
      config(),
      /^(?!.*secret).*password/,
      /no authentication/,
    ],
    ['an address with a query', [{ baseUrl: 'https://a.test?x=1' }], config(), /query/, /without/],
  ])('%s', (_, choices, from, message, hint) => {
    const error = thrownBy(() => chosen(choices, from));
    expect(error.exitCode).toBe(2);
    expect(error.describe(flagOf)).toEqual({
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(hint) as string,
    });
  });
});
