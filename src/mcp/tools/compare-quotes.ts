import * as z from 'zod/mini';
import { UnavailableError } from '../../errors.ts';
import { hasAnswers, type SweepOutcome } from '../../planner/sweep/events.ts';
import { expiriesOf } from '../../planner/expiry.ts';
import { mostRequests, type SweepPlan } from '../../planner/sweep/plan.ts';
import { inOrder, isQuoted, rankOffers, type Offer, type Ranked } from '../../planner/sweep/rank.ts';
import { runSweep } from '../../planner/sweep/sweep.ts';
import type { ObjectOf } from '../../shape.ts';
import { comparison, depotsDocument, failureDocuments, offerDocument } from '../comparison.ts';
import { count, limitsInput, sweepRequest, text, texts, yesNo } from '../inputs.ts';
import { again, isComplete, nextStep, stepAfterPlan } from '../next-step.ts';
import { extrasNotes, notQuoted, offerNotes } from '../offer-notes.ts';
import { defineTool, type Call } from '../tool.ts';

/** A caller waits about a minute for an answer, so a sweep ends before that with what it has. */
const longestMs = 45_000;

export default defineTool({
  name: 'compare_quotes',
  title: 'Compare quotes',
  description:
    'Many quotes at once: vehicles × dates × depots × operators, cheapest total first, those with warnings last, each with the link where a person books. 1 request for the depots, each trip and each quote: above 100, start with dry_run. If complete is false, do what next says.',
  asks: 'several',
  input: z.strictObject({
    pick_up: texts('Depots or all').check(z.minLength(1, 'at least one depot')),
    drop_off: z.optional(texts('Default: same')),
    from: text('Date or range: +30d, 2026-12-01..+13d'),
    flex: z.optional(count(0, 60, 'Days before and after from')),
    nights: z.optional(text('7, 7..10 or 7,10,14; or give to')),
    to: z.optional(text('Drop-off date or range')),
    vehicle: z.optional(texts('Ids, names, all (default) or cheapest (that has the extras)')),
    ...limitsInput,
    accessories: z.optional(texts('Ids or names')),
    insurance: z.optional(texts('One; ids of several operators as name:id')),
    quote: z.optional(text('What to price: best (default, the ten cheapest), best:20, all or none')),
    dry_run: z._default(yesNo('Only count requests'), false),
    max_requests: z._default(count(1, mostRequests, 'More is an error'), 300),
  }),
  output: comparison,
  pages: { lists: ['offers', 'failures'], limit: 20 },
  async run(input, call) {
    const stop = new AbortController();
    const release = endWith(stop, call);
    try {
      const request = { ...sweepRequest(input), named: true, everyOperator: call.areNamed };
      for await (const event of runSweep(request, call.sessions(stop.signal), { signal: stop.signal })) {
        if (event.type === 'note') call.note(event.text);
        if (event.type === 'planned' && input.dry_run) return planned(event.plan, input.max_requests);
        if (event.type === 'progress') {
          const [done, total] = [sum(event.operators, 'done'), sum(event.operators, 'total')];
          call.progress.report(done, total, `${done} of ${Math.max(done, total)} requests`);
        }
        if (event.type === 'done') return compared(event.outcome, call);
      }
      throw new Error('the sweep ended without an outcome');
    } finally {
      release();
    }
  },
});

function sum<K extends string>(items: readonly Readonly<Record<K, number>>[], key: K): number {
  return items.reduce((all, item) => all + item[key], 0);
}

function planned(plan: SweepPlan, maxRequests: number): ObjectOf<typeof comparison> {
  const next = stepAfterPlan(plan, maxRequests);
  return { plan: shownPlan(plan), offers: [], failures: [], complete: false, next };
}

/** Without the time, which only seems to be a bound while a part of the sweep is not counted. */
function shownPlan(plan: SweepPlan): ObjectOf<typeof comparison>['plan'] {
  const { seconds, ...rest } = plan;
  return plan.counted ? { ...rest, seconds } : rest;
}

/** Without those that nobody asked to price. */
function listed({ offers, plan }: SweepOutcome): readonly Ranked[] {
  const isRefused = ({ basket, missing }: Offer): boolean => missing.length > basket.missing.length;
  const shown = plan.quote === 'none' ? offers : offers.filter((offer) => isQuoted(offer) || isRefused(offer));
  return inOrder(rankOffers(shown));
}

function compared(outcome: SweepOutcome, call: Call): ObjectOf<typeof comparison> {
  call.signal.throwIfAborted();
  const { plan, failures, sessions } = outcome;
  const [first] = failures;
  // Nothing to show: then the reason is the answer.
  if (first !== undefined && !hasAnswers(outcome)) throw first.error;
  const offers = listed(outcome);
  call.note(...offerNotes(outcome));
  const shown = pageOf(offers, call);
  call.note(...extrasNotes(shown, outcome));
  return {
    plan: shownPlan(plan),
    depots: depotsDocument(outcome, shown),
    offers: offers.map((one) => offerDocument(one, sessions)),
    notQuoted: notQuoted(outcome) || undefined,
    expiresAt: expiriesOf(shown.flatMap(({ offer: { quote } }) => quote ?? []))[0],
    failures: failureDocuments(failures, sessions),
    complete: isComplete(outcome),
    next: nextStep(outcome),
  };
}

function pageOf(offers: readonly Ranked[], { page: { offset, limit } }: Call): readonly Ranked[] {
  return offers.slice(offset, offset + limit);
}

/** Aborts `stop` when the time is over, or with the call. Returns what ends that. */
function endWith(stop: AbortController, { signal, sleep }: Call): () => void {
  const end = (): void => stop.abort(signal.reason);
  const over = new AbortController();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  sleep(longestMs, over.signal).then(
    () => stop.abort(new UnavailableError('the time was not enough for a first answer', { hint: again })),
    () => {},
  );
  return () => {
    over.abort();
    signal.removeEventListener('abort', end);
  };
}
