/** Our fields and the service's in one object. A service may add any field, so ours win. */
import type { Quote } from '../../api/types.ts';

/**
 * The quote's fields after `first` and before `last`, which are ours. If fields have the same name, `quote` also holds the quote as served.
 * A field of ours that is undefined keeps its name free: the service's field would not fit the schema.
 */
export function quoteDocument<L extends object, F extends object>(quote: Quote, last: L, first: F): Quote & F & L {
  const isOurs = (key: string): boolean => key === 'quote' || Object.hasOwn(first, key) || Object.hasOwn(last, key);
  if (Object.keys(quote).some(isOurs)) return { ...first, ...quote, ...first, ...last, quote };
  // Spreads would take several times as long and as much memory, and there can be thousands.
  return Object.assign({}, first, quote, last);
}
