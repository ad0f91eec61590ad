/** The booking page and the OpenAPI descriptions. */
import { paths } from '../openapi.ts';
import { all, answerWith, each, has, html, json, lacks, on } from './change.ts';
import { text, without, type Change, type Faults } from './change.ts';

const book = /^\/book$/;
const yaml = /^\/openapi\.yaml$/;
const description = /^\/openapi\.json$/;

const replaced = (path: RegExp, from: RegExp | string, to: string): Change =>
  on(path, (answer) => (answer.body = answer.body.replace(from, to)));

/** As the descriptions of the sandbox have them. */
const version = /(version"?: ?"?)1\.0\.0/;

export const siteFaults: Faults = {
  'fail site-book': on(book, html(404), lacks('vehicle_id')),
  'fail site-book:json site-checkout': on(book, answerWith(200, 'application/json', '{"vehicles":[]}')),
  'fail site-book:empty site-checkout': text(book, ' '),
  'warn site-book:no-type': on(book, without('Content-Type'), lacks('vehicle_id')),
  'fail site-checkout': on(book, html(404), has('vehicle_id')),
  'fail site-openapi-yaml': replaced(yaml, /3\.0\.3/, '3.1.0'),
  ...each('fail site-openapi-yaml:no-path', Object.keys(paths), (path) => replaced(yaml, `\n  ${path}:`, '\n  /gone:')),
  'fail site-openapi-yaml:no-get': replaced(yaml, /^ {4}get:/m, '    options:'),
  'fail site-openapi-yaml:post': replaced(yaml, /^( {4})get:/m, '$1post: {}\n$1get:'),
  'fail site-openapi-yaml:syntax': text(yaml, 'a: [1\nopenapi: 3.0.3\n'),
  'fail site-openapi-json': json(description, (document) => void delete document.paths['/quotes']),
  'fail site-openapi-json:no-paths': json(description, (document) => void (document.paths = {})),
  'fail site-openapi-json:syntax': on(description, (answer) => (answer.body = `{${answer.body}`)),
  'fail site-openapi-yaml:version site-openapi-json': all(
    replaced(yaml, version, '$12.0.0'),
    replaced(description, version, '$12.0.0'),
  ),
  'fail site-openapi-yaml:no-version': replaced(yaml, /^ {2}version:.*\n/m, ''),
  'fail site-openapi-json:version': replaced(description, version, '$12.0.0'),
};
