import type { CalendarDate, Depot, DepotTime } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { formatDate } from '../planner/calendar.ts';
import { parseDate } from '../planner/dates.ts';
import { entriesOn, timesByDay } from '../planner/hours.ts';
import { listed, nearest, search } from '../planner/names.ts';
import type { Block, Column, Result } from '../result.ts';
import { drawsBars } from '../terminal/bars.ts';
import { viewWidth } from '../terminal/output.ts';
import { plural } from '../text.ts';
import { nameColumns, timeLines, weekBlocks } from './shared/depot-week.ts';

const columns: readonly Column[] = [
  ...nameColumns,
  { key: 'opening_hours_description', header: 'OPENING HOURS' },
  {
    key: 'pickup_times',
    header: 'PICK-UP AND DROP-OFF TIMES',
    show: (row) => timeLines(row as Depot, (day) => day),
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
      data: depots,
      columns,
      rows: depots,
      get view() {
        const { io, settings } = context;
        const blocks = drawsBars(io.stdout, io.env, settings.accessible);
        const screen = { width: viewWidth(io.stdout, io.env), blocks };
        return depotsView({ depots, query, date, closed: matching.length - depots.length, screen });
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

/** `weekday 09:00,10:00;weekend 10:00`: every time, for programs to split. */
function allTimes(times: readonly DepotTime[]): string {
  return timesByDay(times)
    .map((one) => `${one.day} ${one.times.join(',')}`)
    .join(';');
}

interface DepotsParts {
  readonly depots: readonly Depot[];
  readonly query: string;
  readonly date: CalendarDate | undefined;
  /** Depots without times on the date. */
  readonly closed: number;
  readonly screen: Parameters<typeof weekBlocks>[1];
}

function depotsView({ depots, query, date, closed, screen }: DepotsParts): Block[] {
  if (depots.length + closed === 0) {
    const text = query === '' ? 'The operator lists no depots.' : `No depot has "${query}" as its id or in its name.`;
    return [{ kind: 'text', text }];
  }
  const leftOut = closed === 0 ? '' : `; ${closed} left out, without times on that day`;
  return [
    ...(date === undefined ? weekBlocks(depots, screen) : dayBlocks(depots, date)),
    { kind: 'text', text: `${plural(depots.length, 'depot')}${leftOut}`, style: 'dim' },
  ];
}

function dayBlocks(depots: readonly Depot[], date: CalendarDate): Block[] {
  return [
    { kind: 'text', text: `Times on ${formatDate(date)}`, style: 'heading' },
    ...(depots.length === 0 ? [] : [{ kind: 'table', columns, rows: depots } as const]),
  ];
}
