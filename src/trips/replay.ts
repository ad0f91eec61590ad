/** A session that gives the answers of a record again. It sends nothing. */
import type { Client } from '../api/client.ts';
import { availabilityKey, extrasKey } from '../api/request-keys.ts';
import {
  ContractError,
  NetworkError,
  NotAvailableError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
} from '../errors.ts';
import type { Selection } from '../api/types.ts';
import type { Operator, Session, SweepAnswers } from '../planner/session.ts';
import { depotsKey, quoteKey, type OperatorRecord, type SavedError, type SavedOperator } from './record.ts';

/** `now`: epoch ms of today's clock, so that an expired quote is shown as expired. */
export function replaySession(record: OperatorRecord, now: () => number): Session {
  const { today, allowance, depots, depotRequests, seen } = record;
  const service = replayClient(record);
  const answered = new Set(record.answers.map(([key]) => key));
  const isAnswered = (selection: Selection): boolean => answered.has(quoteKey(selection));
  return {
    operator: operatorOf(record.operator),
    service,
    depots: {
      list: async () => depots,
      fresh: async () => depots,
      stored: async () => depots,
      known: () => depots,
      requests: () => depotRequests,
      isStored: true,
    },
    seenVehicles: async () => seen,
    answers: async () => ({ ...unstored(service), isClosed: true, isEmpty: () => false, hasQuote: isAnswered }),
    now,
    today: () => today,
    allowance: () => allowance,
    retries: 0,
    pause: async () => false,
  };
}

function replayClient({ answers }: OperatorRecord): Client {
  const ends = new Map(answers);
  const find = async <T>(key: string): Promise<T> => {
    const end = ends.get(key);
    if (end === undefined) throw new UnavailableError('this was not asked before the trip was saved');
    if ('error' in end) throw errorOf(end.error);
    return end.value as T;
  };
  return {
    depots: () => find(depotsKey),
    availability: (trip) => find(availabilityKey(trip)),
    accessories: (id, dates) => find(extrasKey('accessories', id, dates)),
    insuranceTypes: (id, dates) => find(extrasKey('insurance-types', id, dates)),
    quote: (selection) => find(quoteKey(selection)),
  };
}

/** A sweep plans and asks as it did then. */
export function unstored(service: Client): SweepAnswers {
  const fresh = async <T>(answer: Promise<T>) => ({ value: await answer, storedAt: undefined });
  return {
    isEmpty: () => true,
    isKnown: () => false,
    quoted: () => new Set(),
    hasQuote: () => false,
    availability: (trip) => fresh(service.availability(trip)),
    accessories: (id, dates) => fresh(service.accessories(id, dates)),
    insuranceTypes: (id, dates) => fresh(service.insuranceTypes(id, dates)),
    quote: (selection) => fresh(service.quote(selection)),
    finish: () => {},
  };
}

const errors = {
  not_available: NotAvailableError,
  refused: RefusedError,
  unavailable: UnavailableError,
  rate_limited: RateLimitedError,
  network: NetworkError,
  contract: ContractError,
} as const;

function errorOf({ code, message, status, served }: SavedError): Error {
  const Class = errors[code as keyof typeof errors] ?? UnavailableError;
  return new Class(message, { status, served });
}

export function operatorOf({ baseUrl, siteUrl, ...rest }: SavedOperator): Operator {
  return { ...rest, baseUrl: new URL(baseUrl), siteUrl: new URL(siteUrl) };
}
