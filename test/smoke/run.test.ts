import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import type { CalendarDate } from '../../src/api/types.ts';
import { checks, junitReport, selectChecks } from '../../src/smoke/index.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { answer, always } from '../support/service.ts';
import { plantOtherOperator } from './other-operator/index.ts';
import { sample } from '../support/thorough.ts';
import { accepting, quotes } from './planted/planted.ts';
import { answerWith, at, createOriginal, html, json, responseOf, startMutant, startService } from './support/mutant.ts';
import { idsOf, smoke } from './support/smoke.ts';

const original = createOriginal();

describe('the sandbox as an operator', () => {
  test.each(['a', 'b'] as const)('%s passes a strict run with at most 34 requests', async (variant) => {
    const sandbox = plantSandbox({ variant });
    const run = await smoke(sandbox, { strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
    expect(idsOf(run, 'skip')).toEqual(['errors-unavailable', 'transport-tls', 'limits-exceeded']);
    expect(sandbox.requests.length).toBe(run.requests);
    expect(run.requests).toBeLessThanOrEqual(34);
  });

  test('gets one request at a time, and each only once', async () => {
    let open = 0;
    let most = 0;
    const operator = startService(async (request) => {
      most = Math.max(most, (open += 1));
      const { origin } = new URL(request.url);
      const answered = await original.answer(request.url.slice(origin.length));
      open -= 1;
      return responseOf(answered);
    });
    const run = await smoke(operator);
    expect([run.exitCode, most]).toEqual([0, 1]);
    expect(new Set(operator.requests).size).toBe(operator.requests.length);
  });
});

describe('the 429', () => {
  const text = 'Too Many Requests';

  test.each([
    ['as documented', text, '0'],
    ['with a line break', `${text}\n`, '0'],
    ['with a negative remaining', text, '-1'],
  ])('%s passes', async (_, body, remaining) => {
    let left = 12;
    const operator = startService(async () => {
      left -= 1;
      const limit = { 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '30' };
      if (left >= 0) return answer(200, [], { ...limit, 'x-ratelimit-remaining': String(left) });
      return answer(429, body, { ...limit, 'x-ratelimit-remaining': remaining, 'content-type': 'text/plain' });
    });
    const run = await smoke(operator, { only: ['limits-exceeded'], tripRateLimit: true, strict: true });
    expect([idsOf(run, 'pass'), run.exitCode]).toEqual([['limits-exceeded'], 0]);
  });

  test('that never comes breaks its rule', async () => {
    const run = await smoke(startService(always(200, [])), { only: ['limits-exceeded'], tripRateLimit: true });
    expect([idsOf(run, 'fail'), run.requests]).toEqual([['limits-exceeded'], 112]);
  });

  test.each([
    ['falls to 80', 1, ['limits-exceeded']],
    ['shows other clients', 5, []],
  ])('that comes unasked after 20 requests warns of them if Remaining %s', async (_, step, warned) => {
    let asked = 0;
    const mutant = await startMutant(original, (exchange) => {
      asked += 1;
      if (asked > 20) answerWith(429, 'text/plain', text)(exchange);
      Object.assign(exchange.headers, {
        'x-ratelimit-remaining': String(100 - asked * step),
        'x-ratelimit-reset': '30',
      });
    });
    const run = await smoke(mutant);
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], warned, 5]);
    const found = run.results.find(({ check }) => check.id === 'limits-exceeded')?.findings ?? [];
    expect(found.map(({ got }) => got).filter((got) => got.startsWith('a 429'))).toEqual(
      warned.map(() => 'a 429 after 20'),
    );
  });

  const unlimited = (headersOf: (asked: number) => Record<string, string>) => {
    let asked = 0;
    return startService(async () => answer(200, [], headersOf((asked += 1))));
  };
  const day = Date.parse('2026-11-20T09:00:00Z');

  test.each([
    [
      'answers come too slowly by the clock of the service',
      'too slow',
      (n: number) => ({ date: new Date(day + n * 600).toUTCString() }),
    ],
    [
      'a new window begins meanwhile',
      'a new window began',
      (n: number) => ({ 'x-ratelimit-remaining': String(99 - (n % 60)) }),
    ],
  ])('cannot be provoked if %s: not checked', async (_, reason, headersOf) => {
    const run = await smoke(unlimited(headersOf), { only: ['limits-exceeded'], tripRateLimit: true });
    expect([idsOf(run, 'unchecked'), run.exitCode]).toEqual([['limits-exceeded'], 0]);
    expect(run.results[0]?.reason).toContain(reason);
  });

  test.each([
    ['two windows begin within 60 s', 500, ['limits-exceeded']],
    ['each window has 60 s', 3100, []],
  ])('that does not come because %s', async (_, ms, warned) => {
    const operator = unlimited((n) => ({
      'x-ratelimit-remaining': String(99 - (n % 20)),
      date: new Date(day + n * ms).toUTCString(),
    }));
    const run = await smoke(operator, { only: ['limits-exceeded'], tripRateLimit: true });
    expect([idsOf(run, 'warn'), idsOf(run, 'fail'), run.exitCode]).toEqual([warned, [], 0]);
    if (warned.length > 0)
      expect(run.results[0]?.findings[0]?.got).toMatch(/^x-ratelimit-remaining is back at 99 twice in/);
  });
});

