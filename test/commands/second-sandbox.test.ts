/** The two built-in operators. */
import { expect, test } from 'vitest';
import { run } from '../support/run.ts';

const trip = ['--pick-up', 'auckland airport', '--drop-off', 'queenstown', '--from', '+30d', '--nights', '7'];

test('--sandbox=a,b compares both', async () => {
  const ended = await run(['compare', '--sandbox=a,b', ...trip, '--quote', 'best:1', '--json']);
  const { offers } = JSON.parse(ended.stdout) as { offers: { operator: string }[] };
  expect(ended.code).toBe(0);
  expect(new Set(offers.map(({ operator }) => operator))).toEqual(new Set(['sandbox', 'sandbox-b']));
});

test('--sandbox=b is the second operator, and the printed command chooses it again', async () => {
  const depots = await run(['depots', '--sandbox=b', '--fields', 'id']);
  expect(depots.stdout).toMatch(/^5001\n/);
  const variable = await run(['depots', '--fields', 'id'], { env: { RENTAL_SANDBOX: 'b' } });
  expect(variable.stdout).toBe(depots.stdout);
});

test('a command for one operator refuses two', async () => {
  expect(await run(['depots', '--sandbox=a,b'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'error: --sandbox=a,b are several operators, but this command asks one\n' +
      'hint: name one of them; rental compare takes several\n',
  });
});
