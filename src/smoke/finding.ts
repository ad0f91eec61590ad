/** What a check reports: findings, or the reason why it was skipped. */
import type { Exchange } from './exchange.ts';
import { curlLine } from './display.ts';

/** All texts are short and hold no control characters. */
export interface Finding {
  /** `fail` breaks a documented rule, `warn` is odd but not against the document, `note` is information. */
  readonly severity: 'fail' | 'warn' | 'note';
  readonly expected: string;
  readonly got: string;
  /** A `curl` command that repeats the request; absent if no single request shows the problem. */
  readonly request?: string;
}

export const failure = reporterOf('fail');
export const warning = reporterOf('warn');
export const note = reporterOf('note');

function reporterOf(severity: Finding['severity']) {
  return ({ request }: Exchange, expected: string, got: string): Finding => {
    return { severity, expected, got, request: curlLine(request) };
  };
}

/** The finding, unless the service keeps the rule. */
export function unless(isKept: boolean, finding: Finding): Finding[] {
  return isKept ? [] : [finding];
}

/** Findings for the first five items; the last one says how many more there are. */
export function findingsFor<T>(items: readonly T[], describe: (item: T) => Finding): Finding[] {
  const found = items.slice(0, 5).map(describe);
  const last = found.at(-1);
  const more = items.length - found.length;
  if (last === undefined || more === 0) return found;
  return [...found.slice(0, -1), { ...last, got: `${last.got} (and ${more} more like it)` }];
}

/** The findings of several answers, without those that an answer before them has too. */
export function mergeFindings(lists: readonly (readonly Finding[])[]): Finding[] {
  const all: Finding[] = [];
  for (const list of lists) {
    const known = new Set(all.map(({ expected }) => expected));
    all.push(...list.filter(({ expected }) => !known.has(expected)));
  }
  return all;
}

/** The rule does not apply to this deployment, or the service did not send what it is about. */
export class SkipCheck extends Error {
  /** Id of the check that reports why the service did not send it; the run adds that check. */
  readonly dependsOn: string | undefined;

  constructor(reason: string, dependsOn?: string) {
    super(reason);
    this.dependsOn = dependsOn;
  }
}

/** The rule may apply, but the run cannot find out. */
export class NotChecked extends SkipCheck {}

/** What `work` finds, or undefined if it cannot: SkipCheck. */
export async function unlessSkipped<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SkipCheck) return undefined;
    throw error;
  }
}

/**
 * `refused`: the service accepts no trip that was tried. `nothing_available`: it lists no depot, or no vehicle for any of these trips.
 * `wrong_address`: there is a website where the interface should be.
 */
export type Obstacle = 'unavailable' | 'rate_limited' | 'network' | 'refused' | 'nothing_available' | 'wrong_address';

/** The service cannot be asked, or has nothing to ask about, which says nothing about the interface. */
export class ObstacleError extends Error {
  readonly obstacle: Obstacle;
  /** True if the obstacle may end by itself. */
  readonly transient: boolean;
  /** How long it lasts at least, by Retry-After, ms. */
  readonly waitMs: number | undefined;

  constructor(obstacle: Obstacle, reason: string, transient = false, waitMs?: number) {
    super(reason);
    this.obstacle = obstacle;
    this.transient = transient;
    this.waitMs = waitMs;
  }
}