describe('the selection of checks', () => {
  test('takes ids and groups for only and skip', () => {
    const ids = (selection: Parameters<typeof selectChecks>[1]) => selectChecks(checks, selection).map(({ id }) => id);
    expect(ids({ only: ['depots-ids', 'limits'], skip: ['limits-exceeded'] })).toEqual([
      'depots-ids',
      'limits-headers',
      'limits-falling',
      'limits-value',
    ]);
    expect(ids({ skip: ['site', 'errors'] }).some((id) => /^(site|errors)-/.test(id))).toBe(false);
  });

  test('refuses unknown names and an empty selection', () => {
    expect(() => selectChecks(checks, { only: ['quotes'] })).toThrow(UsageError);
    expect(() => selectChecks(checks, { skip: ['depots-id'] })).toThrow('"depots-id"');
    expect(() => selectChecks(checks, { only: ['site'], skip: ['site'] })).toThrow('no check to run');
  });

  test('gives every check a unique id in its group, a section and a rule', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    for (const { id, group, section, title } of checks) {
      expect(id.startsWith(`${group}-`)).toBe(true);
      expect(section).not.toBe('');
      expect(title).toMatch(/[^.]$/);
    }
  });

  test('adds the check that a skipped check depends on', async () => {
    const run = await smoke(await startMutant(original, at(/^\/depots$/, html(200))), { only: ['quote-currency'] });
    expect([idsOf(run, 'skip'), idsOf(run, 'fail'), run.exitCode]).toEqual([['quote-currency'], ['depots-answer'], 1]);
  });

  test('sends only the requests that it needs', async () => {
    const run = await smoke(plantSandbox(), { only: ['depots'] });
    expect(run.requests).toBe(1);
  });
});

