/** The answers of comparisons, stored so that an interrupted comparison can go on. */
import type * as z from 'zod/mini';
import { refusalError, type Client } from '../api/client.ts';
import { availabilityKey, extrasKey, quoteKey, type ExtrasList } from '../api/request-keys.ts';
import { extrasSchema, quoteSchema, vehiclesSchema } from '../api/schemas.ts';
import type { Quote, RentalDates, Trip, Vehicle } from '../api/types.ts';
import { issuesOf } from '../api/validate.ts';
import { NotAvailableError, RefusedError, type RentalError } from '../base/errors.ts';
import { readInstant } from '../base/instants.ts';
import type { CompareAnswer, CompareAnswers } from '../planner/session.ts';
import type { StoredRequest, AnswerStore } from './store.ts';

const minute = 60_000;
/** How long a list or a refusal is used again. */
const listMaxAgeMs = 30 * minute;
/** A quote is used again for at most this long, even if it expires later. */
const quoteMaxAgeMs = 30 * 24 * 60 * minute;
/** How far the clocks of machines that share the folder may differ. */
const maxClockDifferenceMs = 1_000;

const refusedPrefix = 'refused ';

interface AnswerParts {
  readonly now: () => number;
  /** Throws to refuse a request that is about to be sent. */
  readonly allowSend: () => void;
  /** Lists of earlier runs do not count, quotes do. */
  readonly freshLists?: boolean;
}

/** A request that the store may answer. */
interface CachedCall<T> {
  readonly request: StoredRequest;
  readonly endpoint: string;
  readonly schema: z.ZodMiniType;
  readonly send: () => Promise<T>;
  /** Until when the answer is stored, epoch ms. Default: as long as a list. */
  readonly until?: (value: T) => number;
}

/** The answers to the requests of a comparison that begins now: from the store where it has them. */
export function openCompareAnswers(
  client: Client,
  store: AnswerStore,
  { now, allowSend, freshLists = false }: AnswerParts,
): CompareAnswers {
  const listEnd = (): number => now() + listMaxAgeMs;
  const quoteEnd = ({ expiresAt }: Quote): number =>
    Math.min(readInstant(expiresAt), now() + quoteMaxAgeMs);
  /** What this comparison has sent itself. */
  const sent = new Set<string>();
  const stored = (request: StoredRequest) => {
    const found = store.get(request);
    if (found === undefined || sent.has(identityOf(request))) return found;
    const isOld = freshLists && !isQuote(request);
    // The clock was ahead, so nothing shows how old the answer is.
    const isFromFuture = found.at > now() + maxClockDifferenceMs;
    return isOld || isFromFuture ? undefined : found;
  };
  const find = <T>({ request, schema }: CachedCall<T>): CompareAnswer<T> | undefined => {
    const found = stored(request);
    if (found === undefined || issuesOf(schema, found.value).length > 0) return undefined;
    return {
      value: found.value as T,
      storedAt: sent.has(identityOf(request)) ? undefined : found.at,
    };
  };
  const answer = async <T>(call: CachedCall<T>): Promise<CompareAnswer<T>> => {
    const known = find(call);
    if (known !== undefined) return known;
    const { request, endpoint, send, until = listEnd } = call;
    const refusal = { ...request, key: `${refusedPrefix}${request.key}` };
    throwRefusal(endpoint, stored(refusal)?.value);
    allowSend();
    try {
      const value = await send();
      sent.add(identityOf(request));
      store.save(request, value, until(value));
      return { value, storedAt: undefined };
    } catch (error) {
      if (isRefusal(error))
        store.save(refusal, { status: error.status, served: error.served }, listEnd());
      throw error;
    }
  };
  return {
    isKnown: (trip) => find(availabilityCall(client, trip)) !== undefined,
    availability: (trip) => answer(availabilityCall(client, trip)),
    accessories: (id, dates) =>
      answer({
        ...extrasRequest('accessories', id, dates),
        send: () => client.accessories(id, dates),
      }),
    insuranceTypes: (id, dates) =>
      answer({
        ...extrasRequest('insurance-types', id, dates),
        send: () => client.insuranceTypes(id, dates),
      }),
    quote: (selection, name) =>
      answer({
        request: { key: quoteKey(selection), vehicle: selection.vehicleId, name },
        endpoint: 'GET /quotes',
        schema: quoteSchema(),
        send: () => client.quote(selection),
        until: quoteEnd,
      }),
  };
}

function availabilityCall(client: Client, trip: Trip): CachedCall<readonly Vehicle[]> {
  return {
    request: { key: availabilityKey(trip) },
    endpoint: 'GET /vehicles/availability',
    schema: vehiclesSchema(),
    send: () => client.availability(trip),
  };
}

function extrasRequest(list: ExtrasList, id: number, dates: RentalDates) {
  const endpoint = `GET /vehicles/${id}/${list}`;
  return { request: { key: extrasKey(list, id, dates) }, endpoint, schema: extrasSchema() };
}

function isQuote({ key, vehicle }: StoredRequest): boolean {
  return vehicle !== undefined && !key.startsWith(refusedPrefix);
}

/** The same request would be refused again; other refusals are about the caller or the address. */
function isRefusal(error: unknown): error is RentalError {
  const isAnswer =
    error instanceof NotAvailableError || (error instanceof RefusedError && error.status === 400);
  return isAnswer && error.served !== undefined;
}

/** Throws the stored refusal, if there is one. */
function throwRefusal(endpoint: string, stored: unknown): void {
  const { status, served } = (stored ?? {}) as Record<string, unknown>;
  if (typeof served !== 'string' || (status !== 400 && status !== 404)) return;
  const error = refusalError(endpoint, status, served);
  error.isStored = true;
  throw error;
}

/** Tells requests apart. */
function identityOf({ key, vehicle, name }: StoredRequest): string {
  return `${key} ${vehicle ?? ''} ${name ?? ''}`;
}
