/** The choice of some rules by their ids and groups. */
import { UsageError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import { suggestion } from '../../base/words.ts';
import { rules } from './index.ts';
import { groupOf, type Rule } from './rule.ts';

/** The names of rules and groups, for the flags that choose them. */
export const checkNames: readonly string[] = [
  ...new Set(rules.map(({ id }) => groupOf(id))),
  ...rules.map(({ id }) => id),
];

/** All rules by default. */
type Selection = { readonly [flag in 'only' | 'skip']?: readonly string[] | undefined };

/** Throws UsageError for a name that is neither a rule nor a group, and if no rule is left. */
export function selectRules({ only = checkNames, skip = [] }: Selection): readonly Rule[] {
  const unknown = [...only, ...skip].find((name) => !checkNames.includes(name));
  if (unknown !== undefined) {
    const groups = checkNames.filter((name) => !name.includes('-')).join(', ');
    throw new UsageError(`no check or group of checks is called "${unknown}"`, {
      hint:
        suggestion(unknown, checkNames) ??
        fieldText('groups: {groups}; rental smoke {list} shows every check', { groups }),
    });
  }
  const isNamed = ({ id }: Rule, chosen: readonly string[]): boolean =>
    chosen.includes(id) || chosen.includes(groupOf(id));
  const selected = rules.filter((rule) => isNamed(rule, only) && !isNamed(rule, skip));
  if (selected.length > 0) return selected;
  throw new UsageError(fieldText('{only} and {skip} leave no check to run'), {
    hint: 'leave one of them out',
  });
}
