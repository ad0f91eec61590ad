import { defineCommand } from '../cli/command.ts';
import { columnsOf, recordMaker } from '../document.ts';
import { limitRecord, limits } from '../documents/operators.ts';
import { answer, type Block, type Column, type Result } from '../result.ts';
import { formatDuration } from '../text.ts';

function columnsFor(isShared: boolean, now: number): readonly Column[] {
  const left = ['next', ...(isShared ? [] : ['server', 'problem'])];
  return columnsOf(limits, {
    limit: { show: ({ limit, windowMs }) => `${String(limit)} in ${formatDuration(Number(windowMs))}` },
    nextAt: { show: ({ nextAt, next }) => (nextAt === null ? 'now' : `${inWords(nextAt, now)}: ${String(next)}`) },
    server: { show: ({ server = '', problem }) => `${String(server)}${problem ? ' !' : ''}` },
  }).filter(({ key }) => !left.includes(key));
}

function inWords(instant: unknown, now: number): string {
  return `in ${formatDuration(Date.parse(String(instant)) - now)}`;
}

export default defineCommand({
  name: 'limits',
  group: 'OPERATE',
  summary: 'show how many requests are left, and when more come',
  purpose:
    'Shows the request budget of every operator that is configured, or only of the one that --operator or --base-url ' +
    'names. All rental processes of this user share a budget, and with --budget-url those of other machines too. ' +
    'Sends no request.',
  args: {},
  flags: {},
  examples: [
    { does: 'Every operator', line: 'rental limits' },
    { does: 'One operator', line: 'rental limits --operator lucky' },
    { does: 'How many requests are free, for a script', line: 'rental limits --jq ".[].free"' },
  ],
  see: ['limits'],
  async run(_, { io, note, settings, ...context }): Promise<Result> {
    const { readBudgets } = await import('../operators/budgets.ts');
    const { operators, areNamed } = context.operators();
    const budgets = await readBudgets(operators, settings.budget, io);
    const troubles = budgets.flatMap(({ server }) =>
      server?.problem ? [`${server.address} cannot be used: ${server.problem}`] : [],
    );
    for (const problem of new Set(troubles))
      note(`the shared request budget on ${problem}; what is shown is the share of this machine alone`);
    const columns = columnsFor(
      budgets.some(({ server }) => server !== undefined),
      io.now(),
    );
    const rows = budgets.map(recordMaker({ item: limitRecord }));
    const nothing = areNamed ? 'The budget of the sandbox ends with its command.' : 'No operator is configured.';
    const view: Block = rows.length > 0 ? { kind: 'table', columns, rows } : { kind: 'text', text: nothing };
    return answer(limits, { value: budgets, columns, view: [view] });
  },
});
