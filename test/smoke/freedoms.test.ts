/** What the interface document leaves to an operator is noted, and what is not where it is looked for is not checked. A strict run passes. */
import { expect, test } from 'vitest';
import { accessories, bodyAt, plans, quotes } from './planted/planted.ts';
import { answerWith, at, createOriginal, html, json, startMutant, type Mutation } from './support/mutant.ts';
import { idsOf, smoke } from './support/smoke.ts';
import { sample } from '../support/thorough.ts';

const original = createOriginal();

const manifest = /ai-plugin/;
const description = /^\/site\/openapi.json$/;

const header =
  (name: string, valueOf: (count: number) => string): (() => Mutation) =>
  () => {
    let count = 0;
    return (exchange) => void (exchange.headers[`x-ratelimit-${name}`] = valueOf((count += 1)));
  };
const bothMissing = '{"error":"Missing required query parameters: pick_up_date, drop_off_date"}';

/** `id` is the check that notes it. */
const freedoms: readonly (readonly [id: string, freedom: string, mutation: () => Mutation])[] = [
  [
    'errors-not-available',
    'a reason in other words',
    () => bodyAt(quotes, () => ({ error: 'Kein Fahrzeug frei.' }), 404),
  ],
  [
    'insurance-undated',
    'both missing dates in one message',
    () => (exchange) => {
      if (plans.test(exchange.path) && !exchange.query.has('pick_up_date'))
        answerWith(400, 'application/json', bothMissing)(exchange);
    },
  ],
  ['accessories-amounts', 'a negative price', () => bodyAt(accessories, ([first]) => void (first.price = -5))],
  [
    'quote-amounts',
    'a fee that is a reduction',
    () => bodyAt(quotes, (quote) => void (quote.priceBreakdown.routeFee -= 1000)),
  ],
  ['quote-sums', 'a total that is not the sum', () => bodyAt(quotes, (quote) => void (quote.totalAmount += 1))],
  [
    'quote-repeat',
    'prices that change with every request',
    () => {
      let count = 0;
      return at(
        quotes,
        json((quote) => void (quote.priceBreakdown.rentalFee += count += 1)),
      );
    },
  ],
  [
    'site-openapi-agree',
    'an object for all parameters',
    () =>
      bodyAt(description, ({ paths }) => {
        paths['/quotes'].get.parameters = [{ name: 'trip', in: 'query', explode: true, schema: { type: 'object' } }];
      }),
  ],
  ['site-openapi-agree', 'another title', () => bodyAt(description, (body) => void (body.info.title += '!'))],
  ['limits-headers', 'words', header('remaining', () => 'many')],
  ['limits-headers', 'a fraction', header('limit', () => '100.0')],
  ['limits-falling', 'always the same', header('remaining', () => '99')],
  ['limits-falling', 'rising', header('remaining', (count) => String(20 + count))],
];

test.each(sample(freedoms, 3))('%s notes %s', async (id, _, mutation) => {
  const run = await smoke(await startMutant(original, mutation()), { strict: true });
  expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
  const notes = run.results.find(({ check }) => check.id === id)?.findings ?? [];
  expect(notes.map(({ severity }) => severity)).toContain('note');
});

/** Their addresses are not documented. A description that is not there is in `unusual.test.ts`. */
const unpublished: readonly (readonly [id: string, instead: string, mutate: Mutation])[] = [
  ['site-manifest', 'a web page', at(manifest, html(200))],
  ['site-manifest', 'a list', bodyAt(manifest, (body) => [body])],
];

test.each(unpublished)('%s is not checked if there is %s', async (id, _, mutate) => {
  const run = await smoke(await startMutant(original, mutate), { strict: true });
  expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
  expect(idsOf(run, 'unchecked')).toContain(id);
  expect(run.results.find(({ check }) => check.id === id)?.reason).toContain('was found: ');
});

test('a deployment without rate-limit headers and without Date passes, and says which checks it could not be asked for', async () => {
  const mutant = await startMutant(original, ({ headers }) => {
    for (const name of Object.keys(headers)) if (/^x-rate|^date$/.test(name)) delete headers[name];
  });
  const run = await smoke(mutant, { strict: true });
  const limits = ['limits-headers', 'limits-falling', 'limits-value', 'limits-exceeded'];
  expect([run.exitCode, idsOf(run, 'skip').filter((id) => id.startsWith('limits'))]).toEqual([0, limits]);
});
