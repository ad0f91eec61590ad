/** The requests of a sweep to one operator, and what is told of them. */
import { isTransient, type RentalError } from '../../errors.ts';
import { createAsker, mayPass, type Failed } from './asker.ts';
import type { OperatorProgress, SweepEvent, SweepFailure, SweepStep } from './events.ts';
import { depotNames, type OperatorSweep } from './operator-sweep.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import { tripKey } from './trips.ts';
import type { OperatorPlan } from './plan.ts';

type About = Pick<SweepFailure, 'trip' | 'vehicle'>;

/** One request. */
export interface Task extends About {
  readonly step: SweepStep;
  /** Resolves with when the answer was stored, epoch ms; undefined for the answer of a request. */
  send(): Promise<number | undefined>;
}

export type OperatorRun = ReturnType<typeof startRun>;

interface RunParts {
  readonly emit: (event: SweepEvent) => void;
  readonly fail: (failure: SweepFailure) => void;
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
}

export function startRun(sweep: OperatorSweep, { emit, fail, onProgress, signal }: RunParts) {
  const { session } = sweep;
  const operator = session.operator.name;
  const asker = createAsker(session, signal);
  const storedAt: number[] = [];
  let again: Failed<Task>[] = [];
  let [made, total] = [sweep.depotRequests, 0];
  const count = (): void => {
    made++;
    onProgress();
  };
  const { failed, hasFailed, isPassing } = createFailures(sweep, fail);
  const send = async (task: Task): Promise<void> => {
    const at = await task.send();
    if (at === undefined) count();
    else if (task.step === 'availability') storedAt.push(at);
  };
  const ask = async (tasks: readonly Task[]): Promise<Failed<Task>[]> => {
    const ended = await asker.askEach(tasks, send);
    ended.failed.forEach(count);
    const [first] = ended.unsent;
    const error = asker.stopped();
    if (first !== undefined && error !== undefined)
      fail({ operator, step: first.step, error, unasked: ended.unsent.length });
    return ended.failed;
  };
  return {
    sweep,
    signal,
    stopped: asker.stopped,
    /** When the availability of trips was stored, epoch ms. */
    storedAt,
    note: (text: Extract<SweepEvent, { type: 'note' }>['text']) => emit({ type: 'note', text }),
    /** Sends them, a few at a time. What failed and may be answered later waits for `askAgain`. */
    ask: async (tasks: readonly Task[]): Promise<void> => {
      for (const one of await ask(tasks)) {
        if (session.retries > 0 && mayPass(one.error)) again.push(one);
        else failed(one.item, one.error);
      }
    },
    /** Sends what failed once more. */
    askAgain: async (): Promise<void> => {
      const waiting = again;
      again = [];
      if (asker.stopped() !== undefined) return waiting.forEach(({ item, error }) => failed(item, error));
      for (const { item, error } of await ask(waiting.map(({ item }) => item))) failed(item, error);
    },
    expect: (plan: OperatorPlan | undefined): void => {
      total = plan?.mostRequests ?? 0;
      onProgress();
    },
    /** No more requests are to be expected. */
    end: (): void => {
      total = made;
      onProgress();
    },
    hasFailed,
    /** Ends the sweep at an operator that would answer nothing else if it were asked again. */
    finish: (): void => {
      if (!isPassing() && asker.stopped() === undefined) sweep.answers.finish();
    },
    progress: (): OperatorProgress => ({ session, done: made, total }),
  };
}

/** What failed at an operator. */
function createFailures({ session }: OperatorSweep, fail: (failure: SweepFailure) => void) {
  const operator = session.operator.name;
  const lost = new Set<string>();
  let isPassing = false;
  return {
    failed: ({ step, trip, vehicle }: Task, error: RentalError): void => {
      if (trip !== undefined && vehicle !== undefined) lost.add(lostKey(trip, vehicle));
      isPassing ||= isTransient(error);
      fail({ operator, step, trip, vehicle, ...(trip && depotNames(session, trip)), error, unasked: 0 });
    },
    /** Its quote failed: there is no offer. */
    hasFailed: ({ vehicle, ...trip }: Trip & { readonly vehicle: Vehicle }): boolean =>
      lost.has(lostKey(trip, vehicle)),
    /** Something can be answered if it is asked again. */
    isPassing: () => isPassing,
  };
}

function lostKey(trip: Trip, { vehicleId }: Vehicle): string {
  return `${tripKey(trip)} ${vehicleId}`;
}
