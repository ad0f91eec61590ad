/** Runs smoke in this process, with its own budget: against the services that the test has planted, else over the network. */
import { onTestFinished } from 'vitest';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { overspending, sendOnce } from '../../../src/http/http.ts';
import { createTransport } from '../../../src/http/transport.ts';
import type { Machine } from '../../../src/http/types.ts';
import { selectRules } from '../../../src/smoke/rules/index.ts';
import { runSmoke, type SmokeRun, type VerdictName } from '../../../src/smoke/run.ts';
import type { SenderOptions } from '../../../src/smoke/sender.ts';
import type { TripWish } from '../../../src/smoke/trips.ts';
import type { CalendarDate } from '../../../src/api/types.ts';
import { testMachine } from '../../http/support.ts';
import { plantedServices } from '../../support/service.ts';

export interface RunOptions {
  readonly strict?: boolean;
  readonly minChecks?: number;
  readonly wish?: Omit<TripWish, 'today'>;
  readonly siteIsAssumed?: boolean;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly tripRateLimit?: boolean;
  readonly retries?: number;
  readonly maxWaitMs?: number;
  readonly timeoutMs?: number;
  readonly machine?: Partial<Machine>;
}

export interface Deployment {
  readonly baseUrl: URL | string;
  readonly siteUrl: URL | string;
}

export async function smoke(deployment: Deployment, options: RunOptions = {}): Promise<SmokeRun> {
  const { retries = 2, maxWaitMs = 5_000, timeoutMs = 5_000 } = options;
  const onEvent = (): void => {};
  const machine: Machine = { ...testMachine, ...options.machine };
  const baseUrl = new URL(deployment.baseUrl);
  const transport = createTransport({
    machine,
    userAgent: 'rental/test',
    service: plantedServices(),
  });
  onTestFinished(() => transport.close());
  const signal = new AbortController().signal;
  const budget = createBudget({
    isPrivate: true,
    origin: baseUrl.origin,
    limit: 100,
    windowMs: 60_000,
    maxWaitMs,
    attemptTimeoutMs: timeoutMs,
    machine,
  });
  const attempt = { transport, budget, machine, timeoutMs, signal, onEvent };
  const overspend: SenderOptions['send'] = (request) => sendOnce(request, { ...attempt, budget: overspending(budget) });
  return runSmoke({
    rules: selectRules(options),
    baseUrl,
    siteUrl: new URL(deployment.siteUrl),
    siteIsAssumed: options.siteIsAssumed ?? false,
    strict: options.strict ?? false,
    minChecks: options.minChecks ?? 0,
    wish: {
      ...options.wish,
      today: new Date(machine.now()).toISOString().slice(0, 10) as CalendarDate,
    },
    send: (request) => sendOnce(request, attempt),
    overspend: options.tripRateLimit === true ? overspend : undefined,
    machine,
    signal,
    retries,
    maxWaitMs,
    onEvent,
  });
}

/** The ids of the checks with this verdict. */
export function idsOf(run: SmokeRun, verdict: VerdictName): string[] {
  return run.results.filter((result) => result.verdict === verdict).map(({ id }) => id);
}
