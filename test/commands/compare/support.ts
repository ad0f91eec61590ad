import type { createSandbox } from '../../../src/sandbox/index.ts';
import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import type { Comparison } from '../../../src/documents/offers.ts';
import { plantSandbox, start } from '../../sandbox/support.ts';
import { configuredEnvironment } from '../../support/environment.ts';
import { run, type RunOptions, type RunResult } from '../../support/run.ts';

type Sandbox = ReturnType<typeof createSandbox>;

export interface Operators {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  sandbox(name: string): Sandbox;
  /** Paths (below the base address) and queries of the requests since the last call. */
  newRequests(name: string): string[];
  /** Runs `rental compare` with all operators. */
  compare(args: readonly string[], options?: RunOptions): Promise<RunResult>;
}

/**
 * Sandboxes that only `run` can ask, without a server, and an environment whose configuration names
 * them.
 */
export function plantOperators(named: Readonly<Record<string, SandboxOptions>>): Operators {
  const sandboxes = Object.entries(named).map(
    ([name, options]) => [name, plantSandbox(options)] as const,
  );
  return configured(named, new Map(sandboxes));
}

/** The same on loopback, for the built program. */
export async function startOperators(
  named: Readonly<Record<string, SandboxOptions>>,
): Promise<Operators> {
  const sandboxes = new Map<string, Sandbox>();
  for (const [name, options] of Object.entries(named)) sandboxes.set(name, await start(options));
  return configured(named, sandboxes);
}

function configured(
  named: Readonly<Record<string, SandboxOptions>>,
  sandboxes: ReadonlyMap<string, Sandbox>,
): Operators {
  const seen = new Map<string, number>();
  const config: Record<string, unknown> = {};
  for (const [name, { rateLimit }] of Object.entries(named)) {
    const { limit, windowMs } = rateLimit ?? { limit: 100, windowMs: 60_000 };
    config[name] = { baseUrl: sandboxes.get(name)?.baseUrl, limit: `${limit}/${windowMs}ms` };
  }
  const env = configuredEnvironment({ default: Object.keys(named)[0], operators: config });
  const sandboxOf = (name: string): Sandbox => sandboxes.get(name) as Sandbox;
  return {
    env,
    folder: env['HOME'] ?? '',
    sandbox: sandboxOf,
    newRequests: (name) => {
      const all = sandboxOf(name).requests.map(({ path }) => path.replace(/^\/api\/agent/, ''));
      const before = seen.get(name) ?? 0;
      seen.set(name, all.length);
      return all.slice(before);
    },
    compare: (args, options = {}) =>
      run(['compare', '--operator', Object.keys(named).join(','), ...args], {
        ...options,
        env: { ...env, ...options.env },
      }),
  };
}

/** Sends a signal to the run as soon as the service has got so many requests. */
export function stopAt(
  count: number,
  { requests }: { readonly requests: readonly unknown[] },
  signal: 'SIGINT' | 'SIGTERM' = 'SIGINT',
): RunOptions {
  return {
    onStart: (interrupt) => {
      const watch = setInterval(() => {
        if (requests.length < count) return;
        clearInterval(watch);
        interrupt(signal);
      }, 1);
    },
  };
}

export function parsed({ stdout }: RunResult): Comparison {
  return JSON.parse(stdout) as Comparison;
}

export interface Counts {
  readonly depots: number;
  readonly availability: number;
  readonly extras: number;
  readonly quotes: number;
}

/** Counts the paths of each endpoint. */
export function counts(paths: readonly string[]): Counts {
  const of = (pattern: RegExp): number => paths.filter((path) => pattern.test(path)).length;
  return {
    depots: of(/^\/depots/),
    availability: of(/availability/),
    extras: of(/accessories\?|insurance-types/),
    quotes: of(/^\/quotes/),
  };
}

/** The document without what differs between two runs. */
export function stableDocument({ stdout }: Pick<RunResult, 'stdout'>): unknown {
  const own = ['askedAt', 'expiresAt', 'reused', 'plan'];
  return JSON.parse(stdout, (key, value: unknown) => (own.includes(key) ? undefined : value));
}

export function nightsOf(query: URLSearchParams): number {
  const [start, end] = ['pick_up_date', 'drop_off_date'].map((name) =>
    Date.parse(query.get(name)!),
  );
  return (end! - start!) / 86_400_000;
}
