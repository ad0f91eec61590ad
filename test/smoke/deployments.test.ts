/**
 * Smoke against services like the deployments that publish the interface: it accuses them of
 * nothing, and says what was seen.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment.ts';
import { run } from '../support/run.ts';
import { connectionError } from '../support/service.ts';
import { cli } from '../support/cli.ts';
import {
  deploy,
  withOneDescription,
  json,
  withAllDescriptions,
  ofInterface,
  ofNoServer,
  ofSite,
  page,
  yaml,
} from '../support/smoke-deployments.ts';
import type { Description } from '../support/smoke-deployments.ts';
import { readJunit } from './support/junit.ts';

type Deployment = ReturnType<typeof deploy>;

interface Check {
  readonly id: string;
  readonly verdict: string;
  readonly reason?: string;
  readonly findings: readonly { readonly expected: string; readonly got: string }[];
}

interface Document {
  readonly exitCode: number;
  readonly requests: number;
  readonly checks: readonly Check[];
  readonly facts: Readonly<Record<string, unknown>>;
}

const lineOf = ({ baseUrl, siteUrl }: Deployment, ...flags: string[]): string[] => [
  'smoke',
  '--base-url',
  baseUrl,
  '--site-url',
  siteUrl,
  ...flags,
];

async function strictRun(deployment: Deployment, ...flags: string[]): Promise<Document> {
  const { stdout } = await run(lineOf(deployment, '--strict', '--json', ...flags));
  return JSON.parse(stdout) as Document;
}

const notPassed = ({ checks }: Document) =>
  Object.fromEntries(
    checks.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict }) => [id, verdict]),
  );
const never = { 'errors-unavailable': 'skip', 'limits-exceeded': 'skip' };

describe('a deployment that publishes descriptions', () => {
  test.each(['yaml', 'page'] as const)(
    'passes a strict run, with /openapi.yaml as %s',
    async (form) => {
      const deployment = withAllDescriptions(form);
      const document = await strictRun(deployment);
      expect([notPassed(document), document.exitCode]).toEqual([never, 0]);
      expect(document.requests).toBe(deployment.requests.length);
      expect(document.requests).toBeLessThanOrEqual(40);
    },
  );

  test(
    'passes with one description, and only the other format is not checked',
    { tags: ['long'] },
    async () => {
      const deployment = withOneDescription();
      const document = await strictRun(deployment);
      const missing = { 'site-openapi-json': 'unchecked', 'site-openapi-same': 'skip' };
      expect([notPassed(document), document.exitCode]).toEqual([{ ...never, ...missing }, 0]);
      expect(document.requests).toBeLessThanOrEqual(40);
    },
  );
});

describe('a description', () => {
  test('is looked for in four places, each asked once', { tags: ['long'] }, async () => {
    const { requests, ...deployment } = withAllDescriptions('yaml');
    await run(lineOf({ requests, ...deployment }));
    const asked = requests.filter((url) => url.includes('openapi'));
    expect(asked).toEqual([
      '/openapi.yaml',
      '/openapi.json',
      '/.well-known/openapi',
      '/api/agent/openapi',
    ]);
  });

  test.each([
    ['YAML at a place for JSON', '/openapi.json', yaml, 'yaml'],
    ['JSON at a place for YAML', '/openapi.yaml', json, 'json'],
    [
      'YAML that is called a web page',
      '/openapi.yaml',
      (body: object) => yaml(body, 'text/html'),
      'yaml',
    ],
  ])('is read by its content: %s', async (_, path, write, format) => {
    const deployment = withOneDescription({
      files: (siteUrl) => ({ [path]: () => write(ofInterface(siteUrl)) }),
    });
    const document = await strictRun(deployment, '--only', 'site');
    const others = { yaml: 'json', json: 'yaml' }[format];
    expect(notPassed(document)).toEqual({
      [`site-openapi-${others}`]: 'unchecked',
      'site-openapi-same': 'skip',
    });
    expect(document.facts['descriptions']).toMatchObject([
      { format, openapi: '3.0.3', version: '1.0.0' },
    ]);
  });

  test('is followed through one redirect within the website', { tags: ['long'] }, async () => {
    const moved = (to: string) => () =>
      new Response(null, { status: 302, headers: { location: to } });
    const deployment = withOneDescription({
      files: (siteUrl) => ({
        '/openapi.yaml': moved('/files/agent.yaml'),
        '/files/agent.yaml': () => yaml(ofInterface(siteUrl)),
        '/openapi.json': moved('/.well-known/openapi'),
        '/.well-known/openapi': () => json(ofSite(siteUrl)),
        '/api/agent/openapi': moved('http://elsewhere.test/openapi'),
      }),
    });
    const document = await strictRun(deployment);
    expect([notPassed(document), document.requests <= 40]).toEqual([never, true]);
    expect(deployment.requests.filter((url) => url === '/.well-known/openapi')).toHaveLength(1);
  });

  test('in JSON may be long, and is read at the interface if the website refuses programs', async () => {
    const deployment = withOneDescription({
      files: (siteUrl) => ({
        '/book': () => page('Are you human?', 403),
        '/api/agent/openapi': () =>
          json({ 'x-long': 'x'.repeat(100_000), ...ofInterface(siteUrl) }),
      }),
    });
    const { checks } = await strictRun(deployment, '--only', 'site');
    expect(checks.find(({ id }) => id === 'site-openapi-json')).toMatchObject({ verdict: 'pass' });
  });

  test('with thousands of servers and prefixes is compared, and its finding is short', async () => {
    const many = (word: string) => ({
      ...ofNoServer(),
      servers: Array.from({ length: 2000 }, (_, index) => ({ url: `http://${word}${index}.test` })),
      paths: Object.fromEntries(
        Array.from({ length: 2000 }, (_, index) => [`/${word}${index}/quotes`, { get: {} }]),
      ),
    });
    const deployment = withOneDescription({
      files: () => ({
        '/openapi.json': () => json(many('a')),
        '/.well-known/openapi': () => json(many('b')),
      }),
    });
    const { checks } = await strictRun(deployment, '--only', 'site-openapi-same');
    expect(checks[0]).toMatchObject({ verdict: 'fail' });
    for (const { expected, got } of checks[0]?.findings ?? [])
      expect((expected + got).length).toBeLessThan(800);
  });

  test('that is a web page is skipped, and the reason says where it is', async () => {
    const { checks } = await strictRun(
      withOneDescription({ files: () => ({ '/openapi.yaml': () => page('openapi: 3.0.3') }) }),
    );
    const { verdict, reason } = checks.find(({ id }) => id === 'site-openapi-yaml') as Check;
    expect([verdict, reason]).toEqual(['skip', expect.stringContaining('/openapi.yaml')]);
  });

  test('below the base address is judged also without the address of the website', async () => {
    const wrong = (siteUrl: string) => ({ ...ofInterface(siteUrl), openapi: '3.1.0' });
    const deployment = withOneDescription({
      files: (siteUrl) => ({ '/api/agent/openapi': () => yaml(wrong(siteUrl)) }),
    });
    const { code, stdout } = await run([
      'smoke',
      '--base-url',
      deployment.baseUrl,
      '--only',
      'site-openapi-yaml',
    ]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^fail\tsite-openapi-yaml\t.*"3\.0\.3", got "3\.1\.0"/),
    ]);
  });
});

describe('two descriptions', () => {
  const judgementOf = async (
    first: (siteUrl: string) => object,
    second: (siteUrl: string) => object,
  ) => {
    const files = (siteUrl: string) => ({
      '/openapi.yaml': () => yaml(first(siteUrl)),
      '/openapi.json': () => json(second(siteUrl)),
    });
    const { stdout } = await run(
      lineOf(withOneDescription({ files }), '--only', 'site-openapi-same', '--json'),
    );
    return (JSON.parse(stdout) as Document).checks[0];
  };
  const withServers = (...urls: string[]) => ({
    ...ofNoServer(),
    servers: urls.map((url) => ({ url })),
  });
  const withPath = (path: string, document: Description): Description => {
    return { ...document, paths: { ...document.paths, [path]: { get: {} } } };
  };

  test.each<[string, (siteUrl: string) => object, (siteUrl: string) => object]>([
    ['name the interface and the site', ofInterface, ofSite],
    ['name the whole address and a relative one', ofInterface, () => withServers('/api/agent')],
    [
      'name the server with and without www',
      (url) => ofInterface(url.replace('127.', 'www.127.')),
      ofSite,
    ],
    ['name none', ofNoServer, ofInterface],
    [
      'share one of their servers',
      ofInterface,
      (url) => withServers('http://localhost:3000', `${url}/api/agent/`),
    ],
    ['write the parameter in another way', ofInterface, (url) => renamed(ofInterface(url))],
    [
      'have a variable in the server',
      ofInterface,
      (url) => ({
        ...ofNoServer(),
        servers: [{ url: `${url}/{x}`, variables: { x: { default: 'api/agent' } } }],
      }),
    ],
  ])('that %s agree', async (_, first, second) => {
    expect(await judgementOf(first, second)).toMatchObject({ verdict: 'pass' });
  });

  test.each<[string, (siteUrl: string) => object, string]>([
    ['another path', (url) => withServers(`${url}/api/v2`), '/api/v2'],
    [
      'another host',
      () => withServers('http://localhost:3000/api/agent'),
      'http://localhost:3000/api/agent',
    ],
    [
      'the prefix twice',
      (url) => ({ ...ofSite(url), servers: [{ url: `${url}/api/agent` }] }),
      '/api/agent/api/agent',
    ],
    ['a further endpoint', (url) => withPath('/health', ofInterface(url)), '/health'],
  ])('that differ by %s are a warning', async (_, second, got) => {
    const check = await judgementOf(ofInterface, second);
    expect(check).toMatchObject({
      verdict: 'warn',
      findings: [{ got: expect.stringContaining(got) as string }],
    });
  });

  const renamed = (document: Description): object =>
    JSON.parse(JSON.stringify(document).replaceAll('{vehicleId}', '{id}')) as object;
});

describe('the facts of a run', { tags: ['long'] }, () => {
  test('are what a deployment does where the interface leaves it open', async () => {
    const deployment = withAllDescriptions('page', {
      change: (_, answered) => {
        answered.headers.set('Server', 'Vercel');
        return answered;
      },
    });
    const { siteUrl, baseUrl } = deployment;
    const { facts } = await strictRun(deployment);
    expect(facts).toMatchObject({
      reset: { form: 'epoch-milliseconds', example: expect.stringMatching(/^\d{13}$/) as string },
      limit: { requests: 100, windowSeconds: 60, furthestResetSeconds: 60 },
      charged: { nights: 7, days: 7, dailyRates: 7 },
      quoteLifetimeSeconds: 1800,
      dayCategories: ['weekday', 'weekend'],
      redirects: [{ from: '/book', to: `${siteUrl}/en/book`, status: 307 }],
      descriptions: [
        { path: '/openapi.yaml', format: 'page' },
        {
          path: '/.well-known/openapi',
          format: 'json',
          openapi: '3.0.3',
          version: '1.0.0',
          base: baseUrl,
        },
        {
          path: '/api/agent/openapi',
          format: 'yaml',
          openapi: '3.0.3',
          version: '1.0.0',
          base: baseUrl,
        },
      ],
      versions: {
        rental: expect.any(String) as string,
        node: process.version,
        description: '1.0.0',
        server: 'Vercel',
      },
    });
    const { answers, withHeaders } = facts['limit'] as Record<string, number>;
    expect(answers).toBeGreaterThan(20);
    expect(withHeaders).toBe(answers);
    const { medianMs, slowestMs, slowest } = facts['responseTimes'] as Record<string, unknown>;
    expect(Number(medianMs)).toBeLessThanOrEqual(Number(slowestMs));
    expect(slowest).toMatch(/^GET \//);
  });

  test('show calendar days, and another form of the reset', async () => {
    const { facts } = await strictRun(withOneDescription());
    expect(facts).toMatchObject({
      reset: { form: 'iso-8601' },
      charged: { nights: 7, days: 8 },
      descriptions: [{ path: '/openapi.yaml', format: 'yaml' }],
    });
    expect(facts['versions']).not.toHaveProperty('server');
  });

  test.each([
    ['epoch-s', 'epoch-seconds'],
    ['delta', 'delta-seconds'],
    ['http-date', 'http-date'],
  ] as const)('know the reset %s as %s', async (resetFormat, form) => {
    const { facts } = await strictRun(withOneDescription({ resetFormat }), '--only', 'depots');
    expect(facts).toMatchObject({ reset: { form }, limit: { windowSeconds: 60 } });
  });

  test('are absent from the document, and "not seen" in a table, where a run did not see them', async () => {
    const deployment = withOneDescription({ resetFormat: 'none' });
    const { facts } = await strictRun(deployment, '--only', 'depots');
    expect(Object.keys(facts)).toEqual(['limit', 'dayCategories', 'responseTimes', 'versions']);
    const { stdout } = await run(
      lineOf(deployment, '--only', 'depots', '--format', 'table', '--no-color'),
    );
    const [, seen = ''] = stdout.split('\nAlso seen\n');
    expect(seen).toMatch(/^\s*Reset +not seen$/m);
    expect(seen).toMatch(/^\s*Days charged +not seen$/m);
    expect(seen).toMatch(/^\s*Day categories +weekday, weekend$/m);
  });

  test('name the redirect if the address only leads to the service', async () => {
    const { otherBaseUrl, baseUrl } = withAllDescriptions('yaml');
    const { code, stdout } = await run(['smoke', '--base-url', otherBaseUrl, '--json']);
    const { facts } = JSON.parse(stdout) as Document;
    expect(code).toBe(7);
    expect(facts['redirects']).toEqual([
      { from: '/api/agent/depots', to: `${baseUrl}/depots`, status: 308 },
    ]);
    const table = await run([
      'smoke',
      '--base-url',
      otherBaseUrl,
      '--format',
      'table',
      '--no-color',
    ]);
    expect(table.stdout).toMatch(
      /\nRedirects +\/api\/agent\/depots → http:\S+\/api\/agent\/depots \(308\)\n/,
    );
    expect(table.stdout).not.toContain('not seen');
  });

  test('end the table and the Markdown, and are properties of JUnit', async () => {
    const folder = temporaryFolder();
    const [markdown, junit] = [join(folder, 'a.md'), join(folder, 'a.xml')];
    const reports = ['--report', `markdown=${markdown}`, '--report', `junit=${junit}`];
    const { stdout } = await run(
      lineOf(withAllDescriptions('page'), '--format', 'table', '--no-color', ...reports),
    );
    const [, seen = ''] = stdout.split('\nAlso seen\n');
    expect(seen).toMatch(/\nReset +epoch milliseconds, such as \d{13}\n/);
    expect(seen).toMatch(/\nLimit +100 requests in 60 s; headers in \d+ of \d+ answers\n/);
    expect(seen).toMatch(/\nDays charged +7 for 7 nights\n/);
    expect(seen).toMatch(/\nQuotes hold +30 min\n/);
    expect(seen).toMatch(/\nVersions +rental \S+, Node v\S+, description 1\.0\.0\n$/);
    const text = readFileSync(markdown, 'utf8');
    const [, listed = ''] = text.split('\n#### Also seen\n');
    expect(listed).toMatch(/\n- Reset: `epoch milliseconds, such as \d{13}`\n/);
    const { properties } = readJunit(readFileSync(junit, 'utf8'));
    expect(properties).toContainEqual({ name: 'Days charged', value: '7 for 7 nights' });
  });

  test('hold nothing of the service that could write on the screen or in a report', async () => {
    const words = '\u001b[31m::error::`|<b>\n# x';
    const file = join(temporaryFolder(), 'a.md');
    const deployment = withOneDescription({
      files: () => ({
        '/openapi.yaml': () => json({ ...ofNoServer(), info: { title: 'x', version: words } }),
      }),
      change: (path, answered) => {
        if (path !== '/depots') return answered;
        const times = [{ day: words, time: '09:00' }];
        const depots = [1, 2].map((id) => ({
          id: 5000 + id,
          name: 'x',
          pickup_times: times,
          drop_off_times: times,
          opening_hours_description: '',
        }));
        return new Response(JSON.stringify(depots), answered);
      },
    });
    const { stdout } = await run(
      lineOf(deployment, '--format', 'table', '--no-color', '--report', `markdown=${file}`),
    );
    const [, seen = ''] = stdout.split('\nAlso seen\n');
    expect(seen).toContain('Day categories');
    expect(seen.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f]|::[a-z]/);
    const [, listed = ''] = readFileSync(file, 'utf8').split('\n#### Also seen\n');
    expect(listed.replace(/`[^`\n]*`/g, '')).toMatch(/^[\w #:,.\n-]*$/);
  });

  test('are left out if nothing answered', async () => {
    const { run: runLine } = cli(() => Promise.reject(connectionError('ECONNREFUSED')));
    const { stdout } = await runLine('smoke --no-wait --format table --no-color');
    expect(stdout).toContain('could not check');
    expect(stdout).not.toContain('Also seen');
  });
});

describe('a strict run of all checks', { tags: ['long'] }, () => {
  test('passes at a service without extras: what does not apply is not missing', async () => {
    const change = (path: string, answered: Response): Response =>
      /(?:accessories|insurance-types)$/.test(path) && answered.status === 200
        ? new Response('[]', { headers: answered.headers })
        : answered;
    const deployment = withAllDescriptions('yaml', { change });
    const { code, stdout } = await run(lineOf(deployment, '--strict'));
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('run-min-checks')]);
    expect(deployment.requests.length).toBeLessThanOrEqual(40);
  });
});
