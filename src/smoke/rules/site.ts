/** What the operator publishes for people and agents under site_url. */
import { fieldOf, given, isObject, isPage, isThere, skip, unchecked, type JsonObject, type Missing } from '../asked.ts';
import { endpoints, type Description, type DescriptionFormat, type Found } from '../descriptions.ts';
import { showText, showValue } from '../display.ts';
import { describe, failure, statusFindings, unless, warning, type Finding, type Verdict } from '../findings.ts';
import type { Judge } from '../rule.ts';
import { element, elsewhere, isRedirected, pageFindings, type Website } from '../website.ts';

export const bookPage = ofWebsite(({ search }) => given(search, pageFindings));
export const checkoutPage = ofWebsite(({ checkout }) => given(checkout, pageFindings));
export const escapes = ofWebsite(({ hostile }) =>
  given(hostile, (answer) => {
    if (isRedirected(answer)) return unchecked('the booking page is behind a redirect');
    if (answer.redirect) return [];
    if ((answer.status ?? 500) >= 500) return [warning(answer, 'a page', describe(answer))];
    // In a quoted attribute it would only be text.
    const runs = answer.text.replace(/="[^"]*"|='[^']*'/g, '').includes(element);
    return unless(!runs, warning(answer, 'its parameters escaped', 'a script that would run'));
  }),
);
export const version = ofWebsite(({ descriptions }) => {
  const all = [readable(descriptions.yaml), readable(descriptions.json)];
  const there = all.filter(isThere);
  return there.length > 0 ? there.flatMap(versionFindings) : (all[1] as Missing);
});
export const sameOperations = ofWebsite(({ descriptions }) =>
  given(valid(descriptions.yaml), (yaml) => given(valid(descriptions.json), (json) => differenceFindings(yaml, json))),
);

function ofWebsite(judge: (website: Website) => Verdict): Judge {
  return ({ website }) =>
    given(website, (known) => given(judge(known), (found) => (known.isDoubtful ? found.map(unlessElsewhere) : found)));
}

function unlessElsewhere(finding: Finding): Finding {
  return finding.severity === 'fail' ? { ...finding, severity: 'warn', got: `${finding.got}: ${elsewhere}` } : finding;
}

export function description(format: DescriptionFormat): Judge {
  return ofWebsite(({ descriptions }) =>
    given(descriptions[format], ({ description: found, tried }): Verdict => {
      if (found !== undefined) return descriptionFindings(found);
      // Its address is not documented, so it may be elsewhere.
      const got = tried.map((answer) => `${showText(answer.request.url.pathname, 60)} ${describe(answer)}`);
      return unchecked(`no OpenAPI description in ${format.toUpperCase()} was found: ${got.join('; ')}`);
    }),
  );
}

function descriptionFindings({ format, answer, parsed, problem }: Description): Finding[] {
  const name = format.toUpperCase();
  const found = statusFindings(answer, 200);
  if (found.length > 0) return found;
  if (isPage(answer)) return [failure(answer, name, 'a web page')];
  if (problem !== undefined) return [failure(answer, name, problem)];
  if (!isObject(parsed)) return [failure(answer, 'an OpenAPI description', showValue(parsed))];
  const { openapi } = parsed;
  const operations = operationsOf(parsed);
  // If the server is the root of the site, the paths begin with the prefix of the interface.
  const missing = endpoints.filter((endpoint) => !operations.some((one) => one.endsWith(`${unnamed(endpoint)} get`)));
  const others = operations.filter((one) => /(?: put| post| delete| patch)$/.test(one));
  return [
    ...unless(openapi === '3.0.3', failure(answer, 'openapi: "3.0.3"', showValue(openapi))),
    ...unless(missing.length === 0, failure(answer, `GET for ${missing.join(', ')}`, 'none')),
    ...unless(others.length === 0, failure(answer, 'only GET', showText(others.join(', '), 120))),
  ];
}

const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** `/vehicles/{}/accessories get`. What a reference stands for counts as a GET. */
function operationsOf({ paths }: JsonObject): string[] {
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    const names = isObject(item) ? Object.keys(item).filter((key) => methods.includes(key)) : [];
    const isReference = names.length === 0 && fieldOf(item, '$ref') !== undefined;
    return (isReference ? ['get'] : names).map((method) => `${unnamed(path)} ${method}`);
  });
}

/** Which name a parameter of a path has, no request shows. */
function unnamed(path: string): string {
  return path.replace(/\{[^{}/]*\}/g, '{}');
}

function versionFindings({ answer, parsed }: Description): Finding[] {
  const version = fieldOf(fieldOf(parsed, 'info'), 'version');
  return unless(version === '1.0.0', failure(answer, 'info.version: "1.0.0"', showValue(version)));
}

function differenceFindings(yaml: Description, json: Description): Finding[] {
  const [one, other] = [yaml, json].map(({ parsed }) => operationsOf(isObject(parsed) ? parsed : {})) as [
    string[],
    string[],
  ];
  const different = [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
  const got = showText(different.join(', '), 120);
  return unless(different.length === 0, failure(json.answer, 'the operations of the YAML description', got));
}

function readable(found: Found | Missing): Description | Missing {
  return given(found, ({ format, description: one }) => {
    if (isObject(one?.parsed)) return one;
    const report = one === undefined ? unchecked : skip;
    return report(`no description in ${format.toUpperCase()}`, `site-openapi-${format}`);
  });
}

/** Leaves out a description that breaks its own rules: comparing it would report the same problem twice. */
function valid(found: Found | Missing): Description | Missing {
  return given(readable(found), (one) => {
    if (descriptionFindings(one).length === 0) return one;
    return skip(`the description in ${one.format.toUpperCase()} is wrong by itself`, `site-openapi-${one.format}`);
  });
}
