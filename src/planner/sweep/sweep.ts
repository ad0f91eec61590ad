/** The sweep engine: a request of plain values in, events out. Operators are asked in parallel, each within its own budget. */
import { InterruptedError, UsageError, type FieldText, type RentalError } from '../../errors.ts';
import { checkoutLink } from '../../api/links.ts';
import type { Quote } from '../../api/types.ts';
import type { Session } from '../session.ts';
import { nameDepots } from '../trip.ts';
import { isWholeName } from '../names.ts';
import { meaningsOf, refuseUnknownExtras } from './basket.ts';
import { askAvailability, findCandidates, type Candidate, type Candidates, type OperatorRun } from './candidates.ts';
import { stream, type SweepEvent, type SweepFailure } from './events.ts';
import { exactPlan, expectSweep, planWithout, type Forecast } from './forecast.ts';
import { decideMeanings, needsMeanings } from './meanings.ts';
import { depotNames, readOperatorSweeps, type OperatorSweep } from './operator-sweep.ts';
import { lessInWords } from './less.ts';
import type { SweepPlan } from './plan.ts';
import { createCircuitBreaker, runPool } from './pool.ts';
import type { Offer } from './rank.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { readScope, type SweepRequest } from './request.ts';
import type { Quoting } from './vehicles.ts';

export interface SweepOptions {
  /** Ends the sweep early, with what is known; its reason is the interruption of the outcome. */
  readonly signal?: AbortSignal;
  /** Asked before a sweep of more requests than `maxRequests`; without it such a sweep is refused. */
  readonly confirm?: (plan: SweepPlan) => Promise<boolean>;
}

type Emit = (event: SweepEvent) => void;

/**
 * Runs when it is read. Fails with UsageError if the request is not understood, or needs more requests than are allowed. A failed
 * request is a `failure` event; the sweep continues.
 */
export function runSweep(
  request: SweepRequest,
  sessions: readonly Session[],
  options: SweepOptions = {},
): AsyncGenerator<SweepEvent> {
  // Ends the requests of a sweep that nothing reads any more.
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  return stream<SweepEvent>(
    (emit) => sweep(request, sessions, { ...options, signal }, emit),
    () => stop.abort(new InterruptedError()),
  );
}

async function sweep(
  request: SweepRequest,
  sessions: readonly Session[],
  options: SweepOptions & { readonly signal: AbortSignal },
  emit: Emit,
): Promise<void> {
  if (sessions.length === 0) throw new UsageError('a sweep needs an operator');
  const { value: scope, notes } = await readScope(request, sessions);
  const note = (text: FieldText): void => emit({ type: 'note', text });
  notes.forEach(note);
  const { sweeps, lost } = await readOperatorSweeps(scope, sessions, note);
  const forecast = expectSweep(sweeps, scope.quoting, request.dryRun === true);
  if (request.dryRun === true) return emit({ type: 'planned', plan: planWithout(lost, forecast.plan, note) });
  const lookedUp = sessions.some(({ depots }) => depots.requests() > 0);
  const allow = createRequestGate({ request, sweeps, confirm: options.confirm });
  await allow(forecast.plan, lookedUp);
  emit({ type: 'planned', plan: forecast.plan });
  if (scope.named) await Promise.all(sweeps.map(({ session }) => nameDepots(session.depots)));
  await askOperators({ sweeps, lost, forecast, quoting: scope.quoting, allow, emit, signal: options.signal });
}

interface GateParts {
  readonly request: SweepRequest;
  readonly sweeps: readonly OperatorSweep[];
  readonly confirm: SweepOptions['confirm'];
}

/** `wasSent`: requests were sent before, such as for names. */
type RequestGate = (plan: SweepPlan, wasSent: boolean) => Promise<void>;

/** Throws UsageError for more requests than allowed, unless they are confirmed; a confirmation allows as many from then on. */
function createRequestGate({ request, sweeps, confirm }: GateParts): RequestGate {
  let allowed = request.maxRequests ?? 300;
  return async (plan, wasSent) => {
    const { requests } = plan;
    if (requests <= allowed) return;
    if (await confirm?.(plan)) {
      allowed = requests;
      return;
    }
    const stopped = wasSent ? 'Stopped. No quotes were requested.' : 'Stopped. Nothing was sent.';
    throw new UsageError(
      (name) =>
        confirm === undefined
          ? `this takes ${requests} requests, more than ${name('maxRequests')} allows (${allowed})`
          : stopped,
      { hint: lessInWords({ plan, allowed, sweeps, quoteIsGiven: request.quote !== undefined }) },
    );
  };
}

