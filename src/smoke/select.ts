/** Chooses rules by their names and groups. */
import { UsageError } from '../errors.ts';
import { meant } from '../text.ts';
import { groupOf, type Rule } from './rule.ts';
import { rules } from './rules/index.ts';

/** Of rules and groups, for the flags that choose them. */
export const names: readonly string[] = [...new Set(rules.map(([id]) => groupOf(id))), ...rules.map(([id]) => id)];

interface RuleFilter {
  /** All rules by default. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** Throws UsageError for a name that is neither a rule nor a group, and if no rule is left. */
export function selectRules({ only = names, skip = [] }: RuleFilter): readonly Rule[] {
  const unknown = [...only, ...skip].find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const groups = names.filter((name) => !name.includes('-')).join(', ');
    throw new UsageError(`no check and no group of checks is called "${unknown}"`, {
      hint: (field) => meant(unknown, names) ?? `groups: ${groups}; rental smoke ${field('list')} shows every check`,
    });
  }
  const isIn = (list: readonly string[], [id]: Rule): boolean => list.includes(id) || list.includes(groupOf(id));
  const selected = rules.filter((rule) => isIn(only, rule) && !isIn(skip, rule));
  if (selected.length > 0) return selected;
  throw new UsageError((field) => `${field('only')} and ${field('skip')} leave no check to run`, {
    hint: 'leave one of them out',
  });
}
