/** Further faults of the lists: depots, vehicles, accessories and insurance plans. */
import { accessories, all, answerWith, availability, depots, each, error, html } from './parts.ts';
import { isOneWay, isStatus, json, lacks, on, plans, status, type } from './parts.ts';
import type { Change, Condition, Faults } from './parts.ts';

/** Programs that read numbers as floats change such an identifier. */
const largeId = 2 ** 53 + 2;

const noReason = answerWith(400, 'application/json', '{}');
const page = (path: RegExp, ...conditions: Condition[]): Change =>
  on(path, html(200), isStatus(200), ...conditions);

/** Of every vehicle except one of the sandbox. */
const isOther: Condition = ({ path }) => !path.startsWith('/vehicles/101/');

export const listFaults: Faults = {
  'fail depots-answer:no-content': on(depots, answerWith(204, '', '')),
  'warn depots-answer:text': on(depots, type('text/plain')),
  'fail depots-fields:no-day': json(
    depots,
    (list) => void delete list.at(-1).drop_off_times.at(-1).day,
  ),
  'warn depots-fields:large-id': json(depots, (list) => void (list.at(-1).id = largeId)),
  ...each('fail depots-times:time', ['24:00', '09:60', '9:00', '09:00:00', ''], (time) =>
    json(depots, (list) => void (list.at(-1).drop_off_times.at(-1).time = time)),
  ),
  'fail availability-answer:created': on(availability, status(201)),
  'fail availability-fields:id-in-text': json(availability, (list) =>
    list.map((one: object) => ({ ...one, vehicleId: '101' })),
  ),
  ...each(
    'fail availability-images:address',
    ['https://a.example/a b', 'https://', ''],
    (address) => json(availability, (list) => void (list.at(-1).imageUrl = address)),
  ),
  'fail availability-answer:one-way': page(availability, isOneWay),
  'fail availability-answer:no-reason': on(availability, noReason, isStatus(200), isOneWay),
  ...extrasFaults('accessories', accessories),
  ...extrasFaults('insurance', plans),
};

/** Accessories and insurance plans have the same rules. */
function extrasFaults(group: string, path: RegExp): Faults {
  const noDates = 'Missing required query parameters: pick_up_date, drop_off_date';
  return {
    [`fail ${group}-answer:crash`]: on(path, status(500)),
    [`fail ${group}-fields:undated`]: json(
      path,
      (list) => void delete list.at(-1).price,
      lacks('pick_up_date'),
    ),
    [`fail ${group}-fields:second-vehicle`]: all(
      on(path, error(400, noDates), lacks('pick_up_date')),
      json(path, (list) => void delete list.at(-1).price, isOther),
    ),
    [`fail ${group}-answer:undated`]: on(path, html(500), lacks('pick_up_date')),
    [`fail ${group}-answer:no-reason`]: on(path, noReason, lacks('pick_up_date')),
  };
}
