/** The quotes of one operator: stored ones first, then those that are asked for; each one is compared with what was asked. */
import { RefusedError, UsageError } from '../../errors.ts';
import type { Quote } from '../../api/types.ts';
import { shorten } from '../../text.ts';
import { fold } from '../names.ts';
import { unprovenIn } from '../proof.ts';
import { fillBasket, selectionOf, usualMeanings } from './basket.ts';
import type { BasketReading, Candidate, ExtraLists, FilledBasket } from './basket.ts';
import { candidateOf, type Candidates } from './candidates.ts';
import { closedDaysFinder } from './closed-days.ts';
import type { SweepNote } from './events.ts';
import { readOnce, type Found } from './extras.ts';
import { depotNames, type OperatorSweep } from './operator-sweep.ts';
import { withPauses } from './pauses.ts';
import type { Offer, QuotedOffer } from './rank.ts';

type Priced = Pick<QuotedOffer, 'quote' | 'reused'>;

interface QuoteParts extends Pick<Found, 'run' | 'extras'> {
  readonly reading: BasketReading;
  /** What most vehicles have for a part of a name. */
  readonly usual: ReadonlyMap<string, readonly string[]>;
  readonly isQuoted: boolean;
  /** Whether so many more requests than planned are allowed; counts them if they are. */
  readonly mayAdd: (count: number) => boolean;
}

export async function quoteAll(candidates: readonly Candidate[], parts: QuoteParts): Promise<void> {
  const { run, isQuoted } = parts;
  const { sweep, signal, askEach } = run;
  const insteadOf = readOnce(({ meant }: FilledBasket) => unusualMeanings(meant, parts.usual));
  const closedOn = closedDaysFinder(sweep.session, sweep.trips);
  const { session } = sweep;
  const partsOf = ({ basket, trip }: Candidate) => ({ session, instead: insteadOf(basket), closed: closedOn(trip) });
  const tell = (candidate: Candidate, priced?: Priced): void =>
    run.offer(offerOf(candidate, priced, partsOf(candidate)));
  const items: Candidate[] = [];
  /** Of candidates whose stored quotes lack an extra. */
  const lacking = new Map<Candidate, Quote>();
  for await (const candidate of withPauses(candidates, 500, signal)) {
    signal.throwIfAborted();
    const stored = isQuoted ? await sweep.answers.find(selectionOf(candidate)) : undefined;
    if (!isQuoted) tell(candidate);
    else if (stored !== undefined && unprovenIn(stored, candidate.basket.asked).length === 0) {
      tell(candidate, { quote: stored, reused: true });
    } else {
      items.push(candidate);
      if (stored !== undefined) lacking.set(candidate, stored);
    }
  }
  const ask = async (candidate: Candidate): Promise<Priced> => {
    const { value, storedAt } = await sweep.answers.quote(selectionOf(candidate));
    return { quote: value, reused: storedAt !== undefined };
  };
  const idLists = new Map<number, Promise<Partial<ExtraLists>>>();
  /** If the service refuses it: without the ids that the vehicle does not have, because asking again would not help. */
  const askOrLess = async (candidate: Candidate): Promise<[Candidate, Priced]> => {
    try {
      return [candidate, await ask(candidate)];
    } catch (error) {
      const less = error instanceof RefusedError ? await withoutUnlisted(candidate, parts, idLists) : undefined;
      if (less === undefined) throw error;
      return [less, await ask(less)];
    }
  };
  const askFor = async (candidate: Candidate): Promise<void> => {
    const stored = lacking.get(candidate);
    const [asked, priced]: [Candidate, Priced] =
      stored === undefined ? await askOrLess(candidate) : [candidate, { quote: stored, reused: true }];
    const isUnproven = unprovenIn(priced.quote, asked.basket.asked).length > 0;
    const other = isUnproven ? await readAgain(asked, parts) : undefined;
    if (other === undefined) return tell(asked, priced);
    tell(other, await ask(other));
  };
  await askEach('quote', items, askFor, ({ trip, vehicle }) => ({ trip, vehicle }));
}

/**
 * The extras of the candidate in the list of its own dates, because ids can change with the dates. Undefined if the quote was right
 * about that list, or no more requests are allowed.
 */
