/** Makes the document of a quote. */
import { selectionFields } from '../api/links.ts';
import type { Selection, Vehicle } from '../api/types.ts';
import type { DayWarning } from '../planner/day-warnings.ts';
import { namesakesOf, type Named } from '../planner/names.ts';
import type { UnprovenExtra } from '../planner/proof.ts';
import type { QuotedTrip } from '../planner/price-trip.ts';
import type { WantedTimes } from '../planner/wanted-times.ts';
import type { ValueOf } from '../shape.ts';
import { withOwnFields, type QuoteDocument, type warningsShape } from './planning.ts';

interface NamedVehicle {
  readonly id: number;
  readonly name?: string | undefined;
  readonly label?: string | undefined;
}

type Quoted = Pick<
  QuotedTrip,
  'quote' | 'selection' | 'checkoutUrl' | 'dayWarnings' | 'unproven' | 'wanted'
> & {
  readonly vehicle: NamedVehicle & {
    readonly vehicle?: Pick<Vehicle, 'rentalDailyRate'> | undefined;
  };
};

/** The lists of the operator, for things with equal names. */
interface Listed {
  readonly depots: readonly Named[];
  readonly accessories: readonly Named[];
  readonly plans: readonly Named[];
}

/** The document of `quote --json`. */
export function makeQuoteDocument(quoted: Quoted, listed: Listed): QuoteDocument {
  const { quote, selection, checkoutUrl, vehicle, dayWarnings, unproven, wanted } = quoted;
  const last = {
    vehicle: quotedVehicle(vehicle),
    selection: selectionData(selection, wanted),
    checkoutUrl,
    ...withWarnings(dayWarnings, unproven),
    ...withNamesakes(quoted, listed),
  };
  return withOwnFields(quote, { first: {}, last });
}

/** With the rate that a receipt shows. */
function quotedVehicle(found: Quoted['vehicle']): QuoteDocument['vehicle'] {
  const { vehicle } = vehicleField(found);
  return vehicle && { ...vehicle, rentalDailyRate: found.vehicle?.rentalDailyRate };
}

/** `namesakes` in a document, if there are any. */
function withNamesakes({ quote, selection }: Quoted, { depots, accessories, plans }: Listed) {
  const { pickUpDepotId, dropOffDepotId } = selection;
  const { priceBreakdown } = quote;
  const atEnds = depots.filter(({ id }) => id === pickUpDepotId || id === dropOffDepotId);
  const insurance = priceBreakdown.insurance === null ? [] : [priceBreakdown.insurance];
  const all: NonNullable<QuoteDocument['namesakes']> = [
    ...namesakesOf(atEnds, depots).map((other) => ({ kind: 'depot' as const, ...other })),
    ...namesakesOf(priceBreakdown.accessories, accessories).map((other) => ({
      kind: 'accessory' as const,
      ...other,
    })),
    ...namesakesOf(insurance, plans).map((other) => ({ kind: 'insurance' as const, ...other })),
  ];
  return { namesakes: all.length === 0 ? undefined : all };
}

/** `selection` in a document. */
export function selectionData(selection: Selection, { pickUpAfter, dropOffBy }: WantedTimes = {}) {
  return Object.assign(
    selectionFields(selection),
    pickUpAfter !== undefined && { pick_up_after: pickUpAfter },
    dropOffBy !== undefined && { drop_off_by: dropOffBy },
  );
}

/** `vehicle` in a document, if it was looked up by name. */
export function vehicleField({ id, name, label = name }: NamedVehicle) {
  if (name === undefined) return { vehicle: undefined };
  return { vehicle: { id, name, ...(label !== name && { label }) } };
}

/** `warnings` in a document, if there are any. */
export function withWarnings(
  dayWarnings: readonly DayWarning[],
  unproven: readonly UnprovenExtra[],
): { readonly warnings: ValueOf<typeof warningsShape> | undefined } {
  const all = [...dayWarnings, ...unproven.map(({ label: _, ...warning }) => warning)];
  return { warnings: all.length === 0 ? undefined : all };
}
