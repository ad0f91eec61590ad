import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment.ts';
import { program } from '../support/program.ts';
import { run } from '../support/run.ts';
import { start } from '../sandbox/support.ts';
import { createOriginal, startMutant, startServer } from '../smoke/support/mutant.ts';

const original = createOriginal();
afterAll(() => original.close());

/** A deployment with one status for every request. */
async function always(status: number) {
  let asked = 0;
  const url = await startServer((_, response) => {
    asked += 1;
    response.writeHead(status, { 'content-type': 'text/plain', 'x-ratelimit-reset': '30' }).end('no');
  });
  return { url: url.href, asked: () => asked };
}

describe('a service that answers nothing', () => {
  const nowhere = ['smoke', '--base-url', 'http://127.0.0.1:1'];
  const problem = 'could not check: cannot reach 127.0.0.1:1: the connection was refused\n';

  test.each([[[]], [['--quiet']], [['--strict', '--format', 'plain']]])('is one line in a pipe: %j', async (flags) => {
    expect(await run([...nowhere, ...flags])).toEqual({ code: 6, stdout: '', stderr: `error: ${problem}` });
  });

  test.each([[[]], [['--quiet']]])('is one line on a terminal: %j', async (flags) => {
    const tty = ['stdin', 'stdout', 'stderr'] as const;
    const ended = await run([...nowhere, ...flags, '--no-color'], { tty });
    expect(ended).toMatchObject({ code: 6, stdout: problem });
    expect(ended.stderr).not.toContain('could not check');
  });

  test('is shown with every check by --verbose, and in documents and reports', async () => {
    const verbose = await run([...nowhere, '--verbose']);
    expect(verbose.stdout).toMatch(/^((skip|unchecked)\t[a-z-]+\t.*\n){57}$/);
    expect((await run([...nowhere, '-v', '--format', 'table'])).stdout).toContain(
      'not checked depots-answer: cannot reach',
    );
    const { checks } = JSON.parse((await run([...nowhere, '--json'])).stdout) as { checks: unknown[] };
    expect(checks).toHaveLength(57);
  });

  test('is one line if it only says that it is unavailable', async () => {
    const url = await startServer((_, response) => {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"closed"}');
    });
    const ended = await run(['smoke', '--base-url', url.href, '--no-wait']);
    expect(ended).toMatchObject({ code: 4, stdout: '' });
    expect(ended.stderr).toBe('error: could not check: 503 at GET /depots: the service is unavailable\n');
  });
});

