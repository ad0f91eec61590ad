/** Requests that this machine sent on its own, before the server on which it shares a budget could count them. */
import { join } from 'node:path';
import { accountKey } from './account-folder.ts';
import { type Clock, readClock } from './clock.ts';
import { folderNames, type NameSet } from './name-set.ts';
import type { Account, LimitPolicy } from './policy.ts';
import type { TimedSlot } from './slots.ts';
import { type StateFolderOptions, findStateFolder } from './state-folder.ts';
import { countedName, readName } from './state-names.ts';
import { type LimiterState, readState } from './state.ts';

export interface Uncounted {
  isAny(): boolean;
  /**
   * Marks them, so that each is counted by one process only. Requests under way are among them, until the end of their lease.
   *
   * @returns how long each still counts, ms
   */
  take(): number[];
}

export function uncountedIn(names: NameSet, state: () => LimiterState): Uncounted {
  const ours = (): TimedSlot[] =>
    state().taken.filter((slot) => /^(used|claimed)$/.test(slot.state) && Number.isFinite(slot.waitMs));
  return {
    isAny: () => ours().length > 0,
    take: () =>
      ours()
        .filter(({ name }) => names.rename(name, countedName(name)))
        .map(({ waitMs }) => waitMs),
  };
}

/** Those that processes left in the folder. Makes no folder; without one there are none. */
export function uncountedInFolder(
  account: Account,
  options: StateFolderOptions,
  clock: Clock,
  policy: LimitPolicy,
): Uncounted {
  const { path = '/' } = findStateFolder({ ...options, looksOnly: true });
  const names = folderNames(join(path, accountKey(account)));
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  // A file that is missing here is not a request.
  const namesNow = () => readState(names.list().map(readName), readClock(clock), { ...policy, limit: 0 });
  const { isAny, take } = uncountedIn(names, namesNow);
  return { isAny: () => attempt(isAny, false), take: () => attempt(take, []) };
}
