/** Which quotes a sweep asks for: all, none, or as few as it takes to know the cheapest. */
import { createChooser, type Chooser, type Price } from './best.ts';
import { groupKey } from './groups.ts';
import { namesOf, withOneBasket } from './one-basket.ts';
import { createQuoter, type Candidate, type Listeners } from './quoter.ts';
import type { Offer } from './rank.ts';
import type { CheapestOf, SweepScope } from './request.ts';
import { datesKey } from './trips.ts';

/** What the cheapest are looked for among. */
export function groupOf(by: CheapestOf): (candidate: Candidate) => string {
  if (by === 'all') return () => '';
  if (by === 'calendar') return ({ offer }) => datesKey(offer);
  return ({ offer }) => groupKey(offer, by);
}

/** The quotes of the candidates. `result` also tells of a sweep that was interrupted. */
export function createQuotes(candidates: readonly Candidate[], { by, quoting }: SweepScope, listeners: Listeners) {
  const quoter = createQuoter(listeners);
  const { answered, failed } = quoter;
  let chooser: Chooser<Candidate> | undefined;
  /** Ten at a time, until no other can be among the cheapest. */
  const askCheapest = async (one: CheapestOf, most: number): Promise<void> => {
    // Without a wanted extra an offer is not among the cheapest, whatever it costs.
    const whole = candidates.filter(({ offer }) => offer.missing.length === 0);
    const known = createChooser(whole, { most: one === 'all' ? most : 1, groupOf: groupOf(one) });
    chooser = known;
    for (const [candidate, offer] of answered) known.learn(candidate, priceOf(offer));
    for (let next = known.next(); next.length > 0; next = known.next()) {
      await quoter.ask(next);
      for (const candidate of next) known.learn(candidate, priceOf(answered.get(candidate)));
      known.drop((candidate) => candidate.run.stopped() !== undefined || quoter.isRefused(candidate));
    }
  };
  const estimated = (candidate: Candidate): Offer => {
    const offer = quoter.lacking(candidate);
    return chooser === undefined ? offer : { ...offer, estimate: Math.round(chooser.guess(candidate) * 100) / 100 };
  };
  return {
    ask: async (): Promise<void> => {
      if (quoting.how === 'none') for (const { offer } of candidates) listeners.tell(offer);
      else if (quoting.how === 'all') await quoter.ask(candidates);
      else for (const one of by) await askCheapest(one, quoting.most);
    },
    /** First those with quotes. Notes say if the basket is not the same everywhere. */
    result: () => {
      const rest = candidates.filter((one) => !answered.has(one) && !failed.has(one)).map(estimated);
      const { offers, notes } = withOneBasket([...answered.values()]);
      const isBelowEstimates = rest.length > 0 && chooser?.isBelowEstimates() === true;
      return { offers: [...offers, ...rest], notes, isBelowEstimates };
    },
  };
}

/** Only totals of the whole basket are compared, in one currency and for the same things. */
function priceOf(offer: Offer | undefined): Price | undefined {
  if (offer?.quote === undefined || offer.missing.length > 0) return undefined;
  const { totalAmount, currency } = offer.quote;
  return { total: totalAmount, unit: [currency, ...namesOf(offer)].join() };
}
