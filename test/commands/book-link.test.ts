import { expect, test } from 'vitest';
import { run } from '../support/run.ts';

const dates = ['--from', '2030-01-05', '--to', '2030-01-12'];

test('in a pipe book-link prints the address alone, and the kind of link only with --fields', async () => {
  const line = ['book-link', '11', '--pick-up', '1', ...dates, '--base-url', 'http://127.0.0.1:1'];
  const query =
    'pick_up_depot_id=1&drop_off_depot_id=1&pick_up_date=2030-01-05&drop_off_date=2030-01-12&vehicle_id=11';
  expect((await run(line)).stdout).toBe(`http://127.0.0.1:1/book?${query}\n`);
  expect((await run([...line, '--fields', 'kind'])).stdout).toBe('checkout\n');
});
