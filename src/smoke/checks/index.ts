/** Every check in the order of a run: first the ones that others depend on, last the ones that spend the limit. */
import { UsageError } from '../../errors.ts';
import { meant } from '../../text.ts';
import { groups, type Check } from '../check.ts';
import { depotChecks } from './depots.ts';
import { errorChecks } from './errors.ts';
import { exceededCheck } from './exceeded-limit.ts';
import { limitChecks } from './request-limit.ts';
import { quoteContentChecks } from './quote-contents.ts';
import { quoteSumChecks } from './quote-sums.ts';
import { quoteChecks } from './quote.ts';
import { siteChecks } from './site.ts';
import { transportChecks } from './transport.ts';
import { vehicleChecks } from './vehicles.ts';

export const checks: readonly Check[] = [
  ...depotChecks,
  ...vehicleChecks,
  ...quoteChecks,
  ...quoteContentChecks,
  ...quoteSumChecks,
  ...errorChecks,
  ...siteChecks,
  ...transportChecks,
  ...limitChecks,
  exceededCheck,
];

/** Ids and groups. */
interface CheckFilter {
  /** All checks by default. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** In the order of `all`. Throws UsageError for a name that is neither a check nor a group, and if no check is left. */
export function selectChecks(all: readonly Check[], { only, skip = [] }: CheckFilter): readonly Check[] {
  for (const name of [...(only ?? []), ...skip]) {
    if (all.some((check) => isNamed(check, name))) continue;
    throw new UsageError(`no check and no group of checks is called "${name}"`, {
      hint: (field) =>
        meant(name, [...groups, ...all.map(({ id }) => id)]) ??
        `groups: ${groups.join(', ')}; rental smoke ${field('list')} shows every check`,
    });
  }
  const isIn = (names: readonly string[], check: Check): boolean => names.some((name) => isNamed(check, name));
  const selected = all.filter((check) => (only === undefined || isIn(only, check)) && !isIn(skip, check));
  if (selected.length === 0) {
    throw new UsageError((field) => `${field('only')} and ${field('skip')} leave no check to run`);
  }
  return selected;
}

function isNamed({ id, group }: Check, name: string): boolean {
  return id === name || group === name;
}
