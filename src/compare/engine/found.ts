/** The offers and gaps of a comparison, as they are known so far. */
import type { Question } from '../../planner/question.ts';
import type { SearchGaps } from '../../search/gaps.ts';
import { withEstimates } from './estimates.ts';
import type { OfferFinder } from './find-offers.ts';
import type { CompareFailure } from './outcome.ts';
import { withSameExtras, type CheckedOffers } from './same-extras.ts';
import type { RunOptions, ComparisonState } from './state.ts';
import { storedNotes } from './vehicles.ts';

export interface FoundSoFar extends CheckedOffers {
  /** Undefined until it is resolved. */
  readonly question: Question | undefined;
  readonly offerFinders: readonly OfferFinder[];
  readonly gaps: SearchGaps;
  readonly failures: readonly CompareFailure[];
}

export function foundSoFar(state: ComparisonState): FoundSoFar {
  const { quotes, search, failures, offerState } = state;
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
export function noteFound(
  { notes }: FoundSoFar,
  { runs }: ComparisonState,
  { note = () => {}, minNotedAgeMs = 0 }: RunOptions,
): void {
  for (const text of [...notes, ...storedNotes(runs, minNotedAgeMs)]) note(text);
}
