/** The labels of the depots and vehicles of a comparison: names, with ids where names repeat. */
import type { OfferDocument } from '../documents/compare.ts';
import { isPriced, type Comparison } from '../documents/offers.ts';
import type { QuoteDocument } from '../documents/planning.ts';
import type { ReceiptContext } from './receipt.ts';
import type { Vehicle } from '../api/types.ts';
import { distinct, fold, type Named } from '../planner/names.ts';
import { depotName } from '../planner/labels.ts';

export type Labels = ReturnType<typeof labelsIn>;

type Offered = NonNullable<ReceiptContext['offered']>;
type Namesake = NonNullable<QuoteDocument['namesakes']>[number];

function ofKind(kind: Namesake['kind'], namesakes: readonly Namesake[]): readonly Named[] {
  return namesakes.filter((other) => other.kind === kind);
}

/** What a name of the quote could be taken for: beside one of the same name, a label has the id. */
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

/** What is at two depots of an operator: a trip, or an offer. */
export interface AtDepots {
  readonly operator: string;
  readonly selection: Pick<OfferDocument['selection'], 'pick_up_depot_id' | 'drop_off_depot_id'>;
}

type Labelled = Pick<Comparison, 'offers' | 'failures' | 'pairs' | 'namesakes'>;

/** Every name in a comparison. */
interface NameIndex {
  /** By the operator, then by id. */
  readonly depots: ReadonlyMap<string, ReadonlyMap<number, Named>>;
  /** Whether another thing of this kind at the operator has the same name. */
  isShared(kind: string, operator: string, name: string): boolean;
}

function indexNames({ offers, failures, pairs = [], namesakes = [] }: Labelled): NameIndex {
  const depots = new Map<string, Map<number, Named>>();
  const ids = new Map<string, Set<number>>();
  const keyOf = (kind: string, operator: string, name: string): string =>
    `${kind} ${operator} ${fold(name)}`;
  const add = (kind: string, operator: string, { id, name }: Named): void => {
    const key = keyOf(kind, operator, name);
    ids.set(key, (ids.get(key) ?? new Set<number>()).add(id));
  };
  const addDepot = (operator: string, id: number | null, name: string | null): void => {
    if (id === null || name === null) return;
    depots.set(operator, (depots.get(operator) ?? new Map<number, Named>()).set(id, { id, name }));
    add('depot', operator, { id, name });
  };
  for (const one of [...offers, ...failures, ...pairs]) {
    const { operator, pickUp, dropOff } = one;
    const ends = 'selection' in one ? one.selection : one;
    addDepot(operator, ends.pick_up_depot_id, pickUp);
    addDepot(operator, ends.drop_off_depot_id, dropOff);
  }
  for (const { operator, vehicle } of [...offers, ...failures])
    if (vehicle !== null) add('vehicle', operator, { id: vehicle.vehicleId, name: vehicle.name });
  for (const { operator, kind, ...other } of namesakes) add(kind, operator, other);
  return {
    depots,
    isShared: (kind, operator, name) => (ids.get(keyOf(kind, operator, name))?.size ?? 0) > 1,
  };
}

export function labelsIn(labelled: Labelled) {
  const { offers, pairs = [], namesakes = [] } = labelled;
  const { depots, isShared } = indexNames(labelled);
  const labelOf = (kind: string, operator: string, { id, name }: Named): string =>
    isShared(kind, operator, name) ? `${name} (${id})` : name;
  const depotLabel = (operator: string, id: number): string =>
    labelOf('depot', operator, depots.get(operator)?.get(id) ?? { id, name: depotName(id, []) });
  /** `Auckland Airport → Queenstown`, or one depot if both are the same. */
  const pairLabel = ({ operator, selection }: AtDepots): string => {
    const { pick_up_depot_id: from, drop_off_depot_id: to } = selection;
    return [...new Set([from, to])].map((id) => depotLabel(operator, id)).join(' → ');
  };
  /** Each pair that was asked for, then the offers. */
  const atDepots: readonly AtDepots[] = [
    ...pairs.map(({ operator, ...selection }) => ({ operator, selection })),
    ...offers,
  ];
  return {
    vehicleLabel: (operator: string, { vehicleId, name }: Vehicle): string =>
      labelOf('vehicle', operator, { id: vehicleId, name }),
    depotLabel,
    pairLabel,
    /** One for each pair of depots. Operators with the same depots share it. */
    pairLabels: (): readonly string[] => [...new Set(atDepots.map(pairLabel))],
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
