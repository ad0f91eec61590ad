/**
 * Further wrong requests that are not refused, or in another way than the interface document says;
 * the 503 and the 429.
 */
import {
  accepting,
  accessories,
  all,
  answerWith,
  availability,
  each,
  error,
  html,
} from './parts.ts';
import { isMalformed, isStatus, json, lacks, on, plans, quotes, status, type } from './parts.ts';
import { withHeader, without } from './parts.ts';
import type { Change, Condition, Faults } from './parts.ts';

const trip = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'];

const isNoDate = (name: string): Condition => isMalformed(name, /^\d{4}-(?!02-30)\d{2}-\d{2}$/);
/** It has the documented format. */
const isNoDay: Condition = ({ query }) => query.get('drop_off_date')?.endsWith('-02-30') === true;
const missing = 'Missing required query parameter:';
/** Read as the number that it begins with. */
const isLoose = (name: string): Condition => isMalformed(name, /^\d+$/);
const looseAccessories = /^\/vehicles\/\d+[a-z]+\/accessories$/;
const loosePlans = /^\/vehicles\/\d+[a-z]+\/insurance-types$/;

/** The refusal of a search without its first depot. */
const refused = (change: Change): Change =>
  on(availability, change, isStatus(400), lacks('pick_up_depot_id'));
const notAvailable = (change: Change): Change => on(quotes, change, isStatus(404));

/** The service is down from the sixth answer on, or only for that one. */
function down(change: Change, answers = Infinity): Change {
  const isDown: Condition = ({ number }) => number >= 6 && number < 6 + answers;
  return on(/^\//, all(answerWith(503, 'application/json', '{}'), change), isDown);
}

export const errorFaults: Faults = {
  ...each('fail errors-availability-missing:accepted', trip, (name) =>
    accepting(availability, lacks(name)),
  ),
  'fail errors-availability-missing:not-found': refused(status(404)),
  'fail errors-availability-missing:wrong-name': refused(error(400, `${missing} drop_off_date`)),
  'fail errors-availability-missing:no-error': refused(
    answerWith(400, 'application/json', '{"message":"Missing"}'),
  ),
  'fail errors-availability-missing:in-text': refused(
    answerWith(400, 'text/plain', `${missing} pick_up_depot_id`),
  ),
  'warn errors-availability-missing:as-text': refused(type('text/plain')),
  ...each('fail errors-quotes-missing:accepted', [...trip, 'vehicle_id'], (name) =>
    accepting(quotes, lacks(name)),
  ),
  'fail errors-date:search': accepting(availability, isNoDate('pick_up_date')),
  'fail errors-date:no-words': on(availability, error(400, ' '), isNoDate('pick_up_date')),
  'fail errors-date:quote': accepting(quotes, isNoDate('drop_off_date')),
  'fail errors-date:quote-not-found': on(
    quotes,
    error(404, 'Not available'),
    isNoDate('drop_off_date'),
  ),
  'fail errors-date:accessories': accepting(accessories, isNoDate('pick_up_date')),
  'fail errors-date:plans': accepting(plans, isNoDate('drop_off_date')),
  'warn errors-date:30-february': accepting(availability, isNoDay),
  'fail errors-date:30-february-crash': on(availability, html(500), isNoDay),
  'fail errors-date:30-february-page': on(availability, html(200), isNoDay),
  'fail errors-id:depot': accepting(availability, isLoose('drop_off_depot_id')),
  'fail errors-id:vehicle': accepting(quotes, isLoose('vehicle_id')),
  'fail errors-id:plan': accepting(quotes, isLoose('insurance_id')),
  'fail errors-id:path': on(/^\/vehicles\/(?!\d+\/)[^/]+\//, html(404)),
  'fail errors-id:path-accessories': accepting(looseAccessories, () => true),
  'fail errors-id:path-plans': accepting(loosePlans, () => true),
  'warn errors-id:path-as-text': on(loosePlans, type('text/plain')),
  'fail errors-not-available:accepted': accepting(quotes, () => true, 404),
  'fail errors-not-available:string': json(quotes, ({ error: message }) => message, undefined, 404),
  'fail errors-not-available:refused': notAvailable(status(400)),
  'fail errors-not-available:no-words': notAvailable(error(404, '')),
  'fail errors-unavailable:no-reason': down(() => {}),
  'fail errors-unavailable:once': down(() => {}, 1),
};

const limitOf = (value: string): Change => withHeader('X-RateLimit-Limit', value);
const refusing = (change: Change): Change => on(/^\//, change, isStatus(429));

/** Those of the 429 are found only by a run that exceeds the limit. */
export const limitFaults: Faults = {
  'fail limits-exceeded:type': refusing(type('text/html')),
  'fail limits-exceeded:words': refusing((answer) => (answer.body = 'Slow down')),
  'fail limits-exceeded:no-limit': refusing(without('X-RateLimit-Limit')),
  'fail limits-exceeded:fraction': refusing(limitOf('100.5')),
  'fail limits-exceeded:other-limit': refusing(limitOf('60')),
  'fail limits-exceeded:no-remaining': refusing(without('X-RateLimit-Remaining')),
  'fail limits-exceeded:no-reset': refusing(without('X-RateLimit-Reset')),
};
