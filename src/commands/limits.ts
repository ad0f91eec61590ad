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
    'names; with --verbose also those of other addresses that were used lately. All rental processes of this user ' +
    'share a budget, and with --budget-url those of other machines too. Sends no request.',
  args: {},
  flags: {},
  examples: [
    { does: 'Every operator', line: 'rental limits' },
    { does: 'One operator', line: 'rental limits --operator lucky' },
    { does: 'How many requests are free, for a script', line: 'rental limits --jq ".[].free"' },
  ],
  see: ['limits'],
  async run(_, { io, note, settings, ...context }): Promise<Result> {
    const { budgetDocument, otherBudgets, readBudgets } = await import('../operators/budgets.ts');
    const { operators, areNamed } = context.operators();
    const shown = await readBudgets(operators, settings.budget, io);
    const budgets = [...shown, ...(settings.verbose > 0 ? otherBudgets(shown, operators, io) : [])];
    for (const { server } of budgets) {
      if (!server?.problem) continue;
      const trouble = `the shared request budget on ${server.address} cannot be used: ${server.problem}`;
      note(`${trouble}; what is shown is the share of this machine alone`);
    }
    const rows = budgets.map((budget) => rowOf(budget, io.now()));
    const columns = columnsFor(budgets.some(({ server }) => server !== undefined));
    const none = areNamed ? onlySandbox : nothingKnown;
    const view: Block = rows.length > 0 ? { kind: 'table', columns, rows } : { kind: 'text', text: none };
    return answer(limits, { value: budgets.map(budgetDocument), columns, rows, view: [view] });
  },
});

const nothingKnown = 'No operator is configured. With --verbose, this shows every address that was used lately.';
const onlySandbox = 'The budget of the sandbox ends with its command.';

function rowOf({ operator, proxy, gate, pacing, next, server, ...budget }: OperatorBudget, now: number): Row {
  const { origin, limit, windowMs, used, free, others } = budget;
  return {
    operator: operator ?? '',
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
