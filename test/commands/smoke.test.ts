/** What `rental smoke` prints, writes and ends with. What it checks: test/smoke. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment.ts';
import { run } from '../support/run.ts';
import { always, answer, plant } from '../support/service.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { all, error, json, on, status } from '../../src/sandbox/faults/change.ts';
import { startChanged } from '../smoke/support/changed.ts';

const screen = ['stdout', 'stderr'] as const;
const ofDepots = ['smoke', '--sandbox', '--only', 'depots'];

/** Runs smoke at a service that gives every request the same answer. */
const smokeAt = (service: Parameters<typeof plant>[0], ...flags: string[]) =>
  run(['smoke', '--base-url', plant(service).baseUrl, '--no-color', ...flags]);

describe('a service that answers nothing', () => {
  const nowhere = ['smoke', '--base-url', 'http://127.0.0.1:1', '--no-color'];
  const problem = 'could not check: cannot reach 127.0.0.1:1: the connection was refused\n';

  test.each([
    ['in a pipe', [], { stdout: '', stderr: `error: ${problem}` }],
    ['in the log of a job', ['--format', 'table'], { stdout: problem, stderr: '' }],
  ])('is one line %s', async (_, flags, printed) => {
    expect(await run([...nowhere, ...flags])).toEqual({ code: 6, ...printed });
  });

  test('is one line on a terminal', async () => {
    const ended = await run(nowhere, { tty: screen });
    expect(ended).toMatchObject({ code: 6, stdout: problem });
    expect(ended.stderr).not.toContain('could not check');
  });

  test('is shown with every check by --verbose, and in documents', async () => {
    expect((await run([...nowhere, '--verbose'])).stdout).toMatch(/^((skip|unchecked)\t[a-z-]+\t.*\n){50}$/);
    const { checks } = JSON.parse((await run([...nowhere, '--json'])).stdout) as { checks: unknown[] };
    expect(checks).toHaveLength(50);
  });

  test('is one line if it only says that it is unavailable', async () => {
    const ended = await smokeAt(always(503, { error: 'closed' }), '--no-wait');
    expect(ended).toMatchObject({ code: 4, stdout: '' });
    expect(ended.stderr).toBe('error: could not check: 503 at GET /depots: the service is unavailable\n');
  });
});

