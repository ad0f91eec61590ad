/** One round of a watch: looks at the answers that are new since the last one, and tells what has changed. */
import { readAnswers, type StoredAnswer } from './answers.ts';
import { brokenAfter, type ChannelFailure } from './channels/tell.ts';
import { eventDocument, type TripEvent } from './events.ts';
import { writing, type StoredTrip } from './store.ts';
import { observe, type Observation, type Rules, type Transition } from './transitions.ts';
import { readWatched, writeWatched, type Watched } from './watch-file.ts';

export interface RoundParts {
  readonly rules: Rules;
  /** Tells one event; resolves with the channels that failed. */
  readonly tell: (event: TripEvent) => Promise<readonly ChannelFailure[]>;
  /** Told of a channel that has broken. */
  readonly onBroken: (failure: ChannelFailure) => void;
}

/**
 * What is new is written before it is told, and forgotten after: a process that is killed in between tells it at its next start, and one
 * that is killed while it tells can tell it twice. Throws OutputError.
 */
export async function tellNews(trip: StoredTrip, parts: RoundParts): Promise<void> {
  const before = readWatched(trip);
  let watched = withNews(trip, before, parts.rules);
  const write = () => writing(trip.name, () => writeWatched(trip, watched));
  if (watched.seen !== before.seen) await write();
  for (const event of watched.untold) {
    const failures = await parts.tell(event);
    const { broken, news } = brokenAfter(watched.broken, failures);
    news.forEach(parts.onBroken);
    watched = { ...watched, broken, untold: watched.untold.slice(1) };
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
  return { ...rest, state, seen: answers.at(-1)?.id ?? seen, untold: [...rest.untold, ...news] };
}

/** An answer in parts says nothing of what was not asked: without a price, asking has failed. */
function observationOf({ at, end, best, reason }: StoredAnswer): Observation {
  const isPriced = best !== undefined;
  return {
    at,
    end: isPriced ? 'priced' : end === 'not_available' ? 'not_available' : 'failed',
    ...(isPriced && { total: best.totalAmount, currency: best.currency, checkoutUrl: best.checkoutUrl }),
    ...(reason !== undefined && { reason }),
  };
}
