/** Notes what the services of a question answer, so that it can be looked at again without them (`replay.ts`). */
import type { Client } from '../api/client.ts';
import { availabilityKey, basketKey, extrasKey } from '../api/request-keys.ts';
import type { CalendarDate, Depot, Selection } from '../api/types.ts';
import { isFailedRequest, type RentalError } from '../errors.ts';
import type { Named } from '../planner/names.ts';
import type { Allowance, Answer, Operator, Session, SweepAnswers } from '../planner/session.ts';

/** An operator as a file keeps it. No address of an operator holds a password; that of a budget server can, and stays out. */
export interface SavedOperator extends Pick<Operator, 'name' | 'timeZone' | 'limit' | 'sandbox'> {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly siteIsAssumed: boolean;
}

/** An error of a request, to be thrown again. */
export interface SavedError {
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly served?: string | undefined;
}

/** One request and how it ended. */
export type SavedAnswer = readonly [key: string, end: { readonly value: unknown } | { readonly error: SavedError }];

/** All that one operator said. */
export interface OperatorRecord {
  readonly operator: SavedOperator;
  /** The operator's day when it was asked. */
  readonly today: CalendarDate;
  readonly allowance: Allowance;
  readonly depots: readonly Depot[];
  /** Requests that listing them took. */
  readonly depotRequests: number;
  /** Vehicles of earlier answers, if they were looked at. */
  readonly seen: readonly Named[];
  readonly answers: readonly SavedAnswer[];
}

export const depotsKey = '/depots';

export function quoteKey(selection: Selection): string {
  return `${basketKey(selection)} ${selection.vehicleId}`;
}

/** The same session, and what was answered through it so far. `before` is awaited before each request. */
export function recordSession<S extends Session>(
  session: S,
  before: () => Promise<void> = async () => {},
): { readonly session: S; record(): OperatorRecord } {
  const ends = new Map<string, SavedAnswer[1]>();
  const allowance = session.allowance();
  let seen: readonly Named[] = [];
  const keep = async <T>(key: string, ask: () => Promise<T>, valueOf: (answer: T) => unknown): Promise<T> => {
    await before();
    try {
      const answer = await ask();
      ends.set(key, { value: valueOf(answer) });
      return answer;
    } catch (error) {
      if (isFailedRequest(error)) ends.set(key, { error: savedError(error) });
      throw error;
    }
  };
  const recording = {
    ...session,
    service: recordClient(session.service, keep),
    seenVehicles: async () => (seen = await session.seenVehicles()),
    answers: async (onSend: () => void) => recordAnswers(await session.answers(onSend), keep),
  };
  return {
    session: recording,
    record: () => ({
      operator: savedOperator(session.operator),
      today: session.today(),
      allowance,
      depots: session.depots.known(),
      depotRequests: session.depots.requests(),
      seen,
      answers: [...ends],
    }),
  };
}

type Keep = <T>(key: string, ask: () => Promise<T>, valueOf: (answer: T) => unknown) => Promise<T>;

function recordClient(service: Client, keep: Keep): Client {
  const whole = <T>(key: string, ask: () => Promise<T>): Promise<T> => keep(key, ask, (value) => value);
  return {
    depots: () => whole(depotsKey, () => service.depots()),
    availability: (trip) => whole(availabilityKey(trip), () => service.availability(trip)),
    accessories: (id, dates) => whole(extrasKey('accessories', id, dates), () => service.accessories(id, dates)),
    insuranceTypes: (id, dates) =>
      whole(extrasKey('insurance-types', id, dates), () => service.insuranceTypes(id, dates)),
    quote: (selection) => whole(quoteKey(selection), () => service.quote(selection)),
  };
}

/** Stored answers count too. */
function recordAnswers(answers: SweepAnswers, keep: Keep): SweepAnswers {
  const inner = <T>(key: string, ask: () => Promise<Answer<T>>): Promise<Answer<T>> =>
    keep(key, ask, ({ value }) => value);
  return {
    ...answers,
    availability: (trip) => inner(availabilityKey(trip), () => answers.availability(trip)),
    accessories: (id, dates) => inner(extrasKey('accessories', id, dates), () => answers.accessories(id, dates)),
    insuranceTypes: (id, dates) =>
      inner(extrasKey('insurance-types', id, dates), () => answers.insuranceTypes(id, dates)),
    quote: (selection) => inner(quoteKey(selection), () => answers.quote(selection)),
  };
}

function savedError({ code, message, status, served }: RentalError): SavedError {
  return { code, message, status, served };
}

function savedOperator(operator: Operator): SavedOperator {
  const { name, timeZone, limit, sandbox, baseUrl, siteUrl, siteIsAssumed = false } = operator;
  return { name, timeZone, limit, sandbox, baseUrl: baseUrl.href, siteUrl: siteUrl.href, siteIsAssumed };
}
