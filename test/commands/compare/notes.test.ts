/** The notes of compare. */
import { expect, test } from 'vitest';
import { operator } from '../../support/operator.ts';
import { run, type RunOptions } from '../../support/run.ts';

/** 16 January 2027 is a Saturday. */
const days = ['--from', '2027-01-14', '--flex', '2', '--nights', '6'];
const comparison = ['compare', '--pick-up', 'all', ...days, '--max-requests', '500'];
const columns = 120;

async function ended(args: readonly string[], options: RunOptions) {
  const { baseUrl } = operator({
    days: ['weekday'],
    depots: ['Auckland', '東京レンタカーの空港の店舗', 'Nelson'],
  });
  return run([...comparison, ...args, '--base-url', baseUrl], {
    columns,
    env: { NO_COLOR: '1' },
    ...options,
  });
}

test.each<[string[], RunOptions]>([
  [[], { tty: ['stdout', 'stderr'] }],
  [['-v'], { tty: ['stdout', 'stderr'] }],
  [['--json'], {}],
])('with %j and %j each note is printed once', async (args, options) => {
  const { stderr } = await ended([...args, '--max-total', '1', '--quote', 'all'], options);
  const notes = stderr.replace(/\s+/g, ' ');
  const order = 'offers whose depot has no times on a day are listed last, however cheap';
  for (const part of ['the lowest total', 'list no pick-up times', 'all 3 depots', order])
    expect(notes.split(part)).toHaveLength(2);
  // An answer that comes at once has no plan above it.
  expect(notes.includes('no wait')).toBe(args[0] === '-v');
});
