/** What a record answers to a question: the result of the command that asked it, without a request. */
import type { Command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { NotAvailableError, RentalError, UsageError } from '../../errors.ts';
import { mostRequests } from '../../planner/sweep/plan.ts';
import type { Result } from '../../result.ts';
import type { compare } from '../../documents/compare.ts';
import type { ValueOf } from '../../shape.ts';
import type { NewAnswer } from '../../trips/answers.ts';
import { bestOf, type Priced } from '../../trips/best.ts';
import type { Question, TripRecord } from '../../trips/saved.ts';
import { describeTrip } from '../../planner/trip-words.ts';
import { replayContext } from './sessions.ts';

type Values = Readonly<{ [name: string]: unknown }>;

/** What runs the command of a question; not imported here, because these commands save trips themselves. */
export type Run = Command['run'];

/** `view`: options that only say how the answer is shown. */
export async function runQuestion(
  run: Run,
  { command, options }: Question,
  view: Values,
  context: Context,
): Promise<Result> {
  // What was allowed once is allowed again.
  const allowed = command === 'compare' ? { maxRequests: mostRequests } : {};
  const result = await run({ ...options, ...allowed, ...view }, context);
  if (result === undefined) throw new Error(`${command} has no result`);
  return result;
}

/** The document of `--json`. Throws what the command throws. */
export async function valueOf(
  run: Run,
  question: Question,
  view: Values,
  record: TripRecord,
  context: Context,
): Promise<unknown> {
  const settings = { ...context.settings, format: 'json' as const, fields: undefined };
  const { value } = await runQuestion(run, question, view, replayContext(record, { ...context, settings }));
  return value;
}

/** The line to keep for what was just answered. */
export async function answerOf(run: Run, question: Question, record: TripRecord, context: Context): Promise<NewAnswer> {
  const at = context.asked?.at ?? context.io.now();
  try {
    return answerWith(await valueOf(run, question, {}, record, context), question, record, at);
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    const { message: reason, code } = error;
    return isAnswer(error) ? { at, end: 'not_available', reason, record } : { at, end: 'failed', reason, code, record };
  }
}

export function answerWith(value: unknown, { command }: Question, record: TripRecord, at: number): NewAnswer {
  const best = bestOf(command, value);
  if (command !== 'compare' || !(value as ValueOf<typeof compare.value>).partial) {
    return best === undefined
      ? { at, end: 'not_available', record }
      : { at, end: 'priced', best: shortly(best, record), record };
  }
  const { offers, failures } = value as ValueOf<typeof compare.value>;
  const { reason, code } = failures[0] ?? {};
  if (offers.length === 0) return { at, end: 'failed', reason, code };
  return { at, end: 'partial', ...(best !== undefined && { best: shortly(best, record) }), reason, record };
}

/** The question was right once: what it names is no longer offered, or its days are over. */
export function isAnswer(error: RentalError): boolean {
  return error instanceof NotAvailableError || error instanceof UsageError;
}

function shortly(priced: Priced, record: TripRecord) {
  const { vehicle, trip, operator, totalAmount, currency, checkoutUrl, missing } = priced;
  const of = record.find((one) => one.operator.name === operator) ?? record[0];
  const label = `${vehicle}, ${describeTrip(trip, of?.depots ?? [])}`;
  return { label, totalAmount, currency, checkoutUrl, ...(missing.length > 0 && { missing: [...missing] }) };
}
