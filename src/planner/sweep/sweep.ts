/**
 * The sweep: a request of plain values in, a plan and its outcome out. One program from top to bottom: read, plan, allow, the vehicles of each
 * trip and their extras, the quotes. Answers are stored, so the same program again goes on where an earlier one ended.
 */
import { escapeCommas } from '../../base/commas.ts';
import { InterruptedError, UsageError } from '../../base/errors.ts';
import { groupBy } from '../../base/group-by.ts';
import { giveWay } from '../../base/turns.ts';
import { expiredNotes } from '../expiry.ts';
import type { Session } from '../session.ts';
import { nameDepots } from '../trip.ts';
import type { DatesResult, OperatorProgress, SweepFailure, SweepOutcome } from './outcome.ts';
import { findOffers, type FoundOffers } from './find-offers.ts';
import { readOperatorSweeps, type OperatorSweep, type OperatorSweeps } from './operator-sweep.ts';
import { sweepPlan, type OperatorPlan, type SweepPlan } from './plan.ts';
import { quotingInWords } from './quoting.ts';
import { createQuotes } from './quotes.ts';
import { readScope, type SweepNote, type SweepRequest, type SweepScope } from './request.ts';
import { startRun, type OperatorRun } from './run.ts';
import { createSpending, type Confirm } from './spending.ts';
import { datesKey } from './trips.ts';

interface SweepOptions {
  /** Ends the sweep early, with what is known; its reason is the interruption of the outcome. */
  readonly signal: AbortSignal;
  /** Asked before a sweep that may take more requests than `maxRequests`; without it such a sweep is refused, or ends there. */
  readonly confirm?: Confirm;
  readonly note?: SweepNote;
  readonly onProgress?: (operators: readonly OperatorProgress[]) => void;
}

/**
 * Sends nothing beyond looking depots up, until `ask` is called, once. Fails with UsageError if the request is not understood, or needs more
 * requests than are allowed; `ask` also with NotAvailableError if no wanted vehicle is available. A failed request does not end the sweep.
 */
export async function planSweep(
  request: SweepRequest,
  sessions: readonly Session[],
  { signal, confirm, note = () => {}, onProgress = () => {} }: SweepOptions,
) {
  const [first, ...others] = sessions;
  if (first === undefined) throw new UsageError('a sweep needs an operator');
  const scope = readScope(request, [first, ...others], note);
  const forDepots = (): number => sessions.reduce((sum, { depots }) => sum + depots.requests(), 0);
  const spending = createSpending(forDepots, request.maxRequests, confirm);
  const { sweeps, lost } = await readOperatorSweeps(scope, sessions, spending.spend);
  const isLater = request.dryRun === true;
  // A plan without an operator would be no plan.
  if (isLater && lost[0] !== undefined) throw lost[0].error;
  const plan = sweepPlan(sweeps, scope, { isLater });
  if (!isLater) await spending.allow(plan);
  const ask = async (): Promise<SweepOutcome> => {
    if (scope.named) await Promise.all(sweeps.map(({ session }) => nameDepots(session.depots)));
    const outcome = await askAll({ scope, sweeps, lost, plan, allow: spending.allow, signal, onProgress });
    // All sessions have the clock of this machine.
    const quotes = outcome.offers.flatMap(({ quote = [] }) => quote);
    expiredNotes(quotes, first.now()).forEach(note);
    return outcome;
  };
  return { plan, ask };
}

interface AskParts extends Required<Pick<SweepOptions, 'signal' | 'onProgress'>>, OperatorSweeps {
  readonly scope: SweepScope;
  readonly plan: SweepPlan;
  /** Throws if the plan is not allowed. */
  readonly allow: (plan: SweepPlan) => Promise<void>;
}

