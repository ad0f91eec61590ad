/** `--save`: saves the question of a command, by the ids that were sent and their names, with its answer. */
import { isFailedRequest } from '../base/errors.ts';
import { isoInstant } from '../base/instants.ts';
import { quoteData } from '../documents/make-quote.ts';
import type { Comparison } from '../documents/offers.ts';
import { idOf, isId } from '../planner/names.ts';
import type { QuotedTrip } from '../planner/quote-trip.ts';
import type { Session } from '../planner/session.ts';
import type { SweepOutcome } from '../planner/sweep/outcome.ts';
import type { SweepRequest } from '../planner/sweep/request.ts';
import type { Io } from '../terminal/io.ts';
import { answerOf } from './answer.ts';
import { tripName } from './folder.ts';
import { named, namesIn } from './names.ts';
import { toSavedOperator, type AnsweredQuestion, type AnsweredQuote, type SavedName } from './saved-trip.ts';
import { addAnswer } from './store.ts';

interface QuoteToSave {
  readonly kind: 'quote';
  /** With everything looked up. */
  readonly quoted: QuotedTrip;
  readonly session: Session;
}

interface ComparisonToSave {
  readonly kind: 'compare';
  readonly outcome: SweepOutcome;
  readonly document: Comparison;
}

/** What a command requested and what it got. */
export type ToSave = QuoteToSave | ComparisonToSave;

interface SaveParts {
  readonly io: Io;
  /** Ends a wait for another process that saves. */
  readonly signal: AbortSignal;
  note(text: string): void;
  warn(text: string): void;
}

/**
 * Saves an answer under a name and says so, or says why it cannot be saved. Throws UsageError if the trip of this name has another question,
 * and OutputError.
 */
export async function saveTrip(text: string, toSave: ToSave, parts: SaveParts): Promise<void> {
  const { io, note, warn } = parts;
  const question = await questionOf(toSave);
  if (typeof question === 'string') return warn(`not saved: ${question}`);
  const name = tripName(text);
  await addAnswer(io.env, name, answerOf(question, isoInstant(io.now())), parts, { mayBeNew: true });
  note(`saved: rental trips show ${name}`);
}

/** Or why it cannot be saved. */
export async function questionOf(toSave: ToSave): Promise<AnsweredQuestion | string> {
  return toSave.kind === 'quote' ? questionOfQuote(toSave) : questionOfComparison(toSave);
}

/** The quote proves the extras: `asked` has them as the service lists them. */
function questionOfQuote({ quoted, session }: QuoteToSave): AnsweredQuote {
  const { selection, asked } = quoted;
  const document = quoteData(quoted);
  const depotIds = [selection.pickUpDepotId, selection.dropOffDepotId];
  const names = named('vehicle', document.vehicle === undefined ? [] : [document.vehicle]);
  return { kind: 'quote', operators: [toSavedOperator(session, depotIds, names)], selection, asked, document };
}

async function questionOfComparison({ outcome, document }: ComparisonToSave): Promise<AnsweredQuestion | string> {
  const { meant: sweep, sessions, failures, offers } = outcome;
  // The operator may answer later: a trip without it would ask another question.
  const failed = failures.find(
    ({ operator, error }) => isFailedRequest(error) && offers.every((offer) => offer.operator !== operator),
  );
  if (failed !== undefined) return `there is no offer of ${failed.operator}: ${failed.error.message}`;
  if (sweep === undefined) return 'the sweep ended before it was known what was asked for';
  const [first, ...others] = await Promise.all(
    sessions.map(async (session) => {
      const { name } = session.operator;
      const ids = idsIn(sweep, sessions.length === 1 ? '' : `${name}:`);
      // Also of vehicles that are sold out. The last name of an id counts.
      const names = [...named('vehicle', await session.seenVehicles()), ...namesIn(document, name)];
      const byId = new Map(names.map((item) => [`${item.kind} ${item.id}`, item]));
      const requested = [...byId.values()].filter(({ kind, id }) => ids[kind].includes(id));
      return toSavedOperator(session, ids.depot, requested);
    }),
  );
  if (first === undefined) return 'no operator took part';
  return { kind: 'compare', operators: [first, ...others], sweep, document };
}

/** The ids that are requested by number. `prefix`: `lucky:`, if there are several operators. */
function idsIn({ pickUp, dropOff = [], vehicle, accessory, insurance }: SweepRequest, prefix: string) {
  const idsOf = (texts: readonly string[] = []): number[] => {
    const bare = texts.filter((text) => text.startsWith(prefix)).map((text) => text.slice(prefix.length));
    return bare.filter(isId).map(idOf);
  };
  return {
    depot: idsOf([...pickUp, ...dropOff]),
    vehicle: idsOf(vehicle),
    accessory: idsOf(accessory),
    'insurance plan': idsOf(insurance),
  } satisfies Record<SavedName['kind'], number[]>;
}
