/** Which offers a result shows: a quote of them that expires during the sweep is worth another request. */
import type { SweepOutcome } from '../../planner/sweep/events.ts';
import { bundleOffers, groupKey, groupOffers } from '../../planner/sweep/groups.ts';
import { identityOf } from '../../planner/sweep/identity.ts';
import { groupBy, rankOffers, unranked } from '../../planner/sweep/rank.ts';
import type { Offer, Ranked, RankedQuote } from '../../planner/sweep/rank.ts';
import { calendarOffers } from './calendar-view.ts';
import type { CompareRequest } from './options.ts';

interface Form {
  /** For a person: the limit is that of each table, and counts rows. */
  readonly isView: boolean;
  /** Each offer is printed when it comes. */
  readonly isStreamed: boolean;
}

/** The best ones first. */
export function shownOffers(outcome: SweepOutcome, request: CompareRequest, form: Form): readonly Offer[] {
  return form.isStreamed ? [] : rowsOf(outcome, request, form).map(({ offer }) => offer);
}

function rowsOf(outcome: SweepOutcome, request: CompareRequest, { isView }: Form): readonly Ranked[] {
  const { groupBy: by, limit, calendar } = request;
  const [ranking, identity] = [rankOffers(outcome.offers), identityOf(outcome)];
  const inTable = (list: readonly Ranked[]): Ranked[] => {
    const rows = isView ? bundleOffers(list).map(({ all }) => all) : list.map((one) => [one]);
    return rows.slice(0, limit).flat();
  };
  const inGroups = (list: readonly RankedQuote[]): Ranked[] => {
    const groups = groupOffers(list, (offer) => (by === undefined ? '' : groupKey(offer, by, identity)));
    return groups.slice(0, limit).map(({ best }) => best);
  };
  const lacking = groupBy(ranking.incomplete, ({ quote }) => quote?.currency ?? '').values();
  const rest = [...lacking].flatMap((list) => inTable(list.map(unranked)));
  if (calendar) return [...calendarOffers({ outcome, request, ranking, identity }), ...(isView ? rest : [])];
  const ranked = ranking.byCurrency.flatMap(({ offers }) => (by === undefined ? inTable(offers) : inGroups(offers)));
  return [...ranked, ...rest].slice(0, isView ? undefined : limit);
}
