/** What a run says about a planted defect, and a table of many. */
import type { CheckGroup } from '../../../src/smoke/check.ts';
import type { SmokeRun } from '../../../src/smoke/smoke-run.ts';
import type { MutableResponse, Mutation } from '../support/mutant.ts';
import { idsOf } from '../support/smoke.ts';
import type { Planted } from './planted.ts';

export interface Outcome {
  readonly defect: Planted;
  /** By a failure, a warning or no finding in the right groups. */
  readonly found: 'caught' | 'warned' | 'missed';
  /** Checks of other groups with a finding. */
  readonly unrelated: readonly string[];
  /** False if no answer of the run had the defect. */
  readonly wasAsked: boolean;
}

export function outcomeOf(defect: Planted, run: SmokeRun, wasAsked: boolean): Outcome {
  const isRight = (id: string): boolean => defect.groups.some((group) => id.startsWith(`${group}-`));
  const [failed, warned] = [idsOf(run, 'fail'), idsOf(run, 'warn')];
  const found = failed.some(isRight) ? 'caught' : warned.some(isRight) ? 'warned' : 'missed';
  return { defect, found, unrelated: [...failed, ...warned].filter((id) => !isRight(id)), wasAsked };
}

/** A clear violation must fail, a likely defect must only warn. */
export function isRight({ defect: { severity }, found }: Outcome): boolean {
  if (severity === 'either') return found !== 'missed';
  return found === (severity === 'warn' ? 'warned' : 'caught');
}

/** Notes whether the mutation changed an answer. */
export function watched(mutate: Mutation): { readonly mutate: Mutation; readonly wasAsked: () => boolean } {
  let asked = false;
  return {
    mutate: (exchange: MutableResponse) => {
      const before = JSON.stringify(exchange);
      mutate(exchange);
      asked ||= JSON.stringify(exchange) !== before;
    },
    wasAsked: () => asked,
  };
}

export function tableOf(outcomes: readonly Outcome[]): string {
  const groups = new Set<CheckGroup>(outcomes.map(({ defect }) => defect.groups[0]!));
  const count = (of: readonly Outcome[]): readonly (number | string)[] => [
    of.length,
    ...(['caught', 'warned', 'missed'] as const).map((kind) => of.filter(({ found }) => found === kind).length),
    of.filter((outcome) => outcome.found !== 'missed' && !isRight(outcome)).length,
    of.filter(({ unrelated }) => unrelated.length > 0).length,
  ];
  const rows = [
    ['group', 'planted', 'caught', 'warned', 'missed', 'wrong severity', 'unrelated'],
    ...[...groups].map((group) => [group, ...count(outcomes.filter(({ defect }) => defect.groups[0] === group))]),
    ['all', ...count(outcomes)],
  ].map(([first, ...others]) =>
    [String(first).padEnd(14), ...others.map((cell) => String(cell).padStart(14))].join(''),
  );
  const lines = outcomes.flatMap((outcome) => {
    const { defect, found, unrelated, wasAsked } = outcome;
    const why = wasAsked ? 'the answer was seen' : 'no request asks for it';
    return [
      ...(isRight(outcome) ? [] : [`${found}: ${defect.name} (${defect.groups.join(', ')}; ${why})`]),
      ...(unrelated.length === 0 ? [] : [`unrelated: ${defect.name} (${unrelated.join(', ')})`]),
    ];
  });
  return [...rows, '', ...lines].join('\n');
}
