/**
 * Amounts that are very large, very small or too exact. Tests of what is not a number
 * are in test/api/client.test.ts.
 */
import { expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { operatorService } from '../../support/operator.ts';
import { run } from '../../support/run.ts';
import { plant } from '../../support/service.ts';
import { sample } from '../../support/thorough.ts';

const trip = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];
const comparison = [
  'compare',
  '--pick-up',
  'auckland',
  '--from',
  '2030-01-05',
  '--nights',
  '7',
  '--quote',
  'all',
];
const lines = [
  ['quote', '11', ...trip],
  ['plan', ...trip, '--vehicle', '11', '--no-input'],
  comparison,
  ['availability', ...trip],
];

/** Every quote costs this, and every vehicle has this rate. */
async function costing(amount: string) {
  const original = operatorService();
  const { baseUrl } = plant(async (request) => {
    const sent = await original(request);
    // JSON.stringify cannot write every number.
    const text = (await sent.text()).replaceAll(
      /("(?:rentalFee|totalAmount|rentalDailyRate)":)[\d.]+/g,
      `$1${amount}`,
    );
    return new Response(text, sent);
  });
  const env = cleanEnvironment(temporaryFolder());
  return (...args: string[]) => run([...args, '--base-url', baseUrl], { env });
}

test.each(
  sample(lines, 2).flatMap((line) =>
    ['12345678901234567.89', '1e-7', '1e300'].map((amount) => [line, amount] as const),
  ),
)('%j shows the amount %s as a number', async (line, amount) => {
  const rental = await costing(amount);
  for (const format of ['json', 'table']) {
    const ended = await rental(...line, '--format', format);
    expect(ended.code, ended.stderr).toBe(0);
    if (format !== 'table') expect(ended.stdout).toContain(String(Number(amount)));
  }
});
