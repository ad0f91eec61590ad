import { UsageError } from '../errors.ts';
import { groups, type Check } from './check.ts';

export interface Selection {
  /** Ids and groups; all unless told. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** In the order of `all`. Throws UsageError for a name that is neither a check nor a group, and where nothing is left. */
export function select(all: readonly Check[], { only, skip = [] }: Selection): readonly Check[] {
  for (const name of [...(only ?? []), ...skip]) {
    if (all.some((check) => names(check, name))) continue;
    throw new UsageError(`no check and no group of checks is called "${name}"`, {
      hint: `groups: ${groups.join(', ')}; rental smoke --list shows every check`,
    });
  }
  const chosen = all.filter(
    (check) =>
      (only === undefined || only.some((name) => names(check, name))) && !skip.some((name) => names(check, name)),
  );
  if (chosen.length === 0) throw new UsageError('--only and --skip leave no check to run');
  return chosen;
}

function names({ id, group }: Check, name: string): boolean {
  return id === name || group === name;
}
