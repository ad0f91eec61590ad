import type { CalendarDate, Depot, DepotTime } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { formatDate } from '../planner/calendar.ts';
import { parseDate } from '../planner/dates.ts';
import { dayLabel, entriesOn, timeLines, timesByDay, weekOf, type DayState } from '../planner/depot-times.ts';
import { didYouMean, nearest, search } from '../planner/names.ts';
import { columnsOf } from '../document.ts';
import { depots as depotsDocument } from '../documents/planning.ts';
import { answer, type Block, type Column, type Result } from '../result.ts';
import { plural, sentence } from '../text.ts';

const columns = columnsOf(depotsDocument, {
  pickup_times: { flat: (row) => allTimes((row as unknown as Depot).pickup_times) },
  drop_off_times: { flat: (row) => allTimes((row as unknown as Depot).drop_off_times) },
});

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
  flags: {
    day: {
      kind: 'text',
      value: 'date',
      help: 'only the times of this day: sat, 2026-12-20',
      brief: 'Every time of this day, and the words of the operator: sat, 2026-12-20',
    },
  },
  examples: [
    { does: 'Every depot', line: 'rental depots --sandbox' },
    { does: 'Those with this in their name, as JSON', line: 'rental depots auckland --sandbox --json' },
    { does: 'Only the times of one day; depots without any are left out', line: 'rental depots --day sat --sandbox' },
  ],
  see: ['names', 'dates', 'operators'],
  async run({ search: query = '', day }, context): Promise<Result> {
    const session = await context.session();
    const date = day === undefined ? undefined : parseDate(day, { today: session.today(), field: 'day' });
    const all = await session.service.depots();
    const found = new Set(search(query, all));
    const near = found.size === 0 ? nearest(query, all) : undefined;
    const matching = all.filter((depot) => found.has(depot));
    const depots = date === undefined ? matching : matching.flatMap((depot) => openOn(depot, date));
    const none =
      found.size > 0
        ? 'no depot lists times on that day'
        : query === ''
          ? 'the operator lists no depots'
          : `no depot has "${query}" as its id or in its name`;
    // A view says it itself.
    const missing = depots.length > 0 || context.showsView ? [] : [none];
    return answer(depotsDocument, {
      value: depots,
      notes: near === undefined ? missing : [didYouMean(near)],
      columns,
      get view() {
        return depotsView(depots, date, none);
      },
    });
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

function depotsView(depots: readonly Depot[], date: CalendarDate | undefined, none: string): Block[] {
  if (depots.length === 0) return [{ kind: 'text', text: sentence(none) }];
  const heading: Block[] =
    date === undefined ? [] : [{ kind: 'text', text: `Times on ${formatDate(date)}`, style: 'heading' }];
  return [...heading, ...weekBlocks(depots), { kind: 'text', text: plural(depots.length, 'depot'), style: 'dim' }];
}

const marks: Readonly<Record<DayState, string>> = {
  both: 'o',
  'pick-up': 'P',
  'drop-off': 'D',
  unknown: '?',
  none: '-',
};

const meanings: Readonly<Record<DayState, string>> = {
  both: 'pick-up and drop-off',
  'pick-up': 'pick-up only',
  'drop-off': 'drop-off only',
  none: 'no times listed',
  unknown: 'only times for other kinds of day, which may be this one',
};

const weekColumns: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'number' },
  { key: 'name', header: 'DEPOT' },
  { key: 'week', header: 'Mo Tu We Th Fr Sa Su', kind: 'number', show: ({ week }) => week as string },
  { key: 'times', header: 'TIMES', show: ({ times }) => times as readonly string[] },
];

/** For so few depots the operator's own words are also shown. */
const fewDepots = 3;

/** Depots with the week as a strip: on which days they have times, and which. */
function weekBlocks(depots: readonly Depot[]): Block[] {
  const quotesAll = depots.length <= fewDepots;
  const weeks = new Map(depots.map((depot) => [depot, weekOf(depot)]));
  const rows = [...weeks].map(([depot, days]) => {
    const { id, name, opening_hours_description: words } = depot;
    const hasTimes = depot.pickup_times.length + depot.drop_off_times.length > 0;
    const isQuoted = words.trim() !== '' && (quotesAll || !hasTimes);
    const lines = timeLines(depot, (day) => dayLabel(day, 2));
    const times = lines.length === 0 ? ['none listed'] : lines;
    const week = days.map((state) => marks[state].padEnd(2)).join(' ');
    return { id, name, week, times: isQuoted ? [...times, `“${words}”`] : times };
  });
  const shown = new Set([...weeks.values()].flat());
  const legend = (Object.keys(meanings) as DayState[]).filter((state) => shown.has(state));
  const hint: Block = { kind: 'text', text: 'In the words of the operator: rental depots <name>', style: 'dim' };
  return [
    { kind: 'table', columns: weekColumns, rows },
    { kind: 'text', text: legend.map((state) => `${marks[state]} ${meanings[state]}`).join('   '), style: 'dim' },
    ...(quotesAll ? [] : [hint]),
  ];
}
