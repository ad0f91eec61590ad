import { describe, expect, test } from 'vitest';
import { valueAt } from '../../src/shape.ts';
import {
  ContractError,
  NotAvailableError,
  RefusedError,
  RentalError,
} from '../../src/base/errors.ts';
import fc from '../support/property.ts';
import { calls, endpoints, fakeService, type Endpoint, type Reply } from './fake-http.ts';
import { accessories, depots, insurancePlans, quote, vehicles } from './samples.ts';
import { tries } from '../support/thorough.ts';
import { pathText } from '../../src/api/validate.ts';

const answers: Record<Endpoint, unknown> = {
  'GET /depots': depots,
  'GET /vehicles/availability': vehicles,
  'GET /vehicles/7/accessories': accessories,
  'GET /vehicles/7/insurance-types': insurancePlans,
  'GET /quotes': quote,
};

async function failure(endpoint: Endpoint, reply: Reply): Promise<RentalError> {
  const outcome: unknown = await calls[endpoint](fakeService(reply).client).catch(
    (error: unknown) => error,
  );
  if (!(outcome instanceof RentalError)) throw new Error(`${endpoint} gave ${String(outcome)}`);
  return outcome;
}

describe('the request', () => {
  test.each([
    ['https://cars.test/', 'https://cars.test/depots'],
    ['https://cars.test/api//', 'https://cars.test/api/depots'],
    ['http://127.0.0.1:8080/a%20b?key=1#top', 'http://127.0.0.1:8080/a%20b/depots?key=1'],
  ])('is below the base %s', async (baseUrl, address) => {
    const { client, requests } = fakeService({ body: [] }, baseUrl);
    await client.depots();
    expect(requests[0]?.url.href).toBe(address);
  });
});

describe('accepts what the interface leaves open', () => {
  test.each<[Endpoint, unknown]>([
    [
      'GET /depots',
      [
        {
          ...depots[0],
          pickup_times: [],
          drop_off_times: [{ time: 'noon', day: 'public_holiday' }],
        },
      ],
    ],
    ['GET /depots', [{ zone: { deep: [1] }, ...depots[0], name: '\u001b[31m', extra: null }]],
    ['GET /vehicles/availability', [{ ...vehicles[0], rentalDailyRate: 0, imageUrl: '' }]],
    [
      'GET /quotes',
      { ...quote, priceBreakdown: { ...quote.priceBreakdown, insurance: null, accessories: [] } },
    ],
    ['GET /quotes', { ...quote, expiresAt: '2026-11-20T23:00:00.123+13:00' }],
    ['GET /quotes', { ...quote, expiresAt: '2026-11-20T10:00Z' }],
    ['GET /quotes', { ...quote, expiresAt: '20261120T100000+0000' }],
  ])('%s %j', async (endpoint, body) => {
    const answer = await calls[endpoint](fakeService({ body }).client);
    // Keeps the order of fields and unknown fields.
    expect(JSON.stringify(answer)).toBe(JSON.stringify(body));
  });
});

/** The path of every field of a sample. */
function fieldsOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [here, ...fieldsOf(inner, here)];
  });
}

