/** Unknown fields of the service with integers that a number cannot hold. */
import { expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { serve } from '../support/server.ts';

const digits = '12345678901234567891';
const trip = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];

/** An operator whose every object has a field `ref` with a large integer. */
async function referencing() {
  const original = await operator();
  const server = await serve((request, response) => {
    void fetch(`${original.baseUrl}${request.url ?? ''}`).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end((await answer.text()).replaceAll('{', `{"ref":${digits},`));
    });
  });
  const env = cleanEnvironment(temporaryFolder());
  const rental = (...args: string[]) => run([...args, '--base-url', server.baseUrl], { env });
  return { requests: server.requests, rental };
}

test.each([
  ['depots', []],
  ['availability', trip],
  ['extras', ['11', ...trip]],
  ['quote', ['11', ...trip, '--accessory', '1', '--insurance', '7']],
  ['plan', [...trip, '--vehicle', '11', '--no-input']],
])('%s prints the digits of large integers in every format', async (command, args) => {
  const { rental } = await referencing();
  for (const format of ['json', 'ndjson', 'csv', 'plain', 'table']) {
    const fields = command === 'depots' && format !== 'json' && format !== 'ndjson' ? ['--fields', 'id,ref'] : [];
    const ended = await rental(command, ...args, '--format', format, ...fields);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    if (command === 'depots' || format === 'json') expect(ended.stdout).toContain(digits);
    expect(ended.stdout).not.toMatch(/1234567890123456[^7]|12345678901234567[^8]|"12345678901234567891/);
  }
});

test('stored depots and quotes keep the digits of large integers', async () => {
  const { requests, rental } = await referencing();
  const sweep = ['compare', '--pick-up', 'auckland', '--from', '2030-01-05', '--nights', '7', '--quote', 'all'];
  const [first, second] = [await rental(...sweep, '--json'), await rental(...sweep, '--json')];
  for (const ended of [first, second]) {
    expect(ended.code).toBe(0);
    expect(ended.stderr).not.toContain('could not be read');
    expect(ended.stdout.split(`"ref":${digits}`).length).toBeGreaterThan(2);
  }
  expect(second?.stdout).toContain('"reused":true');
  expect(requests.filter((path) => path.startsWith('/depots'))).toHaveLength(1);
  expect(requests.filter((path) => path.startsWith('/quotes'))).toHaveLength(2);
});
