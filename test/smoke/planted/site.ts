/** The booking page, and the OpenAPI descriptions at the addresses that the manifest and the start page name. */
import { parse, stringify } from 'yaml';
import { answerWith, at, html, json, type Mutation } from '../support/mutant.ts';
import { has, inTurn, lacks, only, type Planted } from './planted.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

const book = /^\/site\/book$/;

const echoing =
  (name: string): Mutation =>
  (exchange) =>
    void (exchange.body += `<p>${exchange.query.get(name)}</p>`);

const bookDefects: readonly Planted[] = [
  plantBook('the search link is a crash', at(book, only(has('pick_up_date'), html(500)))),
  plantBook('the search link is a 404', at(book, only(has('pick_up_date'), html(404)))),
  plantBook('the search link is JSON', at(book, answerWith(200, 'application/json', '{"vehicles":[]}'))),
  plantBook('the checkout link is a crash', at(book, only(has('vehicle_id'), html(500)))),
  plantBook('the checkout link is a 404', at(book, only(has('vehicle_id'), html(404)))),
  // Whatever the status is: a refusal may repeat what it refuses.
  ...['drop_off_date', 'vehicle_id', 'insurance_id', 'accessory_ids'].map((name): Planted => {
    const mutate = only(({ path, query }) => book.test(path) && query.has(name), echoing(name));
    // The document says nothing of escaping.
    return { ...plantBook(`a script in ${name} runs`, mutate), severity: 'warn' };
  }),
  {
    ...plantBook('a script is a crash', (exchange) => {
      if (book.test(exchange.path) && exchange.query.get('accessory_ids')?.includes('<') === true) html(500)(exchange);
    }),
    severity: 'warn',
  },
  {
    ...plantBook(
      'the search link has no media type',
      at(
        book,
        only(lacks('vehicle_id'), ({ headers }) => delete headers['content-type']),
      ),
    ),
    severity: 'warn',
  },
];

const paths = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{vehicleId}/accessories',
  '/vehicles/{vehicleId}/insurance-types',
  '/quotes',
];

const renamed =
  (from: string, to: string) =>
  ({ paths }: any): void => {
    paths[to] = paths[from];
    delete paths[from];
  };

const changes: Readonly<Record<string, (document: any) => void>> = {
  'is OpenAPI 3.1.0': (document) => (document.openapi = '3.1.0'),
  'has no OpenAPI version': (document) => delete document.openapi,
  'is of interface version 2.0.0': ({ info }) => (info.version = '2.0.0'),
  'has no interface version': ({ info }) => delete info.version,
  'lists no vehicle_id of a quote': ({ paths }) => {
    const { get } = paths['/quotes'];
    get.parameters = get.parameters.filter((one: unknown) => !/vehicle/i.test(JSON.stringify(one)));
  },
  'has no paths': (document) => (document.paths = {}),
  ...Object.fromEntries(
    paths.map((path) => [`does not list ${path}`, ({ paths }: any): void => void delete paths[path]]),
  ),
  'names /quotes otherwise': renamed('/quotes', '/quote'),
  'names vehicleId otherwise': renamed(paths[2]!, '/vehicles/accessories'),
  ...Object.fromEntries(
    paths.map((path, index) => [
      `has ${path} ${index % 2 === 0 ? 'without get' : 'as a post'}`,
      ({ paths }: any): void => void (paths[path] = index % 2 === 0 ? {} : { post: paths[path].get }),
    ]),
  ),
  'has a post': ({ paths }) => (paths['/bookings'] = { post: {} }),
  'asks for credentials': (document) => (document.security = [{ key: [] }]),
};

const formats: readonly (readonly [name: string, change: (change: (document: any) => void) => Mutation])[] = [
  [
    'YAML',
    (change) =>
      at(/^\/site\/openapi.yaml$/, (exchange) => {
        const document: unknown = parse(exchange.body);
        change(document);
        exchange.body = stringify(document, { aliasDuplicateObjects: false });
      }),
  ],
  [
    'JSON',
    (change) =>
      at(
        /^\/site\/openapi.json$/,
        json((document) => void change(document)),
      ),
  ],
];

/** In turn in the YAML, in the JSON and in both. */
const descriptionDefects = Object.entries(changes).map(([name, change], index): Planted => {
  const [yaml, jsonFormat] = formats.map(([, apply]) => apply(change)) as [Mutation, Mutation];
  const [where, mutations] = inTurn(
    [
      ['the OpenAPI description in YAML', [yaml]],
      ['the OpenAPI description in both formats', [yaml, jsonFormat]],
      ['the OpenAPI description in JSON', [jsonFormat]],
    ] as const,
    index,
  );
  return plant(`${where} ${name}`, (exchange) => mutations.forEach((mutate) => mutate(exchange)));
});

const brokenDefects: readonly Planted[] = [
  plant('the OpenAPI description in YAML does not parse', at(/^\/site\/openapi.yaml$/, cut('a: [1\n'))),
  plant(
    'the OpenAPI description in YAML is a list',
    at(/^\/site\/openapi.yaml$/, (exchange) => void (exchange.body = '- openapi\n')),
  ),
  plant('the OpenAPI description in JSON does not parse', at(/^\/site\/openapi.json$/, cut('{'))),
];

export const siteDefects: readonly Planted[] = [...bookDefects, ...descriptionDefects, ...brokenDefects];

function plant(name: string, mutate: Mutation): Planted {
  return { name, section: 'Versioning', groups: ['site'], mutate };
}

function plantBook(name: string, mutate: Mutation): Planted {
  return { name: `/book: ${name}`, section: 'Website search link', groups: ['site'], mutate };
}

function cut(before: string): Mutation {
  return (exchange) => void (exchange.body = before + exchange.body);
}
