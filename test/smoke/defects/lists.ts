/** Defects and oddities of depots, vehicles, accessories and insurance plans. */
import { accessories, availability, depots, firstAt, plans } from '../support/defects.ts';
import { withoutParameter, withParameter, type Defect } from '../support/defects.ts';
import { answerWith, at, html, json, type Mutation } from '../support/mutant.ts';

const dated = (mutate: Mutation): Mutation => withParameter('pick_up_date', mutate);
const undated = (mutate: Mutation): Mutation => withoutParameter('pick_up_date', mutate);

export const listDefects: readonly Defect[] = [
  ['depots-answer', 'a web page', at(depots, html(200))],
  ['depots-answer', 'a failure', at(depots, answerWith(500, 'application/json', '{"error":"boom"}'))],
  ['depots-answer', 'broken JSON', at(depots, (exchange) => (exchange.body = exchange.body.slice(0, -1)))],
  ['depots-fields', 'a float id', firstAt(depots, (depot) => (depot.id = 1.5))],
  ['depots-fields', 'times as a string', firstAt(depots, (depot) => (depot.pickup_times = '08:00'))],
  ['depots-fields', 'a time without its day', firstAt(depots, (depot) => delete depot.drop_off_times[0].day)],
  ['depots-times', 'an hour too late', firstAt(depots, (depot) => (depot.pickup_times[0].time = '24:00'))],
  ['depots-times', 'an hour with one digit', firstAt(depots, (depot) => (depot.drop_off_times[0].time = '9:00'))],

  ['availability-fields', 'no image', firstAt(availability, (vehicle) => delete vehicle.imageUrl)],
  ['availability-images', 'a blank', firstAt(availability, (vehicle) => (vehicle.imageUrl = 'https://a.example/a b'))],

  ['accessories-answer', 'null', at(accessories, dated(json(() => null)))],
  ['accessories-fields', 'a price as a string', firstAt(accessories, (accessory) => (accessory.price = '5'))],
  ['accessories-amounts', 'a sum of floats', firstAt(accessories, (accessory) => (accessory.price = 0.1 + 0.2))],
  [
    'accessories-undated',
    'a 400 without its reason',
    at(accessories, undated(answerWith(400, 'application/json', '{}'))),
  ],

  ['insurance-undated', 'an object', at(plans, undated(json((list) => ({ list }))))],
];

export const listOddities: readonly Defect[] = [
  [
    'accessories-undated',
    'missing dates that are not named',
    at(accessories, undated(answerWith(400, 'application/json', '{"error":"When is your trip?"}'))),
  ],
  ['depots-answer', 'JSON as a web page', typeAt(depots, 'text/html')],
];

export const listFreedoms: readonly Defect[] = [
  [
    'insurance-undated',
    'both missing dates in one message',
    at(
      plans,
      undated(
        answerWith(
          400,
          'application/json',
          '{"error":"Missing required query parameters: pick_up_date, drop_off_date"}',
        ),
      ),
    ),
  ],

  ['accessories-amounts', 'a negative price', firstAt(accessories, (accessory) => (accessory.price = -5))],
];

function typeAt(path: RegExp, type: string): Mutation {
  return at(path, (exchange) => (exchange.headers['content-type'] = type));
}
