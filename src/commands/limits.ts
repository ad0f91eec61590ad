import type { BudgetStatus } from '../http/rate-limit/report.ts';
import type { Operator } from '../operators/operator.ts';
import type { Column, Result, Row } from '../result.ts';
import { formatDuration } from '../text.ts';
import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';

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
    'The budget is shared by all rental processes of this user. Every operator that is configured, named or was used lately is ' +
    'shown; the service is not asked.',
  args: {},
  flags: {},
  examples: ['rental limits', 'rental limits --json | jq ".[].free"'],
  async run(_, context): Promise<Result> {
    const budgets = await readBudgets(context);
    const now = context.io.now();
    const rows = budgets.map((budget) => rowOf(budget, now));
    return { data: budgets.map(dataOf), columns, rows, view: view(rows) };
  },
});

type NamedBudget = BudgetStatus & { readonly operator: string | null };

async function readBudgets({ io, operators }: Context): Promise<NamedBudget[]> {
  const { listBudgets, readBudget } = await import('../http/rate-limit/report.ts');
  const { proxyFor } = await import('../http/proxy.ts');
  const options = { env: io.env, now: () => io.now() };
  const known = operators();
  const named = known.map((operator): NamedBudget => {
    const proxy = proxyFor(operator.baseUrl, io.env)?.origin;
    const { requests: limit, windowMs } = operator.limit;
    return {
      ...readBudget({ origin: operator.baseUrl.origin, proxy, limit, windowMs }, options),
      operator: operator.name,
    };
  });
  const isNamed = ({ origin, proxy }: BudgetStatus): boolean =>
    named.some((one) => one.origin === origin && one.proxy === proxy);
  const others = listBudgets(options).filter((budget) => !isNamed(budget));
  return [...named, ...others.map((budget) => ({ ...budget, operator: nameOf(budget, known) }))];
}

/** An operator that was used through another proxy. */
function nameOf({ origin }: BudgetStatus, known: readonly Operator[]): string | null {
  return known.find(({ baseUrl }) => baseUrl.origin === origin)?.name ?? null;
}

/** The document of `--json`: instants in ISO 8601, spans in ms, what does not apply null. */
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
}: NamedBudget): Row {
  return {
    ...{ operator, origin, proxy: proxy ?? null, limit, windowMs, used, free, others },
    gate: gate === undefined ? null : { until: new Date(gate.until).toISOString(), reason: gate.reason },
    pacing: pacing ?? null,
    next: next === undefined ? null : { at: new Date(next.at).toISOString(), reason: next.reason },
  };
}

function rowOf(budget: NamedBudget, now: number): Row {
  const { operator, origin, proxy, limit, windowMs, used, free, others, gate, pacing, next } = budget;
  return {
    ...{ operator: operator ?? '', origin, used, free, limit, windowMs, others, proxy: proxy ?? '' },
    nextAt: next === undefined ? '' : new Date(next.at).toISOString(),
    next: next === undefined ? 'now' : `in ${formatDuration(next.at - now)}: ${next.reason}`,
    gateUntil: gate === undefined ? '' : new Date(gate.until).toISOString(),
    paceMs: pacing?.everyMs ?? '',
  };
}

function view(rows: readonly Row[]): Result['view'] {
  if (rows.length > 0) return [{ kind: 'table', columns, rows }];
  return [{ kind: 'text', text: 'No operator is configured, and none was used lately.' }];
}
