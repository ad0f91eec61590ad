/** Wrong requests that are not refused, or in another way than the interface document says. */
import { at, type Mutation } from '../support/mutant.ts';
import { availability, inTurn, lacks, only, quotes, type Applies, type Planted } from './planted.ts';
import { accepting, message, refusals, shapes, status } from './refusals.ts';

const trip = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'];
const section = 'Errors: 400';

interface Endpoint {
  readonly name: string;
  readonly path: RegExp;
  readonly required: readonly string[];
}

const endpoints: readonly Endpoint[] = [
  { name: 'availability', path: availability, required: trip },
  { name: 'quotes', path: quotes, required: [...trip, 'vehicle_id'] },
];

/** Each parameter: not refused, refused in two other ways, and in another shape. */
const missingDefects = endpoints.flatMap(({ name, path, required }, row) =>
  required.flatMap((parameter, column) => {
    const turn = row * trip.length + column;
    const ways = [2 * turn, 2 * turn + 1].map((index) => inTurn(Object.entries(refusals), index));
    const [shape, reshape] = inTurn(Object.entries(shapes), turn);
    const without = (words: string, mutate: Mutation): Planted =>
      plant(`${name} without ${parameter}: ${words}`, at(path, only(lacks(parameter), mutate), 400));
    return [
      plant(`${name} without ${parameter}: not refused`, accepting(path, lacks(parameter), 400)),
      ...ways.map(([words, refuse]) => without(words, refuse(parameter))),
      without(shape, reshape),
    ];
  }),
);

const isNoDate = (name: string): Applies => isMalformed(name, /^\d{4}-(?!02-30)\d{2}-\d{2}$/);
const isNoInteger = (name: string): Applies => isMalformed(name, /^-?\d+$/);

const accessories = /^\/vehicles\/[^/]+\/accessories$/;
const plans = /^\/vehicles\/[^/]+\/insurance-types$/;

const hasMalformedPath: Applies = ({ path }) => !/^\/vehicles\/-?\d+\//.test(path);
const malformed: readonly (readonly [name: string, path: RegExp, applies: Applies])[] = [
  ...endpoints.flatMap(({ name, path }) =>
    trip.map((parameter) => {
      const applies = (parameter.endsWith('_date') ? isNoDate : isNoInteger)(parameter);
      return [`${name} with a malformed ${parameter}`, path, applies] as const;
    }),
  ),
  ['quotes with a malformed vehicle_id', quotes, isNoInteger('vehicle_id')],
  ['quotes with a malformed insurance_id', quotes, isNoInteger('insurance_id')],
  ['accessories of a malformed vehicle', accessories, hasMalformedPath],
  ['insurance-types of a malformed vehicle', plans, hasMalformedPath],
  ['accessories with a malformed pick_up_date', accessories, isNoDate('pick_up_date')],
  ['accessories with a malformed drop_off_date', accessories, isNoDate('drop_off_date')],
  ['insurance-types with a malformed pick_up_date', plans, isNoDate('pick_up_date')],
  ['insurance-types with a malformed drop_off_date', plans, isNoDate('drop_off_date')],
];

/** Each parameter: accepted, and refused in one other way. */
const malformedDefects = malformed.flatMap(([name, path, applies], index) => {
  const others: readonly (readonly [string, Mutation])[] = [
    ['a crash', status(500)],
    ['a 404', status(404)],
    inTurn(Object.entries(shapes), index),
  ];
  const [kind, mutate] = inTurn(others, index);
  return [
    plant(`${name}: not refused`, accepting(path, applies, 400)),
    plant(`${name}: ${kind}`, at(path, only(applies, mutate), 400)),
  ];
});

const hasLetters = (name: string): Applies => {
  return ({ query }) => /^\d+[a-z]+$/.test(query.get(name) ?? '');
};
/** Read as the number that they begin with. */
const looseDefects = [
  plant('availability reads 1abc as a depot', accepting(availability, hasLetters('drop_off_depot_id'), 400)),
  plant('quotes read 101abc as a vehicle', accepting(quotes, hasLetters('vehicle_id'), 400)),
  plant('quotes read 1abc as a plan', accepting(quotes, hasLetters('insurance_id'), 400)),
  ...[accessories, plans].map((path) =>
    plant(
      `${path === plans ? 'insurance-types' : 'accessories'} read 101abc as a vehicle`,
      accepting(path, ({ path }) => /^\/vehicles\/\d+[a-z]/.test(path), 400),
    ),
  ),
];

const unavailableDefects = [
  plant(
    'quotes of an unavailable vehicle: not refused',
    accepting(quotes, () => true, 404),
    'Errors: 404',
  ),
  ...[400, 410, 422, 500].map((value) =>
    plant(`quotes of an unavailable vehicle: a ${value}`, at(quotes, status(value), 404), 'Errors: 404'),
  ),
  ...Object.entries(shapes)
    .slice(-6)
    .map(([kind, mutate]) =>
      plant(`quotes of an unavailable vehicle: ${kind}`, at(quotes, mutate, 404), 'Errors: 404'),
    ),
];

/** Reasons that say no more than the status. */
const emptyReasons = ['', 'Not Found', 'Error 404'].map((reason) =>
  plant(`quotes of an unavailable vehicle: "${reason}" as error`, at(quotes, message(reason), 404), 'Errors: 404'),
);

const repeatsDate: Mutation = (exchange) => {
  exchange.body = JSON.stringify({ error: `no date: ${exchange.query.get('pick_up_date')}` });
};
const isThirtiethOfFebruary: Applies = ({ query }) => query.get('drop_off_date')?.endsWith('-02-30') === true;

const trace = 'Error: bad date\n    at readTrip (/srv/app/server.js:12:34)\n    at handle (/srv/app/server.js:56:7)';
/** The document does not say what a message may show, nor what a date is that no calendar has. */
const oddRefusals: readonly Planted[] = [
  plant('availability with a malformed date: a stack trace as error', stackTrace(availability)),
  plant('quotes with a malformed id: a stack trace as error', stackTrace(quotes)),
  plant(
    'availability with a control in a date: the raw control in its error',
    at(
      availability,
      only(({ query }) => query.get('pick_up_date')?.includes('\u001b') === true, repeatsDate),
      400,
    ),
  ),
  plant('quotes until 30 February: not refused', accepting(quotes, isThirtiethOfFebruary, 400)),
].map((defect) => ({ ...defect, severity: 'warn' }));

export const errorDefects: readonly Planted[] = [
  ...missingDefects,
  ...malformedDefects,
  ...looseDefects,
  ...unavailableDefects,
  ...emptyReasons,
  ...oddRefusals,
];

function plant(name: string, mutate: Mutation, at = section): Planted {
  return { name, section: at, groups: ['errors'], mutate };
}

/** Only in refusals that need not have a certain message. */
function stackTrace(path: RegExp): Mutation {
  return at(
    path,
    only(({ body }) => !body.includes('Missing'), message(trace)),
    400,
  );
}

function isMalformed(name: string, form: RegExp): Applies {
  return ({ query }) => query.has(name) && !form.test(query.get(name) ?? '');
}
