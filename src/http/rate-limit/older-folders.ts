/**
 * Before version 0.2, the variables of a session decided where the budget was. What such a process used in the last window still
 * counts. This file can go, with `older` of a state folder, when no process of a version before 0.2 runs.
 */
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Machine } from '../types.ts';
import type { Stamp } from './clock.ts';
import { listNames } from './folders.ts';
import type { LimitPolicy } from './policy.ts';
import { readName } from './state-names.ts';
import { initialNames, readState } from './state.ts';

/** Where a process of this user can have kept budgets. */
export function olderFolders(env: Machine['env'], uid: number | undefined): string[] {
  if (uid === undefined) return [];
  const runtime = [env['XDG_RUNTIME_DIR'], `/run/user/${uid}`].map((path) => path && join(path, 'rental-budget'));
  const temporary = [env['TMPDIR'], tmpdir(), '/tmp'].map((path) => path && join(path, `rental-budget-${uid}`));
  return [...new Set([...runtime, ...temporary].filter((path) => path !== undefined && isAbsolute(path)))] as string[];
}

/** The names of a budget before its first request, except for what the older folders of the account say. */
export function namesWithOlder(folders: readonly string[], policy: LimitPolicy, at: Stamp): string[] {
  const used = folders.map(listNames).filter((names) => names.length > 0);
  const taken = used.flatMap((names) => readState(names.map(readName), at, policy).taken);
  const latest = taken.sort((a, b) => b.waitMs - a.waitMs).slice(0, policy.limit);
  const slots = latest.map(({ name }, index) => name.replace(/^slot-\d+/, `slot-${index}`));
  const rules = used.flat().filter((name) => /^(?:gate|pace|limit)-/.test(name) && readName(name));
  return [...slots, ...initialNames(policy.limit).slice(slots.length), ...new Set(rules)];
}
