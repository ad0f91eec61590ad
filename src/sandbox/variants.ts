/** The two operators there are: several at once can be tried without a network. */
import { operatorA } from './catalogue-a.ts';
import { operatorB } from './catalogue-b.ts';
import type { Catalogue } from './catalogue.ts';

export type Variant = 'a' | 'b';

export function catalogueOf(variant: Variant): Catalogue {
  return variant === 'a' ? operatorA : operatorB;
}
