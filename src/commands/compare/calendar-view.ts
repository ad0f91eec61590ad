/** The cheapest total of each start date, by nights or by what is compared. */
import { nights } from '../../planner/calendar.ts';
import type { Trip } from '../../api/types.ts';
import { buildGrid, type Asked, type GridCell } from '../../planner/sweep/grid.ts';
import type { Offer, Quoted } from '../../planner/sweep/rank.ts';
import type { Block, GridViewCell } from '../../result.ts';
import { plural } from '../../text.ts';
import { depotsOf, shortDate } from './columns.ts';
import type { Leg } from './leg.ts';
import { legFinder } from './result.ts';
import type { ViewParts } from './view.ts';

export function calendarBlocks(offers: readonly Quoted[], heading: string, parts: ViewParts): Block[] {
  const { outcome } = parts;
  const columns = columnsOf(parts);
  const legOf = legFinder(outcome.legs);
  const asked = outcome.legs.flatMap((leg) =>
    leg.trips.flatMap((trip): Asked[] => {
      const column = columns.ofTrip(trip, leg);
      return column === undefined
        ? []
        : [{ date: trip.pickUpDate, column, state: outcome.findings.stateOf(leg, trip) }];
    }),
  );
  const grid = buildGrid({
    asked,
    offers,
    byColumn: columns.byColumn,
    columnOf: (offer) => columns.ofOffer(offer, legOf({ offer })),
  });
  const years = new Set(grid.rows.map(({ date }) => date.slice(0, 4)));
  const cells = grid.rows.map(({ date, cells: row }) => ({
    label: shortDate(date, years.size > 1),
    cells: row.map(viewCell),
  }));
  const signs = new Set(cells.flatMap((row) => row.cells.map(({ sign }) => sign.trim())));
  return [
    { kind: 'text', text: `Cheapest total of ${heading}`, style: 'heading' },
    { kind: 'text', text: legend(signs, columns.byColumn), style: 'dim' },
    { kind: 'grid', grid: { corner: 'FROM', columns: grid.columns, rows: cells } },
  ];
}

/** A blank keeps the amounts in line. */
function viewCell({ best, state, shade, isCheapest }: GridCell): GridViewCell {
  const amount = best?.quote.totalAmount;
  if (amount !== undefined) return { amount, sign: isCheapest ? '*' : state === 'asked' ? ' ' : '?', shade };
  return { amount, sign: state === 'asked' ? '– ' : '? ', shade };
}

function legend(signs: ReadonlySet<string>, byColumn: boolean): string {
  return [
    byColumn ? '* the cheapest of its column' : '* the cheapest',
    signs.has('–') && '– nothing available',
    signs.has('?') && '? not all of it was answered',
  ]
    .filter((part) => part !== false)
    .join('   ');
}

interface Columns {
  readonly byColumn: boolean;
  /** Undefined where only an offer can tell. */
  ofTrip(trip: Trip, leg: Leg): string | undefined;
  ofOffer(offer: Offer, leg: Leg): string;
}

/** Nights; pairs of depots where there is only one number of nights; or what --group-by says. */
function columnsOf({ question, outcome }: ViewParts): Columns {
  const nightsOf = (trip: Trip): number => nights(trip.pickUpDate, trip.dropOffDate);
  const depots = (trip: Trip, leg: Leg): string =>
    depotsOf({ pickUp: leg.depotName(trip.pickUpDepotId), dropOff: leg.depotName(trip.dropOffDepotId) });
  const trips = outcome.legs.flatMap((leg) => leg.trips);
  const severalNights = new Set(trips.map(nightsOf)).size > 1;
  const severalDepots = new Set(trips.map((trip) => `${trip.pickUpDepotId} ${trip.dropOffDepotId}`)).size > 1;
  switch (question.groupBy ?? (severalNights || !severalDepots ? 'nights' : 'depots')) {
    case 'vehicle':
      return { byColumn: false, ofTrip: () => undefined, ofOffer: ({ vehicle }) => vehicle.name };
    case 'operator':
      return { byColumn: false, ofTrip: (_, leg) => leg.operator.name, ofOffer: ({ operator }) => operator };
    case 'depots':
      return { byColumn: false, ofTrip: depots, ofOffer: depots };
    case 'date':
    case 'nights': {
      const length = (trip: Trip): string => (nightsOf(trip) === 0 ? 'same day' : plural(nightsOf(trip), 'night'));
      return { byColumn: true, ofTrip: length, ofOffer: length };
    }
  }
}
