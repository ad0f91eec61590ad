/** A quote that has already expired when it is shown is noted in every format. */
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { operator } from '../../support/operator.ts';
import { run, type RunOptions } from '../../support/run.ts';

const start = Date.parse('2027-01-10T00:00:00Z');
const now = () => start;
const past = { expiresAt: new Date(start - 20 * 60_000).toISOString() };
const future = { expiresAt: new Date(start + 20 * 60_000).toISOString() };
const trip = ['--pick-up', 'auckland', '--from', '2027-02-01'];
const week = [...trip, '--to', '+7d'];
const message = "this quote expired, by this machine's clock";

describe.each(['table', 'json'])('in the format %s', (format) => {
  const rental = async (
    quotes: readonly object[],
    line: readonly string[],
    options: RunOptions = {},
  ) => {
    const { baseUrl } = operator({ quotes });
    const args = [...line, '--base-url', baseUrl, '--format', format];
    return run(args, { now, ...options });
  };

  test.each([[['quote', '11', ...week]], [['plan', ...week, '--vehicle', 'cheapest']]])(
    '%j warns of an expired quote, also with --quiet',
    async (line) => {
      const ended = await rental([past], line);
      expect(ended.code).toBe(0);
      expect(ended.stderr).toContain(`warning: ${message}\n`);
      expect((await rental([past], [...line, '--quiet'])).stderr).toBe(`warning: ${message}\n`);
      expect((await rental([future], line)).stderr).not.toContain('expired');
    },
  );

  test('compare notes how many quotes have expired', async () => {
    const line = ['compare', ...trip, '--nights', '7'];
    expect((await rental([past, future], line)).stderr).toContain(
      "note: 1 of 2 quotes expired, by this machine's clock\n",
    );
    expect((await rental([past, past], line)).stderr).toContain(
      "note: 2 of 2 quotes expired, by this machine's clock\n",
    );
    const alone = await rental([past], [...line, '--vehicle', '11']);
    expect(alone.stderr).toContain(`note: ${message}\n`);
    expect((await rental([future, future], line)).stderr).not.toContain('expired');
  });
});

test('a stored quote that expires during a comparison is not called valid', async () => {
  let time = start;
  const later = {
    get expiresAt() {
      // The second comparison asks for the second vehicle after it has found the first one's quote.
      if (time > start) time += 3_600_000;
      return new Date(time + 20 * 60_000).toISOString();
    },
  };
  const { baseUrl, requests } = operator({ quotes: [later] });
  const env = cleanEnvironment(temporaryFolder());
  const line = ['compare', ...trip, '--nights', '7', '--base-url', baseUrl];
  const comparison = (...more: string[]) => run([...line, ...more], { now: () => time, env });
  await comparison('--vehicle', '11');
  expect((await comparison('--vehicle', '11')).stderr).toContain(
    'note: reused 1 quote that is still valid',
  );
  time += 60_000;
  const { stderr } = await comparison();
  expect(stderr).toContain("note: 1 of 2 quotes expired, by this machine's clock\n");
  expect(stderr).not.toContain('still valid');
  // What has expired is not asked for again.
  expect(requests.filter((path) => path.startsWith('/quotes'))).toHaveLength(2);
});

test('an expiry in another form of ISO 8601 is shown as any other', async () => {
  const { baseUrl } = operator({ quotes: [{ expiresAt: '20300101T003000Z' }] });
  const line = [
    'quote',
    '11',
    '--pick-up',
    '1',
    '--from',
    '2030-02-01',
    '--nights',
    '7',
    '--base-url',
    baseUrl,
  ];
  expect((await run([...line, '--format', 'table'])).stdout).toMatch(
    /Valid until +Tue 1 Jan 2030, 13:30 NZDT/,
  );
  expect((await run([...line, '--jq', '.expiresAt'])).stdout).toBe('20300101T003000Z\n');
});
