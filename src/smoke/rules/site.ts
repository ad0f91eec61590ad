/** What the operator publishes for people and agents under site_url. */
import { fieldOf, given, isObject, isPage, isThere, skip, unchecked, type Missing } from '../asked.ts';
import type { Answers } from '../converse.ts';
import type { Description, DescriptionFormat } from '../descriptions.ts';
import { showText, showValue } from '../display.ts';
import { describe, failure, statusFindings, unless, warning, type Finding, type Verdict } from '../findings.ts';
import type { Judge } from '../rule.ts';
import { element, isRedirected, pageFindings } from '../website.ts';

export const bookPage: Judge = ({ website }) => given(website, ({ search }) => given(search, pageFindings));
export const checkoutPage: Judge = ({ website }) => given(website, ({ checkout }) => given(checkout, pageFindings));

export function escapes({ website }: Answers): Verdict {
  const hostile = given(website, (known) => known.hostile);
  return given(hostile, (answer) => {
    if (isRedirected(answer)) return unchecked('the booking page is behind a redirect');
    if (answer.redirect) return [];
    if ((answer.status ?? 500) >= 500) return [warning(answer, 'a page', describe(answer))];
    // In a quoted attribute it would only be text.
    const runs = answer.text.replace(/="[^"]*"|='[^']*'/g, '').includes(element);
    return unless(!runs, warning(answer, 'its parameters escaped', 'a script that would run'));
  });
}

export function description(format: DescriptionFormat): Judge {
  return (answers) => given(published(answers, format), descriptionFindings);
}

export function version(answers: Answers): Verdict {
  const [yaml, json] = [readable(answers, 'yaml'), readable(answers, 'json')];
  const there = [yaml, json].filter(isThere);
  return there.length === 0 ? (json as Missing) : there.flatMap(versionFindings);
}

/** Leaves out descriptions that break their own rules: comparing them would report the same problem twice. */
export function sameOperations(answers: Answers): Verdict {
  return given(valid(answers, 'yaml'), (yaml) => given(valid(answers, 'json'), (json) => differences(yaml, json)));
}

function published({ website }: Answers, format: DescriptionFormat): Description | Missing {
  return given(website, ({ descriptions }) => descriptions[format]);
}

function readable(answers: Answers, format: DescriptionFormat): Description | Missing {
  return given(published(answers, format), (one) =>
    isObject(one.parsed) ? one : skip(`no description in ${format.toUpperCase()}`, `site-openapi-${format}`),
  );
}

function valid(answers: Answers, format: DescriptionFormat): Description | Missing {
  const wrong = skip(`the description in ${format.toUpperCase()} is wrong by itself`, `site-openapi-${format}`);
  return given(readable(answers, format), (one) => (descriptionFindings(one).length === 0 ? one : wrong));
}

/** A description lists a GET for each. */
const endpoints: readonly string[] = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{}/accessories',
  '/vehicles/{}/insurance-types',
  '/quotes',
];

function descriptionFindings({ format, answer, parsed, problem }: Description): Finding[] {
  const name = format.toUpperCase();
  const found = statusFindings(answer, 200);
  if (found.length > 0) return found;
  if (isPage(answer)) return [failure(answer, name, 'a web page')];
  if (problem !== undefined) return [failure(answer, name, problem)];
  if (!isObject(parsed)) return [failure(answer, 'an OpenAPI description', showValue(parsed))];
  const { openapi } = parsed;
  const operations = operationsOf(parsed);
  const missing = endpoints.filter((endpoint) => !operations.includes(`${endpoint} get`));
  const others = operations.filter((one) => /(?: put| post| delete| patch)$/.test(one));
  return [
    ...unless(openapi === '3.0.3', failure(answer, 'openapi: "3.0.3"', showValue(openapi))),
    ...unless(missing.length === 0, failure(answer, `GET for ${missing.join(', ')}`, 'none')),
    ...unless(others.length === 0, failure(answer, 'only GET', showText(others.join(', '), 120))),
  ];
}

const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * `/vehicles/{}/accessories get`: no request shows which name a parameter has. Two descriptions of one service can name different servers:
 * if the server is the root of the site, the paths begin with the prefix of the interface. What a reference stands for counts as a GET.
 */
function operationsOf(description: unknown): string[] {
  const paths = fieldOf(description, 'paths');
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    const names = isObject(item) ? Object.keys(item).filter((key) => methods.includes(key)) : [];
    const isReference = names.length === 0 && fieldOf(item, '$ref') !== undefined;
    const unnamed = path.replace(/\{[^{}/]*\}/g, '{}');
    const endpoint = endpoints.find((one) => unnamed.endsWith(one)) ?? unnamed;
    return (isReference ? ['get'] : names).map((method) => `${endpoint} ${method}`);
  });
}

function versionFindings({ answer, parsed }: Description): Finding[] {
  const stated = fieldOf(fieldOf(parsed, 'info'), 'version');
  return unless(stated === '1.0.0', failure(answer, 'info.version: "1.0.0"', showValue(stated)));
}

function differences(yaml: Description, json: Description): Finding[] {
  const [one, other] = [operationsOf(yaml.parsed), operationsOf(json.parsed)];
  const different = [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
  const got = showText(different.join(', '), 120);
  return unless(different.length === 0, failure(json.answer, 'the operations of the YAML description', got));
}
