/** One round of a watch: looks at the answers that are new since the last one, and tells what has changed. */
import { readAnswers, type StoredAnswer } from './answers.ts';
import { lackingInWords } from './best.ts';
import { brokenAfter, type ChannelFailure } from './channels/tell.ts';
import { eventDocument, type TripEvent } from './events.ts';
import { writing, type StoredTrip } from './store.ts';
import { observe, type Observation, type Rules, type Transition } from './transitions.ts';
import { readWatched, writeWatched, type Untold, type Watched } from './watch-file.ts';

export interface RoundParts {
  readonly rules: Rules;
  /** Aborts when the watch is to end. */
  readonly signal: AbortSignal;
  /** The keys of the channels. */
  readonly channels: readonly string[];
  /** Tells one event to some of them; resolves with those that failed. */
  readonly tell: (event: TripEvent, to: readonly string[]) => Promise<readonly ChannelFailure[]>;
  /** Told of a channel that has broken. */
  readonly onBroken: (failure: ChannelFailure) => void;
}

/**
 * What is new is written before it is told, and forgotten after: a process that is killed in between tells it at its next start, and one
 * that is killed while it tells can tell it twice. A channel that is down gets it in a later round, and the others do not wait for it.
 * Throws OutputError.
 */
export async function tellNews(trip: StoredTrip, parts: RoundParts): Promise<void> {
  const before = readWatched(trip);
  let watched = withNews(trip, before, parts.rules);
  const begun = watched.untold;
  const write = () => writing(trip.name, () => writeWatched(trip, watched));
  if (watched.seen !== before.seen) await write();
  const down = new Set<string>();
  const late: Untold[] = [];
  for (const [place, { event, to = parts.channels }] of begun.entries()) {
    const known = to.filter((key) => parts.channels.includes(key));
    // One that is down is tried once in a round, because it can take its whole time limit.
    const tried = known.filter((key) => !down.has(key));
    const failures = tried.length === 0 ? [] : await parts.tell(event, tried);
    failures.forEach(({ key }) => down.add(key));
    const left = known.filter((key) => down.has(key));
    if (left.length > 0) late.push({ event, to: left });
    // What was cut off by the end of the watch is not broken.
    const { broken, news } = brokenAfter(watched.broken, tried, parts.signal.aborted ? [] : failures);
    news.forEach(parts.onBroken);
    watched = { ...watched, broken, untold: [...late, ...begun.slice(place + 1)] };
    await write();
  }
}

function withNews(trip: StoredTrip, { state: before, seen, ...rest }: Watched, rules: Rules): Watched {
  const answers = readAnswers(trip);
  const last = answers.findIndex(({ id }) => id === seen);
  // A watch that begins knows the answers before, which are no news.
  const begins = last < 0;
  const known = begins ? answers.slice(0, -1) : [];
  const silent = { ...rules, targets: [] };
  const fresh = begins ? answers.slice(-1) : answers.slice(last + 1);
  let state = known.reduce((old, answer) => observe(old, observationOf(answer), silent).state, before);
  const transitions: Transition[] = [];
  for (const answer of fresh) {
    const step = observe(state, observationOf(answer), rules);
    state = step.state;
    transitions.push(...step.events.map((one) => (begins ? { ...one, isFirst: one.before === one.total } : one)));
  }
  const news = transitions.map((transition) => eventDocument(trip.name, transition));
  return {
    ...rest,
    state,
    seen: answers.at(-1)?.id ?? seen,
    untold: [...rest.untold, ...news.map((event) => ({ event }))],
  };
}

/** An answer in parts says nothing of what was not asked: without a price, asking has failed. */
function observationOf({ at, end, best, reason }: StoredAnswer): Observation {
  const { missing = [] } = best ?? {};
  // A price for less is none for this trip.
  if (missing.length > 0) return { at, end: 'not_available', reason: lackingInWords(missing) };
  const isPriced = best !== undefined;
  return {
    at,
    end: isPriced ? 'priced' : end === 'not_available' ? 'not_available' : 'failed',
    ...(isPriced && { total: best.totalAmount, currency: best.currency, checkoutUrl: best.checkoutUrl }),
    ...(reason !== undefined && { reason }),
  };
}
