/** A check is one rule of the interface document; its result is data. */
import type { Deployment } from './deployment.ts';
import type { Rule } from './interface-document.ts';
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

export interface Check extends Rule {
  /** `<group>-<rule>`; selects the check by name. */
  readonly id: string;
  readonly group: CheckGroup | 'run';
  /** The rule as a sentence that is true if the check passes. */
  readonly title: string;
  /** It looks at answers that stop a run: a 429 or a 503 that came unasked. */
  readonly judgesRefusals?: boolean;
  /** Passes with no findings, or with notes only. Throws SkipCheck, ObstacleError, and the signal's reason. */
  run(deployment: Deployment): Promise<readonly Finding[]>;
}

/** The group of a check is the first word of its id. A check whose rule has no sentence must not fail. */
export function defineCheck(id: `${CheckGroup}-${string}`, rule: Rule, title: string, run: Check['run']): Check {
  return { ...rule, id, group: id.slice(0, id.indexOf('-')) as CheckGroup, title, run };
}

/** `skip`: the rule does not apply, or another check reports why. `unchecked`: the check could not be made. */
export type Verdict = 'pass' | 'warn' | 'fail' | 'skip' | 'unchecked';

export interface CheckResult {
  readonly check: Check;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Why the check was skipped, or could not be made. */
  readonly reason: string | undefined;
  /** Set if the check could not be made because the service could not be asked, or had nothing to ask about. */
  readonly obstacle: Obstacle | undefined;
  readonly elapsedMs: number;
}
