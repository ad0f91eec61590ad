/** The list of depots for looking names up, which all tasks of a session share. */
import type { Depot } from '../api/types.ts';
import type { DepotDirectory } from '../planner/session.ts';
import { sharedTask } from './shared-task.ts';

interface DepotSource {
  ask(signal: AbortSignal): Promise<readonly Depot[]>;
  lookUp(ask: () => Promise<readonly Depot[]>, isFresh: boolean): Promise<readonly Depot[]>;
  readStored(): Promise<readonly Depot[] | undefined>;
  now(): number;
}

/** As long as a stored list counts, ms: a session can be longer than that. */
const listMaxAgeMs = 24 * 3_600_000;
/** As long as an answer counts as fresh, ms: enough to read the list page by page. */
const freshMaxAgeMs = 600_000;

/** Makes the directory for a task that ends with `signal`. All of them have the same list. */
export function createDirectories(isStored: boolean, { ask, lookUp, readStored, now }: DepotSource) {
  let known: readonly Depot[] = [];
  let listed: { readonly at: number; readonly isAnswer: boolean } | undefined;
  let requests = 0;
  const lookUpDepots = (isFresh: boolean) =>
    sharedTask(async (signal) => {
      const counted = (): Promise<readonly Depot[]> => {
        requests += 1;
        return ask(signal);
      };
      const before = requests;
      known = await lookUp(counted, isFresh);
      listed = { at: now(), isAnswer: requests > before };
      return known;
    });
  const [find, reload] = [lookUpDepots(false), lookUpDepots(true)];
  const isYounger = (maxAgeMs: number): boolean => listed !== undefined && now() - listed.at < maxAgeMs;
  return (signal: AbortSignal): DepotDirectory => {
    const before = requests;
    return {
      list: async () => (isYounger(listMaxAgeMs) ? known : find(signal)),
      fresh: async () => (listed?.isAnswer === true && isYounger(freshMaxAgeMs) ? known : reload(signal)),
      stored: async () => {
        const found = known.length > 0 ? undefined : await readStored();
        return (known = found ?? known);
      },
      known: () => known,
      requests: () => requests - before,
      isStored,
    };
  };
}
