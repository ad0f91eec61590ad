/** People book while a run asks: an answer that looks wrong then is right, and nothing is accused. */
import { expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { answer } from '../support/service.ts';
import { startService } from './support/changed.ts';
import { smoke } from './support/smoke.ts';

const required = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date', 'vehicle_id'];

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Asked {
  readonly isList: boolean;
  /** With all parameters that a quote needs. */
  readonly isQuote: boolean;
  readonly query: URLSearchParams;
}

/** The sandbox, whose answers `change` replaces. */
async function resultsOf(change: (asked: Asked, answer: Answer) => Answer) {
  const sandbox = createSandbox();
  const operator = startService(async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const isQuote = pathname.endsWith('/quotes') && required.every((name) => query.has(name));
    const asked = { isList: pathname.endsWith('/vehicles/availability'), isQuote, query };
    const answered = await sandbox.answer(request);
    const { status, body } = change(asked, { status: answered.status, body: await answered.json() });
    return answer(status, body);
  });
  const run = await smoke(operator, { skip: ['site'] });
  return run.results.map(({ id, verdict, reason }) => [id, verdict, reason] as const);
}

/** Every vehicle is taken from the quote on that is asked for as `isMeant` says. */
function soldOutFrom(isMeant: (query: URLSearchParams) => boolean) {
  const taken = { status: 404, body: { error: 'The vehicle is not available for the selected criteria' } };
  let isTaken = false;
  return resultsOf(({ isList, isQuote, query }, answer) => {
    isTaken ||= isQuote && isMeant(query);
    if (isTaken && isQuote) return taken;
    return isTaken && isList && answer.status === 200 ? { status: 200, body: [] } : answer;
  });
}

test('all vehicles are taken before the first quote', async () => {
  const results = await soldOutFrom(() => true);
  expect(results.filter(([, verdict]) => verdict === 'fail')).toEqual([]);
  expect(results).toContainEqual(['quote-answer', 'unchecked', 'the vehicles that were free were taken meanwhile']);
});

test('all vehicles are taken before a quote with a malformed id', async () => {
  const results = await soldOutFrom((query) => /abc$/.test(query.get('insurance_id') ?? ''));
  expect(results.filter(([, verdict]) => verdict === 'fail')).toEqual([]);
  expect(results).toContainEqual(['errors-id', 'pass', undefined]);
});

test('a vehicle becomes free before the quote that asks for one that is not', async () => {
  let free: string | undefined;
  const vehicles = new Map<string, object>();
  const results = await resultsOf(({ isList, isQuote, query }, answer) => {
    if (isQuote && answer.status === 404) {
      free = query.get('vehicle_id') ?? '';
      return { status: 200, body: { quoteId: 'new' } };
    }
    if (!isList || answer.status !== 200) return answer;
    const list = answer.body as { vehicleId: number }[];
    list.forEach((vehicle) => vehicles.set(String(vehicle.vehicleId), vehicle));
    return { status: 200, body: free === undefined ? list : [...list, vehicles.get(free)] };
  });
  expect(results.filter(([, verdict]) => verdict === 'fail')).toEqual([]);
  expect(results).toContainEqual(['errors-not-available', 'unchecked', 'the vehicle has become free meanwhile']);
});