describe('rental smoke', () => {
  test.each([
    [['--min-checks', '6'], 1],
    [['--min-checks', '5'], 0],
  ])('of five checks with %j: exit code %i', async (flags, code) => {
    const ended = await run(['smoke', '--sandbox', '--only', 'depots', ...flags]);
    expect([ended.code, ended.stdout.includes('\nfail\trun-min-checks\t')]).toEqual([code, code === 1]);
  });

  test('with --strict and all checks needs 40 of them', async () => {
    const { baseUrl, siteUrl } = await startMutant(original, (exchange) => {
      if (/(?:accessories|insurance-types)$/.test(exchange.path)) exchange.body = '[]';
      if (exchange.path === '/quotes' && exchange.status === 200)
        Object.assign(exchange, { status: 404, body: '{"error":"The vehicle is not available"}' });
      if (exchange.path.startsWith('/site/')) exchange.status = 403;
    });
    const line = ['smoke', '--base-url', baseUrl.href, '--site-url', siteUrl.href];
    const { code, stdout } = await run([...line, '--strict']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('expected 40 checks that could be made, got ')]);
  });

  test('begins with the trip that the flags name, in the words of the other commands', async () => {
    const sandbox = await start();
    const line = ['smoke', '--base-url', sandbox.baseUrl, '--only', 'availability-answer'];
    const trip = ['--pick-up', 'queens', '--from', '2027-06-07', '--nights', '9,12'];
    const { code, stderr } = await run([...line, ...trip]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('note: depot "queens" means Queenstown (10)')]);
    expect(sandbox.requests.at(-1)?.path).toContain(
      'pick_up_depot_id=10&drop_off_depot_id=10&pick_up_date=2027-06-07&drop_off_date=2027-06-16',
    );
  });

  test.each([
    [['--from', 'foo'], '--from: "foo" is not a date'],
    [['--nights', 'a'], '--nights takes 7, 7..10 or 7,10,14, not "a"'],
    [['--pick-up', 'nowhere'], 'no depot matches "nowhere"'],
  ])('refuses %j', async (flags, problem) => {
    const ended = await run(['smoke', '--sandbox', ...flags]);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(problem) as string });
  });

  const summary = /^5 passed, 0 failed, 0 warned, 0 skipped; 1 request in \d+\.\d s\n$/;

  test('ends with the summary on stderr if stdout has records only', async () => {
    const line = ['smoke', '--sandbox', '--only', 'depots'];
    const { code, stdout, stderr } = await run(line);
    expect(code).toBe(0);
    expect(stderr).toMatch(summary);
    expect(stdout).toMatch(/^(pass\tdepots-[a-z]+\t.*\n){5}$/);
    expect((await run([...line, '--quiet'])).stderr).toBe('');
    for (const format of ['table', 'json', 'csv', 'ndjson']) {
      expect((await run([...line, '--format', format])).stderr).toBe('');
    }
  });

  test('shows the summary once on a terminal', async () => {
    for (const format of [[], ['--format', 'plain']]) {
      const ended = await run(['smoke', '--sandbox', '--only', 'depots', ...format], { tty: ['stdout', 'stderr'] });
      expect(ended.stderr).not.toContain(' passed, ');
      expect(ended.stdout.split(' passed, ').length).toBe(format.length === 0 ? 2 : 1);
    }
  });

  test('has a line for each group on a terminal; -v and a log have every check', async () => {
    const tty = ['stdout', 'stderr'] as const;
    const line = ['smoke', '--sandbox', '--no-color'];
    const { code, stdout } = await run(line, { tty });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^depots +5 checks passed\n(\w+ +\d+ [^\n]+\n){8}\nnote depots-days: "public-holiday"\n/);
    expect(stdout).toMatch(/\nerrors +8 passed, 1 skipped\n/);
    expect(stdout).toMatch(/\nskip limits-exceeded: [^\n]+\n54 passed, 0 failed, 0 warned, 3 skipped; [^\n]+\n$/);
    const everyCheck = /^VERDICT +CHECK +RULE\npass +depots-answer +the depots are a JSON array/;
    expect((await run([...line, '-v'], { tty })).stdout).toMatch(everyCheck);
    expect((await run([...line, '--format', 'table'])).stdout).toMatch(everyCheck);
  });

  test('a terminal shows a broken rule in full, and one line for checks that have the same reason to be skipped', async () => {
    const url = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const line = ['smoke', '--only', 'depots,availability', '--base-url', url.href, '--no-color'];
    const { code, stdout } = await run(line, { tty: ['stdout'], columns: 100 });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^depots +1 failed, 4 skipped\n/);
    expect(stdout).toMatch(/\nfail depots-answer \(Endpoints: GET \/depots\)\n\n +rule +200 response: array/);
    expect(stdout).toMatch(/\n +expected +a JSON array\n +got +an object\n/);
    expect(stdout).toContain(`\n  curl -sSi -H 'accept: application/json' '${url.origin}/depots'\n`);
    expect(stdout).toMatch(/\nskip \d+ checks: [^\n]+\n/);
    // Every block stands apart, also after a request.
    const all = await run(['smoke', '--base-url', url.href, '--no-color'], { tty: ['stdout'], columns: 100 });
    expect(all.stdout).toMatch(/\/depots'\n\nfail errors-path-id [^]*insurance-types'\n\n(note|skip) /);
    expect(all.stdout).not.toContain('\n\n\n');
  });

  test('--list fits 80 columns: a check and its rule, in two lines at most', async () => {
    const { stdout } = await run(['smoke', '--list', '--no-color', '--no-pager'], { tty: ['stdout'], columns: 80 });
    const [header, ...lines] = stdout.split('\n');
    expect(header).toMatch(/^CHECK +RULE$/);
    expect(stdout).not.toMatch(/\n [^\n]*\n /);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test('--json is one document', async () => {
    const sandbox = await start();
    const { code, stdout, stderr } = await run(['smoke', '--json', '--base-url', sandbox.baseUrl]);
    const document = JSON.parse(stdout) as {
      checks: { id: string; verdict: string; section: string }[];
      requests: number;
    };
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(document).toMatchObject({ ok: true, exitCode: 0, strict: false, counts: { fail: 0, warn: 0 } });
    expect(document.checks.map(({ verdict }) => verdict)).toContain('skip');
    expect(document.requests).toBe(sandbox.requests.length);
    expect(sandbox.requests.length).toBeLessThanOrEqual(40);
  });

  test('--list writes no report, and says so', async () => {
    const { code, stderr } = await run(['smoke', '--list', '--report', 'junit=x']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing to report') as string });
  });

  test('--list sends no request and needs no operator', async () => {
    const { code, stdout } = await run(['smoke', '--list', '--only', 'depots']);
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(['depots-answer', 'depots-fields', 'depots-ids', 'depots-times', 'depots-days']);
  });

  test.each([
    [['--report', 'xml=a'], '--report knows no kind "xml"'],
    [['--report', 'markdown'], '--report markdown needs a file'],
    [[], 'no operator is configured'],
  ])('%j is a usage error', async (args, message) => {
    const { code, stdout, stderr } = await run(['smoke', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

describe('a deployment that cannot be checked', () => {
  test.each([
    [503, 4],
    [429, 5],
  ])('that always answers %d in a wrong form: exit code %d, with the finding', async (status, exitCode) => {
    const { url, asked } = await always(status);
    const ended = await program(['smoke', '--base-url', url, '--max-wait', '2s', '--json']);
    expect(ended.code).toBe(exitCode);
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false, exitCode, counts: { fail: 1, pass: 0 } });
    expect(ended.stderr).toMatch(/note: could not check: /);
    expect(asked()).toBeLessThanOrEqual(3);
  });
});

describe('a service that keeps every rule but lists no depot: 6', () => {
  const why = 'the service lists no depot, so little could be checked';
  const refusal = '{"error":"no"}';
  const line = async () => {
    const url = await startServer((request, response) => {
      const path = request.url?.replace(/\?.*/, '') ?? '';
      const [status, body] = path === '/depots' ? [200, '[]'] : [path.includes('abc/') ? 400 : 404, refusal];
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    return ['smoke', '--base-url', url.href, '--no-color'];
  };

  test.each([
    ['plain', [], /^unchecked\tdepots-answer\t[^\n]*\tthe service lists no depot/m],
    ['table', [], new RegExp(`\ncould not check: ${why}\n$`)],
    ['json', [], /"exitCode":6,"obstacle":"the service lists no depot/],
  ])('as %s %j', async (format, flags, shown) => {
    const ended = await run([...(await line()), '--format', format, ...flags]);
    expect([ended.code, ended.stdout]).toEqual([6, expect.stringMatching(shown)]);
    if (format !== 'table' && flags.length === 0) expect(ended.stderr).toContain(`could not check: ${why}\n`);
  });

  test('on a terminal', async () => {
    const { code, stdout } = await run(await line(), { tty: ['stdout', 'stderr'] });
    expect(code).toBe(6);
    expect(stdout).toMatch(/^depots +4 passed, 1 not checked\n/);
    expect(stdout.endsWith(`\ncould not check: ${why}\n`)).toBe(true);
  });

  test('in every report', async () => {
    const folder = temporaryFolder();
    const kinds = ['junit', 'markdown', 'github'];
    const flags = kinds.flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`]);
    expect((await run([...(await line()), ...flags])).code).toBe(6);
    const [junit, ...others] = kinds.map((kind) => readFileSync(join(folder, kind), 'utf8'));
    expect(junit).toMatch(/^<testsuites name="rental smoke" tests="57" failures="0" errors="1" skipped="\d+"/m);
    expect(junit).toContain(`<error type="nothing_available" message="could not check: ${why}"/>`);
    for (const other of others) expect(other).toMatch(/could not check[^\n]*the service lists no depot/i);
  });
});

describe('reports', () => {
  test('can be several at once, with the summary of the job', async () => {
    const folder = temporaryFolder();
    const [junit, summary] = [join(folder, 'a b.xml'), join(folder, 'summary.md')];
    writeFileSync(summary, 'before\n');
    const reports = ['--report', `junit=${junit}`, '--report', 'github'];
    const ended = await run(['smoke', '--sandbox', '--only', 'depots', '--json', ...reports], {
      env: { GITHUB_STEP_SUMMARY: summary },
    });
    expect(ended.code).toBe(0);
    expect(readFileSync(junit, 'utf8')).toContain('<testsuites name="rental smoke" tests="5"');
    expect(readFileSync(summary, 'utf8')).toMatch(/^before\n### rental smoke\n/);
    // Stdout holds only the document.
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: true });
    expect(ended.stderr).toMatch(/^::notice title=rental smoke::/);
  });

  test('can be annotations in a file', async () => {
    const file = join(temporaryFolder(), 'annotations');
    const ended = await run(['smoke', '--sandbox', '--only', 'depots', '--report', `github=${file}`]);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toMatch(/^5 passed, .*\n$/);
    expect(readFileSync(file, 'utf8')).toMatch(/^::notice /);
  });

  test('to a disk that is full at the end are lost, but not the result: 9', async () => {
    const ended = await run(['smoke', '--sandbox', '--only', 'depots', '--json', '--report', 'junit=/dev/full']);
    expect(ended.code).toBe(9);
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: true, counts: { pass: 5 } });
    expect(ended.stderr).toMatch(/^note: the report \/dev\/full could not be written: ENOSPC/);
  });

  test('are written when the service could not be asked', async () => {
    const { url } = await always(503);
    const file = join(temporaryFolder(), 'smoke.xml');
    const ended = await run(['smoke', '--base-url', url, '--no-wait', '--report', `junit=${file}`]);
    expect(ended.code).toBe(4);
    expect(readFileSync(file, 'utf8')).toContain('message="could not check: ');
  });
});
