/** Asks all operators, in parallel: availability, extras, quotes. */
import { readBasket, neededLists } from './basket.ts';
import { askAvailability, candidatesOf, findVehicles, type Candidates } from './candidates.ts';
import type { SweepEvent, SweepFailure } from './events.ts';
import { readFilters } from './filters.ts';
import { exactPlan, type Forecast } from './forecast.ts';
import type { RequestGate } from './gate.ts';
import { decideExtras, noteMeanings } from './meanings.ts';
import type { Availability, OperatorRun } from './operator-run.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { createCircuitBreaker } from './pool.ts';
import { quoteAll } from './quotes.ts';
import type { Offer } from './rank.ts';
import type { Recorder } from './recorder.ts';
import { idsOfFilter, type Quoting, type WantedVehicle } from './vehicles.ts';

export interface AskParts {
  readonly sweeps: readonly OperatorSweep[];
  readonly lost: readonly SweepFailure[];
  readonly forecast: Forecast;
  readonly quoting: Quoting;
  readonly gate: RequestGate;
  readonly emit: (event: SweepEvent) => void;
  readonly signal: AbortSignal;
}

const nothingWanted = { wanted: [], whole: new Set<string>() };

/** Fills `candidates`, in the order of the sweeps, as they become known. */
export async function askAll(parts: AskParts, recorder: Recorder, candidates: Candidates[]): Promise<void> {
  const { sweeps, forecast, quoting, gate, signal } = parts;
  const runs = sweeps.map((sweep): OperatorRun => {
    const breaker = createCircuitBreaker();
    return { sweep, breaker, signal, report: recorder.reportFor(sweep, breaker) };
  });
  const lists = runs.map((run) => askAvailability(run));
  const filters = readAllFilters(parts, lists, recorder);
  const searches = runs.map(async (run, index) => {
    const [availability = new Map(), filter] = await Promise.all([lists[index], filters[index]]);
    return findVehicles(run, availability, filter, quoting);
  });
  // An extra by name can be decided only when the lists of all operators are known.
  const isNamed = sweeps.some(({ basket }) => neededLists(basket).length > 0);
  const decided = isNamed
    ? Promise.all(searches).then((found) => decideExtras(found, gate.mayAdd, recorder.note))
    : Promise.resolve(sweeps.map(({ basket }) => readBasket(basket, [], false)));
  const planned = searches.map(async (search, index) => {
    const [found, readings] = await Promise.all([search, decided]);
    const made = candidatesOf(found, readings[index] ?? nothingWanted, quoting);
    candidates[index] = made;
    recorder.planned(found.run.sweep, made.requests);
    return made;
  });
  const allFound = Promise.all(planned).then(async (all) => {
    await gate.allow(exactPlan(sweeps, all, quoting), true);
    return noteMeanings(all, recorder.note);
  });
  const tasks = [
    allFound,
    ...planned.map(async (made, index) => {
      const [{ all }, found, readings] = await Promise.all([made, searches[index], decided]);
      // Wait for the other operators only if their answers can make the sweep too large, or tell what a name means.
      const usual = forecast.isMost && !isNamed ? new Map<string, readonly string[]>() : await allFound;
      const reading = readings[index] ?? nothingWanted;
      if (found === undefined) return;
      const offer = (one: Offer): void => recorder.offer(found.run.sweep, one);
      await quoteAll(all, { found, reading, usual, offer, isQuoted: quoting.top > 0, mayAdd: gate.mayAdd });
    }),
  ];
  try {
    await Promise.all(tasks);
  } finally {
    // After an interruption every operator ends at once; its last answers still count.
    if (signal.aborted) await Promise.allSettled(tasks);
  }
}

/** What the filters mean, for each operator. Names need the availability of all operators. */
function readAllFilters(
  { sweeps, lost }: AskParts,
  lists: readonly Promise<Availability>[],
  { note }: Recorder,
): Promise<readonly WantedVehicle[] | undefined>[] {
  const rules = { isAll: lost.length === 0, note };
  const isNamed = sweeps.some(({ vehicles }) => vehicles !== undefined && idsOfFilter(vehicles) === undefined);
  const all = isNamed ? Promise.all(lists).then((found) => readFilters(sweeps, found, rules)) : undefined;
  return sweeps.map(async (sweep, index) => {
    if (all !== undefined) return (await all)[index];
    const [filter] = await readFilters([sweep], [(await lists[index]) ?? new Map()], rules);
    return filter;
  });
}
