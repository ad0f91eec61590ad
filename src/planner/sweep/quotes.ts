/** Which quotes a sweep asks for: all, none, or as few as it takes to know the cheapest. */
import { createChooser } from './best.ts';
import type { FoundOffers } from './find-offers.ts';
import { placeOf } from './forecast.ts';
import { wantedQuotes, type Known } from './plan.ts';
import { groupKey } from './groups.ts';
import { settled } from './asker.ts';
import { namesOf, withOneBasket } from './one-basket.ts';
import { candidateOf, createQuoter, type Candidate, type Listeners, type Quoter } from './quoter.ts';
import { selectionOf, type Offer } from './rank.ts';
import type { CheapestOf, SweepScope } from './request.ts';
import { datesKey } from './trips.ts';

/** The offers of all operators as candidates for quotes. */
export function candidatesOf(found: readonly FoundOffers[]): Candidate[] {
  return found.flatMap(({ run, offers }) => offers.map((offer) => candidateOf(run, offer)));
}

type GroupOf = (candidate: Candidate) => string;

/** What the cheapest are looked for among. */
function groupsBy(by: CheapestOf): GroupOf {
  if (by === 'all') return () => '';
  if (by === 'calendar') return ({ offer }) => datesKey(offer);
  return ({ offer }) => groupKey(offer, by);
}

/** What is known of each operator before its quotes. */
export function knownOf(
  found: readonly FoundOffers[],
  candidates: readonly Candidate[],
  { by, quoting }: SweepScope,
): Known[] {
  const most = quoting.how === 'best' ? quoting.most : 0;
  return found.map(({ run, requests }) => {
    const own = candidates.filter((one) => one.run === run);
    const { answers } = run.sweep;
    const isStored = ({ offer }: Candidate): boolean => answers.hasQuote(selectionOf(offer), offer.vehicle.name);
    const counts = by.map((one) => [one, one === 'all' ? most : new Set(own.map(groupsBy(one))).size] as const);
    return {
      ...placeOf(run.sweep),
      ...requests,
      depots: run.sweep.depotRequests,
      pairs: own.length,
      allPairs: own.length,
      kinds: new Set(own.map(({ kind }) => kind)).size,
      wanted: wantedQuotes(counts, found.length),
      stored: answers.isEmpty() ? 0 : own.filter(isStored).length,
      isCounted: true,
      isAssumed: false,
    };
  });
}

/** The quotes of the candidates. `result` also tells of a sweep that was interrupted. */
export function createQuotes(candidates: readonly Candidate[], { by, quoting }: SweepScope, listeners: Listeners) {
  const quoter = createQuoter(listeners);
  const { answered } = quoter;
  const runs = [...new Set(candidates.map(({ run }) => run))];
  const askAgain = (): Promise<void> => settled(runs.map((run) => run.askAgain()));
  let knowledge: Chooser | undefined;
  const askCheapest = async (most: number): Promise<void> => {
    for (const one of by) {
      const wanted = { most: one === 'all' ? most : 1, groupOf: groupsBy(one) };
      const chooser = createChooser(candidates.filter(isWhole), wanted);
      for (const [candidate, offer] of answered) chooser.learn(candidate, priceOf(offer));
      knowledge = chooser;
      await askChosen(chooser, quoter, askAgain);
    }
  };
  const estimated = (candidate: Candidate): Offer => {
    const { offer } = candidate;
    const missing = [...offer.missing, ...(quoter.refusedIds(candidate) ?? [])];
    const estimate = knowledge === undefined ? offer.estimate : Math.round(knowledge.guess(candidate) * 100) / 100;
    return { ...offer, missing, estimate };
  };
  return {
    ask: async (): Promise<void> => {
      if (quoting.how === 'none') return candidates.forEach(({ offer }) => listeners.tell(offer));
      if (quoting.how === 'best') await askCheapest(quoting.most);
      else await quoter.ask(candidates);
      await askAgain();
      await quoter.ask(candidates.filter((one) => !answered.has(one) && isFree(one)));
    },
    /** First those with quotes. Notes say if the basket is not the same everywhere. */
    result: () => {
      const rest = candidates.filter((one) => !answered.has(one) && !one.run.hasFailed(one.offer)).map(estimated);
      const { offers, notes } = withOneBasket([...answered.values()]);
      const isBelowEstimates = rest.length > 0 && knowledge?.isBelowEstimates() === true;
      return { offers: [...offers, ...rest], notes: [...quoter.notes(), ...notes], isBelowEstimates };
    },
  };
}

type Chooser = ReturnType<typeof createChooser<Candidate>>;

/** Without a wanted extra an offer is not among the cheapest, whatever it costs. */
function isWhole({ offer }: Candidate): boolean {
  return offer.missing.length === 0;
}

/** Its quote is stored. */
function isFree({ run, offer }: Candidate): boolean {
  const { answers } = run.sweep;
  return run.stopped() === undefined && !answers.isEmpty() && answers.hasQuote(selectionOf(offer), offer.vehicle.name);
}

/** Ten at a time, until no other can be among the cheapest. */
async function askChosen(chooser: Chooser, quoter: Quoter, askAgain: () => Promise<void>): Promise<void> {
  const waiting = new Set<Candidate>();
  const learn = (candidate: Candidate): void => {
    const offer = quoter.answered.get(candidate);
    if (offer === undefined) waiting.add(candidate);
    // The price of another vehicle says nothing of this one.
    chooser.learn(candidate, offer?.vehicle === candidate.offer.vehicle ? priceOf(offer) : undefined);
  };
  const askAll = async (): Promise<void> => {
    for (let next = chooser.next(); next.length > 0; next = chooser.next()) {
      await quoter.ask(next);
      next.forEach(learn);
      chooser.drop((one) => one.run.stopped() !== undefined || quoter.refusedIds(one) !== undefined);
    }
  };
  await askAll();
  await askAgain();
  const late = [...waiting].filter((candidate) => quoter.answered.has(candidate));
  late.forEach(learn);
  // What is known of their kinds now can show that others are among the cheapest.
  if (late.length > 0) await askAll();
}

/** Only totals of the whole basket are compared, in one currency and for the same things. */
function priceOf(offer: Offer | undefined) {
  if (offer?.quote === undefined || offer.missing.length > 0) return undefined;
  const { totalAmount, currency } = offer.quote;
  return { total: totalAmount, unit: [currency, ...namesOf(offer)].join() };
}
