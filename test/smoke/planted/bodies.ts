/** Answers whose body, content type or status is wrong as a whole. */
import type { CheckGroup } from '../../../src/smoke/check.ts';
import { answerWith, at, html, json, type MutableResponse, type Mutation } from '../support/mutant.ts';
import {
  accessories,
  availability,
  depots,
  hasExtras,
  inTurn,
  isOneWay,
  lacks,
  ofOtherVehicles,
  only,
  plans,
  quotes,
  type Applies,
  type Planted,
} from './planted.ts';

const endpoints: readonly (readonly [group: CheckGroup, path: RegExp])[] = [
  ['depots', depots],
  ['availability', availability],
  ['accessories', accessories],
  ['insurance', plans],
  ['quote', quotes],
];

const body =
  (change: (body: string) => string): Mutation =>
  (exchange) =>
    void (exchange.body = change(exchange.body));
const type =
  (value: string): Mutation =>
  ({ headers }) =>
    void (headers['content-type'] = value);
const status =
  (value: number): Mutation =>
  (exchange) =>
    void (exchange.status = value);

function redirect(exchange: MutableResponse): void {
  exchange.status = 302;
  exchange.headers['location'] = 'https://elsewhere.example/';
}

const swap = json((value: unknown) => (Array.isArray(value) ? { ...(value as unknown[]) } : [value]));

const wrongBodies: Readonly<Record<string, Mutation>> = {
  'an object for an array, or an array for an object': swap,
  'a web page': html(200),
  'a status of 201': status(201),
  'JSON as text/html': type('text/html'),
  'cut-off JSON': body((text) => text.slice(0, -2)),
  'a 404': answerWith(404, 'application/json', '{"error":"Not found"}'),
  'an envelope {data: …}': json((data: unknown) => ({ data })),
  'no body': body(() => ''),
  'a 500': answerWith(500, 'application/json', '{"error":"Internal error"}'),
  'JSON as text/plain': type('text/plain; charset=utf-8'),
  JSONP: body((text) => `callback(${text});`),
  'two JSON documents': body((text) => `${text}\n${text}`),
  'a 204': (exchange) => {
    exchange.status = 204;
    exchange.body = '';
  },
  'a redirect to another host': redirect,
  'JSON in single quotes': body((text) => text.replaceAll('"', "'")),
  null: body(() => 'null'),
  'a raw control character in its JSON': body((text) =>
    text.replace('"name":"', '"name":"\u001b[31m').replace('"q_', '"q_\u0007'),
  ),
};

/** In turn, so that each kind is at one endpoint or two. */
const bodyDefects = endpoints.flatMap(([group, path], row) =>
  Object.entries(wrongBodies)
    .filter((_, column) => (row + column) % 3 === 0)
    .map(([name, mutate]) => plant(group, name, at(path, mutate))),
);

/** The same in the answers that a checker easily leaves out. */
const corners: readonly (readonly [group: CheckGroup, path: RegExp, where: string, applies: () => Applies])[] = [
  ['availability', availability, 'for a one-way trip', () => isOneWay],
  ['accessories', accessories, 'without dates', () => lacks('pick_up_date')],
  ['insurance', plans, 'without dates', () => lacks('pick_up_date')],
  ['accessories', accessories, 'for another vehicle', ofOtherVehicles],
  ['insurance', plans, 'for another vehicle', ofOtherVehicles],
  ['quote', quotes, 'for quotes with extras', () => hasExtras],
  ['quote', quotes, 'for quotes without extras', () => lacks('accessory_ids')],
];

const cornerDefects = corners.flatMap(([group, path, where, applies], row) =>
  [0, 1].map((column) => {
    const [name, mutate] = inTurn(Object.entries(wrongBodies), row * 2 + column);
    return plant(group, `${name} ${where}`, at(path, only(applies(), mutate)));
  }),
);

const undatedDefects = [
  plant('accessories', 'a 400 without its reason, without dates', undated('{}')),
  {
    ...plant('accessories', 'a 400 that names no date, without dates', undated('{"error":"When?"}')),
    severity: 'warn',
  },
] as const;

function undated(refusal: string): Mutation {
  return at(accessories, only(lacks('pick_up_date'), answerWith(400, 'application/json', refusal)));
}

const untyped: Mutation = ({ headers }) => delete headers['content-type'];

export const wholeDefects: readonly Planted[] = [
  ...bodyDefects,
  ...cornerDefects,
  ...undatedDefects,
  ...endpoints.map(([group, path]) => plant(group, 'JSON without a content type', at(path, untyped))),
];

/** The document names no content type for JSON. */
function plant(group: CheckGroup, name: string, mutate: Mutation): Planted {
  const isOdd = /^JSON (as|without a content type)/.test(name);
  return {
    name: `${group}: ${name}`,
    section: 'Endpoints',
    groups: [group],
    mutate,
    ...(isOdd && { severity: 'warn' }),
  };
}
