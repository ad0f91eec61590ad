/** How far a sweep is, on the line that moves. */
import { sendingMs, type Allowance, type OperatorPlan, type SweepPlan } from '../../planner/sweep/plan.ts';
import { formatDuration } from '../../text.ts';
import type { Progress } from '../../terminal/progress.ts';
import type { Leg } from './leg.ts';
import type { Report } from './report.ts';

export interface Meter {
  /** The same report, counted. */
  watching(report: Report, leg: Leg): Report;
  /** What an operator will have been asked in the end is known now. */
  planned(leg: Leg, plan: Pick<OperatorPlan, 'extras' | 'requests'>): void;
  end(): void;
}

interface Count {
  done: number;
  total: number;
}

export function createMeter(progress: Progress, legs: readonly Leg[], expected: SweepPlan): Meter {
  const counts = new Map(
    legs.map((leg, index): [Leg, Count] => [
      leg,
      { done: leg.depotRequests, total: expected.operators[index]?.requests ?? 0 },
    ]),
  );
  const show = (): void => progress.meter(meterWords(counts));
  const step = (leg: Leg, by: number): void => {
    const count = counts.get(leg);
    if (count !== undefined) count.done += by;
    show();
  };
  return {
    watching: (report, leg) => ({
      ...report,
      answered: (...parts) => {
        step(leg, 1);
        report.answered(...parts);
      },
      offer: (offer) => {
        if (offer.quote !== undefined && !offer.reused) step(leg, 1);
        report.offer(offer);
      },
      failed: (failure) => {
        if (failure.step !== 'extras') step(leg, 1);
        report.failed(failure);
      },
    }),
    planned: (leg, { extras, requests }) => {
      counts.set(leg, { done: (counts.get(leg)?.done ?? 0) + extras, total: requests });
      show();
    },
    end: () => progress.meter(undefined),
  };
}

const barWidth = 16;

/** `[████░░░░░░░░░░░░] 34 of 181, 66 of 100 free, 1 min left`; of the operator that takes longest where several do. */
function meterWords(counts: ReadonlyMap<Leg, Count>): string {
  const all = [...counts].map(([leg, { done, total }]) => {
    const allowance = allowanceOf(leg, done);
    return { done, total: Math.max(done, total), leg, allowance, leftMs: sendingMs(total - done, allowance) };
  });
  const done = all.reduce((sum, one) => sum + one.done, 0);
  const total = all.reduce((sum, one) => sum + one.total, 0);
  const slowest = all.reduce((a, b) => (b.leftMs > a.leftMs ? b : a));
  const filled = total === 0 ? 0 : Math.floor((done / total) * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  const { free, limit } = slowest.allowance;
  const budget = slowest.leg.operator.sandbox ? '' : `, ${free} of ${limit} free`;
  const left = slowest.leftMs > 0 ? `, about ${formatDuration(slowest.leftMs)} left` : '';
  return `[${bar}] ${done} of ${total}${budget}${left}`;
}

/** The budget of a sandbox of our own cannot be looked at: what was sent is taken off, what came free again is not known. */
function allowanceOf(leg: Leg, done: number): Allowance {
  const now = leg.allowanceNow();
  return leg.operator.sandbox ? { ...now, free: Math.max(0, now.limit - done) } : now;
}
