/** What the operator publishes for people and agents under site_url. */
import { fieldOf, given, isObject, unchecked } from '../asked.ts';
import type { Answer, Missing } from '../asked.ts';
import type { About, Judge } from '../converse.ts';
import { failure, failures } from '../findings.ts';
import type { Finding, Verdict } from '../findings.ts';
import { pageFindings } from '../website.ts';

type Website = Exclude<About['website'], Missing>;

/** A rule of the website. If its address is only assumed, the website can be elsewhere, so nothing is a failure. */
function ofWebsite(judge: (website: Website) => Verdict): Judge {
  const elsewhere = unchecked('not at the origin of the base address: if the website is elsewhere, give --site-url');
  return ({ about, siteIsAssumed }) =>
    given(about, ({ website }) =>
      given(website, (one) => given(judge(one), (found) => (siteIsAssumed && found.length > 0 ? elsewhere : found))),
    );
}

export const bookPage = ofWebsite(({ search }) => given(search, pageFindings));
export const checkoutPage = ofWebsite(({ checkout }) => given(checkout, pageFindings));

export const yaml = ofWebsite((website) => given(website.yaml, descriptionFindings));
export const json = ofWebsite((website) => given(website.json, descriptionFindings));

/** A description lists a GET for each. */
const endpoints: readonly string[] = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{}/accessories',
  '/vehicles/{}/insurance-types',
  '/quotes',
];

function descriptionFindings(answer: Answer): Finding[] {
  const { json: parsed, notJson } = answer;
  if (notJson !== undefined) return [failure(answer, 'a description', notJson)];
  const openapi = fieldOf(parsed, 'openapi');
  const version = fieldOf(fieldOf(parsed, 'info'), 'version');
  const operations = operationsOf(parsed);
  const missing = endpoints.filter((endpoint) => !operations.includes(`${endpoint} get`));
  const others = operations.filter((one) => !one.endsWith(' get'));
  return failures(answer, [
    [openapi === '3.0.3', 'openapi: "3.0.3"', openapi],
    [version === '1.0.0', 'info.version: "1.0.0"', version],
    [missing.length === 0, `GET for ${missing.join(', ')}`, undefined],
    [others.length === 0, 'only GET', others.join(', ')],
  ]);
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * `/vehicles/{}/accessories get`: no request shows which name a parameter has. Two descriptions of one service can name different servers:
 * if the server is the root of the site, the paths begin with the prefix of the interface. What a reference stands for counts as a GET.
 */
function operationsOf(description: unknown): string[] {
  const paths = fieldOf(description, 'paths');
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    const unnamed = path.replace(/\{[^{}/]*\}/g, '{}');
    const endpoint = endpoints.find((one) => unnamed.endsWith(one)) ?? unnamed;
    const names = fieldOf(item, '$ref') === undefined ? methods.filter((name) => fieldOf(item, name)) : ['get'];
    return names.map((method) => `${endpoint} ${method}`);
  });
}