async function readAgain(
  candidate: Candidate,
  { run, extras, reading, mayAdd }: QuoteParts,
): Promise<Candidate | undefined> {
  const isKnown = extras.listsFor(candidate)?.isOfDates !== false;
  if (isKnown) return undefined;
  if (!mayAdd(extras.kinds.length + 1)) {
    run.note((name) => `quotes that lack an extra are not asked for again: ${name('maxRequests')} allows no more`);
    return undefined;
  }
  run.added(extras.kinds.length);
  await extras.look(candidate);
  const other = candidateOf(candidate, extras, (lists) => fillBasket(reading, lists));
  if (other instanceof UsageError) throw other;
  if (other === undefined || JSON.stringify(selectionOf(other)) === JSON.stringify(selectionOf(candidate)))
    return undefined;
  run.added(1);
  return other;
}

/** Undefined if the vehicle has all ids that were given without a list, or no more requests are allowed. `known`: the lists of vehicles. */
async function withoutUnlisted(
  candidate: Candidate,
  { run, extras, reading, mayAdd }: QuoteParts,
  known: Map<number, Promise<Partial<ExtraLists>>>,
): Promise<Candidate | undefined> {
  const { vehicleId } = candidate.vehicle;
  const { asked } = candidate.basket;
  const kinds = [...new Set(asked.map(({ kind }) => kind))].filter((kind) => !extras.kinds.includes(kind));
  const requests = known.has(vehicleId) ? 0 : kinds.length;
  if (kinds.length === 0 || !mayAdd(requests + 1)) return undefined;
  const lists = known.get(vehicleId) ?? extras.readIds(candidate, kinds);
  known.set(vehicleId, lists);
  const basket = fillBasket(reading, {
    accessory: undefined,
    insurance: undefined,
    ...extras.listsFor(candidate)?.lists,
    ...(await lists),
  });
  run.added(requests);
  if (basket.asked.length === asked.length) return undefined;
  // The request that was refused was made, too.
  run.added(1);
  return { ...candidate, basket };
}

interface OfferParts extends Pick<OperatorSweep, 'session'>, Pick<Offer, 'instead' | 'closed'> {}

function offerOf(candidate: Candidate, priced: Priced | undefined, { session, instead, closed }: OfferParts): Offer {
  const { trip, vehicle, basket } = candidate;
  const { pickUp, dropOff } = depotNames(session, trip);
  const unproven = priced === undefined ? [] : unprovenIn(priced.quote, basket.asked);
  // Field by field: an object that is made of others takes twice the memory, and there can be thousands.
  return {
    pickUpDepotId: trip.pickUpDepotId,
    dropOffDepotId: trip.dropOffDepotId,
    pickUpDate: trip.pickUpDate,
    dropOffDate: trip.dropOffDate,
    pickUp,
    dropOff,
    operator: session.operator.name,
    vehicle,
    candidate,
    quote: priced?.quote,
    missing: unproven.length === 0 ? basket.missing : [...basket.missing, ...unproven.map(({ label }) => label)],
    instead,
    closed,
    reused: priced?.reused === true,
    siteUrl: session.operator.siteUrl,
  };
}

/** The extras that other vehicles do not have for the same part of a name. */
function unusualMeanings(meant: FilledBasket['meant'], usual: QuoteParts['usual']): string[] {
  return [...meant].flatMap(([text, name]) => (fold(usual.get(text)?.[0] ?? name) === fold(name) ? [] : [name]));
}

/** In a note. */
const mostNames = 8;

/** Notes what parts of names stand for. Returns the names for each of them, the most frequent first. */
export function noteMeanings(all: readonly Candidates[], note: SweepNote): ReadonlyMap<string, readonly string[]> {
  const meanings = usualMeanings(all.flatMap((made) => made.all.map(({ basket }) => basket)));
  for (const [text, names] of meanings) {
    const shown = names.slice(0, mostNames).map((name) => `"${shorten(name, 60)}"`);
    const list = [...shown, ...(names.length > mostNames ? ['…'] : [])].join(', ');
    if (names.length === 1) note(`"${shorten(text, 60)}" means ${list}`);
    else note(`"${shorten(text, 60)}" means different extras: ${list}; offers with ${shown[0] ?? ''} are ranked`);
  }
  return meanings;
}
