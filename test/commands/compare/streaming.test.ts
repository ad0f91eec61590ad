/** A sweep prints rows while it runs, and resumes after it was interrupted. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../../support/program.ts';
import { sample } from '../../support/thorough.ts';
import { counts, operators, parsed, plantOperators } from './support.ts';

const slow = { rateLimit: { limit: 20, windowMs: 300 } };
const sweep = ['--pick-up', '1', '--from', '+30d', '--flex', '4', '--nights', '7', '--quote', 'top:4'];
const full = 9 + 9 * 4;

test.each(sample(['ndjson', 'csv'], 2))(
  'with --format %s, rows are printed before the last request is sent',
  async (format) => {
    const lucky = await operators({ lucky: slow });
    const seen: { rows: number; requests: number }[] = [];
    const ended = await program(['compare', '--operator', 'lucky', ...sweep, '--format', format], {
      env: lucky.env,
      onOutput: ({ stdout }) => {
        const lines = stdout.split('\n').length - 1;
        if (lines > 1) seen.push({ rows: lines, requests: lucky.sandbox('lucky').requests.length });
      },
    });
    expect(ended.code).toBe(0);
    expect(seen[0]?.requests).toBeLessThan(full);
    expect(ended.stdout.trim().split('\n')).toHaveLength(36 + Number(format === 'csv'));
    expect(lucky.newRequests('lucky')).toHaveLength(full);
  },
);

test('after Ctrl-C the sweep prints the offers so far, marked as partial', async () => {
  const lucky = plantOperators({ lucky: slow });
  const ended = await lucky.compare([...sweep, '--json'], {
    onStart: (interrupt) => {
      const watch = setInterval(() => {
        if (counts(lucky.sandbox('lucky').requests.map(({ path }) => path.slice(10))).quotes < 12) return;
        clearInterval(watch);
        interrupt('SIGINT');
      }, 1);
    },
  });
  expect(ended.code).toBe(130);
  const { offers, failures, partial, plan } = parsed(ended);
  expect({ failures, partial, requests: plan.requests }).toEqual({ failures: [], partial: true, requests: full });
  expect(offers.length).toBeGreaterThan(0);
  expect(offers.length).toBeLessThan(36);
  expect(ended.stderr).toContain('stopped early');
});

test('after Ctrl-C before the first quote the table does not say that there are no vehicles', async () => {
  const lucky = plantOperators({ lucky: { rateLimit: { limit: 5, windowMs: 60_000 } } });
  const ended = await lucky.compare([...sweep, '--format', 'table'], {
    onStart: (interrupt) => {
      const watch = setInterval(() => {
        // All that the limit allows: five of the nine trips are answered.
        if (lucky.sandbox('lucky').requests.length < 5) return;
        clearInterval(watch);
        interrupt('SIGINT');
      }, 1);
    },
  });
  expect(ended.code).toBe(130);
  expect(ended.stdout).toBe('Partial: stopped early, with no offers of 46 requests\n');
});

test('after SIGTERM before the first response the sweep prints its plan', async () => {
  const lucky = plantOperators({ lucky: { ...slow, latencyMs: 20_000 } });
  const ended = await lucky.compare([...sweep, '--json'], {
    onStart: (interrupt) => {
      const watch = setInterval(() => {
        if (lucky.sandbox('lucky').requests.length === 0) return;
        clearInterval(watch);
        interrupt('SIGTERM');
      }, 1);
    },
  });
  expect(ended.code).toBe(143);
  expect(parsed(ended)).toMatchObject({ offers: [], failures: [], partial: true, plan: { exact: false } });
});

test('stored quotes are readable only by the user, and one that cannot be read is asked for again', async () => {
  const lucky = plantOperators({ lucky: slow });
  const once = ['--pick-up', '1', '--from', '+30d', '--nights', '7', '--quote', 'top:3', '--json'];
  await lucky.compare(once);
  const folder = join(lucky.env['XDG_CACHE_HOME'] ?? '', 'rental');
  const [sweeps = ''] = readdirSync(folder).filter((name) => name.startsWith('sweeps-'));
  const files = readdirSync(join(folder, sweeps)).map((name) => join(folder, sweeps, name));
  expect(files.every((file) => (statSync(file).mode & 0o777) === 0o600)).toBe(true);
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const last = lines.findLastIndex((line) => line.includes('"totalAmount"'));
    if (last >= 0) writeFileSync(file, lines.with(last, lines[last]?.slice(0, -9) ?? '').join('\n'));
  }
  lucky.newRequests('lucky');
  const again = await lucky.compare(once);
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('reused 2 quotes') as string });
  expect(counts(lucky.newRequests('lucky')).quotes).toBe(1);
  expect(parsed(again).offers).toHaveLength(3);
});
