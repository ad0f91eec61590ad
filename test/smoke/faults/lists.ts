/** Further faults of the lists: depots, vehicles, accessories and insurance plans. */
import {
  accessoriesPath,
  all,
  answerWith,
  availabilityPath,
  depotsPath,
  faultOfEach,
  errorAnswer,
  htmlAnswer,
  isOneWay,
  isStatus,
  changeJson,
  lacksParameter,
  on,
  plansPath,
  status,
  type,
} from './parts.ts';
import type { AnswerChange, AnswerCondition, Faults } from './parts.ts';

/** Programs that read numbers as floats change such an identifier. */
const largeId = 2 ** 53 + 2;

const noReason = answerWith(400, 'application/json', '{}');
const page = (path: RegExp, ...conditions: AnswerCondition[]): AnswerChange =>
  on(path, htmlAnswer(200), isStatus(200), ...conditions);

/** All vehicles of the sandbox but one. */
const isOther: AnswerCondition = ({ path }) => !path.startsWith('/vehicles/101/');

export const listFaults: Faults = {
  'fail depots-answer:no-content': on(depotsPath, answerWith(204, '', '')),
  'warn depots-answer:text': on(depotsPath, type('text/plain')),
  'fail depots-fields:no-day': changeJson(
    depotsPath,
    (list) => void delete list.at(-1).drop_off_times.at(-1).day,
  ),
  'warn depots-fields:large-id': changeJson(depotsPath, (list) => void (list.at(-1).id = largeId)),
  ...faultOfEach('fail depots-times:time', ['24:00', '09:60', '9:00', '09:00:00', ''], (time) =>
    changeJson(depotsPath, (list) => void (list.at(-1).drop_off_times.at(-1).time = time)),
  ),
  'fail availability-answer:created': on(availabilityPath, status(201)),
  'fail availability-fields:id-in-text': changeJson(availabilityPath, (list) =>
    list.map((one: object) => ({ ...one, vehicleId: '101' })),
  ),
  ...faultOfEach(
    'fail availability-images:address',
    ['https://a.example/a b', 'https://', ''],
    (address) => changeJson(availabilityPath, (list) => void (list.at(-1).imageUrl = address)),
  ),
  'fail availability-answer:one-way': page(availabilityPath, isOneWay),
  'fail availability-answer:no-reason': on(availabilityPath, noReason, isStatus(200), isOneWay),
  ...extrasFaults('accessories', accessoriesPath),
  ...extrasFaults('insurance', plansPath),
};

/** Accessories and insurance plans have the same rules. */
function extrasFaults(group: string, path: RegExp): Faults {
  const noDates = 'Missing required query parameters: pick_up_date, drop_off_date';
  return {
    [`fail ${group}-answer:crash`]: on(path, status(500)),
    [`fail ${group}-fields:undated`]: changeJson(
      path,
      (list) => void delete list.at(-1).price,
      lacksParameter('pick_up_date'),
    ),
    [`fail ${group}-fields:second-vehicle`]: all(
      on(path, errorAnswer(400, noDates), lacksParameter('pick_up_date')),
      changeJson(path, (list) => void delete list.at(-1).price, isOther),
    ),
    [`fail ${group}-answer:undated`]: on(path, htmlAnswer(500), lacksParameter('pick_up_date')),
    [`fail ${group}-answer:no-reason`]: on(path, noReason, lacksParameter('pick_up_date')),
  };
}
