import type { Depot } from '../interface/types.ts';
import { timesInWords } from '../planner/hours.ts';
import { matches } from '../planner/resolve.ts';
import type { Column, Result } from '../result.ts';
import { defineCommand } from './command.ts';
import { plural } from './words.ts';

const columns: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'number' },
  { key: 'name', header: 'DEPOT' },
  { key: 'opening_hours_description', header: 'OPENING HOURS' },
  { key: 'pickup_times', header: 'PICK-UP', show: (row) => timesInWords((row as Depot).pickup_times) },
  { key: 'drop_off_times', header: 'DROP-OFF', show: (row) => timesInWords((row as Depot).drop_off_times) },
];

export default defineCommand({
  name: 'depots',
  group: 'BROWSE',
  summary: 'depots with opening hours, pick-up and drop-off times',
  args: { search: { help: 'show only depots whose name contains this', required: false } },
  flags: {},
  examples: ['rental depots --sandbox', 'rental depots auckland --sandbox --json'],
  async run({ search }, context): Promise<Result> {
    const client = await context.client();
    const all = await client.depots();
    const depots = search === undefined ? all : all.filter((depot) => matches(search, depot.name));
    return { data: depots, columns, rows: depots, view: view(depots, search) };
  },
});

function view(depots: readonly Depot[], search: string | undefined): Result['view'] {
  if (depots.length === 0) {
    return [
      {
        kind: 'text',
        text: search === undefined ? 'The operator lists no depots.' : `No depot is called "${search}".`,
      },
    ];
  }
  return [
    { kind: 'table', columns, rows: depots },
    { kind: 'text', text: plural(depots.length, 'depot'), style: 'dim' },
  ];
}
