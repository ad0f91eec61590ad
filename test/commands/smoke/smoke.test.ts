/** What `rental smoke` prints, writes and ends with. What it checks: test/smoke. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { run } from '../../support/run.ts';
import { always, plant } from '../../support/service.ts';
import { plantSandbox } from '../../sandbox/support.ts';
import {
  all,
  answerWith,
  errorAnswer,
  changeJson,
  on,
  status,
  type AnswerCondition,
} from '../../smoke/faults/parts.ts';
import { startChanged } from '../../smoke/support/changed.ts';

const screen = ['stdout', 'stderr'] as const;
const ofDepots = ['smoke', '--sandbox', '--only', 'depots'];

/** Runs smoke at a service that gives every request the same answer. */
const smokeAt = (service: Parameters<typeof plant>[0], ...flags: string[]) =>
  run(['smoke', '--base-url', plant(service).baseUrl, '--no-color', ...flags]);

describe('a service that cannot be checked', () => {
  const nowhere = ['smoke', '--base-url', 'http://127.0.0.1:1', '--no-color'];
  const problem = 'could not check: cannot reach 127.0.0.1:1: the connection was refused\n';

  test('is reported on the last line of a table, below a line for each group of checks', async () => {
    const { code, stdout, stderr } = await run([...nowhere, '--format', 'table']);
    expect([code, stderr]).toEqual([6, '']);
    expect(stdout).toMatch(/^depots +4 not checked\n(\w+ +\d+ [^\n]+\n){7}/);
    expect(stdout).toContain(`\n37 ${problem.replace('could not check', 'not checked')}`);
    expect(stdout.endsWith(problem)).toBe(true);
  });

  test('is said on stderr in a pipe, also with --quiet', async () => {
    const { code, stdout, stderr } = await run([...nowhere, '--quiet']);
    expect([code, stderr]).toEqual([6, `error: ${problem}`]);
    expect(stdout).toMatch(/^((skip|unchecked)\t[a-z-]+\t.*\n){39}$/);
  });

  test.each([
    [
      'unavailable',
      always(503, { error: 'closed' }),
      4,
      'the service is unavailable, GET /depots: closed',
    ],
    [
      'without a depot',
      always(200, []),
      6,
      'the service lists no depot, so little could be checked',
    ],
  ])('is a document and reports that say so: %s', async (_, service, exitCode, obstacle) => {
    const folder = temporaryFolder();
    const kinds = ['junit', 'markdown', 'github'];
    const flags = kinds.flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`]);
    const ended = await smokeAt(service, '--no-wait', '--json', ...flags);
    expect([ended.code, JSON.parse(ended.stdout)]).toEqual([
      exitCode,
      expect.objectContaining({ exitCode, obstacle }),
    ]);
    for (const kind of kinds)
      expect(readFileSync(join(folder, kind), 'utf8')).toMatch(
        new RegExp(`could not check[^\n]*${obstacle}`, 'i'),
      );
  });
});

describe('an address where no rental service answers', () => {
  const page = '<h1>Hello</h1>';
  const html = { 'content-type': 'text/html' };
  const noSuchService = [
    ['404, text/html', always(404, page, html), 3, 'give the base address'],
    ['404, application/json', always(404, { error: 'Not found' }), 3, 'give the base address'],
    [
      '200, text/html',
      always(200, page, html),
      7,
      'check whether the network requires a login first',
    ],
    [
      '200, text/plain',
      always(200, 'OK', { 'content-type': 'text/plain; charset=utf-8' }),
      7,
      'check ',
    ],
    ['200, no content type', async () => new Response(new Uint8Array([1, 2, 3])), 7, 'check '],
    ['401, text/html', always(401, page, html), 3, 'the service requires credentials'],
    ['400, application/json', always(400, { error: 'No' }), 3, 'give the base address'],
    [
      'the service redirects to http://a.example/login',
      always(302, '', { location: 'http://a.example/login' }),
      7,
      'redirects are not followed: ',
    ],
  ] as const;

  /** With the status and the type, or else the words. */
  const reasonOf = (what: string): string => {
    const [status, type] = what.split(', ');
    if (type === undefined) return `GET /depots: ${what}`;
    const came = `GET /depots answered ${status} with ${type}`;
    return status === '401' ? came : `this does not look like a rental service: ${came}`;
  };

  test.each(noSuchService)(
    'is reported on the first line, once, by its answer to GET /depots: %s',
    async (what, service, code, hint) => {
      const { run: runLine, screen: show, json: document, requests } = cli(service);
      const came = reasonOf(what);
      const piped = await runLine('smoke');
      expect(piped.code).toBe(code);
      expect(piped.stderr).toMatch(/^error: [^\n]+\nhint: [^\n]+\n\d+ passed/);
      expect(piped.stderr.startsWith(`error: could not check: ${came}\nhint: ${hint}`)).toBe(true);
      expect(requests()[0]).toBe('/depots');
      expect(requests().length).toBeLessThanOrEqual(2);
      // Of the records, only that of the first check repeats it.
      expect(piped.stdout.split('\n').filter((line) => line.includes(came))).toEqual([
        expect.stringMatching(/^unchecked\tdepots-answer\t/),
      ]);
      const table = await show('smoke', 160);
      expect(table.startsWith(`could not check: ${came}\nhint: ${hint}`)).toBe(true);
      expect(table.split('could not check')).toHaveLength(2);
      expect(table).not.toContain('\n\n\n');
      expect(await document('smoke')).toMatchObject({
        exitCode: code,
        obstacle: came,
        counts: { pass: 0, fail: 0 },
      });
    },
  );

  test('is looked for at its usual address: the hint names it only if it answers there', async () => {
    const paths: string[] = [];
    const service = plant(async (request) => {
      const { pathname } = new URL(request.url);
      paths.push(pathname);
      const [status, body] = pathname === '/api/agent/depots' ? [200, '[]'] : [404, page];
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    });
    const { origin } = new URL(service.baseUrl);
    const { code, stderr } = await run(['smoke', '--base-url', `${origin}/elsewhere`]);
    expect(code).toBe(3);
    expect(stderr).toContain(
      `\nhint: a rental service answers at another address: use --base-url ${origin}/api/agent\n`,
    );
    expect(paths).toEqual(['/elsewhere/depots', '/api/agent/depots']);
  });

  test('passes no check that is chosen, whatever its headers say', async () => {
    const { run: runLine } = cli(always(404, 'Not found', { ...html, 'x-ratelimit-limit': '100' }));
    const { code, stdout } = await runLine('smoke --only limits-value');
    expect([code, stdout]).toEqual([
      3,
      expect.stringMatching(/^unchecked\tlimits-value\t.*\nunchecked\tdepots-answer\t.*\n$/),
    ]);
  });

  test('gets at most two requests, also with --trip-rate-limit', async () => {
    const { run: runLine, requests } = cli(always(404, page, html));
    expect((await runLine('smoke --trip-rate-limit')).code).toBe(3);
    expect(requests()[0]).toBe('/depots');
    expect(requests().length).toBeLessThanOrEqual(2);
  });

  test('is told from a temporary fault by the exit code', async () => {
    const { run: runLine } = cli(always(503, { error: 'closed' }));
    expect((await runLine('smoke --no-wait')).code).toBe(4);
  });

  test('has its content type shown only if that is a plain one', async () => {
    const { screen: show } = cli(always(404, '', { 'content-type': `text/x${'y'.repeat(300)}` }));
    const [first = ''] = (await show('smoke', 160)).split('\n');
    expect(first).toMatch(/ answered 404 with an unknown content type$/);
  });
});

describe('checks that had nothing to look at', () => {
  const left = ['insurance-fields', 'insurance-ids', 'insurance-amounts'];

  function withoutPlans() {
    const { baseUrl, requests } = startChanged(changeJson(/insurance-types$/, () => []));
    return { line: ['smoke', '--base-url', baseUrl.href, '--skip', 'site'], requests };
  }

  test(
    'are skipped with what was missing, also with --strict, and do not count for --min-checks',
    { tags: ['long'] },
    async () => {
      const { line } = withoutPlans();
      const { code, stdout } = await run([...line, '--strict']);
      const reason = 'none of the vehicles that were tried has an insurance plan';
      for (const id of left)
        expect(stdout).toMatch(new RegExp(`^skip\\t${id}\\t.*\\t${reason}\\t`, 'm'));
      expect(code).toBe(0);
      const passed = stdout.split('\npass\t').length;
      expect((await run([...line, '--min-checks', String(passed)])).code).toBe(0);
      const tooFew = await run([...line, '--min-checks', String(passed + 1)]);
      expect([tooFew.code, tooFew.stdout]).toEqual([
        1,
        expect.stringContaining('\nfail\trun-min-checks\t'),
      ]);
    },
  );

  test(
    'take the plans of at most three vehicles, in a run of at most 40 requests',
    { tags: ['long'] },
    async () => {
      const { line, requests } = withoutPlans();
      await run(line.slice(0, 3));
      const vehicles = requests.flatMap(
        (url) => /\/vehicles\/(\d+)\/insurance-types/.exec(url)?.[1] ?? [],
      );
      expect(new Set(vehicles).size).toBe(3);
      expect(requests.length).toBeLessThanOrEqual(40);
    },
  );
});

test(
  '30 February that is accepted is a warning: the document shows only the form of a date',
  { tags: ['long'] },
  async () => {
    const isNoDay: AnswerCondition = ({ query }) =>
      query.get('drop_off_date')?.endsWith('-02-30') === true;
    const accepted = on(
      /^\/vehicles\/availability$/,
      answerWith(200, 'application/json', '[]'),
      isNoDay,
    );
    const line = [
      'smoke',
      '--base-url',
      startChanged(accepted).baseUrl.href,
      '--only',
      'errors-date',
    ];
    const { code, stdout } = await run(line);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^warn\terrors-date\t.*expected \d{4}-02-30 as drop_off_date: status 400, got status 200\t/,
    );
    expect((await run([...line, '--strict'])).code).toBe(1);
  },
);

describe('rental smoke', () => {
  test.each([
    [['--min-checks', '5'], 1],
    [['--min-checks', '4'], 0],
    // --strict requires a number of checks only if all of them run.
    [['--strict'], 0],
  ])('a run of four checks with %j ends with %i', async (flags, code) => {
    const ended = await run([...ofDepots, ...flags]);
    expect([ended.code, ended.stdout.includes('\nfail\trun-min-checks\t')]).toEqual([
      code,
      code === 1,
    ]);
  });

  test(
    'with --strict ends with 1 if more than six of the checks that apply were not possible',
    { tags: ['long'] },
    async () => {
      const noExtras = changeJson(/(?:accessories|insurance-types)$/, () => []);
      const hidden = on(/^\/(?:book|open|\.)/, status(403));
      const line = ({ baseUrl, siteUrl }: ReturnType<typeof startChanged>) =>
        run(['smoke', '--base-url', baseUrl.href, '--site-url', siteUrl.href, '--strict']);
      expect(await line(startChanged(all(noExtras, hidden)))).toMatchObject({ code: 0 });
      const refused = on(/^\/quotes$/, errorAnswer(400, 'Nein'), ({ query }) =>
        query.has('accessory_ids'),
      );
      expect(await line(startChanged(all(refused, hidden)))).toMatchObject({ code: 0 });
      // No vehicle is certain not to be available.
      const one = changeJson(/^\/vehicles\/availability$/, (list) => [list[0]]);
      const unknown = on(
        /^\/quotes$/,
        errorAnswer(400, 'Nein'),
        ({ query }) => (query.get('vehicle_id') ?? '').length > 6,
      );
      const { code, stdout } = await line(startChanged(all(refused, one, unknown, hidden)));
      expect([code, stdout]).toEqual([
        1,
        expect.stringMatching(/run-min-checks\t.*\texpected at least \d+ checks, got \d+\t/),
      ]);
    },
  );

  test('asks about the trip that the flags name, in the words of the other commands', async () => {
    const sandbox = plantSandbox();
    const line = ['smoke', '--base-url', sandbox.baseUrl, '--only', 'availability-answer'];
    expect((await run([...line, '--from', '2027-06-07', '--nights', '9'])).code).toBe(0);
    expect(sandbox.requests[1]?.path).toContain('pick_up_date=2027-06-07&drop_off_date=2027-06-16');
  });

  test.each([
    [['--sandbox', '--from', 'foo'], '--from: "foo" is not a date'],
    [['--report', 'xml=a'], '--report has no kind "xml"'],
    [['--report', 'markdown'], '--report markdown needs a file'],
    [['--list', '--report', 'junit=x'], 'nothing to report'],
    [[], 'no operator is configured'],
  ])('refuses %j', async (flags, problem) => {
    const ended = await run(['smoke', ...flags]);
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(problem) as string,
    });
  });

  test('ends with the summary on stderr if stdout has records only', async () => {
    const { code, stdout, stderr } = await run(ofDepots);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^4 passed, 0 failed, 0 warned, 0 skipped, 0 not checked; 1 request in \d+\.\d s\n$/,
    );
    expect(stdout).toMatch(/^(pass\tdepots-[a-z]+\t.*\n){4}$/);
    expect((await run([...ofDepots, '--quiet'])).stderr).toBe('');
    expect((await run([...ofDepots, '--format', 'csv'])).stderr).toBe('');
  });

  test('has a line for each group in a table; -v has every check', async () => {
    const { code, stdout, stderr } = await run(['smoke', '--sandbox', '--strict', '--no-color'], {
      tty: screen,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^depots +4 checks passed\n(\w+ +\d+ [^\n]+\n){7}/);
    expect(stdout).toMatch(/\nerrors +5 passed, 1 skipped\n/);
    expect(stdout).toMatch(
      /\n37 passed, 0 failed, 0 warned, 2 skipped, 0 not checked; [^\n]+\n\nAlso seen\n/,
    );
    expect(stderr).not.toContain(' passed, ');
    const everyCheck = /^VERDICT +CHECK +RULE\npass +depots-answer +the depots are a JSON array/;
    expect((await run([...ofDepots, '--format', 'table', '-v'])).stdout).toMatch(everyCheck);
  });

  test('shows a broken rule in full, and one line for all checks skipped for the same reason', async () => {
    const { baseUrl } = plant(always(200, '{}'));
    const line = ['smoke', '--only', 'depots,availability', '--base-url', baseUrl, '--no-color'];
    const { code, stdout } = await run(line, { tty: ['stdout'], columns: 100 });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^depots +1 failed, 3 skipped\n/);
    expect(stdout).toMatch(
      /\nfail depots-answer \(Endpoints: GET \/depots\)\n\n +rule +200 response: array/,
    );
    expect(stdout).toMatch(/\n +expected +a JSON array\n +got +an object\n/);
    expect(stdout).toContain(`\n  curl -sSi -H 'accept: application/json' ${baseUrl}/depots\n`);
    expect(stdout).toMatch(/\n\d+ skipped: [^\n]+\n/);
    expect(stdout).not.toContain('\n\n\n');
  });

  test('--list fits 80 columns, and needs no operator', async () => {
    const { code, stdout } = await run(['smoke', '--list', '--no-color', '--no-pager'], {
      tty: ['stdout'],
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^CHECK +RULE\ndepots-answer +/);
    // A check and its rule, in two lines at most.
    expect(stdout).not.toMatch(/\n [^\n]*\n /);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('--json is one document', async () => {
    const sandbox = plantSandbox();
    const { stdout, ...ended } = await run([
      'smoke',
      '--only',
      'depots,limits',
      '--json',
      '--base-url',
      sandbox.baseUrl,
    ]);
    expect(ended).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      exitCode: 0,
      strict: false,
      counts: { fail: 0, warn: 0 },
      checks: expect.arrayContaining([expect.objectContaining({ verdict: 'skip' })]) as unknown,
      requests: sandbox.requests.length,
    });
  });
});

describe('reports', () => {
  test('can be several at once, with the summary of the job', async () => {
    const folder = temporaryFolder();
    const [junit, summary] = [join(folder, 'a b.xml'), join(folder, 'summary.md')];
    writeFileSync(summary, 'before\n');
    const reports = ['--report', `junit=${junit}`, '--report', 'github'];
    const ended = await run([...ofDepots, '--json', ...reports], {
      env: { GITHUB_STEP_SUMMARY: summary },
    });
    expect(ended.code).toBe(0);
    expect(readFileSync(junit, 'utf8')).toContain('<testsuites name="rental smoke" tests="4"');
    expect(readFileSync(summary, 'utf8')).toMatch(/^before\n### rental smoke\n/);
    // Stdout holds only the document.
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: true });
    expect(ended.stderr).toMatch(/^::notice title=rental smoke::/);
  });

  test('to a full disk end with 9, after the result was printed', async () => {
    const ended = await run([...ofDepots, '--json', '--quiet', '--report', 'junit=/dev/full']);
    expect(ended.code).toBe(9);
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: true, counts: { pass: 4 } });
    expect(ended.stderr).toMatch(/^warning: the report \/dev\/full could not be written: ENOSPC/);
    // They do not hide that a rule is broken.
    expect(
      (await smokeAt(always(200, {}), '--only', 'depots', '--report', 'junit=/dev/full')).code,
    ).toBe(1);
  });
});
