/** Makes the document of a quote. */
import { selectionFields } from '../api/links.ts';
import type { ClosedDay } from '../planner/closed-days.ts';
import type { UnprovenExtra } from '../planner/proof.ts';
import type { QuotedTrip } from '../planner/price-trip.ts';
import type { ValueOf } from '../shape.ts';
import { quoteDocument, type QuoteDocument, type warnings } from './planning.ts';

interface Vehicle {
  readonly id: number;
  readonly name?: string | undefined;
}

type Quoted = Pick<QuotedTrip, 'quote' | 'selection' | 'checkoutUrl' | 'closed' | 'unproven'> & {
  readonly vehicle: Vehicle;
};

/** The document of `quote --json`. */
export function quoteData({ quote, selection, checkoutUrl, vehicle, closed, unproven }: Quoted): QuoteDocument {
  const last = {
    ...lookedUp(vehicle),
    selection: selectionFields(selection),
    checkoutUrl,
    ...withWarnings(closed, unproven),
  };
  return quoteDocument(quote, { first: {}, last });
}

/** `vehicle` in a document: undefined unless the vehicle was looked up by name. */
export function lookedUp({ id, name }: Vehicle) {
  return { vehicle: name === undefined ? undefined : { id, name } };
}

/** `warnings` in the documents of `--json`: undefined if there are none. */
export function withWarnings(
  closed: readonly ClosedDay[],
  unproven: readonly UnprovenExtra[],
): { readonly warnings: ValueOf<typeof warnings> | undefined } {
  const all = [...closed, ...unproven.map(({ label: _, ...warning }) => warning)];
  return { warnings: all.length === 0 ? undefined : all };
}
