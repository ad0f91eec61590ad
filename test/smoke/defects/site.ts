/** Defects and oddities of the website, its descriptions, and the headers of the limit. */
import { bodyAt, counting, quotes, withoutParameter, type Defect } from '../support/defects.ts';
import { answerWith, at, html, type Mutation } from '../support/mutant.ts';

const book = /^\/site\/book$/;
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
  ['site-book', 'JSON', at(book, withoutParameter('vehicle_id', answerWith(200, 'application/json', '{}')))],
  ['site-openapi-yaml', 'broken YAML', at(yaml, (exchange) => (exchange.body = `a: [1\n${exchange.body}`))],
  ['site-openapi-yaml', 'another OpenAPI version', at(yaml, replace(/openapi: "?3\.0\.3"?/, 'openapi: 3.1.0'))],
  ['site-openapi-yaml', 'a missing path', at(yaml, replace('/quotes:', '/prices:'))],
  ['site-openapi-json', 'broken JSON', at(jsonDescription, (exchange) => (exchange.body = exchange.body.slice(1)))],
  ['site-openapi-json', 'another OpenAPI version', bodyAt(jsonDescription, (body) => void (body.openapi = '3.0.0'))],
  ['site-openapi-json', 'a POST', bodyAt(jsonDescription, (body) => void (body.paths['/bookings'] = { post: {} }))],
  ['site-openapi-json', 'credentials', bodyAt(jsonDescription, (body) => void (body.security = [{ key: [] }]))],
  [
    'site-openapi-json',
    'no insurance_id',
    bodyAt(jsonDescription, ({ paths }) => void paths['/quotes'].get.parameters.pop()),
  ],
  ['site-openapi-json', 'a cut-off file', at(jsonDescription, (exchange) => (exchange.body = '{oops'))],
];

export const siteOddities: readonly Defect[] = [
  [
    'site-book',
    'no media type',
    at(
      book,
      withoutParameter('vehicle_id', (page) => delete page.headers['content-type']),
    ),
  ],
  [
    'site-book-escapes',
    'an unescaped parameter',
    (exchange) => exchange.path === '/site/book' && (exchange.body += `<p>${exchange.query.get('drop_off_date')}</p>`),
  ],
  [
    'site-book-escapes',
    'a crash',
    (exchange) =>
      exchange.path === '/site/book' && exchange.query.get('accessory_ids')?.includes('<') && (exchange.status = 500),
  ],
  [
    'limits-exceeded',
    'a window that begins again after twelve requests',
    counting((exchange, count) => void (exchange.headers['x-ratelimit-remaining'] = String(99 - (count % 12)))),
  ],
];

export const siteFreedoms: readonly Defect[] = [
  [
    'site-openapi-agree',
    'an object for all parameters',
    bodyAt(jsonDescription, ({ paths }) => {
      const name = { name: 'trip', in: 'query', explode: true, schema: { type: 'object' } };
      paths['/quotes'].get.parameters = [name];
    }),
  ],
  ['site-openapi-agree', 'another title', bodyAt(jsonDescription, (body) => void (body.info.title += '!'))],
  ['limits-headers', 'words', (exchange) => void (exchange.headers['x-ratelimit-remaining'] = 'many')],
  ['limits-headers', 'a fraction', at(quotes, (exchange) => (exchange.headers['x-ratelimit-limit'] = '100.0'))],
  ['limits-falling', 'always the same', (exchange) => void (exchange.headers['x-ratelimit-remaining'] = '99')],
  [
    'limits-falling',
    'rising',
    counting((exchange, count) => void (exchange.headers['x-ratelimit-remaining'] = String(20 + count))),
  ],
];

/** Their addresses are not documented. */
export const unpublished: readonly Defect[] = [
  ['site-manifest', 'a web page', at(manifest, html(200))],
  ['site-manifest', 'a list', bodyAt(manifest, (body) => [body])],
  ['site-manifest', 'no manifest', at(manifest, html(404))],
  ['site-openapi-json', 'no JSON', at(jsonDescription, html(404))],
  ['site-openapi-json', 'a web page for JSON', at(jsonDescription, html(200))],
];
