/** The basket of each operator of a sweep: extras by name are for all of them, `lucky:9` is for one. */
import { UsageError } from '../../errors.ts';
import { joinWords, shorten } from '../../text.ts';
import { isNone } from '../selection.ts';
import { itemsFor, type Basket } from './basket.ts';

interface WantedExtras {
  readonly accessories: readonly string[];
  readonly insurance: readonly string[];
}

/**
 * The baskets in the order of `names`. Throws UsageError for several plans for one operator, and for an extra of one operator that
 * has no counterpart at the others: totals of different baskets cannot be compared.
 */
export function readBaskets({ accessories, insurance }: WantedExtras, names: readonly string[]): Basket[] {
  const accessoryLists = names.map((name) => itemsFor(name, names, accessories, 'accessory'));
  const plans = splitByOperator(insurance, names);
  const planLists = names.map((name) => [...new Set(itemsFor(name, names, plans, 'insurance'))]);
  const several = planLists.find(({ length }) => length > 1);
  if (several !== undefined) {
    const given = joinWords(several.map((item) => `"${shorten(item, 60)}"`));
    throw new UsageError((name) => `${name('insurance')} takes one plan for each operator, not ${given}`, {
      hint: 'give one; with several operators, say whose id it is: lucky:9,happy:11',
    });
  }
  refuseUnequal(accessoryLists, names, 'accessory');
  refuseUnequal(planLists, names, 'insurance');
  return names.map((_, index) => {
    const [plan = 'none'] = planLists[index] ?? [];
    return { accessories: accessoryLists[index] ?? [], insurance: isNone(plan) ? undefined : plan };
  });
}

function refuseUnequal(lists: readonly (readonly string[])[], names: readonly string[], field: string): void {
  if (new Set(lists.map(({ length }) => length)).size < 2) return;
  const each = names.map((name, index) => `${lists[index]?.length ?? 0} for ${name}`).join(', ');
  throw new UsageError((name) => `${name(field)} gives each operator another basket: ${each}`, {
    hint: 'extras are matched by name: give names, or one for each operator',
  });
}

/** `lucky:9,happy:11` → one item for each operator. Any other comma is part of a name. */
function splitByOperator(items: readonly string[], names: readonly string[]): string[] {
  return items.flatMap((item) => {
    const parts: string[] = [];
    for (const part of item.split(',')) {
      const starts = names.some((name) => part.trim().startsWith(`${name}:`));
      if (starts || parts.length === 0) parts.push(part.trim());
      else parts.push(`${parts.pop() ?? ''},${part}`);
    }
    return parts;
  });
}
