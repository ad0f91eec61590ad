// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { binary, node, shellCode } from '../support/program.ts';
import { run } from '../support/run.ts';
import { serve } from '../support/server.ts';
import { availabilityPath, errorAnswer, on, status, text } from './faults/parts.ts';
import type { AnswerChange } from '../../src/sandbox/change.ts';
import { changed } from './support/changed.ts';

const page = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({
  kind,
  text: text ?? '',
}));

interface Step {
  readonly run?: string;
}

interface Jobs {
  readonly jobs: { readonly smoke: { readonly steps: readonly Step[] } };
  readonly smoke: {
    readonly script: readonly string[];
    readonly allow_failure: { readonly exit_codes: number[] };
  };
}

const [github, gitlab] = blocks
  .filter(({ kind }) => kind === 'yaml')
  .map(({ text }) => parse(text) as Jobs);

/** The lines of a job that check the deployment. */
function scriptOf(steps: readonly (Step | string)[] | undefined): string {
  const texts = (steps ?? []).map((step) => (typeof step === 'string' ? step : (step.run ?? '')));
  return texts.filter((text) => text !== '' && !text.startsWith('npm ')).join('\n');
}

const scripts = {
  GitHub: scriptOf(github?.jobs.smoke.steps),
  GitLab: scriptOf(gitlab?.smoke.script),
};

/** Exit codes that do not fail a job. */
const tolerated = { GitHub: [0], GitLab: gitlab?.smoke.allow_failure.exit_codes };

/** Runs the script of a job as a runner does, against the sandbox with one change. */
async function runJob(job: keyof typeof scripts, change: AnswerChange, folder = temporaryFolder()) {
  const { baseUrl } = await serve(changed(change));
  const env = {
    ...cleanEnvironment(folder),
    RENTAL_BASE_URL: `${baseUrl}/api/agent`,
    RENTAL_MAX_WAIT: '0',
  };
  const script = `set -e\nrental() { "${node}" "${binary}" "$@"; }\n${scripts[job]}`;
  const child = spawn('bash', ['-c', script], { cwd: folder, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code: shellCode(code, signal), printed, folder };
}

test('docs/ci.md has valid YAML workflows', () => {
  expect(github).toMatchObject({
    on: { schedule: [{ cron: expect.any(String) as string }] },
    jobs: { smoke: {} },
  });
  expect(gitlab).toMatchObject({ smoke: { artifacts: { reports: { junit: 'smoke.xml' } } } });
});

const jobs = Object.keys(scripts) as (keyof typeof scripts)[];

test.each(jobs)(
  'the job for %s writes its reports, and fails on a broken rule but not on an outage',
  async (job) => {
    const conforming = await runJob(job, () => {});
    expect([conforming.code, conforming.printed]).toEqual([
      0,
      expect.stringContaining(' passed, 0 failed, '),
    ]);
    expect(existsSync(join(conforming.folder, 'smoke.xml'))).toBe(true);
    const broken = await runJob(job, text(/^\/depots$/, '{}'));
    expect([broken.code, broken.printed]).toEqual([1, expect.stringContaining('an object')]);
    const outage = await runJob(job, status(503));
    expect(outage.printed).toContain('could not');
    expect(tolerated[job]).toContain(outage.code);
  },
);

test.each(jobs)('the job for %s fails if no trip is accepted twice in a row', async (job) => {
  const closed = on(availabilityPath, errorAnswer(400, 'Closed'));
  const first = await runJob(job, closed);
  expect(tolerated[job]).toContain(first.code);
  const next = await runJob(job, closed, first.folder);
  expect([next.code, next.printed]).toEqual([
    job === 'GitLab' ? 1 : 6,
    expect.stringContaining('twice in a row'),
  ]);
  expect((await runJob(job, () => {}, first.folder)).code).toBe(0);
  expect(tolerated[job]).toContain((await runJob(job, closed, first.folder)).code);
});

test('docs/ci.md installs the packed file, because no registry has the package', () => {
  expect(page).not.toMatch(/npm install .*rental-planner(?!-)/);
  expect(page.match(/npm install --global \.\/rental-planner-\*\.tgz/g)).toHaveLength(2);
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain('\nnpm run package\n');
});

const lines = [...page.matchAll(/^ *(?:- )?rental (smoke\b[^|>\n]*)/gm)].map(
  ([, line]) => line?.trim() ?? '',
);

test.each(lines)('docs/ci.md shows a valid command: rental %s', async (line) => {
  // `--list` makes no report.
  const words = line.replaceAll(/ --report \S+/g, '').split(' ');
  expect((await run([...words, '--list'])).code).toBe(0);
});
