/** The two built-in operators. */
import { expect, test } from 'vitest';
import { run } from '../support/run.ts';

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
