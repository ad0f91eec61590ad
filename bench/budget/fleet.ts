/** Machines that share one budget on a Redis server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readServerAddress } from '../../src/http/rate-limit/server/address.ts';
import { openServer } from '../../src/http/rate-limit/server/index.ts';
import { openServerStore } from '../../src/http/rate-limit/server/server-store.ts';
import { makePolicy } from '../../src/http/rate-limit/policy.ts';
import type { LimiterKind } from './limiters.ts';
import { type Programs, type RaceResult, race } from './race.ts';
import { type BenchRedis, startBenchRedis, startDelay } from './redis.ts';

export interface FleetRun {
  readonly contender: string;
  readonly kind: LimiterKind;
  readonly machines: number;
  /** On each machine. */
  readonly processes: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly requests: number;
  /** From a machine to the server, and as long back, ms. */
  readonly delayMs: number;
}

export interface FleetResult extends RaceResult {
  /** Scripts that the server ran for each request, with those of waiting processes. */
  readonly commands: number;
  /** Time of a script inside the server, µs. */
  readonly micros: number;
}

export async function raceFleet(run: FleetRun, programs: Programs, redis: BenchRedis): Promise<FleetResult> {
  const delay = await startDelay(redis.port, run.delayMs);
  await redis.resetStatistics();
  try {
    const { contender, kind, limit, windowMs, requests, machines } = run;
    const processes = machines * run.processes;
    const budgetUrl = `redis://127.0.0.1:${run.delayMs === 0 ? redis.port : delay.port}`;
    const base = { kind, limit, windowMs, requests, machines, processes, lanes: 4, foreign: 0, budgetUrl };
    const result = await race({ ...base, contender }, programs);
    const { calls, micros } = await redis.scripts();
    return { ...result, commands: calls / requests, micros };
  } finally {
    delay.close();
  }
}

export interface Throughput {
  readonly claims: number;
  readonly micros: number;
  /** Bytes of an operator's budget with all slots used. */
  readonly bytes: number;
}

/** Claims and settles as fast as one connection can, for many operators with 100 slots each. */
export async function measureThroughput(operators: number, forMs: number): Promise<Throughput> {
  const redis = await startBenchRedis();
  const server = openServer({ address: readServerAddress(`redis://127.0.0.1:${redis.port}`)!, slowMs: 5_000 });
  try {
    await sleep(1_500);
    const claims = await claimFor(forMs, operators, server);
    const { micros } = await redis.scripts();
    const sizes = await redis.sizes();
    return { claims: claims / (forMs / 1_000), micros, bytes: Math.max(...sizes) };
  } finally {
    await server.close();
    await redis.end();
  }
}

async function claimFor(forMs: number, operators: number, server: ReturnType<typeof openServer>): Promise<number> {
  const policy = makePolicy({ origin: 'https://rental.test', limit: 100, windowMs: 100 }, 100);
  const end = performance.now() + forMs;
  let claims = 0;
  const lane = async (index: number): Promise<void> => {
    const store = openServerStore({
      ...{ server, policy, process: `bench ${index}`, random: Math.random },
      keys: [`rental:{bench-${index}}:budget`, `rental:{bench-${index}}:waiting`],
      monotonic: () => performance.now(),
    });
    while (performance.now() < end) {
      const result = await store.claim(1);
      for (const claim of result.claims) {
        claims += 1;
        await store.onLost(claim);
      }
      if (result.blocked) await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: operators }, (_, index) => lane(index)));
  return claims;
}
