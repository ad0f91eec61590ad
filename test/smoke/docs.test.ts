import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from '../support/run.ts';

const page = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({ kind, text: text ?? '' }));

describe('docs/ci.md', () => {
  test('has valid YAML workflows', () => {
    const [github, gitlab] = blocks.filter(({ kind }) => kind === 'yaml').map(({ text }) => parse(text) as object);
    expect(github).toMatchObject({ on: { schedule: [{ cron: expect.any(String) as string }] }, jobs: { smoke: {} } });
    expect(gitlab).toMatchObject({ smoke: { artifacts: { reports: { junit: 'smoke.xml' } } } });
  });

  const lines = [...page.matchAll(/^ *(?:- )?rental (smoke\b[^|>\n]*)/gm)].map(([, line]) => line?.trim() ?? '');

  test.each(lines)('shows a valid command: rental %s', async (line) => {
    expect((await run([...line.split(' '), '--list'])).code).toBe(0);
  });

  test('shows more than six commands', () => {
    expect(lines.length).toBeGreaterThan(6);
  });
});