function changed(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const last = path.at(-1) ?? '';
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>;
  if (to === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = to;
  return copy;
}

const fields = endpoints.flatMap((endpoint) =>
  fieldsOf(answers[endpoint]).map((path) => ({ endpoint, path })),
);

describe('a wrong field is named', () => {
  test.each(fields.map((field) => ({ ...field, text: pathText(field.path) })))(
    '$endpoint $text',
    async (field) => {
      const { endpoint, path, text } = field;
      const sample = answers[endpoint];
      const last = path.at(-1);
      const old = valueAt(sample, path);
      const isAllowed = (value: unknown): boolean => {
        // A list needs no entry.
        if (value === undefined) return typeof last === 'number';
        if (value === null) return last === 'insurance';
        const isRightType = typeof value === typeof old && typeof value !== 'object';
        // No value below is an instant, and 1.5 is no id.
        return isRightType && last !== 'expiresAt' && value !== 1.5;
      };
      for (const wrong of [undefined, null, true, last === 'id' ? 1.5 : [[]], 'x', 5]) {
        if (isAllowed(wrong)) continue;
        const error = await failure(endpoint, { body: changed(sample, path, wrong) });
        expect(error, String(wrong)).toBeInstanceOf(ContractError);
        expect(error.message.startsWith(`${endpoint}: ${text}`), error.message).toBe(true);
        expect(error.message).toContain('expected a');
      }
    },
  );

  const long = '🚐'.repeat(100_000);
  const noInsurance = changed(quote, ['priceBreakdown', 'insurance'], undefined);
  const time = 'pickup_times[0].time';
  const wrongTime = changed(depots[0], ['pickup_times', 0, 'time'], 900);
  test.each<[Endpoint, message: string, body: unknown]>([
    ['GET /quotes', 'GET /quotes: expected an object, got an array', [quote]],
    [
      'GET /depots',
      `[1].${time}: expected a string, got number 900 (and 1 more)`,
      [depots[0], wrongTime, 7],
    ],
    [
      'GET /depots',
      'GET /depots: [0]: expected an object, got number 1 (and 999 more)',
      Array<number>(50_000).fill(1),
    ],
    [
      'GET /quotes',
      'expiresAt: expected an ISO 8601',
      { ...quote, expiresAt: '2026-02-30T10:00:00Z' },
    ],
    ['GET /quotes', 'expiresAt: expected an ISO 8601', { ...quote, expiresAt: '2026-11-20T10:00' }],
    [
      'GET /quotes',
      'priceBreakdown.insurance: expected an object or null, got nothing',
      noInsurance,
    ],
    [
      'GET /quotes',
      `: expected a number, got string "${'🚐'.repeat(40)}…"`,
      { ...quote, totalAmount: long },
    ],
  ])('by the error of %s: %s', async (endpoint, message, body) => {
    const error = await failure(endpoint, { body });
    expect(error).toBeInstanceOf(ContractError);
    expect(error.message).toContain(message);
  });

  const huge = '9007199254740992';
  test.each([
    [
      '1e999',
      quote,
      '656.5',
      'totalAmount: expected a number, got number Infinity',
      /report it to the operator$/,
    ],
    [
      '"id":1.25',
      depots,
      '"id":1',
      'id: expected an integer, got number 1.25',
      /report it to the operator$/,
    ],
    [
      `"id":${huge}`,
      depots,
      '"id":1',
      `got ${huge}, which is too large`,
      /^the answer is valid, but/,
    ],
  ])('a number such as %s is an error that says who is wrong', async (...row) => {
    const [odd, sample, right, message, hint] = row;
    const body = JSON.stringify(sample).replace(right, odd);
    const endpoint = sample === quote ? 'GET /quotes' : 'GET /depots';
    const error = await failure(endpoint, { body, type: 'application/json; charset=utf-8' });
    expect(error.message).toContain(message);
    expect(error.hint).toMatch(hint);
  });
});

describe('an error response', () => {
  test.each<[Endpoint, Reply]>([
    ['GET /depots', { status: 404, type: 'text/html', body: '<h1>Not Found</h1>' }],
    ['GET /depots', { status: 404, body: { error: 'no such page' } }],
    ['GET /quotes', { status: 404, type: 'text/plain', body: 'Not Found' }],
    ['GET /vehicles/7/accessories', { status: 404, body: '' }],
  ])('404 of %s %j says to check the base address', async (endpoint, reply) => {
    expect(await failure(endpoint, reply)).toMatchObject({
      status: 404,
      exitCode: 3,
      hint: 'check the base address: https://cars.test/api/agent/depots must exist',
    });
  });

  test('404 with an error body has its message, and a hint that the address may be wrong', async () => {
    const error = await failure('GET /vehicles/7/accessories', {
      status: 404,
      body: { error: 'no vehicle 7' },
    });
    expect(error.message).toContain('no vehicle 7');
    expect(error.hint).toMatch(
      /^rental depots and rental availability list the choices; or check the base address: .*\/depots must exist/,
    );
  });

  test('404 of quotes is not available, with the message of the service', async () => {
    const error = await failure('GET /quotes', {
      status: 404,
      body: { error: 'Vehicle 7 is taken', code: 1 },
    });
    expect(error).toBeInstanceOf(NotAvailableError);
    expect(error).toMatchObject({ message: 'Vehicle 7 is taken', status: 404, exitCode: 1 });
    expect(error.hint).toContain('rental availability');
  });

  test.each<[Endpoint, Reply]>([
    ['GET /quotes', { status: 404, body: { message: 'no route' } }],
    [
      'GET /quotes',
      { status: 400, body: { error: 'Missing required query parameter: vehicle_id' } },
    ],
    ['GET /vehicles/availability', { status: 422, type: 'text/plain', body: 'no' }],
  ])('%s %j is refused', async (endpoint, reply) => {
    const error = await failure(endpoint, reply);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ status: reply.status, exitCode: 3 });
  });

  test.each([204, 206, 302])('status %d breaks the interface', async (status) => {
    expect(await failure('GET /depots', { status, body: [] })).toBeInstanceOf(ContractError);
  });
});

describe('every possible body', () => {
  // A valid body with one value replaced.
  const nearlyValid = fc
    .tuple(fc.constantFrom(...fields), fc.jsonValue())
    .map(([{ endpoint, path }, value]) => ({
      endpoint,
      body: changed(answers[endpoint], path, value),
    }));
  const anything = fc.record({ endpoint: fc.constantFrom(...endpoints), body: fc.jsonValue() });
  const status = fc.constantFrom(200, 200, 200, 201, 301, 400, 404, 418, 500);

  test('is returned, or is a typed error with a short message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(nearlyValid, anything),
        status,
        async ({ endpoint, body }, code) => {
          try {
            const answer = await calls[endpoint](fakeService({ status: code, body }).client);
            expect(code).toBe(200);
            expect(answer).toEqual(JSON.parse(JSON.stringify(body)));
          } catch (error) {
            if (!(error instanceof RentalError)) throw error;
            expect(error.message.length).toBeLessThan(500);
          }
        },
      ),
      { numRuns: tries(500) },
    );
  });
});
