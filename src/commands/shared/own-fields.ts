/** Our fields and the service's in one object. A service may add any field, so ours win. */
import type { Quote } from '../../api/types.ts';
import type { Row } from '../../result.ts';

/** Our fields come first. */
export function withOwnFields(own: Row, served: object): Row {
  return { ...own, ...served, ...own };
}

/** The quote's fields with ours. If fields have the same name, `quote` also holds the quote as served. */
export function quoteDocument(quote: Quote, own: Row): Record<string, unknown> {
  const collides = Object.keys(quote).some((key) => key === 'quote' || Object.hasOwn(own, key));
  return { ...quote, ...own, ...(collides && { quote }) };
}
