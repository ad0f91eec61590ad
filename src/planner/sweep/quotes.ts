/** The quotes of one operator: stored ones first, then those that are asked for; each one is compared with what was asked. */
import { UsageError } from '../../errors.ts';
import { checkoutLink } from '../../api/links.ts';
import type { Quote } from '../../api/types.ts';
import { shorten } from '../../text.ts';
import { fold } from '../names.ts';
import { unprovenIn } from '../proof.ts';
import { fillBasket, usualMeanings, type BasketReading, type FilledBasket } from './basket.ts';
import { candidateOf, type Candidate, type Candidates } from './candidates.ts';
import type { SweepNote } from './events.ts';
import type { Found } from './extras.ts';
import { depotNames } from './operator-sweep.ts';
import { withPauses } from './pauses.ts';
import type { QuotedOffer } from './rank.ts';

interface QuoteParts {
  readonly found: Found;
  readonly reading: BasketReading;
  /** What most vehicles have for a part of a name. */
  readonly usual: ReadonlyMap<string, readonly string[]>;
  readonly isQuoted: boolean;
  /** Whether so many more requests than planned are allowed; counts them if they are. */
  readonly mayAdd: (count: number) => boolean;
}

export async function quoteAll(candidates: readonly Candidate[], parts: QuoteParts): Promise<void> {
  const { found, isQuoted } = parts;
  const { sweep, signal, askEach } = found.run;
  const items: { readonly candidate: Candidate; readonly stored?: Quote }[] = [];
  for await (const candidate of withPauses(candidates, 500, signal)) {
    signal.throwIfAborted();
    const stored = isQuoted ? await sweep.answers.find(candidate.selection) : undefined;
    if (!isQuoted) tell(candidate, undefined, parts);
    else if (stored === undefined) items.push({ candidate });
    else if (unprovenIn(stored, candidate.asked).length > 0) items.push({ candidate, stored });
    else tell(candidate, { quote: stored, reused: true }, parts);
  }
  const ask = async ({ selection }: Candidate): Promise<Pick<QuotedOffer, 'quote' | 'reused'>> => {
    const { value: quote, storedAt } = await sweep.answers.quote(selection);
    return { quote, reused: storedAt !== undefined };
  };
  const run = async ({ candidate, stored }: (typeof items)[number]): Promise<void> => {
    const priced = stored === undefined ? await ask(candidate) : { quote: stored, reused: true };
    const isUnproven = unprovenIn(priced.quote, candidate.asked).length > 0;
    const other = isUnproven ? await readAgain(candidate, parts) : undefined;
    if (other === undefined) return tell(candidate, priced, parts);
    tell(other, await ask(other), parts);
  };
  await askEach('quote', items, run, ({ candidate: { trip, vehicle } }) => ({ trip, vehicle }));
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

function tell(
  candidate: Candidate,
  priced: Pick<QuotedOffer, 'quote' | 'reused'> | undefined,
  { found: { run }, usual }: QuoteParts,
): void {
  const { session } = run.sweep;
  const { trip, vehicle, selection, asked, meant } = candidate;
  const { name, siteUrl } = session.operator;
  const unproven = priced === undefined ? [] : unprovenIn(priced.quote, asked);
  run.offer({
    ...trip,
    ...depotNames(session, trip),
    operator: name,
    vehicle,
    selection,
    quote: priced?.quote,
    missing: [...candidate.missing, ...unproven.map(({ label }) => label)],
    instead: unusualMeanings(meant, usual),
    reused: priced?.reused === true,
    checkoutUrl: checkoutLink(siteUrl, selection),
  });
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
