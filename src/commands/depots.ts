import type { Depot, DepotTime } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { dayLabel, timesByDay } from '../planner/depot-times.ts';
import { timeLines } from '../views/depot-hours.ts';
import { didYouMean, nearest } from '../planner/names.ts';
import { searchItems } from '../resolve/shown-list.ts';
import { columnsOf } from '../documents/records.ts';
import { depotsShape as depotsDocument } from '../documents/planning.ts';
import { UsageError } from '../base/errors.ts';
import { makeResult, type Block, type Column, type Result } from '../result.ts';
import { plural, sentence } from '../base/words.ts';

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
      brief: 'Id, or part of a name',
      required: false,
      offers: { names: 'depot' },
    },
  },
  flags: {},
  document: depotsDocument,
  examples: [
    { does: 'Every depot', line: 'rental depots --sandbox' },
    {
      does: 'Depots with "auckland" in their name, as JSON',
      line: 'rental depots auckland --sandbox --json',
    },
  ],
  see: ['names', 'operators'],
  async run({ search: query = '' }, context): Promise<Result> {
    // In `-q .name`, as other programs write `--jq .name`, `.name` is a search. It would find nothing,
    // which looks as if the expression gave nothing.
    if (query.startsWith('.'))
      throw new UsageError(`"${query}" is not a depot`, { hint: `for jq: --jq '${query}'` });
    const { service } = await context.session();
    const all = await service.depots();
    const depots = searchItems(query, all);
    const near = depots.length === 0 ? nearest(query, all) : undefined;
    const none =
      query === ''
        ? 'the operator lists no depots'
        : `no depot has "${query}" as its id or in its name`;
    // A view says it itself.
    const missing = depots.length > 0 || context.showsView ? [] : [none];
    // Other programs take names of fields here, after `--json`.
    const areFields = query.split(',').every((word) => columns.some(({ key }) => key === word));
    if (depots.length === 0 && areFields)
      missing.push(`to print only these fields: rental depots --fields ${query}`);
    return makeResult(depotsDocument, {
      value: depots,
      notes: near === undefined ? missing : [didYouMean(near)],
      columns,
      view: () =>
        depots.length === 0
          ? [{ kind: 'text', text: sentence(none) } as const]
          : depotBlocks(depots),
    });
  },
});

/** `weekday 09:00,10:00;weekend 10:00`: every time, for programs to split. */
function allTimes(times: readonly DepotTime[]): string {
  const days = timesByDay(times).map((one) => `${one.day} ${one.times.join(',')}`);
  return days.join(';');
}

const viewColumns: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'number' },
  { key: 'name', header: 'DEPOT' },
  { key: 'times', header: 'TIMES', show: ({ times }) => times as readonly string[] },
];

/** Up to this many depots, the operator's own words are also shown. */
const fewDepots = 3;

function depotBlocks(depots: readonly Depot[]): Block[] {
  const quotesAll = depots.length <= fewDepots;
  const rows = depots.map((depot) => {
    const { id, name, opening_hours_description: words } = depot;
    const hasTimes = depot.pickup_times.length + depot.drop_off_times.length > 0;
    const isQuoted = words.trim() !== '' && (quotesAll || !hasTimes);
    const lines = timeLines(depot, (day) => dayLabel(day, { letters: 2 }));
    const times = lines.length === 0 ? ['none listed'] : lines;
    return { id, name, times: isQuoted ? [...times, `“${words}”`] : times };
  });
  const hint: Block = {
    kind: 'text',
    text: "Hours in the operator's own words: rental depots <name>",
    style: 'dim',
  };
  const count: Block = { kind: 'text', text: plural(depots.length, 'depot'), style: 'dim' };
  return [{ kind: 'table', columns: viewColumns, rows }, ...(quotesAll ? [] : [hint]), count];
}
