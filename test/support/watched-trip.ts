/** A saved trip whose price follows a script. */
import { expect } from 'vitest';
import type { Service } from '../../src/http/types.ts';
import { isoInstant } from '../../src/base/instants.ts';
import { readTrip } from '../../src/trips/store.ts';
import type { TripAnswer } from '../../src/trips/saved-trip.ts';
import { serviceOf } from './fleet.ts';
import { cleanEnvironment, temporaryFolder } from './environment.ts';
import { run } from './run.ts';
import { plant, type TestService } from './service.ts';

/** The price from a round on, until the next one. */
export type Script = Readonly<Record<number, number | 'gone' | 'down'>>;

/**
 * A service whose price depends on how many answers the trip `it` has: an answer that nobody kept
 * is given again.
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
  return { env, service, answersSoFar };
}

export function pricedAnswer(at: number, total: number, currency = 'NZD'): TripAnswer {
  return {
    askedAt: isoInstant(at),
    end: 'priced',
    price: { total, currency, label: 'Kea', checkoutUrl: '' },
  };
}
