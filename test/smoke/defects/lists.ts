/** Defects and oddities of depots, vehicles, accessories and insurance plans. */
import { accessories, availability, bodyAt, depots, firstAt, plans, repeatAt } from '../support/defects.ts';
import { only, withoutParameter, withParameter, type Defect } from '../support/defects.ts';
import { answerWith, at, html, json, type Mutation } from '../support/mutant.ts';

const dated = (mutate: Mutation): Mutation => withParameter('pick_up_date', mutate);
const undated = (mutate: Mutation): Mutation => withoutParameter('pick_up_date', mutate);

export const listDefects: readonly Defect[] = [
  ['depots-answer', 'a web page', at(depots, html(200))],
  ['depots-answer', 'a failure', at(depots, answerWith(500, 'application/json', '{"error":"boom"}'))],
  ['depots-answer', 'an object', bodyAt(depots, (list) => ({ depots: list }))],
  ['depots-answer', 'broken JSON', at(depots, (exchange) => (exchange.body = exchange.body.slice(0, -1)))],
  ['depots-fields', 'no name', firstAt(depots, (depot) => delete depot.name)],
  ['depots-fields', 'a float id', firstAt(depots, (depot) => (depot.id = 1.5))],
  ['depots-fields', 'times as a string', firstAt(depots, (depot) => (depot.pickup_times = '08:00'))],
  ['depots-fields', 'a time without its day', firstAt(depots, (depot) => delete depot.drop_off_times[0].day)],
  ['depots-times', 'an hour too late', firstAt(depots, (depot) => (depot.pickup_times[0].time = '24:00'))],
  ['depots-times', 'an hour with one digit', firstAt(depots, (depot) => (depot.drop_off_times[0].time = '9:00'))],
  ['depots-ids', 'a repeated id', bodyAt(depots, (list) => void (list[1].id = list[0].id))],

  ['availability-answer', 'a web page', at(availability, html(200))],
  ['availability-fields', 'a rate as a string', firstAt(availability, (one) => (one.rentalDailyRate = '99.00'))],
  ['availability-fields', 'no image', firstAt(availability, (vehicle) => delete vehicle.imageUrl)],
  ['availability-ids', 'a repeated id', repeatAt(availability)],
  ['availability-images', 'a path', firstAt(availability, (vehicle) => (vehicle.imageUrl = '/images/1.svg'))],
  ['availability-images', 'a blank', firstAt(availability, (vehicle) => (vehicle.imageUrl = 'https://a.example/a b'))],
  ['availability-amounts', 'a tenth of a cent', firstAt(availability, (one) => (one.rentalDailyRate = 99.999))],

  [
    'availability-others',
    'a web page for one-way trips',
    at(
      availability,
      only(({ query }) => query.get('pick_up_depot_id') !== query.get('drop_off_depot_id'), html(200)),
    ),
  ],

  ['accessories-answer', 'null', at(accessories, dated(json(() => null)))],
  ['accessories-fields', 'a price as a string', firstAt(accessories, (accessory) => (accessory.price = '5'))],
  ['accessories-ids', 'a repeated id', repeatAt(accessories)],
  ['accessories-amounts', 'a sum of floats', firstAt(accessories, (accessory) => (accessory.price = 0.1 + 0.2))],
  ['accessories-undated', 'a crash', at(accessories, undated(html(500)))],
  [
    'accessories-undated',
    'a 400 without its reason',
    at(accessories, undated(answerWith(400, 'application/json', '{}'))),
  ],

  ['insurance-answer', 'a web page', at(plans, dated(html(200)))],
  ['insurance-fields', 'no price', firstAt(plans, (plan) => delete plan.price)],
  ['insurance-ids', 'a repeated id', repeatAt(plans)],
  ['insurance-amounts', 'three decimals', firstAt(plans, (plan) => (plan.price = 12.345))],
  ['insurance-undated', 'an object', at(plans, undated(json((list) => ({ list }))))],
];

export const listOddities: readonly Defect[] = [['depots-answer', 'JSON as a web page', typeAt(depots, 'text/html')]];

export const listFreedoms: readonly Defect[] = [
  ['accessories-amounts', 'a negative price', firstAt(accessories, (accessory) => (accessory.price = -5))],
];

function typeAt(path: RegExp, type: string): Mutation {
  return at(path, (exchange) => (exchange.headers['content-type'] = type));
}
