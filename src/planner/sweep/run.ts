/** The requests of a sweep to one operator, and what is told of them. */
import type { Trip, Vehicle } from '../../api/types.ts';
import { isTransient, type RentalError } from '../../errors.ts';
import { createAsker, type Failed } from './asker.ts';
import type { OperatorProgress, SweepFailure, SweepStep } from './events.ts';
import { depotNames, type OperatorSweep } from './operator-sweep.ts';
import type { OperatorPlan } from './plan.ts';

/** What is asked for together. */
export interface Task {
  readonly step: SweepStep;
  readonly trip?: Trip;
  readonly vehicle?: Vehicle;
  /** Resolves with how many requests it took: none for a stored answer. */
  send(): Promise<number>;
}

export type OperatorRun = ReturnType<typeof startRun>;

interface RunParts {
  readonly fail: (failure: SweepFailure) => void;
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
}

export function startRun(sweep: OperatorSweep, { fail, onProgress, signal }: RunParts) {
  const { session } = sweep;
  const operator = session.operator.name;
  const asker = createAsker(session, signal);
  const sent = { depots: session.depots.requests(), availability: 0, extras: 0, quote: 0 };
  let total = 0;
  const made = (): number => Object.values(sent).reduce((sum, count) => sum + count);
  const count = (step: SweepStep, requests: number): void => {
    if (requests === 0) return;
    sent[step] += requests;
    onProgress();
  };
  const askEach = async <T extends Task>(tasks: readonly T[]): Promise<Failed<T>[]> => {
    const { failed, unsent } = await asker.askEach(tasks, async (task) => count(task.step, await task.send()));
    for (const { item } of failed) count(item.step, 1);
    const [first] = unsent;
    const error = asker.stopped();
    if (first !== undefined && error !== undefined) fail({ operator, step: first.step, error, unasked: unsent.length });
    return failed;
  };
  const lose = ({ step, trip, vehicle }: Task, error: RentalError): void =>
    fail({ operator, step, trip, vehicle, ...(trip && depotNames(session, trip)), error, unasked: 0 });
  return {
    sweep,
    stopped: asker.stopped,
    /** So far. */
    sent: sent as Readonly<typeof sent>,
    /** Sends them, a few at a time, and once more those that failed and may be answered later. Resolves with those without an answer. */
    ask: async <T extends Task>(tasks: readonly T[]): Promise<readonly T[]> => {
      const first = await askEach(tasks);
      const again =
        asker.stopped() === undefined && session.retries > 0 ? first.filter(({ error }) => isTransient(error)) : [];
      const lost = [...first.filter((one) => !again.includes(one)), ...(await askEach(again.map(({ item }) => item)))];
      for (const { item, error } of lost) lose(item, error);
      return lost.map(({ item }) => item);
    },
    /** Without a plan, no more requests are to be expected. */
    expect: (plan?: OperatorPlan): void => {
      total = plan === undefined ? made() : (plan.mostRequests ?? plan.requests);
      onProgress();
    },
    progress: (): OperatorProgress => ({ session, done: made(), total }),
  };
}
