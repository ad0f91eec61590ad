/** The trip of a command, with notes on how it was understood and on days without times. */
import type { Trip } from '../../api/types.ts';
import type { Context } from '../../cli/context.ts';
import { closedDaysOf, type ClosedDay } from '../../planner/closed-days.ts';
import type { Session } from '../../planner/session.ts';
import { nameDepots, readTrip, type TripRequest } from '../../planner/trip.ts';

export interface NotedTrip {
  readonly trip: Trip;
  readonly warnings: readonly ClosedDay[];
}

/**
 * Throws UsageError. `named`: the view names the depots, so a person gets names for ids, with one request if no list is stored. A
 * script that gave ids gets no request that it did not expect.
 */
export async function readNotedTrip(
  request: TripRequest,
  session: Session,
  context: Context,
  { named }: { readonly named: boolean },
): Promise<NotedTrip> {
  const { value: trip, notes } = await readTrip(request, session);
  context.note(...notes);
  const { depots, today } = session;
  const known = named && showsView(context) ? await nameDepots(depots) : await depots.stored();
  const warnings = closedDaysOf([trip], known, today);
  context.warn(...warnings.map(({ message }) => message));
  return { trip, warnings };
}

/** A person reads the view on a terminal; every other form has records or a document. */
export function showsView({ io, settings: { format = 'table', fields } }: Context): boolean {
  return io.stdout.isTTY === true && format === 'table' && fields === undefined;
}
