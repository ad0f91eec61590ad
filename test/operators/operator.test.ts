import { expect, test } from 'vitest';
import { flagOf } from '../../src/cli/flags.ts';
import type { GlobalValues } from '../../src/cli/global-flags.ts';
import { resolveSettings } from '../../src/cli/settings.ts';
import { flagLevel } from '../../src/cli/sources.ts';
import { RentalError } from '../../src/base/errors.ts';
import type { Config } from '../../src/operators/operator.ts';
import { chooseOperator, chooseOperators } from '../../src/operators/choose.ts';

const lucky = { baseUrl: 'https://lucky.test/api/agent' };
const happy = {
  baseUrl: 'https://happy.test/api/agent/',
  siteUrl: 'https://www.happy.test',
  timeZone: 'Australia/Sydney',
  limit: { requests: 50, windowMs: 30_000 },
};

const defaultLimit = { requests: 100, windowMs: 60_000 };

function config(operators: Config['operators'] = {}): Config {
  return {
    path: '/home/me/.config/rental/config.json',
    default: undefined,
    operators,
    defaults: {},
  };
}

/** The highest source first. */
const choiceOf = (sources: readonly GlobalValues[]) => resolveSettings(sources.map(flagLevel));

function chosen(sources: readonly GlobalValues[], from = config()) {
  const operator = chooseOperator(choiceOf(sources), from);
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

const none = config();
const rateLimit = '60/10s';
const a = 'http://a.test';
const both = config({ lucky, happy });
const withDefault = { ...both, default: 'happy' };
const limit = { requests: 60, windowMs: 10_000 };
const site = 'https://book.test';

test.each<[string, GlobalValues[], Config, object]>([
  ['a flag', [{ baseUrl: `${a}/x` }, { sandbox: ['a'] }], none, { name: 'a.test' }],
  [
    'a flag, not the sandbox of the environment',
    [{ operator: 'lucky' }, { sandbox: ['a'] }],
    both,
    { name: 'lucky' },
  ],
  ['the sandbox', [{ sandbox: ['a'] }], config({ lucky }), { name: 'sandbox' }],
  ['the default operator', [{}, {}], withDefault, { name: 'happy' }],
  [
    'the only configured operator',
    [{}, {}],
    config({ lucky }),
    { name: 'lucky', timeZone: 'Pacific/Auckland' },
  ],
  [
    'the website of its address by default',
    [{ operator: 'lucky' }],
    both,
    { siteUrl: 'https://lucky.test/', limit: defaultLimit },
  ],
  [
    'a website of the environment',
    [{}, { siteUrl: site }, { operator: 'happy' }],
    both,
    { siteUrl: `${site}/` },
  ],
  [
    'not the website of a lower source',
    [{ operator: 'happy' }, { siteUrl: site }],
    both,
    { siteUrl: 'https://www.happy.test/' },
  ],
  ['a limit beside an address', [{ baseUrl: a, rateLimit }], both, { limit }],
  ['a limit for the default operator', [{ rateLimit }, {}], withDefault, { limit }],
  ['an address and a limit of the environment', [{}, { baseUrl: a, rateLimit }], both, { limit }],
  [
    'not the limit of a lower source',
    [{ operator: 'happy' }, { rateLimit }],
    both,
    { limit: happy.limit },
  ],
])('the first source that names an operator decides: %s', (_, choices, from, expected) => {
  expect(chosen(choices, from)).toMatchObject(expected);
});

test.each([
  ['https://happy.test/api/agent', 'happy'],
  ['HTTPS://Happy.test.:443/api/agent//', 'happy'],
  ['https://happy.test/api/other', 'happy.test'],
  ['http://happy.test/api/agent', 'happy.test'],
])('the address %s gets the name %s: of its operator, or else of its host', (baseUrl, name) => {
  const configured = name === 'happy' ? happy.limit : defaultLimit;
  expect(chosen([{ baseUrl }, {}, { operator: 'lucky' }], both)).toMatchObject({
    name,
    limit: configured,
  });
});

test('several operators keep their own sites if only a lower source gives one', () => {
  const operators = chooseOperators(
    choiceOf([{ operator: 'lucky,happy' }, { siteUrl: site }]),
    both,
  );
  expect(operators.map(({ siteUrl }) => siteUrl.href)).toEqual([
    'https://lucky.test/',
    'https://www.happy.test/',
  ]);
});

test.each<[what: string, GlobalValues[], Config, RegExp, RegExp]>([
  [
    'nothing configured and nothing named',
    [{}, {}, {}],
    none,
    /no operator is configured/,
    /--base-url.*--sandbox/,
  ],
  [
    'several operators without a default',
    [{}, {}, {}],
    both,
    /no default is set/,
    /lucky, happy.*--sandbox/,
  ],
  [
    'a limit for the sandbox',
    [{ sandbox: ['a'], rateLimit }],
    none,
    /^--sandbox has its own limit, so --rate-limit has no/,
    /leave/,
  ],
  [
    'a website for the sandbox',
    [{ siteUrl: a }, { sandbox: ['a'] }],
    none,
    /--sandbox.*--site-url/,
    /leave/,
  ],
  [
    'the sandbox and an address',
    [{ sandbox: ['a'], baseUrl: a }],
    none,
    /--sandbox and --base-url/,
    /one of them/,
  ],
  ['a limit without a time', [{ baseUrl: a, rateLimit: '60' }], none, /^--rate-limit 60 is/, /60s/],
  [
    'a limit of too many requests',
    [{ baseUrl: a, rateLimit: '3000/60s' }],
    none,
    /^--rate-limit 3000\/60s is more than 1000 requests$/,
    /1000\/20s/,
  ],
  [
    'a default that is gone',
    [],
    { ...none, default: 'gone' },
    /config\.json: default names the operator "gone"/,
    /^rental operators add gone/,
  ],
  [
    'several operators where one is needed',
    [{ operator: 'lucky, happy' }],
    both,
    /^--operator=lucky,happy names several operators/,
    /^name one of them/,
  ],
  [
    'a default of several operators where one is needed',
    [],
    { ...both, default: 'lucky,happy' },
    /^the default, lucky,happy, names several operators/,
    /^name one of them with --operator/,
  ],
  [
    'a website for several operators',
    [{ operator: 'lucky,happy', siteUrl: a }],
    both,
    /^--site-url is the website of one/,
    /add.*--site-url saves one/,
  ],
  [
    'a limit for several operators',
    [{ rateLimit }, { operator: 'lucky,happy' }],
    both,
    /^--rate-limit is the limit of one/,
    /--rate-limit saves/,
  ],
  [
    'several sandboxes where one is needed',
    [{ sandbox: ['a', 'b'] }],
    none,
    /^--sandbox=a,b names several operators/,
    /^name one of them/,
  ],
  ['a text without names', [{ operator: ',' }], both, /called ","/, /lucky/],
  [
    'a website that is not an address',
    [{ operator: 'lucky', siteUrl: 'here' }],
    both,
    /^--site-url is not an http/,
    /https:/,
  ],
  ['an unknown name', [{ operator: 'nobody' }], both, /"nobody"/, /lucky/],
  [
    'an unknown name that every object has',
    [{ operator: 'constructor' }],
    both,
    /"constructor"/,
    /lucky/,
  ],
  [
    'an address without a scheme',
    [{ baseUrl: 'a.test' }],
    none,
    /--base-url is not an http/,
    /https:/,
  ],
  [
    'an address with a password',
    [{ baseUrl: 'https://me:secret@a.test' }],
    none,
    /^(?!.*secret).*password/,
    /no authentication/,
  ],
  ['an address with a query', [{ baseUrl: 'https://a.test?x=1' }], none, /query/, /without/],
])('%s is refused with a hint', (_, choices, from, message, hint) => {
  const error = thrownBy(() => chosen(choices, from));
  expect(error.exitCode).toBe(2);
  expect(error.describe(flagOf)).toEqual({
    message: expect.stringMatching(message) as string,
    hint: expect.stringMatching(hint) as string,
  });
});
