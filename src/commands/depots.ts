import type { CalendarDate, Depot, DepotTime } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { formatDate } from '../planner/calendar.ts';
import { parseDate } from '../planner/dates.ts';
import { compact, entriesOn, timesByDay, type DayTimes } from '../planner/hours.ts';
import { listed, nearest, search } from '../planner/names.ts';
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
  summary: 'list depots with opening, pick-up and drop-off times',
  purpose: 'Lists depots with their opening hours and their pick-up and drop-off times.',
  args: {
    search: {
      help: 'show only depots with this id, or with this in their name',
      required: false,
      offers: { names: 'depot' },
    },
  },
  flags: { day: { kind: 'text', value: 'date', help: 'only the times of this day: sat, 2026-12-20' } },
  fields: () => servedFields('depotsSchema'),
  isServed: true,
  examples: [
    { does: 'Every depot', line: 'rental depots --sandbox' },
    { does: 'Those with this in their name, as JSON', line: 'rental depots auckland --sandbox --json' },
    { does: 'Only the times of one day; depots without any are left out', line: 'rental depots --day sat --sandbox' },
  ],
  see: ['names', 'dates', 'operators'],
  async run({ search: query = '', day }, context): Promise<Result> {
    const session = await context.session();
    const date = day === undefined ? undefined : await parseDate(day, { today: session.today(), field: 'day' });
    const all = await session.service.depots();
    const found = new Set(search(query, all));
    const near = found.size === 0 ? nearest(query, all) : undefined;
    if (near !== undefined) context.note(`did you mean ${listed([near])}?`);
    const matching = all.filter((depot) => found.has(depot));
    const depots = date === undefined ? matching : matching.flatMap((depot) => openOn(depot, date));
    return {
      ...{ data: depots, columns, rows: depots },
      get view() {
        return depotsView({ depots, query, date, closed: matching.length - depots.length });
      },
    };
  },
});

/** The depot with the times of one day; none if it lists no times for it. */
function openOn(depot: Depot, date: CalendarDate): Depot[] {
  const pickUp = entriesOn(depot.pickup_times, date);
  const dropOff = entriesOn(depot.drop_off_times, date);
  return pickUp.length + dropOff.length === 0 ? [] : [{ ...depot, pickup_times: pickUp, drop_off_times: dropOff }];
}

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

interface DepotsParts {
  readonly depots: readonly Depot[];
  readonly query: string;
  readonly date: CalendarDate | undefined;
  /** Depots without times on the date. */
  readonly closed: number;
}

function depotsView({ depots, query, date, closed }: DepotsParts): Block[] {
  const heading: Block[] =
    date === undefined ? [] : [{ kind: 'text', text: `Times on ${formatDate(date)}`, style: 'heading' }];
  if (depots.length + closed === 0) {
    const text = query === '' ? 'The operator lists no depots.' : `No depot has "${query}" as its id or in its name.`;
    return [{ kind: 'text', text }];
  }
  const leftOut = closed === 0 ? '' : `; ${closed} left out, without times on that day`;
  return [
    ...heading,
    ...(depots.length === 0 ? [] : [{ kind: 'table', columns, rows: depots } as const]),
    { kind: 'text', text: `${plural(depots.length, 'depot')}${leftOut}`, style: 'dim' },
  ];
}
