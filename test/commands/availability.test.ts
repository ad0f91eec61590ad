import { expect, test } from 'vitest';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';

const dates = ['--from', '2030-01-05', '--to', '2030-01-12'];

test('on a terminal availability has bars, and the addresses of images only if they fit', async () => {
  const { baseUrl } = operator();
  const list = (columns: number, format?: string) =>
    run(
      [
        'availability',
        '--pick-up',
        '1',
        ...dates,
        '--base-url',
        baseUrl,
        ...(format ? ['--format', format] : []),
      ],
      {
        tty: ['stdout'],
        columns,
        env: { NO_COLOR: '1' },
      },
    );
  const narrow = (await list(52)).stdout;
  expect(narrow).toMatch(/^ID +VEHICLE +NZD A DAY +ABOUT$/m);
  expect(narrow).toMatch(/ 99\.50 {2}\S+ +696\.50$/m);
  expect(narrow).toMatch(/^2 vehicles\. "about" is an estimate: the/m);
  expect((await list(160)).stdout).toMatch(/NZD A DAY +ABOUT +IMAGE\n(.*http.*\n)+\n2 vehicles\. /);
  expect((await list(160, 'plain')).stdout).not.toContain('█');
});
