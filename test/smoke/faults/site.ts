/** Further faults of the booking page and the OpenAPI descriptions. */
import {
  all,
  answerWith,
  faultOfEach,
  changeJson,
  lacksParameter,
  on,
  text,
  without,
} from './parts.ts';
import type { AnswerChange, Faults } from './parts.ts';
import { paths } from '../../../src/sandbox/openapi.ts';

const book = /^\/book$/;
const yaml = /^\/openapi\.yaml$/;
const description = /^\/openapi\.json$/;

const replaced = (path: RegExp, from: RegExp | string, to: string): AnswerChange =>
  on(path, (answer) => (answer.body = answer.body.replace(from, to)));

/** The version in a description, in JSON or YAML. */
const version = /(version"?: ?"?)1\.0\.0/;

export const siteFaults: Faults = {
  'fail site-book:json site-checkout': on(
    book,
    answerWith(200, 'application/json', '{"vehicles":[]}'),
  ),
  'fail site-book:empty site-checkout': text(book, ' '),
  'warn site-book:no-type': on(book, without('Content-Type'), lacksParameter('vehicle_id')),
  ...faultOfEach('fail site-openapi-yaml:no-path', Object.keys(paths), (path) =>
    replaced(yaml, `\n  ${path}:`, '\n  x-gone:'),
  ),
  'fail site-openapi-yaml:no-get': replaced(yaml, /^ {4}get:/m, '    options:'),
  'fail site-openapi-yaml:post': replaced(yaml, /^( {4})get:/m, '$1post: {}\n$1get:'),
  'fail site-openapi-yaml:syntax': text(yaml, 'a: [1\nopenapi: 3.0.3\n'),
  'fail site-openapi-json:no-paths': changeJson(
    description,
    (document) => void (document.paths = {}),
  ),
  'fail site-openapi-json:syntax': on(description, (answer) => (answer.body = `{${answer.body}`)),
  'fail site-openapi-yaml:version site-openapi-json': all(
    replaced(yaml, version, '$12.0.0'),
    replaced(description, version, '$12.0.0'),
  ),
  'fail site-openapi-yaml:no-version': replaced(yaml, /^ {2}version:.*\n/m, ''),
  'fail site-openapi-json:version': replaced(description, version, '$12.0.0'),
};
