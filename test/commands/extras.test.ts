import { expect, test } from 'vitest';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { always, plant } from '../support/service.ts';

test('a vehicle without extras gets no note on the unit of prices', async () => {
  const ended = await run(['extras', '12', '--base-url', operator().baseUrl, '--format', 'table']);
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.not.stringMatching(/per day|does not say/) as string,
  });
});

test.each(['ndjson', 'csv', 'plain'])(
  'in %s, the kind of a record of extras is ours, even if the service sends a kind',
  async (format) => {
    const { baseUrl } = plant(
      always(200, [{ id: 3, name: 'Seat', price: 5, kind: 'toy', colour: 'red' }]),
    );
    const extras = (form: string) => run(['extras', '11', '--base-url', baseUrl, '--format', form]);
    const { stdout } = await extras(format);
    expect(stdout).toMatch(/accessory.*Seat.*\r?\n.*insurance.*Seat/);
    expect(stdout).not.toContain('toy');
    expect((await extras('json')).stdout).toContain('"kind":"toy"');
  },
);
