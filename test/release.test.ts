/** What a release checks, and what its workflows may do. The workflows themselves run only on GitHub. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from './support/environment.ts';

function check(tag: string, changelog: string): { code: number | null; problems: string[] } {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'package.json'), '{"version":"0.2.0"}');
  writeFileSync(join(cwd, 'CHANGELOG.md'), changelog);
  const script = resolve('.ci/check-release.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, tag], { cwd, encoding: 'utf8' });
  return { code: status, problems: stderr.split('\n').slice(0, -1) };
}

const released = '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2027-01-02\n\n### Fixed\n\n- A defect.\n';

describe('a release', () => {
  test('is published if tag, version and changelog agree', () => {
    expect(check('v0.2.0', released)).toEqual({ code: 0, problems: [] });
  });

  test.each([
    ['its tag is another version', 'v0.3.0', released, /^error: the tag is v0\.3\.0, but .* is 0\.2\.0$/],
    ['its tag has no v', '0.2.0', released, /the tag is 0\.2\.0/],
    [
      'the changelog lacks it',
      'v0.2.0',
      released.replace('[0.2.0]', '[0.1.0]'),
      /no section "## \[0\.2\.0\] - <date>"$/,
    ],
    ['it is not dated', 'v0.2.0', released.replace(' - 2027-01-02', ''), /no section/],
    ['its section is empty', 'v0.2.0', released.replace('- A defect.', ''), /has no entry$/],
  ])('is refused if %s', (_, tag, changelog, problem) => {
    expect(check(tag, changelog)).toEqual({ code: 1, problems: [expect.stringMatching(problem)] });
  });
});

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { uses?: string; permissions?: Record<string, string>; steps?: { uses?: string; run?: string }[] }>
  >;
}

const workflows = Object.fromEntries(
  readdirSync('.github/workflows').map((file) => {
    return [file, parse(readFileSync(join('.github/workflows', file), 'utf8')) as Workflow];
  }),
);

describe.each(Object.entries(workflows))('the workflow %s', (_, { permissions, jobs }) => {
  test('uses actions by their major version', () => {
    const uses = Object.values(jobs).flatMap((job) => [job.uses, ...(job.steps ?? []).map((step) => step.uses)]);
    for (const action of uses)
      expect(action ?? '').toMatch(/^(actions\/[\w-]+@v\d+|\.\/\.github\/workflows\/ci\.yml|)$/);
  });

  test('may write nothing but the provenance and, in one job that runs no code of a package, the release', () => {
    const granted = [permissions, ...Object.values(jobs).map((job) => job.permissions ?? {})].flatMap(Object.entries);
    const written = granted.filter(([, access]) => access !== 'read').map(([what]) => what);
    expect(['id-token', 'attestations', 'contents']).toEqual(expect.arrayContaining(written));
    for (const { permissions: own, steps = [] } of Object.values(jobs).filter(
      (job) => job.permissions?.['contents'] === 'write',
    )) {
      expect(own).toEqual({ contents: 'write' });
      for (const { run = '' } of steps) expect(run).toMatch(/^(gh release create .*)?$/);
    }
  });
});

test('the gate and the release are what the workflows run', () => {
  const runs = (file: string, job: string) => workflows[file]?.jobs[job]?.steps?.flatMap(({ run }) => run ?? []);
  expect(runs('ci.yml', 'gate')).toEqual(['.ci/run']);
  expect(runs('release.yml', 'publish')?.at(-1)).toBe('npm publish ./package --provenance --access public');
  expect(runs('release.yml', 'build')).toContain('.ci/executable built');
  expect(workflows['release.yml']?.jobs['checks']?.uses).toBe('./.github/workflows/ci.yml');
});