describe('a valid but unusual deployment', () => {
  const empty = json(() => []);
  const noDepot = 'the service lists no depot, so little could be checked';
  const noVehicle = 'no vehicle is available for any of 7 trips, so little could be checked';

  describe.each([
    ['depot', /^\/depots$/, noDepot],
    ['free vehicle', /^\/vehicles\/availability$/, noVehicle],
  ])('has no %s at all', (_, path, obstacle) => {
    test.each(sample([{}, { strict: true }, { only: ['quote'] }, { only: ['site'], siteIsAssumed: true }], 3))(
      'so it could not be checked: %j',
      async (options) => {
        const run = await smoke(await startMutant(original, at(path, empty)), options);
        expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 6]);
        expect(run.obstacle).toBe(obstacle);
        expect(run.counts.skip + run.counts.unchecked).toBeGreaterThan(1);
      },
    );

    test('and breaks a rule: the failure decides', async () => {
      const both = await startMutant(original, (exchange) => {
        at(path, empty)(exchange);
        if (exchange.path.includes('abc/')) answerWith(200, 'application/json', '[]')(exchange);
      });
      const run = await smoke(both);
      expect([idsOf(run, 'fail'), run.exitCode, run.obstacle]).toEqual([['errors-path-id'], 1, obstacle]);
    });

    test('but a run that needs none passes', async () => {
      const run = await smoke(await startMutant(original, at(path, empty)), { only: ['transport', 'errors-path-id'] });
      expect([idsOf(run, 'fail'), run.obstacle, run.exitCode]).toEqual([[], undefined, 0]);
    });
  });

  test('accepts no trip that is tried: could not be checked, with the reasons', async () => {
    const mutant = await startMutant(
      original,
      at(/^\/vehicles\/availability$/, answerWith(400, 'application/json', '{"error":"Closed until spring"}')),
    );
    const run = await smoke(mutant);
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 6]);
    expect(run.obstacle).toBe('none of 7 trips was accepted: status 400: "Closed until spring"');
  });

  test.each([
    'Missing required query parameter: driver_age',
    'pick_up_date must have the format DD/MM/YYYY',
    'Internal error',
    'An API key is required',
    'driver_age is required',
    'The driver licence is missing',
    'pick_up_date: expected a date-time',
  ])('accepts no trip for a reason that is about none: %s', async (reason) => {
    const refusal = answerWith(400, 'application/json', JSON.stringify({ error: reason }));
    const run = await smoke(await startMutant(original, at(/^\/vehicles\/availability$/, refusal)));
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([['availability-answer'], 1]);
  });

  test.each(['A stay of 7 nights is required', 'Advance booking is required', 'No', 'Führerschein fehlt'])(
    'accepts no trip for a reason that may be about all that were tried: %s',
    async (reason) => {
      const refusal = answerWith(400, 'application/json', JSON.stringify({ error: reason }));
      const run = await smoke(await startMutant(original, at(/^\/vehicles\/availability$/, refusal)));
      expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[], 6]);
    },
  );

  test('has a season and a shortest rental: it is checked with a trip that the user names', async () => {
    const now = Date.parse('2026-11-20T09:00:00Z');
    const operator = plantOtherOperator({ minDaysAhead: 150, minNights: 21, now: () => now });
    const machine = { now: () => now };
    expect((await smoke(operator, { machine, only: ['availability'] })).exitCode).toBe(6);
    const wish = { pickUpDate: '2027-06-07' as CalendarDate, nights: [28, 35] };
    const run = await smoke(operator, { machine, wish, minChecks: 40 });
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[], 0]);
    expect(operator.requests.join('\n')).toContain('pick_up_date=2027-06-07&drop_off_date=2027-07-05');
  });

  test('publishes nothing: what was not found is counted', async () => {
    const hidden = /^\/site\/(?:openapi|\.well-known)/;
    const mutant = await startMutant(original, (exchange) => {
      if (hidden.test(exchange.path)) answerWith(404, 'text/html', '')(exchange);
    });
    const run = await smoke(mutant);
    const site = checks.filter(({ group }) => group === 'site').map(({ id }) => id);
    expect(idsOf(run, 'unchecked')).toEqual(site.filter((id) => !id.includes('book') && id !== 'site-checkout'));
    expect([run.counts, run.exitCode]).toEqual([{ pass: 49, fail: 0, warn: 0, skip: 3, unchecked: 5 }, 0]);
    const strict = await smoke(mutant, { minChecks: 50 });
    expect([idsOf(strict, 'fail'), strict.exitCode]).toEqual([['run-min-checks'], 1]);
    expect(junitReport(strict)).toContain('expected 50 checks that could be made, got 49');
  });

  test('cannot be asked: that says more than too few checks', async () => {
    const run = await smoke(startService(always(503, '')), { minChecks: 40 });
    expect([idsOf(run, 'fail').includes('run-min-checks'), run.exitCode]).toEqual([false, 4]);
  });

  test('has its website elsewhere: not checked, with a hint', async () => {
    const mutant = await startMutant(original, (exchange) => {
      if (exchange.path.startsWith('/site/')) answerWith(404, 'application/json', '{}')(exchange);
    });
    const run = await smoke(mutant, { siteIsAssumed: true, strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
    const site = run.results.filter(({ check }) => check.group === 'site');
    expect(new Set(site.map(({ verdict }) => verdict))).toEqual(new Set(['unchecked']));
    expect(site[0]?.reason).toContain('if the website is elsewhere, give site-url');
    expect((await smoke(mutant)).exitCode).toBe(1);
  });

  test('publishes its manifest beside the interface, but no booking page: a warning, because the website may be elsewhere', async () => {
    for (const status of [404, 500]) {
      const mutant = await startMutant(original, at(/^\/site\/book$/, html(status)));
      const run = await smoke(mutant, { siteIsAssumed: true });
      expect(idsOf(run, 'warn')).toEqual(['site-book', 'site-checkout']);
      const [found] = run.results.find(({ check }) => check.id === 'site-book')?.findings ?? [];
      expect(found?.got).toMatch(new RegExp(`${status}.*: if the website is elsewhere, give site-url$`));
      expect([idsOf(run, 'unchecked'), run.exitCode]).toEqual([[], 0]);
    }
  });

  test.each([
    ['50', 'warn', 'x-ratelimit-limit: 100', '"50"'],
    ['1000', 'warn', 'x-ratelimit-limit: 100', '"1000"'],
    [' 100', 'pass', undefined, undefined],
    ['100, 100;w=60', 'skip', undefined, undefined],
  ])('says that its limit is %j: %s', async (value, verdict, expected, got) => {
    const mutant = await startMutant(original, (exchange) => void (exchange.headers['x-ratelimit-limit'] = value));
    const run = await smoke(mutant, { only: ['limits-value'] });
    const [found] = run.results[0]?.findings ?? [];
    expect([run.results[0]?.verdict, found?.expected, found?.got, run.exitCode]).toEqual([verdict, expected, got, 0]);
    expect((await smoke(mutant, { only: ['limits-value'], strict: true })).exitCode).toBe(verdict === 'warn' ? 1 : 0);
  });

  test('has its own day categories: a note', async () => {
    const mutant = await startMutant(
      original,
      at(
        /^\/depots$/,
        json((depots) => void (depots[0].pickup_times[0].day = 'éve\u001b[1m')),
      ),
    );
    const run = await smoke(mutant, { only: ['depots-days'], strict: true });
    const [found] = run.results[0]?.findings ?? [];
    expect([run.exitCode, found?.severity, found?.got]).toEqual([0, 'note', '"éve\\u001b[1m", "public-holiday"']);
  });

  test('has ids beyond 2^53: a warning says so, and nothing is asked with another id', async () => {
    const prefix = '9007199254740990';
    const operator = startService(async (request) => {
      const path = request.url.slice(new URL(request.url).origin.length).replaceAll(prefix, '');
      const answered = await original.answer(path);
      if (path.startsWith('/api/'))
        answered.body = answered.body.replace(/("(?:id|vehicleId)":)(\d+)/g, `$1${prefix}$2`);
      return responseOf(answered);
    });
    const run = await smoke(operator, { skip: ['site'] });
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[], 0]);
    expect(idsOf(run, 'warn')).toContain('depots-fields');
    expect(idsOf(run, 'skip')).toContain('availability-answer');
  });

  test('has large integers in both descriptions: passes', async () => {
    const mutant = await startMutant(original, (exchange) => {
      if (exchange.path === '/site/openapi.yaml') exchange.body += '\nx-largest: 9223372036854775807\n';
      if (exchange.path === '/site/openapi.json')
        exchange.body = exchange.body.replace(/\}\s*$/, ',"x-largest":9223372036854775807}');
    });
    const run = await smoke(mutant, { only: ['site'], strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
  });
});

