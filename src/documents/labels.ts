/** What to call the depots and vehicles of a comparison: with their ids where names repeat. */
import type { OfferDocument } from './compare.ts';
import { isPriced, type Comparison } from './offers.ts';
import type { QuoteDocument } from './planning.ts';
import type { ReceiptParts } from '../planner/receipt.ts';
import type { Vehicle } from '../api/types.ts';
import { distinct, fold, type Named } from '../planner/names.ts';
import { depotName } from '../planner/trip.ts';

export type Labels = ReturnType<typeof labelsIn>;

type Offered = NonNullable<ReceiptParts['offered']>;
type Namesake = NonNullable<QuoteDocument['namesakes']>[number];

function ofKind(kind: Namesake['kind'], namesakes: readonly Namesake[]): readonly Named[] {
  return namesakes.filter((other) => other.kind === kind);
}

/** What tells apart those that have the same name as a depot or an extra of a quote. */
export function quoteNames(
  { namesakes = [] }: Pick<QuoteDocument, 'namesakes'>,
  depots: readonly Named[],
) {
  const offered = {
    accessories: ofKind('accessory', namesakes),
    plans: ofKind('insurance', namesakes),
  };
  return { depots: [...depots, ...ofKind('depot', namesakes)], offered };
}

/** At two depots of an operator. */
export interface Placed {
  readonly operator: string;
  readonly selection: Pick<OfferDocument['selection'], 'pick_up_depot_id' | 'drop_off_depot_id'>;
}

type Labelled = Pick<Comparison, 'offers' | 'failures' | 'pairs' | 'namesakes'>;

export function labelsIn({ offers, failures, pairs = [], namesakes = [] }: Labelled) {
  /** By the operator, then by id. */
  const depots = new Map<string, Map<number, Named>>();
  /** The ids of each name, at each operator. */
  const idsOf = new Map<string, Set<number>>();
  const add = (kind: string, { id, name }: Named): void => {
    const key = `${kind} ${fold(name)}`;
    idsOf.set(key, (idsOf.get(key) ?? new Set<number>()).add(id));
  };
  const addDepot = (operator: string, id: number | null, name: string | null): void => {
    if (id === null || name === null) return;
    depots.set(operator, (depots.get(operator) ?? new Map<number, Named>()).set(id, { id, name }));
    add(`depot ${operator}`, { id, name });
  };
  for (const { operator, vehicle, pickUp, dropOff, ...one } of [...offers, ...failures]) {
    const { pick_up_depot_id: from, drop_off_depot_id: to } =
      'selection' in one ? one.selection : one;
    addDepot(operator, from, pickUp);
    addDepot(operator, to, dropOff);
    if (vehicle !== null) add(`vehicle ${operator}`, { id: vehicle.vehicleId, name: vehicle.name });
  }
  for (const {
    operator,
    pick_up_depot_id: from,
    drop_off_depot_id: to,
    pickUp,
    dropOff,
  } of pairs) {
    addDepot(operator, from, pickUp);
    addDepot(operator, to, dropOff);
  }
  for (const { operator, kind, ...other } of namesakes) add(`${kind} ${operator}`, other);
  const labelOf = (kind: string, { id, name }: Named): string =>
    (idsOf.get(`${kind} ${fold(name)}`)?.size ?? 0) > 1 ? `${name} (${id})` : name;
  const depotLabel = (operator: string, id: number): string =>
    labelOf(`depot ${operator}`, depots.get(operator)?.get(id) ?? { id, name: depotName(id, []) });
  /** `Auckland Airport → Queenstown`, or one depot if both are the same. */
  const placeLabel = ({ operator, selection }: Placed): string => {
    const { pick_up_depot_id: from, drop_off_depot_id: to } = selection;
    return [...new Set([from, to])].map((id) => depotLabel(operator, id)).join(' → ');
  };
  /** What is at two depots: each pair that was asked for, then the offers. */
  const placed: readonly Placed[] = [
    ...pairs.map(({ operator, ...selection }) => ({ operator, selection })),
    ...offers,
  ];
  return {
    vehicleLabel: (operator: string, { vehicleId, name }: Vehicle): string =>
      labelOf(`vehicle ${operator}`, { id: vehicleId, name }),
    depotLabel,
    placeLabel,
    placed,
    /** The labels of the pairs of depots. Operators with the same depots share one. */
    places: (): readonly string[] => [...new Set(placed.map(placeLabel))],
    offered: (operator: string): Offered => offeredAt(operator, offers, namesakes),
    /** The depots of an operator, as far as the comparison names them. */
    namedDepots: (operator: string): readonly Named[] => [
      ...(depots.get(operator)?.values() ?? []),
      ...ofKind(
        'depot',
        namesakes.filter((other) => other.operator === operator),
      ),
    ],
  };
}

/** The extras of an operator's quotes, and others with the same names. */
function offeredAt(
  operator: string,
  offers: Labelled['offers'],
  namesakes: NonNullable<Labelled['namesakes']>,
): Offered {
  const quotes = offers.filter(isPriced).filter((offer) => offer.operator === operator);
  const others = namesakes.filter((other) => other.operator === operator);
  const accessories = quotes.flatMap(({ priceBreakdown }) => priceBreakdown.accessories);
  const plans = quotes.flatMap(({ priceBreakdown }) => priceBreakdown.insurance ?? []);
  return {
    accessories: distinct([...accessories, ...ofKind('accessory', others)]),
    plans: distinct([...plans, ...ofKind('insurance', others)]),
  };
}
