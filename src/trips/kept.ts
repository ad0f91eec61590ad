/** From an answer that a command has just got to what a saved trip keeps: the ids that were sent, and what they were called. */
import type { Comparison } from '../documents/offers.ts';
import type { QuoteDocument } from '../documents/planning.ts';
import { isFailedRequest } from '../base/errors.ts';
import { formatRateLimit } from '../operators/fields.ts';
import { operatorAt } from '../operators/operator.ts';
import { idOf, isId } from '../planner/names.ts';
import type { QuotedTrip } from '../planner/quote-trip.ts';
import type { Operator, Session } from '../planner/session.ts';
import type { SweepOutcome } from '../planner/sweep/outcome.ts';
import type { SweepRequest } from '../planner/sweep/request.ts';
import { named, namesIn } from './names.ts';
import type { Answered, Name, SavedOperator } from './trip.ts';

/** All of it was looked up. The quote proves the extras: they are in `asked`, as the service lists them. */
export function savedQuote(quoted: QuotedTrip, document: QuoteDocument, session: Session): Answered {
  const { selection, asked } = quoted;
  const ends = [selection.pickUpDepotId, selection.dropOffDepotId];
  const names = named('vehicle', document.vehicle === undefined ? [] : [document.vehicle]);
  return { kind: 'quote', operators: [savedOperator(session, ends, names)], selection, asked, document };
}

/** Or why it cannot be kept. */
export async function savedComparison(outcome: SweepOutcome, document: Comparison): Promise<Answered | string> {
  const { meant, sessions, failures, offers } = outcome;
  // It may answer later: without it, the trip would be another one.
  const failed = failures.find(
    ({ operator, error }) => isFailedRequest(error) && offers.every((one) => one.operator !== operator),
  );
  if (failed !== undefined) return `there is no offer of ${failed.operator}: ${failed.error.message}`;
  if (meant === undefined) return 'the sweep ended before it was known what was asked for';
  const [first, ...others] = await Promise.all(
    sessions.map(async (session) => {
      const { name } = session.operator;
      const ids = idsIn(meant, sessions.length === 1 ? '' : `${name}:`);
      // Also of vehicles that are sold out. The last name of an id counts.
      const names = [...named('vehicle', await session.seenVehicles()), ...namesIn(document, name)];
      const byId = new Map(names.map((one) => [`${one.kind} ${one.id}`, one]));
      const asked = [...byId.values()].filter(({ kind, id }) => ids[kind].includes(id));
      return savedOperator(session, ids.depot, asked);
    }),
  );
  return first === undefined
    ? 'no operator took part'
    : { kind: 'compare', operators: [first, ...others], sweep: meant, document };
}

/** The ids that are asked for by number. `prefix`: `lucky:`, if there are several operators. */
function idsIn({ pickUp, dropOff = [], vehicle, accessory, insurance }: SweepRequest, prefix: string) {
  const own = (texts: readonly string[] = []): number[] => {
    const bare = texts.filter((text) => text.startsWith(prefix)).map((text) => text.slice(prefix.length));
    return bare.filter(isId).map(idOf);
  };
  return {
    depot: own([...pickUp, ...dropOff]),
    vehicle: own(vehicle),
    accessory: own(accessory),
    'insurance plan': own(insurance),
  } satisfies Record<Name['kind'], number[]>;
}

function savedOperator({ operator, depots }: Session, ends: readonly number[], names: readonly Name[]): SavedOperator {
  const { name, baseUrl, siteUrl, siteIsAssumed, timeZone, limit, sandbox } = operator;
  return {
    ...{ name, baseUrl: baseUrl.href, siteUrl: siteIsAssumed ? undefined : siteUrl.href },
    ...{ timeZone, rateLimit: formatRateLimit(limit), sandbox, names },
    depots: depots.known().filter(({ id }) => ends.includes(id)),
  };
}

/** Throws ConfigError. */
export function operatorOf({ name, baseUrl, siteUrl, rateLimit, timeZone, sandbox }: SavedOperator): Operator {
  return { ...operatorAt(baseUrl, { siteUrl, rateLimit }), name, timeZone, sandbox };
}
