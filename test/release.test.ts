/** What a release checks, and what its workflows may do. The workflows themselves run only on GitHub. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from './support/environment.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { uses?: string; permissions?: Record<string, string>; steps?: Step[] }>>;
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
    const writers = Object.values(jobs).filter((job) => job.permissions?.['contents'] === 'write');
    for (const { permissions: own, steps = [] } of writers) {
      expect(own).toEqual({ contents: 'write' });
      for (const { run = '' } of steps) expect(run).toMatch(/^(gh release create .*)?$/);
    }
  });
});

test('the gate and the release are what the workflows run', () => {
  const runs = (file: string, job: string) => workflows[file]?.jobs[job]?.steps?.flatMap(({ run }) => run ?? []);
  expect(runs('ci.yml', 'gate')).toEqual(['.ci/run']);
  expect(runs('release.yml', 'publish')).toEqual(['npm publish ./rental-planner-*.tgz --provenance --access public']);
  expect(runs('release.yml', 'build')).toContain('.ci/executable built');
  expect(workflows['release.yml']?.jobs['checks']?.uses).toBe('./.github/workflows/ci.yml');
});

const heading = '## [0.2.0] - 2027-01-02';

test.each([
  ['tag, version and changelog agree: it is made', 'v0.2.0', heading, '- A defect.', 0],
  ['the tag is another version', 'v0.3.0', heading, '- A defect.', 1],
  ['the tag has no v', '0.2.0', heading, '- A defect.', 1],
  ['the changelog lacks it', 'v0.2.0', '## [0.1.0] - 2027-01-02', '- A defect.', 1],
  ['it is not dated', 'v0.2.0', '## [0.2.0]', '- A defect.', 1],
  ['its section is empty', 'v0.2.0', heading, '## [0.1.0] - 2026-12-01\n\n- The first version.', 1],
])('a release of which %s', (_, tag, first, then, code) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'package.json'), '{"version":"0.2.0"}');
  writeFileSync(join(cwd, 'CHANGELOG.md'), `# Changelog\n\n## [Unreleased]\n\n${first}\n\n${then}\n`);
  const steps = workflows['release.yml']?.jobs['build']?.steps ?? [];
  const { run = '' } = steps.find(({ name = '' }) => name.startsWith('The tag')) ?? {};
  const env = { ...process.env, GITHUB_REF_NAME: tag };
  // As the container of the job runs it.
  expect(spawnSync('sh', ['-e', '-c', run], { cwd, env }).status).toBe(code);
});
