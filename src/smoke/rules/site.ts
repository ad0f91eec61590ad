/** What the operator publishes for people and agents under site_url. */
import { shorten } from '../../base/words.ts';
import { fieldOf, given, isThere, skip, unchecked } from '../asked.ts';
import type { ServiceAnswer, Missing } from '../asked.ts';
import type { VehicleAnswers, Judge } from '../converse.ts';
import { areSameBase, basesIn, endpoints, operationsIn, whyMissing } from '../descriptions.ts';
import type { Description, DescriptionFormat, NamedBase, SearchedPlace } from '../descriptions.ts';
import {
  failFinding,
  failFindings,
  together,
  unless,
  warnFinding,
  type SmokeFinding,
  type Verdict,
} from '../findings.ts';
import { pageFindings } from '../website.ts';

type Website = Exclude<VehicleAnswers['website'], Missing>;

const mayBeElsewhere = unchecked(
  'not at the origin of the base address: if the website is elsewhere, give --site-url',
);

/**
 * A rule of the website. If its address is only assumed, the website can be elsewhere, so nothing
 * is a failure.
 */
function ofWebsite(judge: (website: Website) => Verdict): Judge {
  return ({ about, siteIsAssumed }) =>
    given(about, ({ website }) =>
      given(website, (one) =>
        given(judge(one), (found) => (siteIsAssumed && found.length > 0 ? mayBeElsewhere : found)),
      ),
    );
}

export const bookPage = ofWebsite(({ search }) => given(search, pageFindings));
export const checkoutPage = ofWebsite(({ checkout }) => given(checkout, pageFindings));

/** Each description in this format. One below the base address is surely of this service. */
export function described(format: DescriptionFormat): Judge {
  return ({ about, siteIsAssumed }) =>
    given(about, ({ website }) =>
      given(website, ({ places }) => {
        const found = places.filter(
          (place) => isThere(place.found) && place.found.format === format,
        );
        if (found.length === 0) return whyMissing(places, format);
        const judge = (some: readonly SearchedPlace[]): Verdict =>
          together(some.map((place) => given(place.found, descriptionFindings)));
        const sure = judge(found.filter((place) => place.isOfInterface || !siteIsAssumed));
        if (!siteIsAssumed || (isThere(sure) && sure.length > 0)) return sure;
        return given(judge(found), (all) => (all.length > 0 ? mayBeElsewhere : all));
      }),
    );
}

function descriptionFindings(answer: ServiceAnswer): SmokeFinding[] {
  const { json: parsed, notJson } = answer;
  if (notJson !== undefined) return [failFinding(answer, 'a description', notJson)];
  const openapi = fieldOf(parsed, 'openapi');
  const version = fieldOf(fieldOf(parsed, 'info'), 'version');
  const operations = operationsIn(parsed);
  const missing = endpoints.filter(
    (path) => !operations.some((one) => one.path === path && one.method === 'get'),
  );
  const others = operations.filter(({ method }) => method !== 'get');
  return failFindings(answer, [
    [openapi === '3.0.3', 'openapi: "3.0.3"', openapi],
    [version === '1.0.0', 'info.version: "1.0.0"', version],
    [missing.length === 0, `GET for ${missing.join(', ')}`, undefined],
    [
      others.length === 0,
      'only GET',
      others.map(({ path, method }) => `${path} ${method}`).join(', '),
    ],
  ]);
}

/** Each description against the first one. */
export const sameAddresses = ofWebsite(({ places }) => {
  const readable = places.map(({ found }) => found).filter(isThere);
  const [first, ...others] = readable.filter(({ json }) => operationsIn(json).length > 0);
  if (first === undefined || others.length === 0)
    return skip('fewer than two OpenAPI descriptions were found');
  return others.flatMap((other) => differences(first, other));
});

/** An endpoint of the interface that only one of them lacks breaks another rule. */
function differences(first: Description, other: Description): SmokeFinding[] {
  const path = first.request.url.pathname;
  const [bases, otherBases] = [basesIn(first), basesIn(other)];
  const isSame = bases.some((base) => otherBases.some((one) => areSameBase(base, one)));
  const namesBoth = bases.length > 0 && otherBases.length > 0;
  const hrefs = (some: readonly NamedBase[]): string =>
    shorten(some.map(({ href }) => href).join(', '), 200);
  const [further, otherFurther] = [furtherPaths(first), furtherPaths(other)];
  return [
    ...unless(
      isSame || !namesBoth,
      warnFinding(other, `the base of ${path}: ${hrefs(bases)}`, hrefs(otherBases)),
    ),
    ...unless(
      further === otherFurther,
      warnFinding(other, `the other endpoints of ${path}: ${shorten(further, 200)}`, otherFurther),
    ),
  ];
}

function furtherPaths({ json }: Description): string {
  const further = operationsIn(json).filter(
    ({ method, path }) => method === 'get' && !endpoints.includes(path),
  );
  return [...new Set(further.map(({ path }) => path))].sort().join(', ') || 'none';
}
