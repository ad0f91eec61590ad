/** What is wanted of each operator of a sweep, as it was written. */
import { UsageError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import { splitAtCommas } from '../../base/commas.ts';
import { joinWords, shorten } from '../../base/words.ts';
import { read, withoutNone } from '../read.ts';
import type { SweepScope } from './request.ts';

/** Extras of one operator. */
export interface Basket {
  readonly accessories: readonly string[];
  /** Undefined: none. */
  readonly insurance: string | undefined;
}

/** The basket of each operator: `lucky:9` is for one, and what has no operator's name is for all of them. Throws UsageError. */
export function readBaskets(scope: Pick<SweepScope, 'accessory' | 'insurance' | 'names'>): Basket[] {
  const { names } = scope;
  const baskets = names.map((operator): Basket => {
    const plans = [...new Set(itemsFor(operator, scope, 'insurance'))];
    if (plans.length > 1) {
      const given = joinWords(plans.map((item) => `"${shorten(item, 60)}"`));
      throw new UsageError(fieldText('{insurance} takes one plan for each operator, not {given}', { given }), {
        hint: 'give one; with several operators, say whose id it is: lucky:9,happy:11',
      });
    }
    const [plan] = withoutNone(plans);
    return { accessories: withoutNone(itemsFor(operator, scope, 'accessory')), insurance: plan };
  });
  const counts = {
    accessory: baskets.map((one) =>
      read(one.accessories, [], { counted: true }).reduce((n, { quantity }) => n + quantity, 0),
    ),
    insurance: baskets.map((one) => Number(one.insurance !== undefined)),
  };
  for (const field of ['accessory', 'insurance'] as const) {
    const numbers = counts[field];
    if (new Set(numbers).size < 2) continue;
    const each = names.map((name, index) => `${numbers[index] ?? 0} for ${name}`).join(', ');
    throw new UsageError(fieldText(`{${field}} gives each operator another basket: {each}`, { each }), {
      hint: 'extras are matched by name: give names, or one for each operator',
    });
  }
  return baskets;
}

type ItemField = 'pickUp' | 'dropOff' | 'vehicle' | 'accessory' | 'insurance';

/**
 * What is written for one operator: `lucky:12` is for the operator called lucky, up to the next operator's name or the end of the text;
 * what stands before any operator's name is for all. Throws UsageError for an id without an operator if there are several.
 */
export function itemsFor<F extends ItemField>(
  operator: string,
  scope: Pick<SweepScope, F | 'names'>,
  field: F,
): string[] {
  const { names } = scope;
  const rules = { counted: field === 'accessory' };
  const ownerOf = (piece: string): string | undefined => names.find((name) => piece.trim().startsWith(`${name}:`));
  return (scope[field] ?? []).flatMap((text) => {
    const parts: { owner: string | undefined; text: string }[] = [];
    for (const piece of splitAtCommas(text)) {
      const owner = ownerOf(piece);
      const last = parts.at(-1);
      if (owner !== undefined) parts.push({ owner, text: piece.trim().slice(owner.length + 1) });
      else if (last !== undefined) last.text = `${last.text},${piece}`;
      else parts.push({ owner, text: piece });
    }
    const own = parts.filter(({ owner = operator }) => owner === operator);
    const foreign = own.find(
      (part) => part.owner === undefined && read([part.text], [], rules).every(({ how }) => how === 'id'),
    );
    if (names.length > 1 && foreign !== undefined) {
      const id = foreign.text.trim();
      const name: ItemField = field;
      throw new UsageError(fieldText(`{${name}} {id}: each operator has its own ids`, { id }), {
        hint: `give a name, or say whose id it is: ${names[0] ?? ''}:${id}`,
      });
    }
    return own.map((part) => part.text.trim());
  });
}
