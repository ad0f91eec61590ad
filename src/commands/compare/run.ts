/** From a question to a Result: plan, sweep, what came of it. */
import type { Result, Row } from '../../result.ts';
import type { CalendarDate } from '../../api/types.ts';
import { defaultTimeZone } from '../../operators/operator.ts';
import { todayIn } from '../../planner/calendar.ts';
import type { Context } from '../../cli/context.ts';
import type { Deployment } from '../../operators/deployment.ts';
import { expectSweep, type Expectation } from './expect.ts';
import { createGate } from './gate.ts';
import { readLegs, type Leg } from './leg.ts';
import { createMeter } from './meter.ts';
import type { CompareOptions } from './options.ts';
import { planInWords, planResult } from './plan-view.ts';
import { readQuestion, type Question } from './question.ts';
import { failureRecord, offerRecord, recordColumns } from './record.ts';
import { rankOffers } from '../../planner/sweep/rank.ts';
import type { Listener } from './report.ts';
import { compareResult, exitCodeOf, legFinder, tellOutcome } from './result.ts';
import { stream } from './stream.ts';
import { runSweep, type Outcome } from './sweep.ts';

export async function compare(options: CompareOptions, context: Context): Promise<Result> {
  const deployments = context.deployments();
  const question = await readQuestion(options, await todayAt(deployments[0], context), context);
  const legs = await readLegs(question, deployments, context);
  const expected = expectSweep(question, legs, options.dryRun === true);
  if (options.dryRun === true) return planResult(expected.plan);
  const gate = createGate(context, question.maxRequests);
  await gate.check(expected.plan);
  context.progress.note(planInWords(expected.plan));
  const sweep = (listener: Listener): Promise<Outcome> => {
    const meter = createMeter(context.progress, legs, expected.plan);
    return runSweep({ question, legs, expected, context, gate, meter, listener });
  };
  const { format } = context.settings;
  if (format === 'ndjson' || format === 'csv') return streamed(sweep, { question, legs, expected }, context);
  const outcome = await sweep({ offer: () => {}, failure: () => {} });
  tellOutcome(outcome, context);
  return compareResult(outcome, question, context);
}

async function todayAt(deployment: Deployment | undefined, { io }: Context): Promise<CalendarDate> {
  return todayIn((await deployment?.operator())?.timeZone ?? defaultTimeZone, io.now());
}

interface Parts {
  readonly question: Question;
  readonly legs: readonly Leg[];
  readonly expected: Expectation;
}

/** Rows as they come, so without ranks. */
function streamed(
  sweep: (listener: Listener) => Promise<Outcome>,
  { question, legs }: Parts,
  context: Context,
): Result {
  const legOf = legFinder(legs);
  let outcome: Outcome | undefined;
  const records = stream<Row>(async (emit) => {
    outcome = await sweep({
      offer: (offer) => emit(offerRecord({ rank: undefined, offer }, legOf({ offer }))),
      failure: (failure) => emit(failureRecord(failure)),
    });
    tellOutcome(outcome, context);
  });
  return {
    data: undefined,
    columns: recordColumns,
    rows: [],
    records,
    view: [],
    get exitCode() {
      return outcome === undefined ? 0 : exitCodeOf(outcome, rankOffers(outcome.findings.offers), question);
    },
  };
}
