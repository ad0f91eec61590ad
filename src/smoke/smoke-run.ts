/** Runs checks one after the other and sums up their results. */
import { exitCodes, type ExitCode } from '../errors.ts';
import type { CheckResult, Check, Verdict } from './check.ts';
import { checks as allChecks } from './checks/index.ts';
import { createDeployment, type Deployment, type DeploymentOptions } from './deployment.ts';
import { NotChecked, ObstacleError, SkipCheck, type Finding, type Obstacle } from './finding.ts';
import { rules } from './interface-document.ts';
import { findWrongAddress } from './wrong-address.ts';

interface SmokeOptions extends DeploymentOptions {
  /** In the order to run them. If one depends on another one, the run adds that one. */
  readonly checks: readonly Check[];
  /** Warnings fail the run. */
  readonly strict: boolean;
  /** A run fails if it makes fewer checks, because a pass says too little then. */
  readonly minChecks?: number;
}

export interface SmokeRun {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly strict: boolean;
  readonly results: readonly CheckResult[];
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requests: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly elapsedMs: number;
  readonly exitCode: ExitCode;
  /** The first reason why the service could not be asked. */
  readonly obstacle: string | undefined;
}

/** Whatever the service does becomes a result; throws only the signal's reason. */
export async function runSmoke(options: SmokeOptions): Promise<SmokeRun> {
  const { machine, baseUrl, siteUrl, strict } = options;
  const startedAt = machine.monotonic();
  const deployment = createDeployment(options);
  const results = await runAll(options, deployment);
  const blocked = results.find(({ obstacle }) => obstacle !== undefined);
  if (blocked === undefined) results.push(...tooFew(results, options.minChecks ?? 0));
  const elapsedMs = Math.round(machine.monotonic() - startedAt);
  return {
    baseUrl: baseUrl.href,
    siteUrl: siteUrl.href,
    strict,
    results,
    counts: countVerdicts(results),
    requests: deployment.requests(),
    startedAt: new Date(machine.now() - elapsedMs).toISOString(),
    elapsedMs,
    exitCode: exitCodeOf(results, strict, blocked?.obstacle),
    obstacle: blocked?.reason,
  };
}

async function runAll({ checks, machine }: SmokeOptions, deployment: Deployment): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const wrongAddress = await findWrongAddress(deployment);
  const pending = [...checks];
  for (let check = pending.shift(); check !== undefined; check = pending.shift()) {
    const { dependsOn, ...result } = await runOne(check, deployment, machine, wrongAddress);
    results.push(result);
    const cause = allChecks.find(({ id }) => id === dependsOn);
    const known = cause === undefined || pending.includes(cause) || results.some((one) => one.check === cause);
    // The user left this check out, but without it a run that checked nothing would pass.
    if (!known) pending.push(cause);
  }
  return results;
}

/** A result that fails, so that every report shows it, unless `least` checks have passed, warned or failed. */
function tooFew(results: readonly CheckResult[], least: number): CheckResult[] {
  const { pass, warn, fail } = countVerdicts(results);
  const made = pass + warn + fail;
  if (made >= least) return [];
  const [id, title] = ['run-min-checks', `at least ${least} checks could be made`];
  const check: Check = { ...rules.beside, id, group: 'run', title, run: () => Promise.resolve([]) };
  const findings = [{ severity: 'fail', expected: `${least} checks that could be made`, got: String(made) } as const];
  return [{ check, verdict: 'fail', findings, reason: undefined, obstacle: undefined, elapsedMs: 0 }];
}

async function runOne(
  check: Check,
  deployment: Deployment,
  machine: SmokeOptions['machine'],
  obstacle: ObstacleError | undefined,
): Promise<CheckResult & Pick<SkipCheck, 'dependsOn'>> {
  const startedAt = machine.monotonic();
  const elapsed = (): number => Math.round(machine.monotonic() - startedAt);
  const common = { check, reason: undefined, obstacle: undefined, dependsOn: undefined };
  try {
    if (obstacle !== undefined) throw obstacle;
    const findings = await check.run(deployment);
    return { ...common, verdict: verdictOf(findings), findings, elapsedMs: elapsed() };
  } catch (error) {
    const skipped = { ...common, findings: [], elapsedMs: elapsed() };
    if (error instanceof SkipCheck) {
      const verdict = error instanceof NotChecked ? 'unchecked' : 'skip';
      return { ...skipped, verdict, reason: error.message, dependsOn: error.dependsOn };
    }
    if (!(error instanceof ObstacleError)) throw error;
    return { ...skipped, verdict: 'unchecked', reason: error.message, obstacle: error.obstacle };
  }
}

function verdictOf(findings: readonly Finding[]): Verdict {
  const has = (severity: Finding['severity']): boolean => findings.some((finding) => finding.severity === severity);
  return has('fail') ? 'fail' : has('warn') ? 'warn' : 'pass';
}

export function failsRun(verdict: Verdict, strict: boolean): boolean {
  return verdict === 'fail' || (strict && verdict === 'warn');
}

const refusalCodes: Readonly<Partial<Record<Obstacle, ExitCode>>> = {
  unavailable: exitCodes.unavailable,
  rate_limited: exitCodes.rateLimited,
};

/**
 * A broken rule comes first, because it is certain whatever could not be checked; then the first obstacle. A wrong 429 or 503 that
 * stopped the run is only a finding: asking again later is what helps.
 */
function exitCodeOf(results: readonly CheckResult[], strict: boolean, obstacle: Obstacle | undefined): ExitCode {
  const refused = obstacle && refusalCodes[obstacle];
  const failed = results.filter(({ verdict }) => failsRun(verdict, strict));
  if (failed.some(({ check }) => refused === undefined || !check.judgesRefusals)) return exitCodes.no;
  return obstacle === undefined ? exitCodes.ok : (refused ?? exitCodes.network);
}

function countVerdicts(results: readonly CheckResult[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { pass: 0, warn: 0, fail: 0, skip: 0, unchecked: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}
