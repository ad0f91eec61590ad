// @module-tag long
/**
 * What a release checks, and what its workflows may do. The workflows themselves run only on
 * GitHub.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from './support/environment.ts';

type Texts = Readonly<Record<string, string>>;

interface Workflow {
  readonly permissions: Texts;
  readonly jobs: Readonly<
    Record<string, { uses?: string; permissions?: Texts; steps?: Partial<Texts>[] }>
  >;
}

const workflows = Object.fromEntries(
  readdirSync('.github/workflows').map((file) => {
    return [file, parse(readFileSync(join('.github/workflows', file), 'utf8')) as Workflow];
  }),
);

test.each(Object.entries(workflows))(
  'the workflow %s may write nothing but what it must',
  (_, workflow) => {
    const jobs = Object.values(workflow.jobs);
    const granted = [workflow, ...jobs].flatMap(({ permissions = {} }) =>
      Object.entries(permissions),
    );
    const written = granted.filter(([, access]) => access !== 'read').map(([what]) => what);
    expect(['id-token', 'attestations', 'contents']).toEqual(expect.arrayContaining(written));
    // The job that makes the release runs no code of a package.
    for (const { permissions, steps = [] } of jobs.filter(
      (job) => job.permissions?.['contents'] === 'write',
    )) {
      expect(permissions).toEqual({ contents: 'write' });
      for (const { run = '' } of steps) expect(run).toMatch(/^(gh release create .*)?$/);
    }
    for (const { uses = '' } of jobs.flatMap((job) => [job, ...(job.steps ?? [])]))
      expect(uses).toMatch(/^(actions\/[\w-]+@v\d+|\.\/\.github\/workflows\/ci\.yml|)$/);
  },
);

const heading = '## [0.2.0] - 2027-01-02';

test.each([
  ['made if tag, version and changelog agree', 'v0.2.0', heading, '- A defect.', 0],
  ['refused if the tag is another version', 'v0.3.0', heading, '- A defect.', 1],
  ['refused if the changelog lacks it', 'v0.2.0', '## [0.1.0] - 2027-01-02', '- A defect.', 1],
  ['refused if it has no date', 'v0.2.0', '## [0.2.0]', '- A defect.', 1],
  [
    'refused if its section is empty',
    'v0.2.0',
    heading,
    '## [0.1.0] - 2026-12-01\n\n- The first version.',
    1,
  ],
])('a release is %s', (_, tag, first, then, code) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'package.json'), '{"version":"0.2.0"}');
  writeFileSync(
    join(cwd, 'CHANGELOG.md'),
    `# Changelog\n\n## [Unreleased]\n\n${first}\n\n${then}\n`,
  );
  const steps = workflows['release.yml']?.jobs['build']?.steps ?? [];
  const { run = '' } = steps.find(({ name = '' }) => name.startsWith('The tag')) ?? {};
  const env = { ...process.env, GITHUB_REF_NAME: tag };
  // As the container of the job runs it.
  expect(spawnSync('sh', ['-e', '-c', run], { cwd, env }).status).toBe(code);
});
