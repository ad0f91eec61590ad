/**
 * Further faults of errors: wrong requests that the service accepts or refuses in another form than
 * the interface document has; a 503 and a 429 of another form.
 */
import {
  accepting,
  accessoriesPath,
  all,
  answerWith,
  availabilityPath,
  faultOfEach,
  errorAnswer,
  htmlAnswer,
  isMalformed,
  isStatus,
  changeJson,
  lacksParameter,
  on,
  plansPath,
  quotesPath,
  status,
  type,
  withHeader,
  without,
} from './parts.ts';
import type { AnswerChange, AnswerCondition, Faults } from './parts.ts';

const trip = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'];

const isMalformedDate = (name: string): AnswerCondition =>
  isMalformed(name, /^\d{4}-(?!02-30)\d{2}-\d{2}$/);
/** It has the documented format. */
const isThirtiethOfFebruary: AnswerCondition = ({ query }) =>
  query.get('drop_off_date')?.endsWith('-02-30') === true;
const missing = 'Missing required query parameter:';
/** Read as the number that it begins with. */
const isLoose = (name: string): AnswerCondition => isMalformed(name, /^\d+$/);
const looseAccessories = /^\/vehicles\/\d+[a-z]+\/accessories$/;
const loosePlans = /^\/vehicles\/\d+[a-z]+\/insurance-types$/;

/** The refusal of a search without its first depot. */
const refused = (change: AnswerChange): AnswerChange =>
  on(availabilityPath, change, isStatus(400), lacksParameter('pick_up_depot_id'));
const notAvailable = (change: AnswerChange): AnswerChange => on(quotesPath, change, isStatus(404));

/** The service is down from the sixth answer on, or only for that one. */
function down(change: AnswerChange, answers = Infinity): AnswerChange {
  const isDown: AnswerCondition = ({ position }) => position >= 6 && position < 6 + answers;
  return on(/^\//, all(answerWith(503, 'application/json', '{}'), change), isDown);
}

export const errorFaults: Faults = {
  ...faultOfEach('fail errors-availability-missing:accepted', trip, (name) =>
    accepting(availabilityPath, lacksParameter(name)),
  ),
  'fail errors-availability-missing:not-found': refused(status(404)),
  'fail errors-availability-missing:wrong-name': refused(
    errorAnswer(400, `${missing} drop_off_date`),
  ),
  'fail errors-availability-missing:no-error': refused(
    answerWith(400, 'application/json', '{"message":"Missing"}'),
  ),
  'fail errors-availability-missing:in-text': refused(
    answerWith(400, 'text/plain', `${missing} pick_up_depot_id`),
  ),
  'warn errors-availability-missing:as-text': refused(type('text/plain')),
  ...faultOfEach('fail errors-quotes-missing:accepted', [...trip, 'vehicle_id'], (name) =>
    accepting(quotesPath, lacksParameter(name)),
  ),
  'fail errors-date:search': accepting(availabilityPath, isMalformedDate('pick_up_date')),
  'fail errors-date:no-words': on(
    availabilityPath,
    errorAnswer(400, ' '),
    isMalformedDate('pick_up_date'),
  ),
  'fail errors-date:quote': accepting(quotesPath, isMalformedDate('drop_off_date')),
  'fail errors-date:quote-not-found': on(
    quotesPath,
    errorAnswer(404, 'Not available'),
    isMalformedDate('drop_off_date'),
  ),
  'fail errors-date:accessories': accepting(accessoriesPath, isMalformedDate('pick_up_date')),
  'fail errors-date:plans': accepting(plansPath, isMalformedDate('drop_off_date')),
  'warn errors-date:30-february': accepting(availabilityPath, isThirtiethOfFebruary),
  'fail errors-date:30-february-crash': on(
    availabilityPath,
    htmlAnswer(500),
    isThirtiethOfFebruary,
  ),
  'fail errors-date:30-february-page': on(availabilityPath, htmlAnswer(200), isThirtiethOfFebruary),
  'fail errors-id:depot': accepting(availabilityPath, isLoose('drop_off_depot_id')),
  'fail errors-id:vehicle': accepting(quotesPath, isLoose('vehicle_id')),
  'fail errors-id:plan': accepting(quotesPath, isLoose('insurance_id')),
  'fail errors-id:path': on(/^\/vehicles\/(?!\d+\/)[^/]+\//, htmlAnswer(404)),
  'fail errors-id:path-accessories': accepting(looseAccessories, () => true),
  'fail errors-id:path-plans': accepting(loosePlans, () => true),
  'warn errors-id:path-as-text': on(loosePlans, type('text/plain')),
  'fail errors-not-available:accepted': accepting(quotesPath, () => true, 404),
  'fail errors-not-available:string': changeJson(
    quotesPath,
    ({ error: message }) => message,
    undefined,
    404,
  ),
  'fail errors-not-available:refused': notAvailable(status(400)),
  'fail errors-not-available:no-words': notAvailable(errorAnswer(404, '')),
  'fail errors-unavailable:no-reason': down(() => {}),
  'fail errors-unavailable:once': down(() => {}, 1),
};

const limitOf = (value: string): AnswerChange => withHeader('X-RateLimit-Limit', value);
const refusing = (change: AnswerChange): AnswerChange => on(/^\//, change, isStatus(429));

/** Only a run that exceeds the limit finds the faults of the 429. */
export const limitFaults: Faults = {
  'fail limits-exceeded:type': refusing(type('text/html')),
  'fail limits-exceeded:words': refusing((answer) => (answer.body = 'Slow down')),
  'fail limits-exceeded:no-limit': refusing(without('X-RateLimit-Limit')),
  'fail limits-exceeded:fraction': refusing(limitOf('100.5')),
  'fail limits-exceeded:other-limit': refusing(limitOf('60')),
  'fail limits-exceeded:no-remaining': refusing(without('X-RateLimit-Remaining')),
  'fail limits-exceeded:no-reset': refusing(without('X-RateLimit-Reset')),
};
