/** The words of smoke: a check is one rule of the interface document, and what it found is data. */
import type { Service } from './service.ts';

export type Verdict = 'pass' | 'warn' | 'fail' | 'skip';

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
export type Group = (typeof groups)[number];

/** Something to tell. All texts are short and hold no control characters. */
export interface Finding {
  /** `fail` breaks a documented rule, `warn` is odd but not documented otherwise, `note` is worth knowing. */
  readonly severity: 'fail' | 'warn' | 'note';
  readonly expected: string;
  readonly got: string;
  /** A `curl` line that repeats the request; absent where no single one shows it. */
  readonly request?: string;
}

export interface Check {
  /** `<group>-<rule>`; what `--only` and `--skip` take. */
  readonly id: string;
  readonly group: Group;
  /** Where the interface document says it. */
  readonly section: string;
  /** The rule as a sentence that holds when the check passes. */
  readonly title: string;
  /** No findings, or notes only: passed. Throws Skip, CouldNotCheck, and the signal's reason. */
  run(service: Service): Promise<readonly Finding[]>;
}

/** The rule does not apply here, or what it is about was not served. */
export class Skip extends Error {
  /** The check that says why it was not served: that one has to be run, too. */
  readonly because: string | undefined;

  constructor(reason: string, because?: string) {
    super(reason);
    this.because = because;
  }
}

export type Obstacle = 'unavailable' | 'rate_limited' | 'network' | 'cap';

/** Nothing can be said of the contract: an unasked 429, a 503, a network fault, or too many requests already. */
export class CouldNotCheck extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle, reason: string) {
    super(reason);
    this.obstacle = obstacle;
  }
}

/** What became of one check. */
export interface Outcome {
  readonly check: Check;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Why it was skipped. */
  readonly reason: string | undefined;
  /** Set where it was skipped because the service could not be asked. */
  readonly obstacle: Obstacle | undefined;
  readonly elapsedMs: number;
}