/** What is known at the end, also if that comes early. */
async function askAll(parts: AskParts): Promise<SweepOutcome> {
  const { scope, sweeps, lost, signal } = parts;
  const failures = lost.map((one): SweepFailure => ({ ...one, step: 'depots', unasked: 0 }));
  const fail = (failure: SweepFailure): void => void failures.push(failure);
  let { plan } = parts;
  const tell = (): void => parts.onProgress(runs.map((run, index) => progressOf(run, plan.operators[index])));
  const runs = sweeps.map((one) => startRun(one, { fail, onProgress: tell, signal }));
  tell();
  let interruption: InterruptedError | undefined;
  let found: readonly FoundOffers[] = [];
  let quotes: ReturnType<typeof createQuotes> | undefined;
  try {
    found = await findOffers(runs, lost.length === 0, scope.note);
    const offers = found.reduce((sum, one) => sum + one.offers.length, 0);
    await giveWay(offers);
    plan = sweepPlan(sweeps, scope, { found });
    await giveWay(offers);
    await parts.allow(plan);
    tell();
    quotes = createQuotes(found, scope);
    await giveWay(offers);
    await quotes.ask();
  } catch (error) {
    if (!signal.aborted) throw error;
    interruption = signal.reason instanceof InterruptedError ? signal.reason : new InterruptedError();
  }
  return {
    ...{ plan, failures, interruption, asked: scope.fixed },
    ...(quotes?.result() ?? { offers: [], isBelowEstimates: false }),
    meant: found.length === 0 ? undefined : meantBy(scope, found),
    dates: datesOf(scope, sweeps, found),
    warnings: found.flatMap(({ run, closed }) =>
      closed.map((day) => ({ operator: run.session.operator.name, ...day })),
    ),
    sessions: sweeps.map(({ session }) => session),
  };
}

function progressOf({ session, sent }: OperatorRun, plan: OperatorPlan | undefined): OperatorProgress {
  const done = Object.values(sent).reduce((sum, count) => sum + count);
  return { session, done, total: plan?.mostRequests ?? plan?.requests ?? 0 };
}

/** In the order of the request. */
function datesOf(
  { dates }: SweepScope,
  sweeps: readonly OperatorSweep[],
  found: readonly FoundOffers[],
): DatesResult[] {
  const trips = sweeps.reduce((sum, one) => sum + one.trips.length / dates.length, 0);
  const answered = groupBy(
    found.flatMap((one) => one.answered),
    datesKey,
  );
  return dates.map((date) => ({ ...date, trips, answered: answered.get(datesKey(date))?.length ?? 0 }));
}

/** What a request means: the same with ids and whole names in the place of words and parts of names. */
function meantBy({ fixed, quoting, by }: SweepScope, found: readonly FoundOffers[]): SweepRequest {
  const { from, flex, nights, to } = fixed;
  const each = (textsOf: (one: FoundOffers) => readonly string[]): string[] =>
    found.flatMap((one) => {
      const { name } = one.run.session.operator;
      return found.length === 1 ? textsOf(one) : textsOf(one).map((text) => `${name}:${text}`);
    });
  const extras = (kind: 'accessory' | 'insurance') =>
    each(({ meant }) =>
      meant.extras
        .filter((extra) => extra.kind === kind)
        .flatMap(({ text, quantity }) =>
          Array<string>(quantity).fill(kind === 'accessory' ? escapeCommas(text) : text),
        ),
    );
  const isEvery = found.every(({ meant }) => meant.vehicles === undefined);
  return {
    pickUp: each(({ run }) => run.depots.pickUps.map(String)),
    dropOff: each(({ run }) => run.depots.dropOffs.map(String)),
    ...{ from, flex, nights, to },
    vehicle: isEvery ? undefined : each(({ meant: { vehicles = ['all'] } }) => vehicles.map(escapeCommas)),
    accessory: extras('accessory'),
    insurance: extras('insurance'),
    // The usual one is not worth a word.
    quote: fixed.quote === undefined && fixed.limit === undefined ? undefined : quotingInWords(quoting),
    by,
  };
}
