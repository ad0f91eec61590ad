import { defineCommand } from '../cli/command.ts';
import { columnsOf } from '../documents/records.ts';
import { limitsShape, nextRequestFields } from '../documents/operators.ts';
import type { OperatorBudget } from '../operators/budgets.ts';
import { knownOperators } from '../operators/choose.ts';
import { makeResult, type Block, type Result } from '../result.ts';
import { formatDuration } from '../base/durations.ts';

export default defineCommand({
  name: 'limits',
  group: 'OPERATE',
  summary: 'show how many requests are left, and when more can be sent',
  purpose:
    'Shows the request budget of every configured operator, or only of the one that --operator or --base-url ' +
    'names. All rental processes of this user share a budget, and with --budget-url those of other machines too. ' +
    'Sends no request.',
  args: {},
  flags: {},
  document: limitsShape,
  examples: [
    { does: 'Every operator', line: 'rental limits' },
    { does: 'One operator', line: 'rental limits --operator lucky' },
    { does: 'How many requests are free, for a script', line: 'rental limits --jq ".[].free"' },
  ],
  see: ['limits'],
  async run(_, { io, note, settings, sources }): Promise<Result> {
    const { readBudgets } = await import('../operators/budgets.ts');
    const { operators, areNamed } = knownOperators(settings.operatorChoice, sources.config);
    const budgets = await readBudgets(operators, settings.budget, io);
    const troubles = budgets.flatMap(({ server }) =>
      server?.problem ? [`${server.label} cannot be used: ${server.problem}`] : [],
    );
    for (const problem of new Set(troubles))
      note(`the shared request budget on ${problem}; only the share of this machine is shown`);
    const isShared = budgets.some(({ server }) => server !== undefined);
    const value = budgets.map(limitRow);
    const columns = columnsOf(limitsShape, {
      limit: {
        show: ({ limit, windowMs }) => `${String(limit)} in ${formatDuration(Number(windowMs))}`,
      },
      nextAt: { show: ({ nextAt, nextReason }) => whenInWords(nextAt, nextReason, io.now()) },
      server: {
        show: ({ server = '', serverProblem }) => `${String(server)}${serverProblem ? ' !' : ''}`,
      },
    }).filter(({ key }) => isShared || !key.startsWith('server'));
    // Only a sandbox has no budget to read.
    const nothing = areNamed
      ? "The sandbox's budget ends with the command, so there is nothing to show."
      : 'No operator is configured.';
    const view: Block =
      value.length > 0 ? { kind: 'table', columns, rows: value } : { kind: 'text', text: nothing };
    return makeResult(limitsShape, { value, columns, view: () => [view] });
  },
});

function limitRow(budget: OperatorBudget) {
  const { operator, origin, limit, windowMs, used, free, heldBack, wait, proxy, server } = budget;
  return {
    operator,
    origin,
    limit,
    windowMs,
    used,
    free,
    others: heldBack,
    proxy: proxy ?? null,
    ...nextRequestFields(wait),
    ...(server && { server: server.label, serverProblem: server.problem ?? null }),
  };
}

function whenInWords(at: unknown, reason: unknown, now: number): string {
  return at === null
    ? 'now'
    : `in ${formatDuration(Date.parse(String(at)) - now)}: ${String(reason)}`;
}
