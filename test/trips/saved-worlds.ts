/**
 * Saves questions and checks them again. Of the tests that change worlds, this file alone knows
 * which functions of the program do that.
 */
import { rmSync } from 'node:fs';
import { RentalError } from '../../src/base/errors.ts';
import { planComparison } from '../../src/compare/plan-comparison.ts';
import { runComparison } from '../../src/compare/run-comparison.ts';
import { compareDocument } from '../../src/compare/document.ts';
import { parseQuoteMode } from '../../src/planner/question.ts';
import { offerTrip } from '../../src/documents/offers.ts';
import { emptyConfig } from '../../src/operators/config.ts';
import { openSessionOf } from '../support/context.ts';
import { quoteTrip } from '../../src/resolve/quote-trip.ts';
import type { Session } from '../../src/planner/session.ts';
import { newAnswer } from '../../src/trips/answer.ts';
import { tripPath } from '../../src/trips/folder.ts';
import { recheck } from '../../src/trips/recheck.ts';
import { saveTrip } from '../../src/trips/save.ts';
import { questionToSave, type ToSave } from '../../src/trips/question-to-save.ts';
import type { AnsweredComparison, AnsweredQuestion } from '../../src/trips/saved-trip.ts';
import { lastAnswer } from '../../src/trips/history.ts';
import { readTrip } from '../../src/trips/store.ts';
import { createIo } from '../support/io.ts';

/** The texts that a user writes. */
export interface QuoteRequest {
  readonly kind: 'quote';
  readonly pickUp: string;
  readonly dropOff?: string | undefined;
  readonly vehicle: string;
  readonly accessory: readonly string[];
  readonly insurance?: readonly string[] | undefined;
  readonly from: string;
  readonly to: string;
}

export interface CompareRequest {
  readonly kind: 'compare';
  readonly pickUp: readonly string[];
  readonly dropOff?: readonly string[] | undefined;
  readonly vehicle?: readonly string[] | undefined;
  readonly accessory: readonly string[];
  readonly insurance?: readonly string[] | undefined;
  readonly from: string;
  readonly nights: string;
  readonly quote?: string | undefined;
}

export type SaveRequest = QuoteRequest | CompareRequest;

/**
 * What the program promises today: whether a thing that was requested by its name must be found
 * again if it has another id. `quote` is anything in a quote; the others are of a comparison, whose
 * extras must be found. If a thing need not be found, the check may end in any way that prices
 * nothing else. To promise more, set one to true first.
 */
export const mustFindRenumbered = { quote: false, depot: false, vehicle: true };

const signal = new AbortController().signal;
const ignore = (): void => {};

interface Saved {
  readonly question: AnsweredQuestion;
  /** The end of the saved answer. */
  readonly end: string;
}

/**
 * Undefined if the request is refused, or if the answer cannot be saved. Throws bugs. Writes and
 * reads a file in `folder`; without a folder, it only makes its text, in a quarter of the time.
 */
export async function save(request: SaveRequest, sessions: readonly Session[], folder?: string) {
  try {
    const toSave = await (request.kind === 'quote'
      ? askQuote(request, sessions[0]!)
      : askComparison(request, sessions));
    return folder === undefined ? await asText(toSave) : await asFile(toSave, folder);
  } catch (error) {
    if (error instanceof RentalError) return undefined;
    throw error;
  }
}

async function asText(toSave: ToSave): Promise<Saved | undefined> {
  const made = await questionToSave(toSave);
  if (made.kind === 'not-saved') return undefined;
  const question = JSON.parse(JSON.stringify(made)) as AnsweredQuestion;
  return { question, end: newAnswer(question, '2026-11-20T00:00:00Z').end };
}

async function asFile(toSave: ToSave, folder: string): Promise<Saved | undefined> {
  const env = { XDG_DATA_HOME: folder };
  rmSync(tripPath(env, 'it'), { force: true });
  let isSaved = true;
  await saveTrip('it', toSave, {
    io: createIo(env).io,
    signal,
    note: ignore,
    warn: () => (isSaved = false),
  });
  if (!isSaved) return undefined;
  const question = readTrip(env, 'it');
  return { question, end: lastAnswer(question).end };
}

async function askQuote(request: QuoteRequest, session: Session): Promise<ToSave> {
  const rules = { lookUp: 'all', allowPart: true, note: ignore, warn: ignore } as const;
  return { kind: 'quote', session, quoted: await quoteTrip(request, session, rules) };
}

async function askComparison(
  { kind, quote = 'best', ...request }: CompareRequest,
  sessions: readonly Session[],
): Promise<ToSave> {
  const planned = await planComparison(
    { ...request, quoteMode: parseQuoteMode(quote, 10), withDepotNames: true, maxRequests: 20_000 },
    sessions,
    {},
  );
  const outcome = await runComparison(planned, { signal });
  const document = await compareDocument(outcome, {
    at: sessions[0]!.now(),
    command: 'rental compare',
  });
  return { kind, outcome, document };
}

/** The vehicles of a comparison by operator, also those without a quote. */
export function vehiclesIn({ question }: Saved) {
  if (question.kind === 'quote') return [];
  return question.document.offers.map(({ operator, vehicle }) => ({
    operator,
    id: vehicle.vehicleId,
  }));
}

/** Checks with these sessions, found by the names of their operators. */
export async function check({ question: saved }: Saved, sessions: readonly Session[]) {
  const answer = await recheck(saved, {
    io: { now: sessions[0]!.now },
    signal,
    config: emptyConfig({}),
    openSession: ({ name }) =>
      openSessionOf(sessions.find(({ operator }) => operator.name === name)!),
  });
  const { end, reason, price, question } = answer;
  return {
    end,
    reason,
    total: price?.total,
    ranked: question?.kind === 'compare' ? rankedIn(question.document) : [],
  };
}

type Comparison = AnsweredComparison['document'];

/** The offers that a check took for the requested ones. */
function rankedIn({ offers }: Comparison) {
  return offers.flatMap(({ rank, operator, selection }) => {
    if (rank === null) return [];
    const { accessory_ids: accessoryIds, insurance_id: plan } = selection;
    const { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = offerTrip({ selection });
    const { vehicle_id: vehicleId } = selection;
    const trip = { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate };
    return [
      { operator, selection: { ...trip, vehicleId, accessoryIds, insuranceId: plan ?? undefined } },
    ];
  });
}
