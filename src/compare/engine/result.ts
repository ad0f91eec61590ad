/** The offers and gaps of a comparison, as they are known by now. */
import type { Question } from '../../planner/question.ts';
import type { SearchGaps } from '../../search/gaps.ts';
import { withEstimates } from './estimates.ts';
import type { OfferFinder } from './find-offers.ts';
import type { CompareFailure } from './outcome.ts';
import { withSameExtras, type CheckedOffers } from './same-extras.ts';
import type { OfferState, RunOptions, TripState } from './state.ts';
import { storedNotes } from './vehicles.ts';

export interface SearchResult extends CheckedOffers {
  /** Undefined until it is resolved. */
  readonly question: Question | undefined;
  readonly offerFinders: readonly OfferFinder[];
  readonly gaps: SearchGaps;
  readonly failures: readonly CompareFailure[];
}

/** `offerState`: undefined until the question is resolved. */
export function resultOf(state: TripState, offerState: OfferState | undefined): SearchResult {
  const { quotes, search, failures } = state;
  const { question, offerFinders } = offerState ?? { question: undefined, offerFinders: [] };
  const all = offerFinders.flatMap((one) => one.offers);
  const answered = all.flatMap((offer) => quotes.answerOf(offer) ?? []);
  const rest = all.filter((offer) => !quotes.isAsked(offer)).map(quotes.markGivenUp);
  const { offers, notes } = withSameExtras(answered);
  return {
    question,
    offerFinders,
    gaps: search.gaps(),
    failures,
    offers: withEstimates([...offers, ...rest], state),
    notes,
  };
}

/** Notes what was noticed in the offers, and how old stored lists are. */
export function noteResult(
  { notes }: SearchResult,
  { runs }: TripState,
  { note = () => {}, minNotedAgeMs = 0 }: RunOptions,
): void {
  for (const text of [...notes, ...storedNotes(runs, minNotedAgeMs)]) note(text);
}
