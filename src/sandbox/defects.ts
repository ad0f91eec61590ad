/**
 * Breaks one rule of the interface on purpose, so that people see what their checks say. Each defect has the name of the check of `rental
 * smoke` that finds it.
 */
import type { MiddlewareHandler } from 'hono';
import { basePath } from './options.ts';

interface Answer {
  /** Below the base address, or below the site. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  status: number;
  body: string;
}

type Change = (answer: Answer) => void;
type Condition = (answer: Answer) => boolean;

// Defects give bodies any form.
/* eslint-disable @typescript-eslint/no-explicit-any */

const depots = /^\/depots$/;
const availability = /^\/vehicles\/availability$/;
const accessories = /^\/vehicles\/\d+\/accessories$/;
const plans = /^\/vehicles\/\d+\/insurance-types$/;
const quotes = /^\/quotes$/;
const book = /^\/book$/;
const openApi = /^\/openapi\.json$/;

const has = (name: string) => (answer: Answer) => answer.query.has(name);
const lacks = (name: string) => (answer: Answer) => !answer.query.has(name);
const isOneWay: Condition = ({ query }) => query.get('pick_up_depot_id') !== query.get('drop_off_depot_id');

const defects: Readonly<Record<string, Change>> = {
  'depots-answer': at(depots, (list) => ({ depots: list })),
  'depots-fields': at(depots, ([depot]) => void delete depot.name),
  'depots-ids': at(depots, ([one, other]) => void (other.id = one.id)),
  'depots-times': at(depots, ([depot]) => void (depot.pickup_times[0].time = '9am')),
  'availability-answer': page(availability),
  'availability-fields': at(availability, ([vehicle]) => void (vehicle.rentalDailyRate = '99.00')),
  'availability-ids': at(availability, (list) => void list.push(list[0])),
  'availability-amounts': at(availability, ([vehicle]) => void (vehicle.rentalDailyRate = 99.999)),
  'availability-images': at(availability, ([vehicle]) => void (vehicle.imageUrl = '/images/camper.svg')),
  'availability-others': page(availability, isOneWay),
  ...defectsOfExtras('accessories', accessories),
  ...defectsOfExtras('insurance', plans),
  'quote-answer': at(quotes, (quote) => [quote]),
  'quote-currency': at(quotes, (quote) => void (quote.currency = 'AUD')),
  'quote-expiry': at(quotes, (quote) => void (quote.expiresAt = '2020-01-01T00:00:00Z')),
  'quote-note': at(quotes, (quote) => void (quote.note = 'Thank you.')),
  'quote-fields': at(quotes, (quote) => void delete quote.priceBreakdown.insurance),
  'quote-amounts': at(quotes, (quote) => void (quote.priceBreakdown.routeFee = 0.001)),
  'quote-selected': at(quotes, (quote) => void (quote.priceBreakdown.accessories = []), has('accessory_ids')),
  'quote-unselected': at(
    quotes,
    ({ priceBreakdown }) => void (priceBreakdown.insurance = { id: 1, name: 'Basic', cost: 0 }),
    lacks('insurance_id'),
  ),
  'quote-ids': at(quotes, (quote) => void (quote.quoteId = 'q_1')),
  'quote-sums': at(quotes, (quote) => void (quote.totalAmount = inCents(quote.totalAmount))),
  'quote-rate': at(availability, (list) => inCentsAt(list, 'rentalDailyRate')),
  'quote-prices': at(accessories, (list) => inCentsAt(list, 'price')),
  'errors-availability-missing': on(availability, error(400, 'A parameter is missing'), lacks('pick_up_date')),
  'errors-quotes-missing': on(quotes, error(400, 'A parameter is missing'), lacks('vehicle_id')),
  'errors-date': on(availability, html(500), isMalformed('pick_up_date', /^\d{4}-\d\d-\d\d$/)),
  'errors-id': on(quotes, html(500), isMalformed('vehicle_id', /^\d+$/)),
  'errors-path-id': on(/^\/vehicles\/(?!\d+\/)[^/]+\//, html(404)),
  'errors-not-available': on(quotes, html(404), ({ status }) => status === 404),
  'errors-trace': on(quotes, error(404, 'Error\n    at quote (/srv/quote.js:12:34)\n'), ({ status }) => status === 404),
  'site-book': on(book, html(404), lacks('vehicle_id')),
  'site-checkout': on(book, html(404), has('vehicle_id')),
  'site-openapi-yaml': on(/^\/openapi\.yaml$/, html(404)),
  'site-openapi-json': at(openApi, ({ paths }) => void delete paths['/quotes']),
  'site-openapi-version': on(/^\/openapi\./, (answer) => {
    answer.body = answer.body.replace(/(version"?: ?"?)1\.0\.0/, '$12.0.0');
  }),
  'site-openapi-agree': at(openApi, ({ paths }) => void (paths['/bookings'] = { get: paths['/quotes'].get })),
  'limits-value': on(/^/, ({ headers }) => headers.has('X-RateLimit-Limit') && headers.set('X-RateLimit-Limit', '50')),
  'limits-exceeded': on(/^/, html(429), ({ status }) => status === 429),
};

export const defectNames: readonly string[] = Object.keys(defects);

/** Changes every answer as these defects do. */
export function injectDefects(names: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (names.length === 0 || c.req.method !== 'GET') return;
    const { pathname, searchParams: query } = new URL(c.req.url);
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
    const { status, headers } = c.res;
    const answer = { path, query, headers: new Headers(headers), status, body: await c.res.text() };
    for (const name of names) change(answer, name);
    // Otherwise Hono puts the old headers into the new answer.
    c.res = undefined;
    c.res = new Response(answer.body, answer);
  };
}

/** An answer without what the defect changes, such as an empty list, or one that another defect has broken, stays as it is. */
function change(answer: Answer, name: string): void {
  try {
    defects[name]?.(answer);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
  }
}

/** Accessories and insurance plans have the same rules. */
function defectsOfExtras(group: string, path: RegExp): Readonly<Record<string, Change>> {
  return {
    [`${group}-answer`]: page(path, has('pick_up_date')),
    [`${group}-fields`]: at(path, ([extra]) => void delete extra.price),
    [`${group}-ids`]: at(path, (list) => void list.push(list[0])),
    [`${group}-amounts`]: at(path, ([extra]) => void (extra.price = 12.345)),
    [`${group}-undated`]: on(path, html(500), lacks('pick_up_date')),
  };
}

/** A web page in the place of each 200. */
function page(path: RegExp, applies: Condition = () => true): Change {
  return on(path, html(200), (answer) => answer.status === 200 && applies(answer));
}

/** Changes the JSON body of each 200 in place, or replaces it with what is returned. */
function at(path: RegExp, change: (body: any) => unknown, applies: Condition = () => true): Change {
  const changeBody: Change = (answer) => {
    const body: unknown = JSON.parse(answer.body);
    answer.body = JSON.stringify(change(body) ?? body);
  };
  return on(path, changeBody, (answer) => answer.status === 200 && applies(answer));
}

function on(path: RegExp, change: Change, applies: Condition = () => true): Change {
  return (answer) => {
    if (path.test(answer.path) && applies(answer)) change(answer);
  };
}

function isMalformed(name: string, form: RegExp): Condition {
  return ({ query }) => query.has(name) && !form.test(query.get(name) ?? '');
}

function html(status: number): Change {
  return answerWith(
    status,
    'text/html; charset=utf-8',
    '<!doctype html><title>Oops</title><p>Something went wrong.</p>',
  );
}

function error(status: number, message: string): Change {
  return answerWith(status, 'application/json; charset=utf-8', JSON.stringify({ error: message }));
}

function answerWith(status: number, type: string, body: string): Change {
  return (answer) => {
    Object.assign(answer, { status, body });
    answer.headers.set('Content-Type', type);
  };
}

function inCentsAt(list: readonly any[], key: string): void {
  for (const entry of list) entry[key] = inCents(entry[key] as number);
}

function inCents(dollars: number): number {
  return Math.round(dollars * 100);
}
