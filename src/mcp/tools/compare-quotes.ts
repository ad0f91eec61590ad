import * as z from 'zod/mini';
import { isTransient, UnavailableError } from '../../errors.ts';
import { hasAnswers, isKnown, type SweepOutcome } from '../../planner/sweep/events.ts';
import { mostRequests, planDocument, type SweepPlan } from '../../planner/sweep/plan.ts';
import { inOrder, rankOffers } from '../../planner/sweep/rank.ts';
import { runSweep } from '../../planner/sweep/sweep.ts';
import type { ObjectOf } from '../../shape.ts';
import { plural } from '../../text.ts';
import { comparison, failureDocument, offerDocument } from '../comparison.ts';
import { count, sweepRequest, text, texts, yesNo } from '../inputs.ts';
import { defineTool, type Call } from '../tool.ts';

/** A caller waits about a minute for an answer, so a comparison ends before that with what it has, ms. */
const longestMs = 45_000;

const again = 'call compare_quotes again with the same input';
const keeps = 'it goes on from the answers that are stored';

export default defineTool({
  name: 'compare_quotes',
  title: 'Compare quotes',
  description:
    'Many quotes at once: vehicles × dates × depots × operators, cheapest total first. Costs 1 request for each trip and each quote: start with dry_run. Stops after 45 s; if complete is false, do what next says.',
  asks: 'several',
  input: z.strictObject({
    pick_up: texts('Depots or all').check(z.minLength(1, 'at least one depot')),
    drop_off: z.optional(texts('Default: same')),
    from: text('Date or range: +30d, 2026-12-01..+13d'),
    flex: z.optional(count(0, 60, 'Days before and after from')),
    nights: z.optional(text('7, 7..10 or 7,10,14; or give to')),
    to: z.optional(text('Drop-off date or range')),
    vehicle: z.optional(texts('Ids, names, all (default) or cheapest')),
    accessories: z.optional(texts('Ids or names')),
    insurance: z.optional(texts('One; ids of several operators as name:id')),
    quote: z.optional(text('For each trip: top:5 (default), all or none')),
    dry_run: z._default(yesNo('Only count the requests'), false),
    max_requests: z._default(count(1, mostRequests, 'More is an error'), 300),
  }),
  output: comparison,
  pages: { lists: ['offers', 'failures'], limit: 20 },
  async run(input, call) {
    const stop = new AbortController();
    const release = endWith(stop, call);
    try {
      const request = { ...sweepRequest(input), everyOperator: call.areNamed };
      const { offset, limit } = call.page;
      const shown = (outcome: SweepOutcome) =>
        ranked(outcome)
          .slice(offset, offset + limit)
          .map(({ offer }) => offer);
      for await (const event of runSweep(request, call.sessions(stop.signal), { signal: stop.signal, shown })) {
        if (event.type === 'note') call.note(event.text);
        if (event.type === 'planned' && input.dry_run) return planned(event.plan);
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

function sum<K extends string>(items: readonly Readonly<Record<K, number>>[], key: K): number {
  return items.reduce((all, item) => all + item[key], 0);
}

function planned(plan: SweepPlan): ObjectOf<typeof comparison> {
  const next = 'call compare_quotes again without dry_run to get the offers';
  return { plan: planDocument(plan), offers: [], failures: [], complete: false, next };
}

function ranked({ offers }: SweepOutcome) {
  return inOrder(rankOffers(offers));
}

function compared(outcome: SweepOutcome, { signal }: Call): ObjectOf<typeof comparison> {
  signal.throwIfAborted();
  const { plan, failures, interruption } = outcome;
  const [first] = failures;
  // Nothing to show: then the reason is the answer.
  if (first !== undefined && !hasAnswers(outcome)) throw first.error;
  const next = nextStep(outcome);
  return {
    plan: planDocument(plan),
    offers: ranked(outcome).map(offerDocument),
    failures: failures.map(failureDocument),
    complete: failures.length === 0 && interruption === undefined,
    ...(next !== undefined && { next }),
  };
}

function nextStep(outcome: SweepOutcome): string | undefined {
  const { failures, interruption } = outcome;
  const rest = `${keeps}, about ${plural(requestsLeft(outcome), 'request')} left`;
  const limited = failures.filter(({ error }) => error.code === 'rate_limited');
  if (limited.length > 0) {
    const seconds = Math.max(...limited.map(({ error }) => error.retryAfterSeconds ?? 60));
    return `${again} in ${seconds} s: ${rest}`;
  }
  if (interruption !== undefined) return `${again}: ${rest}`;
  // An operator without the depot has none in the next call either.
  if (failures.every(({ error }) => error.code === 'usage')) return undefined;
  return `${again} to ask again for what failed: ${rest}`;
}

/** Without extras by name; a trip that was not answered counts as the others. */
function requestsLeft({ plan, trips, offers, failures }: SweepOutcome): number {
  const answered = trips.flatMap(({ asked }) => asked.filter(isKnown));
  if (answered.every(({ available }) => available === undefined)) return Math.max(1, plan.requests - answered.length);
  const wanted = plan.quote === 'none' ? 0 : answered.reduce((sum, { selected }) => sum + selected.length, 0);
  const quoted = offers.filter(({ quote }) => quote !== undefined).length;
  const refused = failures.filter(({ step, error }) => step === 'quote' && !isTransient(error)).length;
  const unanswered = trips.reduce((sum, { planned }) => sum + planned.length, 0) - answered.length;
  return Math.max(1, Math.round(unanswered * (1 + wanted / answered.length) + wanted - quoted - refused));
}
