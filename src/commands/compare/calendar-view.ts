/** The cheapest total of each start date, by nights or by what is compared. */
import type { Trip } from '../../api/types.ts';
import { nights } from '../../planner/calendar.ts';
import type { SweepOutcome, TripResult } from '../../planner/sweep/events.ts';
import { buildGrid, type GridCell, type GridTrip } from '../../planner/sweep/grid.ts';
import type { Offer, QuotedOffer } from '../../planner/sweep/rank.ts';
import type { Block, GridViewCell } from '../../result.ts';
import { describeNights } from '../shared/trip-words.ts';
import { depotsOf, shortDate } from './columns.ts';
import type { CompareRequest } from './options.ts';

export interface CalendarParts {
  readonly outcome: SweepOutcome;
  readonly request: CompareRequest;
}

export function calendarBlocks(offers: readonly QuotedOffer[], heading: string, parts: CalendarParts): Block[] {
  const columns = columnsOf(parts);
  const trips = parts.outcome.trips.flatMap((result): GridTrip[] => {
    const column = columns.ofTrip(result);
    return column === undefined ? [] : [{ date: result.trip.pickUpDate, column, state: result.state }];
  });
  const { byColumn, ofOffer } = columns;
  const grid = buildGrid({ trips, offers, byColumn, columnOf: ofOffer });
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

/** A blank sign keeps the amounts aligned. */
function viewCell({ best, state, shade, isCheapest }: GridCell): GridViewCell {
  const amount = best?.quote.totalAmount;
  if (amount !== undefined) return { amount, sign: isCheapest ? '*' : state === 'answered' ? ' ' : '?', shade };
  return { amount, sign: state === 'answered' ? '– ' : '? ', shade };
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

interface CalendarColumns {
  readonly byColumn: boolean;
  /** Undefined if only an offer can tell. */
  ofTrip(result: TripResult): string | undefined;
  ofOffer(offer: Offer): string;
}

/** Nights; pairs of depots if there is only one number of nights; or what `--group-by` says. */
function columnsOf({ request, outcome: { trips } }: CalendarParts): CalendarColumns {
  const severalNights = new Set(trips.map(({ trip }) => nights(trip.pickUpDate, trip.dropOffDate))).size > 1;
  const severalDepots = new Set(trips.map(({ trip }) => `${trip.pickUpDepotId} ${trip.dropOffDepotId}`)).size > 1;
  switch (request.groupBy ?? (severalNights || !severalDepots ? 'nights' : 'depots')) {
    case 'vehicle':
      return { byColumn: false, ofTrip: () => undefined, ofOffer: ({ vehicle }) => vehicle.name };
    case 'operator':
      return { byColumn: false, ofTrip: ({ session }) => session.operator.name, ofOffer: ({ operator }) => operator };
    case 'depots':
      return { byColumn: false, ofTrip: depotsOf, ofOffer: depotsOf };
    case 'date':
    case 'nights': {
      const length = (trip: Trip): string => describeNights(nights(trip.pickUpDate, trip.dropOffDate));
      return { byColumn: true, ofTrip: ({ trip }) => length(trip), ofOffer: length };
    }
  }
}
