/** What the operator publishes for people and agents under site_url. */
import { fieldOf, given, isObject, skip } from '../asked.ts';
import type { Answer, Asked, Missing } from '../asked.ts';
import type { About } from '../converse.ts';
import { failure, failures, statusFindings, unless } from '../findings.ts';
import type { Finding, Verdict } from '../findings.ts';
import { ofVehicle, type Judge } from '../rule.ts';
import { pageFindings, type DescriptionFormat } from '../website.ts';

type Website = Exclude<About['website'], Missing>;

/** A rule of the website. */
function ofWebsite(judge: (website: Website) => Verdict): Judge {
  return ofVehicle(({ website }) => given(website, judge));
}

export const bookPage = ofWebsite(({ search }) => given(search, pageFindings));
export const checkoutPage = ofWebsite(({ checkout }) => given(checkout, pageFindings));

export const yaml = ofWebsite((website) => given(website.yaml, descriptionFindings));
export const json = ofWebsite((website) => given(website.json, descriptionFindings));

/** Leaves out a description that breaks its own rule: looking at it would report the same problem twice. */
function right(website: Website, format: DescriptionFormat): Asked {
  const wrong = skip(`the description in ${format} is wrong by itself`, `site-openapi-${format}`);
  return given(website[format], (answer) => (descriptionFindings(answer).length === 0 ? answer : wrong));
}

export const sameOperations = ofWebsite((website) =>
  given(right(website, 'yaml'), (one) => given(right(website, 'json'), (other) => differences(one, other))),
);

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
  const found = statusFindings(answer, 200);
  if (found.length > 0) return found;
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

function differences(inYaml: Answer, inJson: Answer): Finding[] {
  const [one, other] = [operationsOf(inYaml.json), operationsOf(inJson.json)];
  const different = [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
  return unless(different.length === 0, failure(inJson, 'the operations of the YAML', different.join(', ')));
}
