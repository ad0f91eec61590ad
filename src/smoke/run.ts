/** Runs checks one after the other and sums up what became of them. */
import { exitCodes, type ExitCode } from '../errors.ts';
import type { Send } from '../http/once.ts';
import type { Machine, OnEvent } from '../http/types.ts';
import type { RentalDates } from '../api/types.ts';
import { createAsker } from './ask.ts';
import { CouldNotCheck, Skip, type Check, type Finding, type Obstacle, type Outcome, type Verdict } from './check.ts';
import { createService, type Service } from './service.ts';

export interface SmokeOptions {
  /** In the order to run them. */
  readonly checks: readonly Check[];
  /** All there are: where a check could not be made because of another, that one is made, too. */
  readonly all: readonly Check[];
  readonly baseUrl: URL;
  readonly siteUrl: URL;
  /** Dates to ask about; the later ones where nothing is free in the first. */
  readonly windows: readonly RentalDates[];
  /** Warnings fail. */
  readonly strict: boolean;
  readonly send: Send;
  /** Given with `--trip-rate-limit`. */
  readonly overspend: Send | undefined;
  readonly machine: Machine;
  readonly signal: AbortSignal;
  readonly retries: number;
  readonly maxWaitMs: number;
  readonly onEvent: OnEvent;
}

export interface SmokeRun {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly strict: boolean;
  readonly outcomes: readonly Outcome[];
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requests: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly elapsedMs: number;
  readonly exitCode: ExitCode;
  /** The first reason why the service could not be asked. */
  readonly obstacle: string | undefined;
}

/** Throws the signal's reason; whatever the service does is an outcome. */
export async function runSmoke(options: SmokeOptions): Promise<SmokeRun> {
  const { machine, baseUrl, siteUrl, windows, strict } = options;
  const startedAt = machine.monotonic();
  const asker = createAsker(options);
  const service = createService({ asker, baseUrl, siteUrl, windows, now: () => machine.now() });
  const outcomes = await runAll(options, service);
  const elapsedMs = Math.round(machine.monotonic() - startedAt);
  const blocked = outcomes.filter(({ obstacle }) => obstacle !== undefined);
  return {
    baseUrl: baseUrl.href,
    siteUrl: siteUrl.href,
    strict,
    outcomes,
    counts: count(outcomes),
    requests: asker.requests,
    startedAt: new Date(machine.now() - elapsedMs).toISOString(),
    elapsedMs,
    exitCode: exitCodeOf(outcomes, strict),
    obstacle: blocked[0]?.reason,
  };
}

async function runAll({ checks, all, machine }: SmokeOptions, service: Service): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const pending = [...checks];
  for (let check = pending.shift(); check !== undefined; check = pending.shift()) {
    const { outcome, because } = await runOne(check, service, machine);
    outcomes.push(outcome);
    const cause = all.find(({ id }) => id === because);
    const known = cause === undefined || pending.includes(cause) || outcomes.some((one) => one.check === cause);
    // Left out by --only or --skip, and yet what all depends on: a run that looked at nothing is no pass.
    if (!known) pending.push(cause);
  }
  return outcomes;
}

async function runOne(
  check: Check,
  service: Service,
  machine: Machine,
): Promise<{ outcome: Outcome; because: string | undefined }> {
  const startedAt = machine.monotonic();
  const made = (rest: Omit<Outcome, 'check' | 'elapsedMs'>): Outcome => ({
    check,
    elapsedMs: Math.round(machine.monotonic() - startedAt),
    ...rest,
  });
  const skipped = (reason: string, obstacle: Obstacle | undefined): Outcome =>
    made({ verdict: 'skip', findings: [], reason, obstacle });
  try {
    const findings = await check.run(service);
    const verdict = verdictOf(findings);
    return { outcome: made({ verdict, findings, reason: undefined, obstacle: undefined }), because: undefined };
  } catch (error) {
    if (error instanceof Skip) return { outcome: skipped(error.message, undefined), because: error.because };
    if (error instanceof CouldNotCheck) return { outcome: skipped(error.message, error.obstacle), because: undefined };
    throw error;
  }
}

function verdictOf(findings: readonly Finding[]): Verdict {
  const has = (severity: Finding['severity']): boolean => findings.some((finding) => finding.severity === severity);
  return has('fail') ? 'fail' : has('warn') ? 'warn' : 'pass';
}

/** Whether a verdict fails the run. */
export function fails(verdict: Verdict, strict: boolean): boolean {
  return verdict === 'fail' || (strict && verdict === 'warn');
}

/** A broken rule is certain whatever else could not be looked at; then comes what was in the way first. */
function exitCodeOf(outcomes: readonly Outcome[], strict: boolean): ExitCode {
  if (outcomes.some(({ verdict }) => fails(verdict, strict))) return exitCodes.no;
  const obstacle = outcomes.find((outcome) => outcome.obstacle !== undefined)?.obstacle;
  return obstacle === undefined ? exitCodes.ok : obstacleCodes[obstacle];
}

const obstacleCodes: Readonly<Record<Obstacle, ExitCode>> = {
  unavailable: exitCodes.unavailable,
  rate_limited: exitCodes.rateLimited,
  network: exitCodes.network,
  cap: exitCodes.rateLimited,
};

function count(outcomes: readonly Outcome[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { pass: 0, warn: 0, fail: 0, skip: 0 };
  for (const { verdict } of outcomes) counts[verdict] += 1;
  return counts;
}