test('an endpoint that cannot be asked hides nothing that another one shows', async () => {
  const takesDates = accepting(quotes, ({ query }) => /^not|-02-30$/.test(query.get('drop_off_date') ?? ''));
  const mutant = await startMutant(original, (exchange) => {
    takesDates(exchange);
    if (/^\/vehicles\/[^/]+\/accessories$/.test(exchange.path)) html(401)(exchange);
  });
  expect(idsOf(await smoke(mutant), 'fail')).toEqual(['accessories-answer', 'errors-date']);
});

describe('a malicious description', () => {
  const bomb = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...[...'bcdefghi'].map((name, i) => {
      const before = `*${'abcdefghi'[i]}`;
      return `${name}: &${name} [${Array(9).fill(before).join(', ')}]`;
    }),
  ].join('\n');

  const broken = [
    ['nested without end', '['.repeat(50_000)],
    ['of aliases of aliases', bomb],
    ['full of errors', '&a '.repeat(20_000)],
    ['that is too long', '{'.repeat(1_000_000)],
    ['that is empty', ''],
    ['of one number', '42'],
  ] as const;

  test.each(sample(broken, 2))('%s fails its check, and the run goes on', async (_, yaml) => {
    const run = await smokeWith(() => yaml);
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([['site-openapi-yaml'], 1]);
  });

  const named: readonly (readonly [name: string, yaml: (served: string) => string, problem: string | RegExp])[] = [
    ['of many keys', () => manyLines((line) => `${line}:`), 'the answer takes longer than a second to parse'],
    [
      'of many anchors',
      () => manyLines((line) => `- &a${line} 1\n- *a${line}`),
      'the answer takes longer than a second to parse',
    ],
    [
      'that holds itself',
      (yaml: string) => `${yaml}\nx-self: &self\n  self: *self\n`,
      'the answer is nested too deeply',
    ],
    ['with a key twice', (yaml: string) => `${yaml}\nx: 1\nx: 2\n`, /^line \d+: Map keys must be unique$/],
  ];

  test.each(sample(named, 2))('%s is named', async (_, yaml, problem) => {
    const run = await smokeWith(yaml);
    const found = run.results.find(({ check }) => check.id === 'site-openapi-yaml')?.findings ?? [];
    expect(found.map(({ got }) => got)).toEqual([
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ]);
  });

  test('at an address of very many characters is not asked for', async () => {
    const mutant = await startMutant(
      original,
      at(
        /ai-plugin/,
        (exchange) => (exchange.body = exchange.body.replace('/openapi.yaml', `/${'x'.repeat(3000)}.yaml`)),
      ),
    );
    expect(idsOf(await smoke(mutant, { only: ['site-openapi-yaml'] }), 'pass')).toEqual(['site-openapi-yaml']);
  });

  async function smokeWith(yaml: (served: string) => string) {
    const mutant = await startMutant(
      original,
      at(/^\/site\/openapi.yaml$/, (exchange) => (exchange.body = yaml(exchange.body))),
    );
    return smoke(mutant, { only: ['site'] });
  }

  /** As many as a description may have. */
  function manyLines(line: (index: number) => string): string {
    const lines = Array.from({ length: 40_000 }, (_, index) => line(index)).join('\n');
    return lines.slice(0, lines.lastIndexOf('\n', 256 * 1024));
  }
});

