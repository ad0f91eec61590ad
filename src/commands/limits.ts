import { defineCommand } from '../cli/command.ts';
import type { OperatorBudget } from '../operators/budgets.ts';
import type { Block, Column, Result, Row } from '../result.ts';
import { formatDuration } from '../text.ts';

const columns: readonly Column[] = [
  { key: 'operator', header: 'OPERATOR' },
  { key: 'origin', header: 'ADDRESS' },
  { key: 'used', header: 'USED', kind: 'number' },
  { key: 'free', header: 'FREE', kind: 'number' },
  {
    key: 'limit',
    header: 'LIMIT',
    show: (row) => `${String(row['limit'])} in ${formatDuration(Number(row['windowMs']))}`,
  },
  { key: 'windowMs', kind: 'number' },
  { key: 'others', kind: 'number' },
  { key: 'nextAt', header: 'NEXT REQUEST', show: (row) => String(row['next']) },
  { key: 'gateUntil' },
  { key: 'paceMs', kind: 'number' },
  { key: 'proxy' },
];

export default defineCommand({
  name: 'limits',
  group: 'OPERATE',
  summary: "what is left of each operator's request budget, and when it comes back",
  description:
    'All rental processes of this user share the budget. Shows every operator that is configured, named or was used lately; ' +
    'asks the service nothing.',
  args: {},
  flags: {},
  examples: ['rental limits', 'rental limits --json | jq ".[].free"'],
  async run(_, { io, operators }): Promise<Result> {
    const { readBudgets } = await import('../operators/budgets.ts');
    const now = io.now();
    const budgets = readBudgets(operators(), { env: io.env, now: () => io.now() });
    const rows = budgets.map((budget) => rowOf(budget, now));
    const view: Block = rows.length > 0 ? { kind: 'table', columns, rows } : { kind: 'text', text: nothingKnown };
    return { data: budgets.map(dataOf), columns, rows, view: [view] };
  },
});

const nothingKnown = 'No operator is configured, and none was used lately.';

/** The document of `--json`: instants in ISO 8601, durations in ms, null for what does not apply. */
function dataOf({
  operator,
  origin,
  proxy,
  limit,
  windowMs,
  used,
  free,
  others,
  gate,
  pacing,
  next,
}: OperatorBudget): Row {
  return {
    ...{ operator, origin, proxy: proxy ?? null, limit, windowMs, used, free, others },
    gate: gate === undefined ? null : { until: new Date(gate.until).toISOString(), reason: gate.reason },
    pacing: pacing ?? null,
    next: next === undefined ? null : { at: new Date(next.at).toISOString(), reason: next.reason },
  };
}

function rowOf(budget: OperatorBudget, now: number): Row {
  const { operator, origin, proxy, limit, windowMs, used, free, others, gate, pacing, next } = budget;
  return {
    ...{ operator: operator ?? '', origin, used, free, limit, windowMs, others, proxy: proxy ?? '' },
    nextAt: next === undefined ? '' : new Date(next.at).toISOString(),
    next: next === undefined ? 'now' : `in ${formatDuration(next.at - now)}: ${next.reason}`,
    gateUntil: gate === undefined ? '' : new Date(gate.until).toISOString(),
    paceMs: pacing?.everyMs ?? '',
  };
}
