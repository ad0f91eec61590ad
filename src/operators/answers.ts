/** The answers of comparisons, stored so that an interrupted comparison can go on. */
import type * as z from 'zod/mini';
import { refusalError, type Client } from '../api/client.ts';
import { availabilityKey, quoteKey, extrasKey } from '../api/request-keys.ts';
import { extrasSchema, quoteSchema, vehiclesSchema } from '../api/schemas.ts';
import type { Quote, RentalDates, Selection } from '../api/types.ts';
import { issuesOf } from '../api/validate.ts';
import { NotAvailableError, RefusedError, type RentalError } from '../base/errors.ts';
import { readInstant } from '../base/instants.ts';
import type { CompareAnswer, CompareAnswers } from '../planner/session.ts';
import type { StoredRequest, AnswerStore } from './store.ts';

const minute = 60_000;
/** How long a list or a refusal is used again. */
const listMaxAgeMs = 30 * minute;
/** How long a quote is used again that expires later, or never. */
const quoteMaxAgeMs = 30 * 24 * 60 * minute;

const refusedPrefix = 'refused ';

interface AnswerParts {
  readonly now: () => number;
  /** If it throws, the request is not sent. */
  readonly onSend: () => void;
  /** Quotes of earlier comparisons count, lists do not. */
  readonly freshLists?: boolean;
}

interface Question<T> {
  readonly asked: StoredRequest;
  readonly endpoint: string;
  readonly schema: z.ZodMiniType;
  /** Until when the answer is stored, epoch ms. */
  readonly until?: (value: T) => number;
}

/** For a comparison that begins now. */
export function compareAnswers(
  service: Client,
  store: AnswerStore,
  { now, onSend, freshLists = false }: AnswerParts,
): CompareAnswers {
  const listEnd = (): number => now() + listMaxAgeMs;
  /** What this comparison has asked for itself. */
  const own = new Set<string>();
  const storedFor = (asked: StoredRequest) => {
    const isQuote = asked.vehicle !== undefined && !asked.key.startsWith(refusedPrefix);
    const isOld = freshLists && !isQuote && !own.has(nameOf(asked));
    return isOld ? undefined : store.get(asked);
  };
  const find = <T>(asked: StoredRequest, schema: z.ZodMiniType): CompareAnswer<T> | undefined => {
    const stored = storedFor(asked);
    if (stored === undefined || issuesOf(schema, stored.value).length > 0) return undefined;
    return { value: stored.value as T, storedAt: own.has(nameOf(asked)) ? undefined : stored.at };
  };
  const answer = async <T>(
    { asked, endpoint, schema, until = listEnd }: Question<T>,
    ask: () => Promise<T>,
  ): Promise<CompareAnswer<T>> => {
    const known = find<T>(asked, schema);
    if (known !== undefined) return known;
    const refusal = { ...asked, key: `${refusedPrefix}${asked.key}` };
    throwRefusal(endpoint, storedFor(refusal)?.value);
    onSend();
    try {
      const value = await ask();
      own.add(nameOf(asked));
      store.save(asked, value, until(value));
      return { value, storedAt: undefined };
    } catch (error) {
      if (isRefusal(error))
        store.save(refusal, { status: error.status, served: error.served }, listEnd());
      throw error;
    }
  };
  const quoteEnd = ({ expiresAt }: Quote): number =>
    Math.min(readInstant(expiresAt), now() + quoteMaxAgeMs);
  return {
    isKnown: (trip) => storedFor({ key: availabilityKey(trip) }) !== undefined,
    availability: (trip) =>
      answer(
        {
          asked: { key: availabilityKey(trip) },
          endpoint: 'GET /vehicles/availability',
          schema: vehiclesSchema(),
        },
        () => service.availability(trip),
      ),
    accessories: (id, dates) =>
      answer(extrasQuestion('accessories', id, dates), () => service.accessories(id, dates)),
    insuranceTypes: (id, dates) =>
      answer(extrasQuestion('insurance-types', id, dates), () => service.insuranceTypes(id, dates)),
    quote: (selection, name) => {
      const asked = quoteAsked(selection, name);
      return answer(
        { asked, endpoint: 'GET /quotes', schema: quoteSchema(), until: quoteEnd },
        () => service.quote(selection),
      );
    },
  };
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

function extrasQuestion(kind: 'accessories' | 'insurance-types', id: number, dates: RentalDates) {
  const endpoint = `GET /vehicles/${id}/${kind}`;
  return { asked: { key: extrasKey(kind, id, dates) }, endpoint, schema: extrasSchema() };
}

function nameOf({ key, vehicle, name }: StoredRequest): string {
  return `${key} ${vehicle ?? ''} ${name ?? ''}`;
}

function quoteAsked(selection: Selection, name: string): StoredRequest {
  return { key: quoteKey(selection), vehicle: selection.vehicleId, name };
}
