/** A saved trip whose price follows a script. */
import { expect } from 'vitest';
import type { Service } from '../../src/http/types.ts';
import { splitShell } from '../../src/base/shell-words.ts';
import { isoInstant } from '../../src/base/instants.ts';
import { readTrip } from '../../src/trips/store.ts';
import type { TripAnswer } from '../../src/trips/saved-trip.ts';
import { serviceOf } from './fleet.ts';
import { cleanEnvironment, temporaryFolder } from './environment.ts';
import { run, type RunOptions, type RunResult } from './run.ts';
import { fileOf } from './saved-trips.ts';
import { plant, type TestService } from './service.ts';

/** The price from a round on, until the next one. */
export type Script = Readonly<Record<number, number | 'gone' | 'down'>>;

/**
 * A service whose price depends on how many answers the trip `it` has saved: if an answer was not
 * saved, the next one has the same price.
 */
export async function watchedTrip(
  script: Script,
  start: (service: Service) => TestService | Promise<TestService> = plant,
) {
  const env = cleanEnvironment(temporaryFolder());
  let isSaved = false;
  const answersSoFar = (): number => (isSaved ? readTrip(env, 'it').answers.length : 0);
  const quote = () => {
    const rounds = Object.keys(script).map(Number);
    const price = script[rounds.findLast((round) => round <= answersSoFar()) ?? 0];
    if (price === 'down') return { status: 503, error: 'Back soon' };
    if (typeof price !== 'number') return { status: 404, error: 'That vehicle has just gone' };
    return { totalAmount: price, expiresAt: '2026-11-21T00:30:00Z' };
  };
  const service = await start(
    serviceOf({ depots: ['Auckland'], vehicles: () => ({ 11: 'Kea' }), quote }),
  );
  const asks = [
    'quote',
    '11',
    '--pick-up',
    '1',
    '--from',
    '2026-12-20',
    '--to',
    '+7d',
    '--save',
    'it',
  ];
  expect(
    await run([...asks, '--base-url', service.baseUrl, '--rate-limit', '90/1s'], { env }),
  ).toMatchObject({
    code: 0,
  });
  isSaved = true;
  const watch: Watch = (flags, options = {}) =>
    run(splitShell(`trips watch ${flags} --retries 0`), { env, ...options });
  return {
    env,
    service,
    answersSoFar,
    watch,
    /** One round of a watch of `it`. */
    once: (flags = '', options: RunOptions = {}) => watch(`it --once ${flags}`, options),
    watchLong: (flags: string, options: LongWatch) => watchLong(watch, flags, options),
    fileOf: (name: string) => fileOf(env, name),
    /** How many quotes were requested so far. */
    quotes: () => service.requests.filter((path) => path.startsWith('/quotes')).length,
  };
}

type Watch = (flags: string, options?: RunOptions) => Promise<RunResult>;

export const hour = 3_600_000;

export interface LongWatch {
  /** Called at the end of each round: true ends the watch. */
  readonly isEnd: (round: number) => boolean;
  /** Of the time since the start, ms. */
  readonly wall?: (ms: number) => number;
  readonly uptime?: (ms: number) => number;
}

/** Watches in virtual time, every two hours. `asleep` has how long each sleep was, ms. */
async function watchLong(
  watch: Watch,
  flags: string,
  { isEnd, wall = (ms) => ms, uptime = (ms) => ms }: LongWatch,
) {
  const started = Date.parse('2026-11-20T00:00:00Z');
  let at = 0;
  let interrupt = (_: 'SIGINT'): void => {};
  const asleep: number[] = [];
  const ended = await watch(`${flags} --every 2h`, {
    now: () => started + wall(at),
    monotonic: () => at,
    uptime: () => uptime(at),
    sleep: async (ms, signal) => {
      const before = at;
      at += ms;
      asleep.push(ms);
      const round = Math.floor(at / (2 * hour));
      if (round > Math.floor(before / (2 * hour)) && isEnd(round)) interrupt('SIGINT');
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    },
    onStart: (signal) => (interrupt = signal),
  });
  return { ...ended, asleep, started };
}

export function pricedAnswer(at: number, total: number, currency = 'NZD'): TripAnswer {
  return {
    askedAt: isoInstant(at),
    end: 'priced',
    price: { total, currency, label: 'Kea', checkoutUrl: '' },
  };
}
