import type { Depot, DepotTime } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { compact, timesByDay, type DayTimes } from '../planner/hours.ts';
import { search } from '../planner/names.ts';
import type { Block, Column, Result } from '../result.ts';
import { plural } from '../text.ts';
import { servedFields } from './shared/fields.ts';

const columns: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'number' },
  { key: 'name', header: 'DEPOT' },
  { key: 'opening_hours_description', header: 'OPENING HOURS' },
  {
    key: 'pickup_times',
    header: 'PICK-UP AND DROP-OFF TIMES',
    show: (row) => timesOf(row as Depot),
    flat: (row) => allTimes((row as Depot).pickup_times),
  },
  { key: 'drop_off_times', flat: (row) => allTimes((row as Depot).drop_off_times) },
];

export default defineCommand({
  name: 'depots',
  group: 'BROWSE',
  summary: 'depots with opening hours, pick-up and drop-off times',
  args: { search: { help: 'show only depots with this id, or with this in their name', required: false } },
  flags: {},
  fields: () => servedFields('depotsSchema'),
  isServed: true,
  examples: ['rental depots --sandbox', 'rental depots auckland --sandbox --json'],
  async run({ search: query }, context): Promise<Result> {
    const { service } = await context.session();
    const all = await service.depots();
    const found = new Set(search(query ?? '', all));
    const depots = all.filter((depot) => found.has(depot));
    return {
      ...{ data: depots, columns, rows: depots },
      get view() {
        return depotsView(depots, query);
      },
    };
  },
});

/** One line per day category; pick-up and drop-off times share the lines if they are the same. */
function timesOf({ pickup_times, drop_off_times }: Depot): string[] {
  const pickUp = timesByDay(pickup_times).map(describeTimes);
  const dropOff = timesByDay(drop_off_times).map(describeTimes);
  if (pickUp.join() === dropOff.join()) return pickUp.length === 0 ? ['none listed'] : pickUp;
  return [...labelled('pick-up', pickUp), ...labelled('drop-off', dropOff)];
}

/** `weekday 09:00,10:00;weekend 10:00`: every time, for programs to split. */
function allTimes(times: readonly DepotTime[]): string {
  return timesByDay(times)
    .map((one) => `${one.day} ${one.times.join(',')}`)
    .join(';');
}

function describeTimes({ day, times }: DayTimes): string {
  return `${day} ${compact(times)}`.trim();
}

function labelled(label: string, days: readonly string[]): string[] {
  return (days.length === 0 ? ['none listed'] : days).map((day) => `${label} ${day}`);
}

function depotsView(depots: readonly Depot[], query: string | undefined): Block[] {
  if (depots.length > 0) {
    return [
      { kind: 'table', columns, rows: depots },
      { kind: 'text', text: plural(depots.length, 'depot'), style: 'dim' },
    ];
  }
  const text =
    query === undefined ? 'The operator lists no depots.' : `No depot has "${query}" as its id or in its name.`;
  return [{ kind: 'text', text }];
}
