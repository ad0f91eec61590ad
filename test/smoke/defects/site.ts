/** Defects and oddities of the website, its descriptions, and the headers of the limit. */
import { bodyAt, counting, quotes, withoutParameter, type Defect } from '../support/defects.ts';
import { answerWith, at, html, type Mutation } from '../support/mutant.ts';

const book = /^\/site\/book$/;
const docs = /^\/site\/docs$/;
const manifest = /ai-plugin/;
const yaml = /^\/site\/openapi.yaml$/;
const jsonDescription = /^\/site\/openapi.json$/;

const replace =
  (from: string | RegExp, to: string): Mutation =>
  (exchange) => {
    if (exchange.body.search(from) === -1) throw new Error(`${String(from)} is not in the body`);
    exchange.body = exchange.body.replace(from, to);
  };

export const siteDefects: readonly Defect[] = [
  ['site-book', 'missing', at(book, withoutParameter('accessory_ids', html(404)))],
  ['site-book', 'JSON', at(book, withoutParameter('accessory_ids', answerWith(200, 'application/json', '{}')))],
  [
    'site-book-escapes',
    'an unescaped parameter',
    (exchange) => exchange.path === '/site/book' && (exchange.body += `<p>${exchange.query.get('drop_off_date')}</p>`),
  ],
  [
    'site-book-escapes',
    'a crash',
    (exchange) => exchange.path === '/site/book' && exchange.query.has('accessory_ids') && (exchange.status = 500),
  ],
  ['site-manifest', 'a web page', at(manifest, html(200))],
  ['site-manifest', 'a list', bodyAt(manifest, (body) => [body])],
  ['site-openapi-yaml', 'broken YAML', at(yaml, (exchange) => (exchange.body = `a: [1\n${exchange.body}`))],
  ['site-openapi-yaml', 'another OpenAPI version', at(yaml, replace(/openapi: "?3\.0\.3"?/, 'openapi: 3.1.0'))],
  ['site-openapi-yaml', 'a missing path', at(yaml, replace('/quotes:', '/prices:'))],
  ['site-openapi-json', 'broken JSON', at(jsonDescription, (exchange) => (exchange.body = exchange.body.slice(1)))],
  ['site-openapi-json', 'another OpenAPI version', bodyAt(jsonDescription, (body) => void (body.openapi = '3.0.0'))],
  ['site-openapi-json', 'a missing path', bodyAt(jsonDescription, (body) => void delete body.paths['/depots'])],
  ['site-openapi-agree', 'another title', bodyAt(jsonDescription, (body) => void (body.info.title += '!'))],
  [
    'site-openapi-version',
    'another version',
    (exchange) => /^\/site\/openapi/.test(exchange.path) && replace(/(version"?: ?"?)1\.0\.0/, '$12.0.0')(exchange),
  ],
  ['site-docs', 'a crash', at(docs, html(500))],
  ['site-docs', 'plain text', at(docs, answerWith(200, 'text/plain', 'docs'))],

  ['limits-headers', 'words', (exchange) => void (exchange.headers['x-ratelimit-remaining'] = 'many')],
  ['limits-headers', 'a fraction', at(quotes, (exchange) => (exchange.headers['x-ratelimit-limit'] = '100.0'))],
  ['limits-falling', 'always the same', (exchange) => void (exchange.headers['x-ratelimit-remaining'] = '99')],
  [
    'limits-falling',
    'rising',
    counting((exchange, count) => void (exchange.headers['x-ratelimit-remaining'] = String(20 + count))),
  ],
];

export const siteOddities: readonly Defect[] = [
  ['limits-value', 'another limit', (exchange) => void (exchange.headers['x-ratelimit-limit'] = '60')],
  ['site-docs', 'no documentation', at(docs, html(404))],
  ['site-manifest', 'no manifest', at(manifest, html(404))],
  ['site-openapi-yaml', 'no YAML', at(yaml, html(404))],
  ['site-openapi-json', 'a web page for JSON', at(jsonDescription, html(200))],
];