describe('a service that keeps every rule but lists no depot: 6', () => {
  const why = 'the service lists no depot, so little could be checked';
  const lists: Parameters<typeof plant>[0] = async ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === '/depots') return answer(200, []);
    return answer(pathname.includes('abc/') ? 400 : 404, { error: 'no' });
  };

  test.each([
    ['plain', /^unchecked\tdepots-answer\t[^\n]*\tthe service lists no depot/m],
    ['table', new RegExp(`\ncould not check: ${why}\n$`)],
    ['json', /"exitCode":6,"obstacle":"the service lists no depot/],
  ])('as %s', async (format, shown) => {
    const ended = await smokeAt(lists, '--format', format);
    expect([ended.code, ended.stdout]).toEqual([6, expect.stringMatching(shown)]);
    if (format !== 'table') expect(ended.stderr).toContain(`could not check: ${why}\n`);
  });

  test('in every report', async () => {
    const folder = temporaryFolder();
    const kinds = ['junit', 'markdown', 'github'];
    const flags = kinds.flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`]);
    expect((await smokeAt(lists, ...flags)).code).toBe(6);
    const [junit, ...others] = kinds.map((kind) => readFileSync(join(folder, kind), 'utf8'));
    expect(junit).toMatch(/^<testsuites name="rental smoke" tests="50" failures="0" errors="1" skipped="\d+"/m);
    expect(junit).toContain(`<error type="nothing_available" message="could not check: ${why}"/>`);
    for (const other of others) expect(other).toMatch(/could not check[^\n]*the service lists no depot/i);
  });
});

describe('rental smoke', () => {
  test.each([
    [['--min-checks', '5'], 1],
    [['--min-checks', '4'], 0],
    // A part of the checks needs no number of them.
    [['--strict'], 0],
  ])('of four checks with %j: exit code %i', async (flags, code) => {
    const ended = await run([...ofDepots, ...flags]);
    expect([ended.code, ended.stdout.includes('\nfail\trun-min-checks\t')]).toEqual([code, code === 1]);
  });

  test('with --strict and all checks needs 35 of them', async () => {
    const noExtras = json(/(?:accessories|insurance-types)$/, () => []);
    const noQuotes = on(/^\/quotes$/, error(404, 'The vehicle is not available'), (answer) => answer.status === 200);
    const { baseUrl, siteUrl } = startChanged(all(noExtras, noQuotes, on(/^\/(?:book|open|\.)/, status(403))));
    const { code, stdout } = await run(['smoke', '--base-url', baseUrl.href, '--site-url', siteUrl.href, '--strict']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('expected 35 checks that could be made, got ')]);
  });

  test('begins with the trip that the flags name, in the words of the other commands', async () => {
    const sandbox = plantSandbox();
    const line = ['smoke', '--base-url', sandbox.baseUrl, '--only', 'availability-answer'];
    const { code, stderr } = await run([...line, '--pick-up', 'queens', '--from', '2027-06-07', '--nights', '9,12']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('note: depot "queens" means Queenstown (10)')]);
    expect(sandbox.requests[1]?.path).toContain(
      'pick_up_depot_id=10&drop_off_depot_id=10&pick_up_date=2027-06-07&drop_off_date=2027-06-16',
    );
  });

  test.each([
    [['--sandbox', '--from', 'foo'], '--from: "foo" is not a date'],
    [['--sandbox', '--nights', 'a'], '--nights takes 7, 7..10 or 7,10,14, not "a"'],
    [['--sandbox', '--pick-up', 'nowhere'], 'no depot matches "nowhere"'],
    [['--report', 'xml=a'], '--report knows no kind "xml"'],
    [['--report', 'markdown'], '--report markdown needs a file'],
    [['--list', '--report', 'junit=x'], 'nothing to report'],
    [[], 'no operator is configured'],
  ])('refuses %j', async (flags, problem) => {
    const ended = await run(['smoke', ...flags]);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(problem) as string });
  });

  test('ends with the summary on stderr if stdout has records only', async () => {
    const { code, stdout, stderr } = await run(ofDepots);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^4 passed, 0 failed, 0 warned, 0 skipped; 1 request in \d+\.\d s\n$/);
    expect(stdout).toMatch(/^(pass\tdepots-[a-z]+\t.*\n){4}$/);
    expect((await run([...ofDepots, '--quiet'])).stderr).toBe('');
    expect((await run([...ofDepots, '--format', 'csv'])).stderr).toBe('');
  });

  test('has a line for each group on a terminal; -v and a log have every check', async () => {
    const line = ['smoke', '--sandbox', '--strict', '--no-color'];
    const { code, stdout, stderr } = await run(line, { tty: screen });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^depots +4 checks passed\n(\w+ +\d+ [^\n]+\n){7}\n/);
    expect(stdout).toMatch(/\nerrors +8 passed, 1 skipped\n/);
    expect(stdout).toMatch(
      /\nother day categories: "public-holiday"\n48 passed, 0 failed, 0 warned, 2 skipped; [^\n]+\n$/,
    );
    expect(stderr).not.toContain(' passed, ');
    const everyCheck = /^VERDICT +CHECK +RULE\npass +depots-answer +the depots are a JSON array/;
    expect((await run([...ofDepots, '--no-color', '-v'], { tty: screen })).stdout).toMatch(everyCheck);
    expect((await run([...ofDepots, '--format', 'table'])).stdout).toMatch(everyCheck);
  });

  test('a terminal shows a broken rule in full, and one line for checks that have the same reason to be skipped', async () => {
    const { baseUrl } = plant(always(200, '{}'));
    const line = ['smoke', '--only', 'depots,availability', '--base-url', baseUrl, '--no-color'];
    const { code, stdout } = await run(line, { tty: ['stdout'], columns: 100 });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^depots +1 failed, 3 skipped\n/);
    expect(stdout).toMatch(/\nfail depots-answer \(Endpoints: GET \/depots\)\n\n +rule +200 response: array/);
    expect(stdout).toMatch(/\n +expected +a JSON array\n +got +an object\n/);
    expect(stdout).toContain(`\n  curl -sSi -H 'accept: application/json' '${baseUrl}/depots'\n`);
    expect(stdout).toMatch(/\nskip \d+ checks: [^\n]+\n/);
    expect(stdout).not.toContain('\n\n\n');
  });

  test('--list fits 80 columns, and needs no operator', async () => {
    const { code, stdout } = await run(['smoke', '--list', '--no-color', '--no-pager'], { tty: ['stdout'] });
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
      ...{ ok: true, exitCode: 0, strict: false, counts: { fail: 0, warn: 0 } },
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
    const ended = await run([...ofDepots, '--json', ...reports], { env: { GITHUB_STEP_SUMMARY: summary } });
    expect(ended.code).toBe(0);
    expect(readFileSync(junit, 'utf8')).toContain('<testsuites name="rental smoke" tests="4"');
    expect(readFileSync(summary, 'utf8')).toMatch(/^before\n### rental smoke\n/);
    // Stdout holds only the document.
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: true });
    expect(ended.stderr).toMatch(/^::notice title=rental smoke::/);
  });

  test('to a disk that is full at the end are lost, but not the result: 9', async () => {
    const ended = await run([...ofDepots, '--json', '--report', 'junit=/dev/full']);
    expect(ended.code).toBe(9);
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: true, counts: { pass: 4 } });
    expect(ended.stderr).toMatch(/^note: the report \/dev\/full could not be written: ENOSPC/);
  });

  test('that are lost do not hide that a rule is broken: 1', async () => {
    const flags = ['--only', 'depots', '--report', 'junit=/dev/full'];
    expect((await smokeAt(always(200, {}), ...flags)).code).toBe(1);
  });
});
