/** Wrong requests that are not refused, or in another way than the interface document says; and the 503. */
import { answerWith, at, html, json, type Mutation } from '../support/mutant.ts';
import { accepting, accessories, all, availability, each, lacks, only, plans, quotes, since } from './planted.ts';
import { status, type, type Applies, type Faults } from './planted.ts';

const trip = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'];

const message = (error: unknown): Mutation => json(() => ({ error }));

/** The refusal of a search without its first depot. */
const refused = (mutate: Mutation): Mutation => at(availability, only(lacks('pick_up_depot_id'), mutate), 400);

const isNot =
  (form: RegExp) =>
  (name: string): Applies =>
  ({ query }) =>
    query.has(name) && !form.test(query.get(name) ?? '');
const isNoDate = isNot(/^\d{4}-(?!02-30)\d{2}-\d{2}$/);
/** Read as the number that it begins with. */
const isLoose: (name: string) => Applies = isNot(/^\d+$/);
const isLoosePath: Applies = ({ path }) => /^\/vehicles\/\d+[a-z]/.test(path);
const isThirtiethOfFebruary: Applies = ({ query }) => query.get('drop_off_date')?.endsWith('-02-30') === true;
const hasControl: Applies = ({ query }) => query.get('pick_up_date')?.includes('\u001b') === true;

const repeatsDate: Mutation = (exchange) =>
  void (exchange.body = JSON.stringify({ error: `no date: ${exchange.query.get('pick_up_date')}` }));

const traces = ['Traceback (most recent call last)', 'in /srv/node_modules/router'];

/** From then on the service is down, or only for one request. */
const inTheMiddle = 6;

function down(body: Mutation, requests = Infinity): Mutation {
  const [begun, over] = [since(inTheMiddle), since(inTheMiddle + requests)];
  const isDown: Applies = (exchange) => [begun, over].map((applies) => applies(exchange)).join() === 'true,false';
  return only(isDown, all(answerWith(503, 'application/json', '{}'), body));
}

export const errorFaults: Faults = {
  'fail errors-availability-missing': {
    ...each('a search without', trip, (name) => accepting(availability, lacks(name))),
    'a refusal with 404': refused(status(404)),
    'a refusal that names another parameter': refused(message('Missing required query parameter: drop_off_date')),
    'a refusal without error': refused(json(({ error }) => ({ message: error }))),
    'a refusal in text': refused(answerWith(400, 'text/plain', 'Missing required query parameter: pick_up_depot_id')),
  },
  'warn errors-availability-missing': { 'a refusal as text': refused(type('text/plain')) },
  'fail errors-quotes-missing': each('a quote without', [...trip, 'vehicle_id'], (name) =>
    accepting(quotes, lacks(name)),
  ),
  'fail errors-date': {
    'a search from no date': accepting(availability, isNoDate('pick_up_date')),
    'a refusal without words': at(availability, only(isNoDate('pick_up_date'), message(' ')), 400),
    'a quote to no date': accepting(quotes, isNoDate('drop_off_date')),
    'a quote to no date with 404': at(quotes, only(isNoDate('drop_off_date'), status(404)), 400),
    'accessories from no date': accepting(accessories, isNoDate('pick_up_date')),
    'plans to no date': accepting(plans, isNoDate('drop_off_date')),
  },
  'warn errors-date': { 'a quote to 30 February': accepting(quotes, isThirtiethOfFebruary) },
  'fail errors-id': {
    'a search to 1abc': accepting(availability, isLoose('drop_off_depot_id')),
    'a quote of vehicle 101abc': accepting(quotes, isLoose('vehicle_id')),
    'a quote with plan 1abc': accepting(quotes, isLoose('insurance_id')),
  },
  'fail errors-path-id': {
    'accessories of vehicle 101abc': accepting(accessories, isLoosePath),
    'plans of vehicle 101abc': accepting(plans, isLoosePath),
  },
  'warn errors-path-id': { 'a refusal as text': at(plans, only(isLoosePath, type('text/plain')), 400) },
  'fail errors-not-available': {
    'a quote of a vehicle that is not available': accepting(quotes, () => true, 404),
    'a refusal that is a JSON string': at(
      quotes,
      json(({ error }) => error),
      404,
    ),
    'a refusal with 400': at(quotes, status(400), 404),
    ...each('a refusal that says', ['', 'Not Found', 'Error 404'], (error) => at(quotes, message(error), 404)),
  },
  'warn errors-trace': each('a refusal with', traces, (trace) =>
    at(availability, only(isNoDate('pick_up_date'), message(trace)), 400),
  ),
  'warn errors-echo': { 'a control character of a request': at(availability, only(hasControl, repeatsDate), 400) },
  'fail errors-unavailable': {
    'a 503 that is a web page': down(html(503)),
    'a 503 without a reason': down(() => {}),
    'a 503 without a reason, once': down(() => {}, 1),
  },
};
