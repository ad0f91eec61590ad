/**
 * Runs smoke in this process, with its own budget: against the services that the test has planted,
 * else over the network.
 */
import { onTestFinished } from 'vitest';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { beyondBudget, sendOnce } from '../../../src/http/http.ts';
import { createTransport } from '../../../src/http/transport.ts';
import type { Machine } from '../../../src/http/types.ts';
import { selectRules } from '../../../src/smoke/rules/select.ts';
import {
  runSmoke,
  type SmokeOptions,
  type SmokeRun,
  type Verdict,
} from '../../../src/smoke/run.ts';
import type { TripWish } from '../../../src/smoke/trips.ts';
import type { CalendarDate } from '../../../src/shape.ts';
import { testMachine } from '../../http/support.ts';
import { plantedServices } from '../../support/service.ts';

type WithDefault = 'strict' | 'minChecks' | 'siteIsAssumed' | 'retries' | 'maxWaitMs';

export interface RunOptions extends Partial<Pick<SmokeOptions, WithDefault>> {
  readonly wish?: Omit<TripWish, 'today'>;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly tripRateLimit?: boolean;
  readonly timeoutMs?: number;
  readonly machine?: Partial<Machine>;
}

export interface Deployment {
  readonly baseUrl: URL | string;
  readonly siteUrl: URL | string;
}

export async function smoke(deployment: Deployment, options: RunOptions = {}): Promise<SmokeRun> {
  const {
    strict = false,
    minChecks = 0,
    siteIsAssumed = false,
    retries = 2,
    maxWaitMs = 5_000,
  } = options;
  const { timeoutMs = 5_000, tripRateLimit = false } = options;
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
  const limits = { limit: 100, windowMs: 60_000, maxWaitMs, attemptTimeoutMs: timeoutMs };
  const budget = createBudget({ isPrivate: true, origin: baseUrl.origin, machine, ...limits });
  const attempt = { transport, budget, machine, timeoutMs, signal, onEvent };
  const overspend: SmokeOptions['send'] = (request) =>
    sendOnce(request, { ...attempt, budget: beyondBudget(budget) });
  const today = new Date(machine.now()).toISOString().slice(0, 10) as CalendarDate;
  return runSmoke({
    baseUrl,
    siteUrl: new URL(deployment.siteUrl),
    siteIsAssumed,
    strict,
    minChecks,
    machine,
    signal,
    retries,
    maxWaitMs,
    onEvent,
    versions: { rental: '0.1.0', node: 'v20.18.1' },
    rules: selectRules(options),
    wish: { ...options.wish, today },
    send: (request) => sendOnce(request, attempt),
    exceedLimit: tripRateLimit ? overspend : undefined,
  });
}

/** The ids of the checks with this verdict. */
export function idsOf(run: SmokeRun, verdict: Verdict): string[] {
  return run.results.filter((result) => result.verdict === verdict).map(({ id }) => id);
}
