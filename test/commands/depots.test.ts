import { expect, test } from 'vitest';
import { run } from '../support/run.ts';
import { always, plant } from '../support/service.ts';

const at = (day: string, time: string) => ({ day, time });
const depots = [
  depot(1, 'Auckland Airport', [
    at('weekday', '09:00'),
    at('weekend', '10:00'),
    at('public-holiday', '11:00'),
  ]),
  depot(2, 'Nelson', [at('Weekday', '08:00')]),
];

function depot(id: number, name: string, times: readonly unknown[]) {
  return {
    id,
    name,
    pickup_times: times,
    drop_off_times: times,
    opening_hours_description: 'As listed',
  };
}

async function listDepots(...args: string[]) {
  const { baseUrl } = plant(always(200, depots));
  return run(['depots', ...args, '--base-url', baseUrl]);
}

test.each([['table'], ['json'], ['plain']])(
  'a search without a result suggests the nearest name, or says that nothing fits: %s',
  async (format) => {
    const ended = await listDepots('aukland', '--format', format);
    expect(ended).toMatchObject({ code: 0, stderr: 'note: did you mean Auckland Airport (1)?\n' });
    const none = await listDepots('zzzzzz', '--format', format);
    expect(none.stderr).toBe('note: no depot has "zzzzzz" as its id or in its name\n');
  },
);

test('fields instead of a depot and jq after -q, as other programs take them, get a hint', async () => {
  const ended = await listDepots('id,name', '--json');
  expect(ended).toMatchObject({ code: 0, stdout: '[]\n' });
  expect(ended.stderr).toContain(
    'note: to print only these fields: rental depots --fields id,name\n',
  );
  expect(await listDepots('-q', '.[].name')).toMatchObject({ code: 2, stdout: '' });
});

test('on a terminal each depot has its days and times', async () => {
  const halfDay = {
    ...depot(3, 'Taupō', [at('weekday', '09:00')]),
    drop_off_times: [at('saturday', '12:00')],
  };
  const { baseUrl } = plant(always(200, [...depots, halfDay, depot(4, 'Picton', [])]));
  const ended = await run(['depots', '--base-url', baseUrl], {
    tty: ['stdout'],
    columns: 80,
    env: { NO_COLOR: '1' },
  });
  const lines = ended.stdout.split('\n');
  expect(lines[0]).toBe('ID  DEPOT             TIMES');
  expect(lines.slice(5)).toEqual([
    ' 3  Taupō             pick-up Mo–Fr 09:00 only',
    '                      drop-off Sa 12:00 only',
    ' 4  Picton            none listed',
    '                      “As listed”',
    '',
    "Hours in the operator's own words: rental depots <name>",
    '4 depots',
    '',
  ]);
});
