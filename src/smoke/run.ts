/** Runs the conversation, judges it and sums up. */
import { exitCodes, type ExitCode } from '../base/errors.ts';
import type { Facts } from '../documents/facts.ts';
import { isThere, unchecked, type Missing } from './asked.ts';
import { converse, type SmokeAnswers } from './converse.ts';
import { isElsewhere } from './elsewhere.ts';
import { gatherFacts, type Versions } from './facts.ts';
import type { SmokeFinding, Verdict } from './findings.ts';
import { sentences } from './interface-document.ts';
import {
  groupOf,
  rules as allRules,
  describeRule,
  type Rule,
  type RuleText,
} from './rules/index.ts';
import { createSender, type SenderOptions } from './sender.ts';
import type { TripWish } from './trips.ts';

/**
 * `skip`: the rule does not apply, or another rule reports why. `unchecked`: it could not be
 * judged.
 */
export type VerdictName = 'pass' | 'warn' | 'fail' | 'skip' | 'unchecked';

/** A rule with its verdict, or with the reason why there is none. */
export interface Judged extends RuleText, Partial<Pick<Missing, 'reason' | 'exitCode'>> {
  readonly verdict: VerdictName;
  readonly findings: readonly SmokeFinding[];
}

export interface SmokeOptions extends SenderOptions {
  /** The rules to judge. If one depends on another one, the run adds that one. */
  readonly rules: readonly Rule[];
  readonly wish: TripWish;
  /** A warning is a failure. */
  readonly strict: boolean;
  /**
   * The run fails if fewer rules could be judged, because a pass says too little then.
   * `nearly-all`: all that apply to the service, without `maxUnchecked`.
   */
  readonly minChecks: number | 'nearly-all';
  readonly versions: Versions;
}

/** The website and its descriptions, which can be elsewhere, have five rules. */
const maxUnchecked = 6;

/** The rule about the first answer. */
const depotsRule = 'depots-answer';

export interface SmokeRun {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly strict: boolean;
  readonly results: readonly Judged[];
  readonly counts: Record<VerdictName, number>;
  readonly requests: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly elapsedMs: number;
  readonly exitCode: ExitCode;
  /** The first reason why the service could not be asked. */
  readonly obstacle: string | undefined;
  /** What to try if another service answered. */
  readonly hint: string | undefined;
  readonly facts: Facts;
}

/** Whatever the service does becomes a result; throws only the signal's reason. */
export async function runSmoke(options: SmokeOptions): Promise<SmokeRun> {
  const { machine, baseUrl, siteUrl, strict, rules, wish, minChecks, versions } = options;
  const startedAt = machine.monotonic();
  const send = createSender(options);
  const answers = await converse(send, wish, new Set(rules.map(([id]) => groupOf(id))));
  const judged = judgeAll(rules, answers, strict);
  const stop = judged.find(({ exitCode }) => exitCode !== undefined);
  const results = stop === undefined ? [...judged, ...tooFew(judged, minChecks)] : judged;
  const elapsedMs = Math.round(machine.monotonic() - startedAt);
  return {
    baseUrl: baseUrl.href,
    siteUrl: siteUrl.href,
    strict,
    results,
    counts: count(results),
    requests: send.requests(),
    startedAt: new Date(machine.now() - elapsedMs).toISOString(),
    elapsedMs,
    exitCode: exitCodeOf(results, stop),
    obstacle: stop?.reason,
    hint: isThere(answers.depots) ? undefined : answers.depots.hint,
    facts: gatherFacts(answers, versions),
  };
}

/**
 * The user may have left out a rule that says why others do not apply: without it, a run that
 * checked nothing would pass.
 */
function judgeAll(rules: readonly Rule[], answers: SmokeAnswers, strict: boolean): Judged[] {
  const pending = [...rules];
  const results: Judged[] = [];
  for (const rule of pending) {
    const verdict = verdictOf(rule, answers);
    results.push(judgedOf(rule, verdict, strict));
    const cause = isThere(verdict) ? undefined : allRules.find(([id]) => id === verdict.because);
    if (cause !== undefined && !pending.includes(cause)) pending.push(cause);
  }
  return results;
}

/** If what answered is another service, only the first rule says what came. */
function verdictOf([id, , , judge]: Rule, answers: SmokeAnswers): Verdict {
  if (!isElsewhere(answers.depots) || id === depotsRule) return judge(answers);
  return { ...unchecked('no rental service answers at the base address'), because: depotsRule };
}

function judgedOf(rule: Rule, verdict: Verdict, strict: boolean): Judged {
  if (!isThere(verdict)) {
    const { missing, reason, exitCode } = verdict;
    return { ...describeRule(rule), verdict: missing, findings: [], reason, exitCode };
  }
  const isFailed = verdict.some(({ severity }) => strict || severity === 'fail');
  const name = isFailed ? 'fail' : verdict.length > 0 ? 'warn' : 'pass';
  return { ...describeRule(rule), verdict: name, findings: verdict };
}

/**
 * A result that fails, so that every report shows it, unless so many rules could be judged. What is
 * skipped does not apply.
 */
function tooFew(results: readonly Judged[], minChecks: number | 'nearly-all'): Judged[] {
  const { pass, warn, fail, unchecked } = count(results);
  const made = pass + warn + fail;
  const least = minChecks === 'nearly-all' ? made + unchecked - maxUnchecked : minChecks;
  if (made >= least) return [];
  const rule: Rule = [
    'run-min-checks',
    sentences.beside,
    `at least ${least} checks could be made`,
    () => [],
  ];
  return [
    judgedOf(
      rule,
      [{ severity: 'fail', expected: `at least ${least} checks`, got: String(made) }],
      true,
    ),
  ];
}

function count(results: readonly Judged[]): Record<VerdictName, number> {
  const counts: Record<VerdictName, number> = { pass: 0, warn: 0, fail: 0, skip: 0, unchecked: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/**
 * A broken rule comes first, because it is certain whatever could not be checked; then the first
 * obstacle. A wrong 429 or 503 that stopped the run is only a finding: asking again later is what
 * helps.
 */
function exitCodeOf(results: readonly Judged[], stop: Judged | undefined): ExitCode {
  const isOfStop = (id: string): boolean =>
    stop !== undefined && /^(?:errors-unavailable|limits-exceeded)$/.test(id);
  if (results.some(({ id, verdict }) => verdict === 'fail' && !isOfStop(id))) return exitCodes.no;
  return stop?.exitCode ?? exitCodes.ok;
}
