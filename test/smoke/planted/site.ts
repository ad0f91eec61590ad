/** The booking page, and the OpenAPI descriptions at the addresses that the manifest and the start page name. */
import { parse, stringify } from 'yaml';
import { answerWith, at, html, json, type Mutation } from '../support/mutant.ts';
import { all, each, lacks, only, type Faults } from './planted.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

const book = /^\/site\/book$/;
const yamlPath = /^\/site\/openapi.yaml$/;
const jsonPath = /^\/site\/openapi.json$/;

/** Whatever the status is: a refusal may repeat what it refuses. */
const echoing = (name: string): Mutation =>
  only(
    ({ path, query }) => book.test(path) && query.has(name),
    (exchange) => void (exchange.body += `<p>${exchange.query.get(name)}</p>`),
  );

const crashing = only(
  ({ path, query }) => book.test(path) && query.get('accessory_ids')?.includes('<') === true,
  html(500),
);

const inYaml = (change: (document: any) => unknown): Mutation =>
  at(yamlPath, (exchange) => {
    const document: unknown = parse(exchange.body);
    change(document);
    exchange.body = stringify(document, { aliasDuplicateObjects: false });
  });
const inJson = (change: (document: any) => unknown): Mutation =>
  at(
    jsonPath,
    json((document) => void change(document)),
  );
const inBoth = (change: (document: any) => unknown): Mutation => all(inYaml(change), inJson(change));

const text = (path: RegExp, body: string): Mutation => at(path, (exchange) => (exchange.body = body));

const without =
  (endpoint: string, name: RegExp) =>
  ({ paths }: any): void => {
    const { get } = paths[endpoint];
    get.parameters = get.parameters.filter((one: any) => !name.test(JSON.stringify(one)));
  };

const endpoints = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{vehicleId}/accessories',
  '/vehicles/{vehicleId}/insurance-types',
  '/quotes',
];

const key = [{ key: [] }];

export const siteFaults: Faults = {
  'fail site-book, fail site-checkout': {
    'JSON for a booking page': at(book, answerWith(200, 'application/json', '{"vehicles":[]}')),
    'an empty booking page': text(book, ' '),
  },
  'warn site-book': {
    'a search without a media type': at(
      book,
      only(lacks('vehicle_id'), ({ headers }) => delete headers['content-type']),
    ),
  },
  'warn site-book-escapes': {
    ...each('a script that runs in', ['drop_off_date', 'vehicle_id', 'insurance_id', 'accessory_ids'], echoing),
    'a script that is a crash': crashing,
  },
  'fail site-openapi-yaml': {
    'OpenAPI 3.1.0': inYaml((document) => (document.openapi = '3.1.0')),
    ...each('no', endpoints, (path) => inYaml(({ paths }) => delete paths[path])),
    'a path without get': inYaml(({ paths }) => (paths['/depots'] = {})),
    'a post': inYaml(({ paths }) => (paths['/bookings'] = { post: {} })),
    'a list': text(yamlPath, '- openapi\n'),
    'a web page': at(yamlPath, html(200)),
    'YAML that does not parse': text(yamlPath, 'a: [1\nopenapi: 3.0.3\n'),
  },
  'fail site-openapi-json': {
    'no paths': inJson((document) => (document.paths = {})),
    'JSON that does not parse': at(jsonPath, (exchange) => (exchange.body = `{${exchange.body}`)),
  },
  'fail site-openapi-yaml, fail site-openapi-json': {
    'credentials for all': inBoth((document) => (document.security = key)),
    'credentials for a quote': inBoth(({ paths }) => (paths['/quotes'].get.security = key)),
    'a quote without vehicle_id': inBoth(without('/quotes', /vehicle/i)),
    'a search without drop_off_date': inBoth(without('/vehicles/availability', /drop_?off_?date/i)),
  },
  'fail site-openapi-version': {
    'no version': inYaml(({ info }) => delete info.version),
    'another version in JSON only': inJson(({ info }) => (info.version = '2.0.0')),
  },
};
