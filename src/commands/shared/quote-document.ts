/** The document of a quote, and its exit code. */
import { selectionFields } from '../../api/links.ts';
import { quoteDocument, type QuoteDocument, type warnings } from '../../documents/planning.ts';
import { exitCodes, type ExitCode } from '../../base/errors.ts';
import type { ClosedDay } from '../../planner/closed-days.ts';
import type { UnprovenExtra } from '../../planner/proof.ts';
import type { QuotedTrip } from '../../planner/quote-trip.ts';
import type { Session } from '../../planner/session.ts';
import type { ValueOf } from '../../shape.ts';
import type { Answered } from '../../trips/trip.ts';

/** What `--save` saves of a quote. */
export async function answeredQuote(quoted: QuotedTrip, session: Session): Promise<Answered> {
  const { savedQuote } = await import('../../trips/kept.ts');
  return savedQuote(quoted, quoteData(quoted), session);
}

/** `vehicle` in a document: undefined unless the vehicle was looked up by name. */
export function lookedUp({ id, name }: { readonly id: number; readonly name?: string | undefined }) {
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

type QuoteData = Pick<QuotedTrip, 'quote' | 'selection' | 'checkoutUrl' | 'closed' | 'unproven'> & {
  readonly vehicle: Parameters<typeof lookedUp>[0];
};

/** The document of `quote --json`. */
export function quoteData({ quote, selection, checkoutUrl, vehicle, closed, unproven }: QuoteData): QuoteDocument {
  const last = {
    ...lookedUp(vehicle),
    selection: selectionFields(selection),
    checkoutUrl,
    ...withWarnings(closed, unproven),
  };
  return quoteDocument(quote, { first: {}, last });
}

/** 8 if the quote lacks something that was asked for; else 10 if it is too dear. */
export function quoteExitCode({
  unproven,
  isTooDear = false,
}: Pick<QuotedTrip, 'unproven'> & Partial<QuotedTrip>): ExitCode {
  if (unproven.length > 0) return exitCodes.partial;
  return isTooDear ? exitCodes.aboveMaxTotal : exitCodes.ok;
}
