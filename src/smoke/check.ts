/** A check is one rule of the interface document; its result is data. */
import type { Deployment } from './deployment.ts';
import type { Finding, Obstacle } from './finding.ts';

export const groups = [
  'depots',
  'availability',
  'accessories',
  'insurance',
  'quote',
  'errors',
  'limits',
  'site',
  'transport',
] as const;
export type CheckGroup = (typeof groups)[number];

export interface Check {
  /** `<group>-<rule>`; selects the check by name. */
  readonly id: string;
  readonly group: CheckGroup;
  /** Section of the interface document with the rule. */
  readonly section: string;
  /** The rule as a sentence that is true if the check passes. */
  readonly title: string;
  /** Passes with no findings, or with notes only. Throws SkipCheck, ObstacleError, and the signal's reason. */
  run(deployment: Deployment): Promise<readonly Finding[]>;
}

/** The group of a check is the first word of its id. */
export function defineCheck(id: `${CheckGroup}-${string}`, section: string, title: string, run: Check['run']): Check {
  return { id, group: id.slice(0, id.indexOf('-')) as CheckGroup, section, title, run };
}

export type Verdict = 'pass' | 'warn' | 'fail' | 'skip';

export interface CheckResult {
  readonly check: Check;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Why the check was skipped. */
  readonly reason: string | undefined;
  /** Set if the check was skipped because the service could not be asked. */
  readonly obstacle: Obstacle | undefined;
  readonly elapsedMs: number;
}
