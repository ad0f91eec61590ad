/** What the interface document leaves to an operator breaks no rule. A strict run passes. */
import { expect, test } from 'vitest';
import {
  accessories,
  answerWith,
  error,
  html,
  json,
  lacks,
  on,
  plans,
  quotes,
} from '../../src/sandbox/faults/change.ts';
import type { Change } from '../../src/sandbox/index.ts';
import { startChanged } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';
import { sample } from '../support/thorough.ts';

const description = /^\/openapi.json$/;
const bothMissing = 'Missing required query parameters: pick_up_date, drop_off_date';
const remaining =
  (valueOf: (number: number) => string): Change =>
  ({ headers, number }) =>
    headers.set('X-RateLimit-Remaining', valueOf(number));

/** `id` is the rule that notes it, if one does. */
const freedoms: readonly (readonly [freedom: string, change: Change, id?: string])[] = [
  [
    'a reason in other words',
    json(quotes, () => ({ error: 'Kein Fahrzeug.' }), undefined, 404),
    'errors-not-available',
  ],
  ['both missing dates in one message', on(plans, error(400, bothMissing), lacks('pick_up_date')), 'insurance-undated'],
  ['a negative price', json(accessories, ([first]) => void (first.price = -5)), 'accessories-amounts'],
  ['a reduction', json(quotes, ({ priceBreakdown }) => void (priceBreakdown.routeFee -= 1000)), 'quote-amounts'],
  ['a total that is not the sum', json(quotes, (quote) => void (quote.totalAmount += 1)), 'quote-sums'],
  [
    'prices that change with every request',
    (answer) => json(quotes, (quote) => void (quote.priceBreakdown.rentalFee += answer.number))(answer),
  ],
  ['another title in JSON', json(description, (body) => void (body.info.title += '!'))],
  ['a path that stands elsewhere', json(description, ({ paths }) => void (paths['/quotes'] = { $ref: '#/x' }))],
  ['words for what remains', remaining(() => 'many')],
  ['always the same remaining', remaining(() => '99')],
  ['a remaining that rises', remaining((number) => String(20 + number))],
  ['a manifest that is a web page', on(/ai-plugin/, html(200))],
  ['a manifest that is a list', on(/ai-plugin/, answerWith(200, 'application/json', '[]'))],
  [
    'no headers of the limit and no Date',
    ({ headers }) => [...headers.keys()].forEach((name) => /^x-rate|^date$/.test(name) && headers.delete(name)),
  ],
];

test.each(sample(freedoms, 5).map(([name, ...rest]) => ({ name, rest })))('$name', async ({ rest: [change, id] }) => {
  const run = await smoke(startChanged(change), { strict: true });
  expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
  const notes = run.results.filter(({ findings }) => findings.length > 0).map((result) => result.id);
  if (id !== undefined) expect(notes).toContain(id);
});
