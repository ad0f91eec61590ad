/** Defects and oddities of responses to wrong requests. */
import { accepting } from '../planted/refusals.ts';
import { availability, bodyAt, only, quotes, withoutParameter, type Defect } from '../support/defects.ts';
import { answerWith, at, html, json, type MutableResponse } from '../support/mutant.ts';

const empty = answerWith(200, 'application/json', '[]');

export const errorDefects: readonly Defect[] = [
  [
    'errors-availability-missing',
    'another name',
    at(availability, withoutParameter('pick_up_date', errorBody('Missing required query parameter: pickUpDate')), 400),
  ],
  [
    'errors-availability-missing',
    'a 422',
    at(
      availability,
      withoutParameter('pick_up_depot_id', (exchange) => (exchange.status = 422)),
      400,
    ),
  ],
  ['errors-quotes-missing', 'a web page', at(quotes, withoutParameter('vehicle_id', html(400)), 400)],
  [
    'errors-quotes-missing',
    'another shape',
    at(
      quotes,
      withoutParameter(
        'drop_off_depot_id',
        json((body) => ({ message: body.error })),
      ),
      400,
    ),
  ],
  [
    'errors-quotes-missing',
    'a 200',
    at(quotes, withoutParameter('pick_up_depot_id', answerWith(200, 'application/json', '{}')), 400),
  ],
  ['errors-date', 'an empty list', at(availability, only(hasControls, empty), 400)],
  [
    'accessories-undated',
    'a crash without dates',
    only(({ path, query }) => /^\/vehicles\/[^/]+\/accessories$/.test(path) && !query.has('pick_up_date'), html(500)),
  ],
  ['accessories-answer', 'a 401', only(({ path }) => /^\/vehicles\/[^/]+\/accessories$/.test(path), html(401))],
  ['errors-path-id', 'a 404', at(/\dabc\/accessories$/, (exchange) => (exchange.status = 404), 400)],
  ['errors-path-id', 'no reason', bodyAt(/\dabc\/insurance-types$/, () => ({ error: null }), 400)],
  ...['Not Found', 'Error 404'].map((error): Defect => [
    'errors-not-available',
    `only ${error}`,
    bodyAt(quotes, () => ({ error }), 404),
  ]),
  ['errors-not-available', 'an empty reason', bodyAt(quotes, () => ({ error: '' }), 404)],
  ['errors-not-available', 'a 400', at(quotes, (exchange) => (exchange.status = 400), 404)],
  [
    'errors-date',
    'a raw escape, which is no JSON',
    at(
      availability,
      only(hasControls, (exchange) => (exchange.body = `{"error":"${echo(exchange)}"}`)),
      400,
    ),
  ],
];

export const errorOddities: readonly Defect[] = [
  [
    'errors-date',
    'a quote until 30 February',
    accepting(quotes, ({ query }) => query.get('drop_off_date')?.endsWith('-02-30') === true, 400),
  ],
  [
    'errors-echo',
    'a raw C1 control',
    at(
      availability,
      only(hasControls, (exchange) => (exchange.body = JSON.stringify({ error: echo(exchange) }))),
      400,
    ),
  ],
];

export const errorFreedoms: readonly Defect[] = [
  ['errors-not-available', 'a reason in other words', bodyAt(quotes, () => ({ error: 'Kein Fahrzeug frei.' }), 404)],
];

function errorBody(error: string) {
  return json(() => ({ error }));
}

function hasControls({ query }: MutableResponse): boolean {
  return query.get('pick_up_date')?.includes('\u001b') === true;
}

function echo({ query }: MutableResponse): string {
  return `no date: ${query.get('pick_up_date')}`;
}
