/** An operator whose depots cannot be looked up does not stop the others. */
import { expect, test } from 'vitest';
import { configuredEnvironment } from '../../support/environment.ts';
import { operator } from '../../support/operator.ts';
import { run, type RunOptions } from '../../support/run.ts';
import { parsed } from './support.ts';

const offline = 'http://127.0.0.1:9/api';
const trip = ['--pick-up', 'auckland', '--from', '2030-03-04', '--nights', '7'];

function compareAt(baseUrls: Readonly<Record<string, string>>) {
  const operators = Object.fromEntries(
    Object.entries(baseUrls).map(([name, baseUrl]) => [name, { baseUrl }]),
  );
  const env = configuredEnvironment({ operators });
  const names = Object.keys(baseUrls).join(',');
  return (args: readonly string[], options: RunOptions = {}) =>
    run(['compare', '--operator', names, ...trip, '--retries', '0', ...args], { ...options, env });
}

test.each(['down,happy', 'happy,down'])(
  'of %s, the one that is online is compared, and the failure names the other',
  async (names) => {
    const all: Readonly<Record<string, string>> = { down: offline, happy: operator().baseUrl };
    const compare = compareAt(
      Object.fromEntries(names.split(',').map((name) => [name, all[name] ?? ''])),
    );
    const ended = await compare(['--json']);
    expect(ended.code).toBe(8);
    expect(ended.stderr).toMatch(
      /^warning: 1 request failed: down: cannot reach 127\.0\.0\.1:9: /m,
    );
    const { offers, failures, partial } = parsed(ended);
    expect(offers.map((offer) => offer.operator)).toEqual(['happy', 'happy']);
    expect(failures).toMatchObject([
      { operator: 'down', step: 'depots', code: 'network', pick_up_depot_id: null },
    ]);
    expect(partial).toBe(true);
    const { stdout } = await compare([], { tty: ['stdout'], columns: 120 });
    expect(stdout).toMatch(/1 request failed[^]*depots +down +cannot reach /);
  },
);

test('a vehicle that only the offline operator may have is not a typing mistake', async () => {
  const { baseUrl } = operator();
  const ended = await compareAt({ happy: baseUrl, down: offline })(['--vehicle', 'Tui', '--json']);
  expect(ended.code).toBe(8);
  expect(parsed(ended)).toMatchObject({ offers: [], failures: [{ operator: 'down' }] });
});

test("if every operator is offline, the failures are printed, and the exit code is the reason's", async () => {
  const compare = compareAt({ down: offline, off: offline });
  const ended = await compare(['--json']);
  expect(ended.code).toBe(6);
  expect(ended.stderr).toMatch(
    /^warning: 2 requests failed\. The first failure: down: cannot reach /m,
  );
  expect(ended.stderr).not.toContain('0 requests');
  expect(parsed(ended).failures.map((failure) => failure.operator)).toEqual(['down', 'off']);
});

test('a dry run fails if the depots of one operator cannot be looked up', async () => {
  const { baseUrl } = operator();
  const ended = await compareAt({ happy: baseUrl, down: offline })(['--dry-run', '--json']);
  expect(ended).toMatchObject({
    code: 6,
    stdout: '',
    stderr: expect.stringContaining('cannot reach') as string,
  });
});
