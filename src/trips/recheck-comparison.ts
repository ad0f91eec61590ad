/** Asks the question of a saved comparison again. */
import type { Trip } from '../api/types.ts';
import { compareDocument } from '../compare/document.ts';
import type { Offer } from '../compare/engine/offer.ts';
import { compareAgain } from '../compare/saved-question.ts';
import { offerTrip } from '../documents/offers.ts';
import { datesKey, tripGroupKey } from '../planner/groupings.ts';
import { extrasIn, extraWords } from '../planner/proof.ts';
import { defaultBestCount, type ExtraRef } from '../planner/question.ts';
import type { Session } from '../planner/session.ts';
import { firstUnanswered, type NoPrice, type Reanswered } from './best-price.ts';
import { depotChange } from './name-changes.ts';
import { questionOf, type AnsweredComparison } from './saved-trip.ts';

export async function recheckComparison(
  answered: AnsweredComparison,
  sessions: readonly Session[],
  signal: AbortSignal,
): Promise<Reanswered<AnsweredComparison> | NoPrice> {
  const first = sessions[0]!;
  const today = first.today();
  const question = questionOf(answered);
  const dates = question.dates.filter(({ pickUpDate }) => pickUpDate >= today);
  if (dates.length === 0) return { end: 'over' };
  for (const [index, { depots }] of answered.operators.entries()) {
    const renamed = depotChange(depots, (await sessions[index]?.depots.list()) ?? []);
    if (renamed !== undefined) return { end: 'changed', reason: renamed };
  }
  const isPreferred = wasAmongBest(answered);
  const outcome = await compareAgain({ ...question, dates }, sessions, { signal, isPreferred });
  if (outcome.interruption !== undefined) throw outcome.interruption;
  const document = await compareDocument(outcome, {
    at: first.now(),
    command: answered.document.command,
  });
  const failure = firstUnanswered(document.failures);
  if (failure !== undefined && document.offers.length === 0)
    return { end: 'failed', reason: failure.reason };
  const { resolved, found } = outcome;
  const change = resolved?.change ?? goneInWords(resolved?.gone ?? [], found.offers);
  return change === undefined
    ? { end: 'answered', question: { ...answered, document } }
    : { end: 'changed', reason: change };
}

/**
 * Whether a trip had one of the best prices: such trips are always looked up, so that a change of
 * their prices is seen.
 */
function wasAmongBest({
  document: { offers },
}: AnsweredComparison): (operator: string, trip: Trip) => boolean {
  const best = offers.filter(({ rank }) => rank !== null).slice(0, defaultBestCount);
  const tripKey = (operator: string, trip: Trip): string =>
    `${tripGroupKey({ ...trip, operator }, '', 'depots')} ${datesKey(trip)}`;
  const keys = new Set(best.map((offer) => tripKey(offer.operator, offerTrip(offer))));
  return (operator, trip) => keys.has(tripKey(operator, trip));
}

function goneInWords([extra]: readonly ExtraRef[], offers: readonly Offer[]): string | undefined {
  if (extra === undefined) return undefined;
  const { kind, id, name = String(id) } = extra;
  if (id === undefined) return `no vehicle has the ${extraWords[kind]} ${name} any more`;
  const shown = offers.flatMap(({ quote }) => (quote === undefined ? [] : extrasIn(quote)));
  const now = shown.find((item) => item.kind === kind && item.id === id);
  const title = `${extraWords[kind]} ${id}`;
  return now === undefined
    ? `no vehicle has ${title} any more; it was ${name}`
    : `${title} is now ${now.name}; it was ${name}`;
}
