/** Tables of offers whose extras are not as requested: with a price, or of their vehicles alone. */
import type { CalendarDate } from '../../api/types.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import type { PricedOffer } from '../../documents/offers.ts';
import { groupBy, hasSeveral } from '../../base/group-by.ts';
import { rangeOfDays } from '../../views/trip-words.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import { plural } from '../../base/words.ts';
import type { Block, Column, Row } from '../../result.ts';
import type { ViewParts } from './ranked.ts';
import { distinguishing, offersColumn, operatorColumn, vehicleColumn } from './columns.ts';
import { headingOf } from './heading.ts';
import { offerRow, offerTable, tableBlock } from './tables.ts';

const without = distinguishing({ key: 'missing', header: 'WITHOUT', cutTo: 12 });
/** A quote can also have an extra that was not requested. */
const notAsRequested = { ...without, header: 'NOT AS REQUESTED' };

/** Offers with a price. A table for each currency: its heading names it. */
export function pricedButLackingBlocks(
  incomplete: readonly PricedOffer[],
  parts: ViewParts,
): Block[] {
  return [...groupBy(incomplete, ({ currency }) => currency).values()].flatMap(
    (offers): Block[] => {
      const text = `Not ranked, because extras are not as requested: ${headingOf(offers, parts.labels)}`;
      const columns = offers.some(({ missing }) => missing.length > 0) ? [notAsRequested] : [];
      return [
        { kind: 'text', text, style: 'heading' },
        // The vehicle is first, because each has its own extras.
        offerTable(offers, [...columns, vehicleColumn], parts),
      ];
    },
  );
}

/** The vehicles of offers without a price, each on one row. */
export function unpricedLackingBlocks(offers: readonly OfferDocument[], parts: ViewParts): Block[] {
  const vehicles = groupBy(offers, ({ operator, vehicle }) => `${operator} ${vehicleKey(vehicle)}`);
  const count = `${plural(offers.length, 'offer')} of ${plural(vehicles.size, 'vehicle')}`;
  const text = `Not priced, because a requested extra was not found: ${count}`;
  return [{ kind: 'text', text, style: 'heading' }, lackingTable([...vehicles.values()], parts)];
}

const lookedUpColumn: Column = { key: 'lookedUp', header: 'LOOKED UP ON' };

/** `5 Jan 2030`. */
function dayInWords(date: CalendarDate): string {
  return rangeOfDays(date, date, { withYear: true });
}

/** Names the starts on which extras were looked up, if those are not all. */
function lackingTable(
  vehicles: readonly (readonly [OfferDocument, ...OfferDocument[]])[],
  { document: { uncheckedExtras = [] }, labels, limit }: ViewParts,
): Block {
  const offers = vehicles.flat();
  const rows = vehicles.slice(0, limit).map((list): Row => {
    const [first] = list;
    const extras = new Set(
      list.flatMap(({ missing, unchecked = [] }) => [...missing, ...unchecked]),
    );
    const key = vehicleKey(first.vehicle);
    const lookUp = uncheckedExtras.find(
      ({ operator, vehicle }) => operator === first.operator && vehicleKey(vehicle) === key,
    );
    const lookedUp = lookUp?.dates.map(dayInWords).join(', ') ?? 'all dates';
    return {
      ...offerRow(first, labels),
      missing: [...extras].join(', '),
      count: list.length,
      lookedUp,
    };
  });
  const columns = [
    vehicleColumn,
    ...(hasSeveral(offers, ({ operator }) => operator) ? [operatorColumn] : []),
    without,
    offersColumn,
    ...(uncheckedExtras.length > 0 ? [lookedUpColumn] : []),
  ];
  return tableBlock(
    { columns, rows },
    { shown: rows.length, all: vehicles.length, offers: offers.length },
  );
}