interface AskParts {
  readonly sweeps: readonly OperatorSweep[];
  readonly lost: readonly SweepFailure[];
  readonly forecast: Forecast;
  readonly quoting: Quoting;
  readonly allow: RequestGate;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

async function askOperators(parts: AskParts): Promise<void> {
  const { sweeps, lost, forecast, quoting, emit, signal } = parts;
  const recorder = createRecorder(sweeps, forecast.plan, emit);
  for (const failure of lost) recorder.fail(failure);
  const candidates: Candidates[] = [];
  let interruption: RentalError | undefined;
  try {
    await askAll(parts, recorder, candidates);
  } catch (error) {
    if (!signal.aborted) throw error;
    interruption = signal.reason instanceof InterruptedError ? signal.reason : new InterruptedError();
  }
  const isExact = sweeps.every((_, index) => candidates[index] !== undefined);
  const plan = isExact ? exactPlan(sweeps, candidates, quoting) : forecast.plan;
  recorder.noteExpired();
  emit({ type: 'done', outcome: { plan, ...recorder.results(), interruption } });
}

/** Fills `candidates`, in the order of the sweeps, as they become known. */
async function askAll(parts: AskParts, recorder: Recorder, candidates: Candidates[]): Promise<void> {
  const { sweeps, lost, forecast, quoting, allow, signal } = parts;
  const runs = sweeps.map((sweep): OperatorRun => {
    const breaker = createCircuitBreaker();
    return { sweep, breaker, signal, report: recorder.reportFor(sweep, breaker) };
  });
  const lists = runs.map((run) => askAvailability(run));
  const meanings = needsMeanings(sweeps)
    ? Promise.all(lists).then((all) => decideMeanings(sweeps, all, { isAll: lost.length === 0, note: recorder.note }))
    : Promise.resolve({ whole: new Set<string>(), parts: new Map() });
  const searches = runs.map(async (run, index) => {
    const availability = await lists[index];
    const found = await findCandidates(run, availability ?? new Map(), await meanings, quoting);
    candidates[index] = found;
    recorder.planned(run.sweep, found.requests);
    return found;
  });
  const allFound = Promise.all(searches).then(async (all) => {
    checkExtras(sweeps, all, recorder);
    await allow(exactPlan(sweeps, all, quoting), true);
  });
  const tasks = [
    allFound,
    ...runs.map(async (run, index) => {
      const found = await searches[index];
      // Wait for the other operators only if their answers can make the sweep too large.
      if (!forecast.isMost) await allFound;
      await quoteAll(run, found?.all ?? [], quoting, recorder);
    }),
  ];
  try {
    await Promise.all(tasks);
  } finally {
    // After an interruption every operator ends at once; its last answers still count.
    if (signal.aborted) await Promise.allSettled(tasks);
  }
}

function checkExtras(sweeps: readonly OperatorSweep[], all: readonly Candidates[], recorder: Recorder): void {
  const baskets = all.flatMap((found) => found.baskets);
  const offered = {
    accessories: all.flatMap((found) => found.offered.accessories),
    insurance: all.flatMap((found) => found.offered.insurance),
  };
  for (const { basket } of sweeps) refuseUnknownExtras(basket, baskets, offered);
  for (const [query, names] of meaningsOf(baskets)) {
    const list = names.map((name) => `"${name}"`).join(', ');
    if (names.length > 1) recorder.note(`"${query}" means different extras: ${list}`);
    else if (!isWholeName(query, names[0] ?? '')) recorder.note(`"${query}" means ${list}`);
  }
}

async function quoteAll(
  { sweep, breaker, report, signal }: OperatorRun,
  candidates: readonly Candidate[],
  { top }: Quoting,
  recorder: Recorder,
): Promise<void> {
  const tell = (candidate: Candidate, quote?: Quote, reused = false): void =>
    recorder.offer(sweep, offerOf(sweep.session, candidate, quote, reused));
  if (top === 0) return candidates.forEach((candidate) => tell(candidate));
  const items: Candidate[] = [];
  for (const candidate of candidates) {
    signal.throwIfAborted();
    const stored = await sweep.quotes.find(candidate.selection);
    if (stored === undefined) items.push(candidate);
    else tell(candidate, stored, true);
  }
  const run = async (candidate: Candidate): Promise<void> => {
    const quote = await sweep.session.service.quote(candidate.selection);
    await sweep.quotes.store(candidate.selection, quote);
    tell(candidate, quote);
  };
  const failed = ({ trip, vehicle }: Candidate, error: RentalError): void =>
    report.failed('quote', error, { trip, vehicle });
  const unsent = await runPool({ items, breaker, run, failed }, signal);
  report.skipped('quote', unsent.length);
}

function offerOf(session: Session, candidate: Candidate, quote: Quote | undefined, reused: boolean): Offer {
  const { trip, vehicle, selection, missing } = candidate;
  const { name, siteUrl } = session.operator;
  const checkoutUrl = checkoutLink(siteUrl, selection);
  return {
    ...trip,
    ...depotNames(session, trip),
    operator: name,
    vehicle,
    selection,
    quote,
    missing,
    reused,
    checkoutUrl,
  };
}
