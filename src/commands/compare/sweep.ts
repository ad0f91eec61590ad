/** Runs a sweep: every operator side by side, each within its own budget. */
import { InterruptedError, type RentalError } from '../../errors.ts';
import type { Quote } from '../../api/types.ts';
import { checkoutLink } from '../../api/links.ts';
import { differentMeanings } from '../../planner/sweep/basket.ts';
import { quotingInWords } from '../../planner/sweep/choose.ts';
import { operatorPlan, sweepPlan, type Requests, type SweepPlan } from '../../planner/sweep/plan.ts';
import type { Context } from '../../cli/context.ts';
import type { Expectation } from './expect.ts';
import { refuseUnknownExtras } from './extras.ts';
import type { Gate } from './gate.ts';
import type { Leg } from './leg.ts';
import type { Meter } from './meter.ts';
import { createGuard, workThrough } from './pool.ts';
import type { Question } from './question.ts';
import { createFindings, type Findings, type Listener } from './report.ts';
import { survey, type Asking, type Candidate, type Survey } from './survey.ts';

export interface SweepParts {
  readonly question: Question;
  readonly legs: readonly Leg[];
  /** Before anything was asked. */
  readonly expected: Expectation;
  readonly context: Context;
  readonly gate: Gate;
  readonly meter: Meter;
  readonly listener: Listener;
}

export interface Outcome {
  readonly plan: SweepPlan;
  readonly findings: Findings;
  readonly legs: readonly Leg[];
  /** Why it ended early. */
  readonly interrupted: RentalError | undefined;
}

/** Ctrl-C ends it early with what is known. Throws UsageError where more requests are needed than are allowed. */
export async function runSweep(parts: SweepParts): Promise<Outcome> {
  const { legs, context, listener } = parts;
  const findings = createFindings(context.progress, listener);
  const surveys = new Map<Leg, Survey>();
  let interrupted: RentalError | undefined;
  try {
    await askAll(parts, findings, surveys);
  } catch (error) {
    if (!context.signal.aborted) throw error;
    interrupted = context.signal.reason instanceof InterruptedError ? context.signal.reason : new InterruptedError();
  } finally {
    parts.meter.end();
  }
  const plan = surveys.size === legs.length ? exactPlan(parts, surveys) : parts.expected.plan;
  return { plan, findings, legs, interrupted };
}

async function askAll(parts: SweepParts, findings: Findings, surveys: Map<Leg, Survey>): Promise<void> {
  const { question, legs, expected, context, gate, meter } = parts;
  const askings = legs.map((leg): Asking => ({
    leg,
    guard: createGuard(),
    report: meter.watching(findings, leg),
    signal: context.signal,
  }));
  const surveyed = askings.map(async (asking) => {
    const made = await survey(asking, question.quoting);
    surveys.set(asking.leg, made);
    meter.planned(asking.leg, planOf(asking.leg, made.requests, made.known));
    return made;
  });
  const allSurveyed = Promise.all(surveyed).then(async (all) => {
    refuseUnknownExtras(legs, all);
    tellDifferentMeanings(all, findings);
    await gate.check(exactPlan(parts, surveys));
  });
  const tasks = [
    allSurveyed,
    ...askings.map(async (asking, index) => {
      const made = await surveyed[index];
      // What answers decide is only waited for where it can change what is allowed.
      if (!expected.isMost) await allSurveyed;
      if (made !== undefined && question.quoting.top > 0) await askQuotes(asking, made.candidates);
      else for (const candidate of made?.candidates ?? []) asking.report.offer(offerOf(asking.leg, candidate));
    }),
  ];
  try {
    await Promise.all(tasks);
  } finally {
    // Interrupted, every operator ends at once, and what it was just told counts.
    if (context.signal.aborted) await Promise.allSettled(tasks);
  }
}

async function askQuotes({ leg, guard, report, signal }: Asking, candidates: readonly Candidate[]): Promise<void> {
  const missing: Candidate[] = [];
  for (const candidate of candidates) {
    signal.throwIfAborted();
    const stored = await leg.store.find(candidate.selection);
    if (stored === undefined) missing.push(candidate);
    else report.offer(offerOf(leg, candidate, stored, true));
  }
  const unasked = await workThrough(
    {
      items: missing,
      guard,
      run: async (candidate) => {
        const quote = await leg.client.quote(candidate.selection);
        await leg.store.store(candidate.selection, quote);
        report.offer(offerOf(leg, candidate, quote));
      },
      failed: ({ trip, vehicle }, error) => report.failed({ leg, step: 'quote', trip, vehicle, error }),
    },
    signal,
  );
  report.skipped({ leg, step: 'quote', count: unasked.length, error: guard.stopped() });
}

function offerOf(leg: Leg, { trip, vehicle, selection, missing }: Candidate, quote?: Quote, reused = false) {
  const checkoutUrl = checkoutLink(leg.operator.siteUrl, selection);
  return { ...trip, operator: leg.operator.name, vehicle, selection, quote, missing, reused, checkoutUrl };
}

function exactPlan({ question, legs }: Pick<SweepParts, 'question' | 'legs'>, surveys: ReadonlyMap<Leg, Survey>) {
  const operators = legs.flatMap((leg) => {
    const made = surveys.get(leg);
    return made === undefined ? [] : [planOf(leg, made.requests, made.known)];
  });
  const cells = legs.reduce((sum, { trips }) => sum + trips.length, 0);
  return sweepPlan(operators, { cells, quote: quotingInWords(question.quoting), assumptions: [] });
}

export function planOf(leg: Leg, requests: Requests, known: number) {
  const { name, baseUrl } = leg.operator;
  return operatorPlan({ operator: name, baseUrl: baseUrl.href, ...requests, known, ...leg.allowance });
}

function tellDifferentMeanings(surveys: readonly Survey[], findings: Findings): void {
  for (const [query, names] of differentMeanings(surveys.flatMap(({ baskets }) => [...baskets.values()]))) {
    findings.note(`"${query}" is not the same everywhere: ${names.map((name) => `"${name}"`).join(', ')}`);
  }
}
