/** The quotes of one operator: stored ones first, then those that are asked for; each one is compared with what was asked. */
import { RefusedError, UsageError } from '../../errors.ts';
import type { Quote, Trip } from '../../api/types.ts';
import { shorten } from '../../text.ts';
import type { ClosedDay } from '../closed-days.ts';
import { fold } from '../names.ts';
import { chosenIds, unprovenIn } from '../proof.ts';
import { fillBasket, usualMeanings, type BasketReading, type ExtraLists, type FilledBasket } from './basket.ts';
import { candidateOf, type Candidate, type Candidates } from './candidates.ts';
import type { SweepNote } from './events.ts';
import type { AskAgain } from './expired.ts';
import type { Found } from './extras.ts';
import { closedDaysFinder } from './closed-days.ts';
import { depotNames } from './operator-sweep.ts';
import { withPauses } from './pauses.ts';
import type { Offer, QuotedOffer } from './rank.ts';

type Priced = Pick<QuotedOffer, 'quote' | 'reused'>;

interface QuoteParts {
  readonly found: Found;
  readonly reading: BasketReading;
  /** What most vehicles have for a part of a name. */
  readonly usual: ReadonlyMap<string, readonly string[]>;
  readonly isQuoted: boolean;
  /** Whether so many more requests than planned are allowed; counts them if they are. */
  readonly mayAdd: (count: number) => boolean;
}

/** Resolves with what asks for some of the quotes again. */
export async function quoteAll(candidates: readonly Candidate[], parts: QuoteParts): Promise<AskAgain> {
  const { found, isQuoted } = parts;
  const { run } = found;
  const { sweep, signal, askEach } = run;
  const told = new Map<Offer, Candidate>();
  const closedOn = closedDaysFinder(sweep.session, sweep.trips);
  const tell = (candidate: Candidate, priced?: Priced, before?: Offer): void => {
    const offer = offerOf(candidate, priced, { ...parts, closedOn });
    if (priced !== undefined) told.set(offer, candidate);
    run.offer(offer, before);
  };
  const items: { readonly candidate: Candidate; readonly stored?: Quote }[] = [];
  for await (const candidate of withPauses(candidates, 500, signal)) {
    signal.throwIfAborted();
    const stored = isQuoted ? await sweep.answers.find(candidate.selection) : undefined;
    if (!isQuoted) tell(candidate);
    else if (stored === undefined) items.push({ candidate });
    else if (unprovenIn(stored, candidate.asked).length > 0) items.push({ candidate, stored });
    else tell(candidate, { quote: stored, reused: true });
  }
  const ask = async ({ selection }: Candidate): Promise<Priced> => {
    const { value: quote, storedAt } = await sweep.answers.quote(selection);
    return { quote, reused: storedAt !== undefined };
  };
  const idLists = new Map<number, Promise<Partial<ExtraLists>>>();
  /** If the service refuses it: without the ids that the vehicle does not have, because asking again would not help. */
  const askOrLess = async (candidate: Candidate): Promise<Priced & { readonly candidate: Candidate }> => {
    try {
      return { candidate, ...(await ask(candidate)) };
    } catch (error) {
      const less = error instanceof RefusedError ? await withoutUnlisted(candidate, parts, idLists) : undefined;
      if (less === undefined) throw error;
      return { candidate: less, ...(await ask(less)) };
    }
  };
  const askFor = async ({ candidate, stored }: (typeof items)[number]): Promise<void> => {
    const found = stored === undefined ? await askOrLess(candidate) : { candidate, quote: stored, reused: true };
    const { candidate: asked, ...priced } = found;
    const isUnproven = unprovenIn(priced.quote, asked.asked).length > 0;
    const other = isUnproven ? await readAgain(asked, parts) : undefined;
    if (other === undefined) return tell(asked, priced);
    tell(other, await ask(other));
  };
  await askEach('quote', items, askFor, ({ candidate: { trip, vehicle } }) => ({ trip, vehicle }));
  return async (offers) => {
    const again = offers.flatMap((offer) => {
      const candidate = told.get(offer);
      return candidate === undefined ? [] : [{ offer, candidate }];
    });
    run.added(again.length, 0);
    const renew = async ({ offer, candidate }: (typeof again)[number]): Promise<void> =>
      tell(candidate, await ask(candidate), offer);
    await askEach('quote', again, renew, ({ candidate: { trip, vehicle } }) => ({ trip, vehicle }));
  };
}

/**
 * The extras of the candidate in the list of its own dates, because ids can change with the dates. Undefined if the quote was right
 * about that list, or no more requests are allowed.
 */
async function readAgain(candidate: Candidate, { found, reading, mayAdd }: QuoteParts): Promise<Candidate | undefined> {
  const { extras, run } = found;
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
  if (other === undefined || JSON.stringify(other.selection) === JSON.stringify(candidate.selection)) return undefined;
  run.added(1);
  return other;
}

interface OfferParts extends QuoteParts {
  readonly closedOn: (trip: Trip) => readonly ClosedDay[];
}

/** Undefined if the vehicle has all ids that were given without a list, or no more requests are allowed. `known`: the lists of vehicles. */
async function withoutUnlisted(
  candidate: Candidate,
  { found: { extras, run }, reading, mayAdd }: QuoteParts,
  known: Map<number, Promise<Partial<ExtraLists>>>,
): Promise<Candidate | undefined> {
  const { vehicleId } = candidate.vehicle;
  const kinds = [...new Set(candidate.asked.map(({ kind }) => kind))].filter((kind) => !extras.kinds.includes(kind));
  const requests = known.has(vehicleId) ? 0 : kinds.length;
  if (kinds.length === 0 || !mayAdd(requests + 1)) return undefined;
  const lists = known.get(vehicleId) ?? extras.readIds(candidate, kinds);
  known.set(vehicleId, lists);
  const filled = fillBasket(reading, {
    accessory: undefined,
    insurance: undefined,
    ...extras.listsFor(candidate)?.lists,
    ...(await lists),
  });
  run.added(requests);
  if (filled.asked.length === candidate.asked.length) return undefined;
  // The request that was refused was made, too.
  run.added(1);
  return { ...candidate, ...filled, selection: { ...candidate.selection, ...chosenIds(filled.asked) } };
}

function offerOf(
  candidate: Candidate,
  priced: Priced | undefined,
  { found: { run }, usual, closedOn }: OfferParts,
): Offer {
  const { session } = run.sweep;
  const { trip, vehicle, selection, asked, meant } = candidate;
  const { name, siteUrl } = session.operator;
  const unproven = priced === undefined ? [] : unprovenIn(priced.quote, asked);
  return {
    ...trip,
    ...depotNames(session, trip),
    operator: name,
    vehicle,
    selection,
    quote: priced?.quote,
    // Thousands of offers share one list.
    missing: unproven.length === 0 ? candidate.missing : [...candidate.missing, ...unproven.map(({ label }) => label)],
    instead: unusualMeanings(meant, usual),
    closed: closedOn(trip),
    reused: priced?.reused === true,
    siteUrl,
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
  const meanings = usualMeanings(all.flatMap((made) => made.all));
  for (const [text, names] of meanings) {
    const shown = names.slice(0, mostNames).map((name) => `"${shorten(name, 60)}"`);
    const list = [...shown, ...(names.length > mostNames ? ['…'] : [])].join(', ');
    if (names.length === 1) note(`"${shorten(text, 60)}" means ${list}`);
    else note(`"${shorten(text, 60)}" means different extras: ${list}; offers with ${shown[0] ?? ''} are ranked`);
  }
  return meanings;
}
