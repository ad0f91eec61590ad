/** The quotes of one operator: stored ones first, then those that are asked for; each one is compared with what was asked. */
import { UsageError, type RentalError } from '../../errors.ts';
import { checkoutLink } from '../../api/links.ts';
import type { Quote } from '../../api/types.ts';
import { fold } from '../names.ts';
import { unprovenIn } from '../proof.ts';
import { fillBasket, type BasketReading, type FilledBasket } from './basket.ts';
import { candidateOf, type Candidate, type Found } from './candidates.ts';
import { depotNames } from './operator-sweep.ts';
import { runPool } from './pool.ts';
import type { Offer } from './rank.ts';

export interface QuoteParts {
  readonly found: Found;
  readonly reading: BasketReading;
  /** What most vehicles have for a part of a name. */
  readonly usual: ReadonlyMap<string, readonly string[]>;
  readonly isQuoted: boolean;
  readonly offer: (offer: Offer) => void;
  /** Whether so many more requests than planned are allowed; counts them if they are. */
  readonly mayAdd: (count: number) => boolean;
}

export async function quoteAll(candidates: readonly Candidate[], parts: QuoteParts): Promise<void> {
  const { found, isQuoted } = parts;
  const { sweep, breaker, report, signal } = found.run;
  if (!isQuoted) return candidates.forEach((candidate) => tell(candidate, undefined, parts));
  const items: { readonly candidate: Candidate; readonly stored?: Quote }[] = [];
  for (const candidate of candidates) {
    signal.throwIfAborted();
    const stored = await sweep.quotes.find(candidate.selection);
    if (stored === undefined) items.push({ candidate });
    else if (unprovenIn(stored, candidate.asked).length > 0) items.push({ candidate, stored });
    else tell(candidate, { quote: stored, reused: true }, parts);
  }
  const run = async ({ candidate, stored }: (typeof items)[number]): Promise<void> => {
    const quote = stored ?? (await ask(candidate, found));
    const other = unprovenIn(quote, candidate.asked).length > 0 ? await readAgain(candidate, parts) : undefined;
    if (other === undefined) return tell(candidate, { quote, reused: stored !== undefined }, parts);
    tell(other, { quote: await ask(other, found), reused: false }, parts);
  };
  const failed = ({ candidate: { trip, vehicle } }: (typeof items)[number], error: RentalError): void =>
    report.failed('quote', error, { trip, vehicle });
  const unsent = await runPool({ items, breaker, run, failed }, signal);
  report.skipped('quote', unsent.length);
}

async function ask({ selection }: Candidate, { run: { sweep } }: Found): Promise<Quote> {
  const quote = await sweep.session.service.quote(selection);
  await sweep.quotes.store(selection, quote);
  return quote;
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
    run.report.note(
      (name) => `quotes that lack an extra are not asked for again: ${name('maxRequests')} allows no more`,
    );
    return undefined;
  }
  run.report.added(extras.kinds.length);
  await extras.look(candidate);
  const other = candidateOf(candidate, extras, (lists) => fillBasket(reading, lists));
  if (other instanceof UsageError) throw other;
  if (other === undefined || JSON.stringify(other.selection) === JSON.stringify(candidate.selection)) return undefined;
  run.report.added(1);
  return other;
}

interface Priced {
  readonly quote: Quote;
  readonly reused: boolean;
}

function tell(candidate: Candidate, priced: Priced | undefined, { found, usual, offer }: QuoteParts): void {
  const { session } = found.run.sweep;
  const { trip, vehicle, selection, asked, meant } = candidate;
  const { name, siteUrl } = session.operator;
  const unproven = priced === undefined ? [] : unprovenIn(priced.quote, asked);
  offer({
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