describe('a malicious page that does not escape', () => {
  const script = '<script>smoke()</script>';
  const tags = Array.from({ length: 4000 }, (_, index) => `<b i=${index}>`).join('');

  const pages: readonly (readonly [name: string, page: string, verdict: string, why: string])[] = [
    ['with very many elements', `${script}${'<p>'.repeat(60_000)}`, 'warn', 'a script that would run'],
    [
      'that takes long to parse',
      `${script}<p>${tags}</p>${'<p>x'.repeat(1000)}`,
      'unchecked',
      'the answer takes longer than a second to parse',
    ],
    ['after a million characters', `${' '.repeat(1_000_000)}${script}`, 'pass', ''],
  ];

  test.each(sample(pages, 2))('%s', async (_, page, verdict, why) => {
    const mutant = await startMutant(original, (exchange) => {
      if (exchange.path === '/site/book') exchange.body = page;
    });
    const [result] = (await smoke(mutant, { only: ['site-book-escapes'] })).results;
    expect([result?.verdict, result?.reason ?? result?.findings[0]?.got ?? '']).toEqual([verdict, why]);
  });
});

describe('a malicious list', () => {
  const lists = [
    ['of the same depot many times', '[' + '{"id":1},'.repeat(150_000) + '{"id":1}]'],
    ['of a million numbers', '[' + '1,'.repeat(1_000_000) + '1]'],
    ['nested without end', '['.repeat(100_000)],
  ] as const;

  test.each(sample(lists, 2))('%s gives only a few findings', async (_, depots) => {
    const mutant = await startMutant(
      original,
      at(/^\/depots$/, (exchange) => (exchange.body = depots)),
    );
    const run = await smoke(mutant, { only: ['depots'] });
    expect(run.exitCode).toBe(1);
    for (const { findings } of run.results) expect(findings.length).toBeLessThanOrEqual(5);
  });
});

describe('a certificate', () => {
  test('is reported with the days it is still valid', async () => {
    const folder = new URL('../http/fixtures/', import.meta.url);
    const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
    const server = createTlsServer({ key: read('good.key.pem'), cert: read('good.pem') }, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const siteUrl = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const ca = [read('ca.pem')];
    const run = await smoke({ baseUrl: siteUrl, siteUrl }, { only: ['transport-tls'], ca });
    const [found] = run.results[0]?.findings ?? [];
    expect([run.exitCode, found?.severity]).toEqual([0, 'note']);
    expect(found?.got).toMatch(/^\d+ days left$/);

    const validTo = Number(found?.got.split(' ')[0]) * 86_400_000 + Date.now();
    const late = await smoke(
      { baseUrl: siteUrl, siteUrl },
      { only: ['transport-tls'], ca, machine: { now: () => validTo - 9.5 * 86_400_000 } },
    );
    expect([late.exitCode, late.results[0]?.findings[0]?.severity]).toEqual([0, 'note']);
    expect(late.results[0]?.findings[0]?.got).toMatch(/^(9|10) days left$/);
  });
});
