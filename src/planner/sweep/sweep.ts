/** The sweep engine: a request of plain values in, events out. Operators are asked in parallel, each within its own budget. */
import { InterruptedError, UsageError, type RentalError } from '../../errors.ts';
import { expiredNotes } from '../expiry.ts';
import type { Session } from '../session.ts';
import { nameDepots } from '../trip.ts';
import { neededLists, nothingWanted, readBasket } from './basket.ts';
import { askAvailability, candidatesOf, type Candidates } from './candidates.ts';
import { stream, type SweepEvent, type SweepNote, type SweepOutcome } from './events.ts';
import { decideExtras } from './extras.ts';
import { exactPlan, expectSweep, planWithout } from './forecast.ts';
import { findVehicles } from './find-vehicles.ts';
import { createRequestGate, type Confirm, type RequestGate } from './gate.ts';
import { readOperatorSweeps, type OperatorSweeps } from './operator-sweep.ts';
import { pause, together } from './pauses.ts';
import { quoteAll } from './quotes.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { readScope, type SweepRequest } from './request.ts';
import {
  idsOfFilter,
  readFilters,
  wantsCheapest,
  type Availability,
  type Quoting,
  type WantedVehicle,
} from './vehicles.ts';

interface SweepOptions {
  /** Ends the sweep early, with what is known; its reason is the interruption of the outcome. */
  readonly signal?: AbortSignal;
  /** Asked before a sweep of more requests than `maxRequests`; without it such a sweep is refused. */
  readonly confirm?: Confirm;
}

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
  { signal, confirm }: SweepOptions & { readonly signal: AbortSignal },
  emit: (event: SweepEvent) => void,
): Promise<void> {
  const [first, ...others] = sessions;
  if (first === undefined) throw new UsageError('a sweep needs an operator');
  const { value: scope, notes } = readScope(request, [first, ...others]);
  const note: SweepNote = (text) => emit({ type: 'note', text });
  notes.forEach(note);
  const { sweeps, lost } = await readOperatorSweeps(scope, sessions, note);
  const { quoting } = scope;
  const forecast = await expectSweep(sweeps, { quoting, forLater: request.dryRun === true, signal });
  if (request.dryRun === true) return emit({ type: 'planned', plan: planWithout(lost, forecast.plan, note) });
  const lookedUp = sessions.some(({ depots }) => depots.requests() > 0);
  const gate = createRequestGate(request, sweeps, { confirm, signal });
  await gate.allow(forecast.plan, lookedUp);
  emit({ type: 'planned', plan: forecast.plan });
  if (scope.named) await Promise.all(sweeps.map(({ session }) => nameDepots(session.depots)));
  const recorder = createRecorder(sweeps, forecast.plan, emit);
  for (const failure of lost) recorder.fail(failure);
  const candidates: Candidates[] = [];
  let interruption: RentalError | undefined;
  const outcome = (): SweepOutcome => {
    const isExact = sweeps.every((_, index) => candidates[index] !== undefined);
    const plan = isExact ? exactPlan(sweeps, candidates, quoting) : forecast.plan;
    return { plan, ...recorder.results(), interruption };
  };
  try {
    // A reader knows how much there is to do before the first wait.
    await pause(signal);
    await askAll({ sweeps, lost, quoting, gate, recorder, signal, isMost: forecast.isMost }, candidates);
  } catch (error) {
    if (!signal.aborted) throw error;
    interruption = signal.reason instanceof InterruptedError ? signal.reason : new InterruptedError();
  }
  if (interruption === undefined) recorder.finish();
  const ended = outcome();
  const quotes = ended.offers.flatMap(({ quote = [] }) => quote);
  // All sessions have the clock of this machine.
  expiredNotes(quotes, first.now()).forEach(note);
  emit({ type: 'done', outcome: ended });
}

interface AskParts extends OperatorSweeps {
  readonly quoting: Quoting;
  readonly gate: RequestGate;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
  /** The answers cannot make the sweep larger than its forecast. */
  readonly isMost: boolean;
}

/** Asks all operators: availability, extras, quotes. Fills `candidates`, in the order of the sweeps, as they become known. */
async function askAll(parts: AskParts, candidates: Candidates[]): Promise<void> {
  const { sweeps, quoting, gate, signal, isMost } = parts;
  const planned = findCandidates(parts, candidates);
  const allFound = Promise.all(planned).then((all) => {
    const made = all.map((one) => one.made);
    return gate.allow(exactPlan(sweeps, made, quoting), true);
  });
  const quoted = planned.map(async (plan) => {
    const { run, made } = await plan;
    // Wait for the other operators only if their answers can make the sweep too large.
    if (!isMost) await allFound;
    return quoteAll(made.all, { run, isQuoted: quoting.top > 0 });
  });
  await together([allFound, ...quoted], signal);
}

/** Asks all operators for availability and extras. What it works with is no longer in memory when quotes are asked for. */
function findCandidates(parts: AskParts, candidates: Candidates[]) {
  const { sweeps, quoting, gate, recorder, signal } = parts;
  const runs = sweeps.map((one) => recorder.start(one, signal));
  const lists = runs.map(askAvailability);
  const filters = readAllFilters(parts, lists);
  const searches = runs.map(async (run, index) => {
    const [availability = new Map(), filter] = await Promise.all([lists[index], filters[index]]);
    const isOnly = sweeps.length === 1;
    return findVehicles(run, availability, { filter, quoting, isOnly, mayAdd: gate.mayAdd });
  });
  // An extra by name can be decided only when the lists of all operators are known.
  const isNamed = sweeps.some(({ basket, vehicles }) => neededLists(basket, wantsCheapest(vehicles)).length > 0);
  const decided = isNamed
    ? Promise.all(searches).then((found) => decideExtras(found, recorder.note))
    : Promise.resolve(sweeps.map(({ basket }) => readBasket(basket, [], false)));
  return searches.map(async (search, index) => {
    const [found, { [index]: reading = nothingWanted }] = await Promise.all([search, decided]);
    const { run } = found;
    const made = await candidatesOf(found, reading, quoting);
    candidates[index] = made;
    run.planned(made.requests);
    return { run, made };
  });
}

/** What the filters mean, for each operator. Names need the availability of all operators. */
function readAllFilters(
  { sweeps, lost, recorder: { note } }: AskParts,
  lists: readonly Promise<Availability>[],
): Promise<readonly WantedVehicle[] | undefined>[] {
  const rules = { isAll: lost.length === 0, note };
  const isNamed = sweeps.some(({ vehicles }) => vehicles !== undefined && idsOfFilter(vehicles) === undefined);
  const all = isNamed ? Promise.all(lists).then((found) => readFilters(sweeps, found, rules)) : undefined;
  return sweeps.map(async (one, index) => {
    if (all !== undefined) return (await all)[index];
    const [filter] = await readFilters([one], [(await lists[index]) ?? new Map()], rules);
    return filter;
  });
}
