/** Requests of every kind, for defects that no request of smoke meets: they must be in some answer. */
import { dayFromNow } from '../../sandbox/support.ts';
import type { MutableResponse, Original } from '../support/mutant.ts';

type Query = Readonly<Record<string, string>>;

const dates = { pick_up_date: dayFromNow(30), drop_off_date: dayFromNow(37) };
const trip = { pick_up_depot_id: '1', drop_off_depot_id: '1', ...dates };
const selection = { ...trip, vehicle_id: '101', accessory_ids: '301,302', insurance_id: '402' };
/** Vehicle 113 never goes one way. */
const unavailable = { ...trip, drop_off_depot_id: '10', vehicle_id: '113' };

const extras = ['101', '105', '110', 'x'].flatMap((id) =>
  ['accessories', 'insurance-types'].flatMap((kind) =>
    [dates, {}, ...malformed(dates)].map((query) => addressOf(`/api/agent/vehicles/${id}/${kind}`, query)),
  ),
);

const { vehicle_id, ...extrasOfQuote } = selection;
const addresses = [
  '/api/agent/depots',
  ...[trip, { ...trip, drop_off_depot_id: '10' }, ...without(trip), ...malformed(trip)].map((query) =>
    addressOf('/api/agent/vehicles/availability', query),
  ),
  ...extras,
  ...[
    { ...trip, vehicle_id },
    selection,
    unavailable,
    ...without({ ...trip, vehicle_id }),
    ...malformed(selection),
  ].map((query) => addressOf('/api/agent/quotes', query)),
  ...[trip, selection, ...malformed({ ...extrasOfQuote, vehicle_id })].map((query) => addressOf('/book', query)),
  ...['/openapi.yaml', '/openapi.json'],
];

export async function walk(original: Original): Promise<readonly MutableResponse[]> {
  // Enough for a limit, too.
  const all = [...addresses, ...Array<string>(100).fill('/api/agent/depots')];
  return Promise.all(all.map(original.answer));
}

function addressOf(path: string, query: Query): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

/** Each parameter left out once. */
function without(query: Query): Query[] {
  return Object.keys(query).map((name) => Object.fromEntries(Object.entries(query).filter(([key]) => key !== name)));
}

function malformed(query: Query): Query[] {
  return Object.keys(query).map((name) => ({ ...query, [name]: 'x' }));
}
