import { defineCommand } from '../cli/command.ts';
import type { OperatorBudget } from '../operators/budgets.ts';
import { columnsOf } from '../document.ts';
import { limits } from '../documents/operators.ts';
import { answer, type Block, type Column, type Result, type Row } from '../result.ts';
import { formatDuration, isoInstant } from '../text.ts';

/** With `server`: where machines share a budget. */
function columnsFor(isShared: boolean): readonly Column[] {
  const left = ['next', ...(isShared ? [] : ['server', 'problem'])];
  return columnsOf(limits, {
    limit: { show: ({ limit, windowMs }) => `${String(limit)} in ${formatDuration(Number(windowMs))}` },
    nextAt: { show: ({ next }) => String(next) },
    server: { show: ({ server = '', problem }) => `${String(server)}${problem ? ' !' : ''}` },
  }).filter(({ key }) => !left.includes(key));
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
    const { budgetDocument, readBudgets } = await import('../operators/budgets.ts');
    const { operators, areNamed } = context.operators();
    const budgets = await readBudgets(operators, settings.budget, io);
    const troubles = budgets.flatMap(({ server }) =>
      server?.problem ? [`${server.address} cannot be used: ${server.problem}`] : [],
    );
    for (const problem of new Set(troubles))
      note(`the shared request budget on ${problem}; what is shown is the share of this machine alone`);
    const now = io.now();
    const rows = budgets.map((budget) => rowOf(budget, now));
    const nothing = areNamed ? onlySandbox : 'No operator is configured.';
    const columns = columnsFor(budgets.some(({ server }) => server !== undefined));
    const view: Block = rows.length > 0 ? { kind: 'table', columns, rows } : { kind: 'text', text: nothing };
    return answer(limits, { value: budgets.map(budgetDocument), columns, rows, view: [view] });
  },
});

const onlySandbox = 'The budget of the sandbox ends with its command.';

function rowOf({ operator, proxy, gate, pacing, next, server, ...budget }: OperatorBudget, now: number): Row {
  const { origin, limit, windowMs, used, free, others } = budget;
  return {
    operator,
    origin,
    used,
    free,
    limit,
    windowMs,
    others,
    proxy: proxy ?? '',
    nextAt: next === undefined ? '' : isoInstant(next.at),
    next: next === undefined ? 'now' : `in ${formatDuration(next.at - now)}: ${next.reason}`,
    gateUntil: gate === undefined ? '' : isoInstant(gate.until),
    paceMs: pacing?.everyMs ?? '',
    ...(server && { server: server.address, problem: server.problem ?? '' }),
  };
}
