/** The list of depots for looking names up, which all tasks of a session share. */
import type { Depot } from '../api/types.ts';
import type { DepotDirectory } from '../planner/session.ts';
import { onceAtATime } from './once.ts';
import type { StoredAnswersOptions } from './stored-answers.ts';

interface DepotSource {
  readonly stored: StoredAnswersOptions;
  ask(signal: AbortSignal): Promise<readonly Depot[]>;
}

/** As long as a stored list counts, ms: a session can be longer than that. */
const listMaxAgeMs = 24 * 3_600_000;
/** As long as an answer counts as fresh, ms: enough to read the list page by page. */
const freshMaxAgeMs = 600_000;

export interface DepotDirectories {
  /** The directory for a task that ends with `signal`. All of them have the same list. */
  during(signal: AbortSignal): DepotDirectory;
  /** Told of every list that the service gives: it replaces the one before, also for later runs. */
  keep(depots: readonly Depot[]): Promise<void>;
}

export function createDirectories({ stored, ask }: DepotSource): DepotDirectories {
  const { operator, refresh, now } = stored;
  let known: readonly Depot[] = [];
  let listed: { readonly at: number; readonly isAnswer: boolean } | undefined;
  let requests = 0;
  const lookUp = (isFresh: boolean) =>
    onceAtATime(async (signal) => {
      const counted = (): Promise<readonly Depot[]> => {
        requests += 1;
        return ask(signal);
      };
      const before = requests;
      const { lookUpDepots } = await import('./stored-answers.ts');
      known = await lookUpDepots(counted, isFresh ? { ...stored, refresh: true } : stored);
      listed = { at: now(), isAnswer: requests > before };
      return known;
    });
  const [find, reload] = [lookUp(false), lookUp(true)];
  const isYounger = (maxAgeMs: number): boolean => listed !== undefined && now() - listed.at < maxAgeMs;
  const keep = async (depots: readonly Depot[]): Promise<void> => {
    known = depots;
    listed = { at: now(), isAnswer: true };
    const { keepDepots } = await import('./stored-answers.ts');
    await keepDepots(depots, stored);
  };
  const during = (signal: AbortSignal): DepotDirectory => {
    const before = requests;
    return {
      list: async () => (isYounger(listMaxAgeMs) ? known : find(signal)),
      fresh: async () => (listed?.isAnswer === true && isYounger(freshMaxAgeMs) ? known : reload(signal)),
      stored: async () => {
        if (known.length > 0) return known;
        const { storedDepots } = await import('./stored-answers.ts');
        return (known = (await storedDepots(stored)) ?? known);
      },
      known: () => known,
      requests: () => requests - before,
      isStored: !operator.sandbox && !refresh,
    };
  };
  return { during, keep };
}
