/** Depots, vehicles, accessories and insurance plans. */
import { answerWith, at } from '../support/mutant.ts';
import { accessories, all, availability, bodyAt, bodyIf, depots, each, lacks, only, plans } from './planted.ts';
import { status, type, type Applies, type Faults } from './planted.ts';

/** Programs that read numbers as floats change such an identifier. */
const largeId = 2 ** 53 + 2;

const isOneWay: Applies = ({ query }) => query.get('pick_up_depot_id') !== query.get('drop_off_depot_id');
const refusal = (body: string) => answerWith(400, 'application/json', body);
const noDates = refusal('{"error":"Missing required query parameters: pick_up_date, drop_off_date"}');

/** Of every vehicle except the first one that is asked for. */
function ofOtherVehicles(): Applies {
  let first: string | undefined;
  return ({ path }) => path !== (first ??= path);
}

export const listFaults: Faults = {
  'fail depots-answer': {
    'null for a list': bodyAt(depots, () => null),
    'a status of 204': at(
      depots,
      all(status(204), (exchange) => (exchange.body = '')),
    ),
  },
  'warn depots-answer': { 'JSON as text': at(depots, type('text/plain')) },
  'fail depots-fields': {
    'no day in the last drop-off time': bodyAt(depots, (list) => void delete list.at(-1).drop_off_times.at(-1).day),
  },
  'warn depots-fields': { 'a large id': bodyAt(depots, (list) => void (list.at(-1).id = largeId)) },
  'fail depots-times': each('a time of', ['24:00', '09:60', '9:00', '09:00:00', ''], (time) =>
    bodyAt(depots, (list) => void (list.at(-1).drop_off_times.at(-1).time = time)),
  ),
  'fail availability-answer': { 'a status of 201': at(availability, status(201)) },
  'fail availability-fields': {
    'every id in text': bodyAt(availability, (list) => list.map((one: object) => ({ ...one, vehicleId: '101' }))),
    'no name on a one-way trip': bodyIf(availability, isOneWay, (list) => void delete list.at(-1).name),
  },
  'fail availability-images': each('an image at', ['https://a.example/a b', 'https://', ''], (address) =>
    bodyAt(availability, (list) => void (list.at(-1).imageUrl = address)),
  ),
  'fail availability-others': {
    'a one-way trip refused without a reason': at(availability, only(isOneWay, refusal('{}'))),
  },
  'fail accessories-answer': { 'errors with and without dates': at(accessories, status(500)) },
  'fail accessories-fields': {
    'no price without dates': bodyIf(accessories, lacks('pick_up_date'), (list) => void delete list.at(-1).price),
    'no price for a second vehicle, and dates are required': all(
      at(accessories, only(lacks('pick_up_date'), noDates)),
      bodyIf(accessories, ofOtherVehicles(), (list) => void delete list.at(-1).price),
    ),
  },
  'fail accessories-undated': {
    'a 400 without its reason': at(accessories, only(lacks('pick_up_date'), refusal('{}'))),
  },
  'warn accessories-undated': {
    'a 400 that names no date': at(accessories, only(lacks('pick_up_date'), refusal('{"error":"When?"}'))),
  },
  'fail insurance-fields': {
    'no price without dates': bodyIf(plans, lacks('pick_up_date'), (list) => void delete list.at(-1).price),
  },
};
