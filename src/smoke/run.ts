/** Runs the conversation, judges it and sums up. */
import { exitCodes, type ExitCode } from '../base/errors.ts';
import type { Facts } from '../documents/facts.ts';
import { exitCodeOfMissing, isThere, unchecked, verdictOfMissing } from './answers.ts';
import { converse, type SmokeAnswers } from './converse.ts';
import { noServiceAt } from './no-service.ts';
import { gatherFacts, type Versions } from './facts.ts';
import type { SmokeFinding, Judgement } from './findings.ts';
import { sources } from './interface-document.ts';
import type { RuleId } from './rules/definitions.ts';
import { rules as allRules } from './rules/index.ts';
import { describeRule, groupOf, type Rule, type RuleText } from './rules/rule.ts';
import { createSender, type SenderOptions } from './sender.ts';
import type { TripWish } from './trips.ts';

/** `skip`: the rule does not apply, or another rule says why. `unchecked`: it was not judged. */
export type Verdict = 'pass' | 'warn' | 'fail' | 'skip' | 'unchecked';

/** A rule with its verdict, or with the reason why there is none. */
export interface Judged extends RuleText {
  readonly verdict: Verdict;
  readonly findings: readonly SmokeFinding[];
  /** Why the rule was not judged. */
  readonly reason?: string;
  /** The exit code of the run, if this stops it. */
  readonly exitCode?: ExitCode | undefined;
}

export interface SmokeOptions extends SenderOptions {
  /** If one of these does not apply because of another rule, the run also judges that one. */
  readonly rules: readonly Rule[];
  readonly wish: TripWish;
  /** Warnings are failures. */
  readonly strict: boolean;
  /** The run fails if fewer rules were judged. `nearly-all`: at most `maxUnchecked` were not. */
  readonly minChecks: number | 'nearly-all';
  readonly versions: Versions;
}

/** The five rules about the website, which can be at another address, and one other rule. */
const maxUnchecked = 6;

/** The rule about the first answer. */
const firstRuleId: RuleId = 'depots-answer';

export interface SmokeRun {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly strict: boolean;
  readonly results: readonly Judged[];
  readonly counts: Record<Verdict, number>;
  readonly requests: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly elapsedMs: number;
  readonly exitCode: ExitCode;
  /** The first reason why the service could not be asked. */
  readonly obstacle: string | undefined;
  /** What to try if no rental service answers at the address. */
  readonly hint: string | undefined;
  readonly facts: Facts;
}

/** Whatever the service does becomes a result; throws only the signal's reason. */
export async function runSmoke(options: SmokeOptions): Promise<SmokeRun> {
  const { machine, baseUrl, siteUrl, strict, rules, wish, minChecks, versions } = options;
  const startedAt = machine.monotonic();
  const sender = createSender(options);
  const answers = await converse(sender, wish, new Set(rules.map(({ id }) => groupOf(id))));
  const judged = judgeAll(rules, answers, strict);
  const obstacle = judged.find(({ exitCode }) => exitCode !== undefined);
  const results = obstacle === undefined ? [...judged, ...tooFewChecks(judged, minChecks)] : judged;
  const elapsedMs = Math.round(machine.monotonic() - startedAt);
  return {
    baseUrl: baseUrl.href,
    siteUrl: siteUrl.href,
    strict,
    results,
    counts: count(results),
    requests: sender.requests(),
    startedAt: new Date(machine.now() - elapsedMs).toISOString(),
    elapsedMs,
    exitCode: exitCodeOf(results, obstacle),
    obstacle: obstacle?.reason,
    hint: noServiceAt(answers.depots)?.hint,
    facts: gatherFacts(answers, versions),
  };
}

/**
 * Adds each rule that says why another one does not apply: the user may have left it out, and a run
 * that judged nothing would pass.
 */
function judgeAll(rules: readonly Rule[], answers: SmokeAnswers, strict: boolean): Judged[] {
  const pending = [...rules];
  const results: Judged[] = [];
  // `pending` grows meanwhile.
  for (const rule of pending) {
    const judgement = judgementOf(rule, answers);
    results.push(judgedOf(describeRule(rule), judgement, strict));
    const cause = isThere(judgement)
      ? undefined
      : allRules.find(({ id }) => 'causeRuleId' in judgement && id === judgement.causeRuleId);
    if (cause !== undefined && !pending.includes(cause)) pending.push(cause);
  }
  return results;
}

/** If no rental service answers, only the first rule says what was answered. */
function judgementOf({ id, judge }: Rule, answers: SmokeAnswers): Judgement {
  if (noServiceAt(answers.depots) === undefined || id === firstRuleId) return judge(answers);
  return {
    ...unchecked('no rental service answers at the base address'),
    causeRuleId: firstRuleId,
  };
}

function judgedOf(rule: RuleText, judgement: Judgement, strict: boolean): Judged {
  if (!isThere(judgement)) {
    return {
      ...rule,
      verdict: verdictOfMissing(judgement),
      findings: [],
      reason: judgement.reason,
      exitCode: exitCodeOfMissing(judgement),
    };
  }
  return { ...rule, verdict: verdictName(judgement, strict), findings: judgement };
}

function verdictName(findings: readonly SmokeFinding[], strict: boolean): Verdict {
  if (findings.length === 0) return 'pass';
  return findings.some(({ severity }) => strict || severity === 'fail') ? 'fail' : 'warn';
}

/** A failed result, so that every report shows it. Rules that do not apply do not count. */
function tooFewChecks(results: readonly Judged[], minChecks: number | 'nearly-all'): Judged[] {
  const { pass, warn, fail, unchecked } = count(results);
  const checked = pass + warn + fail;
  const min = minChecks === 'nearly-all' ? checked + unchecked - maxUnchecked : minChecks;
  if (checked >= min) return [];
  const expected = `at least ${min} checks`;
  const findings: SmokeFinding[] = [{ severity: 'fail', expected, got: String(checked) }];
  const title = `at least ${min} checks could be made`;
  const rule = { id: 'run-min-checks', group: 'run', title, ...sources.none };
  return [{ ...rule, verdict: 'fail', findings }];
}

function count(results: readonly Judged[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { pass: 0, warn: 0, fail: 0, skip: 0, unchecked: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/** The rules of the 503 and the 429, which can stop a run. */
const refusalRules: readonly string[] = [
  'errors-unavailable',
  'limits-exceeded',
] satisfies readonly RuleId[];

/**
 * A broken rule counts more than an obstacle. But if a 503 or 429 stopped the run, its wrong form
 * is only a finding: the user has to try again later.
 */
function exitCodeOf(results: readonly Judged[], obstacle: Judged | undefined): ExitCode {
  const isBroken = ({ id, verdict }: Judged): boolean =>
    verdict === 'fail' && (obstacle === undefined || !refusalRules.includes(id));
  if (results.some(isBroken)) return exitCodes.no;
  return obstacle?.exitCode ?? exitCodes.ok;
}
