/** The plan of a sweep for a person, in one line and in full. */
import type { SweepPlan } from '../../planner/sweep/plan.ts';
import type { Block, Column, Result } from '../../result.ts';
import { formatDuration } from '../../text.ts';
import { plural } from '../../text.ts';

const columns: readonly Column[] = [
  { key: 'operator', header: 'OPERATOR' },
  { key: 'baseUrl' },
  { key: 'depots', header: 'DEPOTS', kind: 'number' },
  { key: 'availability', header: 'TRIPS', kind: 'number' },
  { key: 'extras', header: 'EXTRAS', kind: 'number' },
  { key: 'quotes', header: 'QUOTES', kind: 'number' },
  { key: 'known', header: 'STORED', kind: 'number' },
  { key: 'requests', header: 'TOTAL', kind: 'number' },
  { key: 'limit' },
  { key: 'windowMs' },
  { key: 'free', header: 'FREE', kind: 'number' },
  { key: 'seconds', header: 'TIME', kind: 'number', show: ({ seconds }) => timeInWords(Number(seconds)) },
];

/** `about 184 requests to 2 operators, 3 min`. */
export function planInWords(plan: SweepPlan): string {
  const { requests, exact, operators, seconds, assumptions } = plan;
  const to = operators.length === 1 ? (operators[0]?.operator ?? '') : plural(operators.length, 'operator');
  const isLeast = assumptions.some((text) => text.startsWith('not counted'));
  return `${exact ? '' : isLeast ? 'at least ' : 'about '}${plural(requests, 'request')} to ${to}, ${timeInWords(seconds)}`;
}

export function planResult(plan: SweepPlan): Result {
  const rows = plan.operators.map((one) => ({ ...one }));
  const view: Block[] = [
    { kind: 'text', text: `${plural(plan.cells, 'trip')}, ${planInWords(plan)}`, style: 'heading' },
    { kind: 'table', columns, rows },
    ...plan.assumptions.map((text): Block => ({ kind: 'text', text: assumptionInWords(text), style: 'dim' })),
    { kind: 'text', text: 'Nothing was sent beyond looking names up.', style: 'dim' },
  ];
  return { data: { plan }, columns, rows, view };
}

function timeInWords(seconds: number): string {
  return seconds === 0 ? 'at once' : `about ${formatDuration(seconds * 1000)}`;
}

function assumptionInWords(text: string): string {
  return text.startsWith('not counted') ? `N${text.slice(1)}.` : `Assumed: ${text}.`;
}
