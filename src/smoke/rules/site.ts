/** The rules about what the operator publishes for people and agents under site_url. */
import { shorten } from '../../base/words.ts';
import { fieldOf, ifThere, isThere, skip, unchecked } from '../answers.ts';
import type { ServiceAnswer } from '../answers.ts';
import type { Judge } from '../converse.ts';
import { areSameBase, basesIn, endpoints, operationsIn, whyMissing } from '../descriptions.ts';
import type { Description, DescriptionFormat, NamedBase, SearchedPlace } from '../descriptions.ts';
import {
  failFinding,
  failFindings,
  joinJudgements,
  findingUnless,
  warnFinding,
  type SmokeFinding,
  type Judgement,
} from '../findings.ts';
import { pageFindings, type WebsiteAnswers } from '../website.ts';

const mayBeElsewhere = unchecked(
  'not at the origin of the base address: if the website is elsewhere, give --site-url',
);

/**
 * A rule of the website. If its address is only assumed, nothing is a failure, unless something else
 * there proves that it is this operator's.
 */
function ofWebsite(
  judge: (website: WebsiteAnswers) => Judgement,
  isProven: (website: WebsiteAnswers) => boolean = () => false,
): Judge {
  return ({ vehicleAnswers, siteIsAssumed }) =>
    ifThere(vehicleAnswers, ({ website }) =>
      ifThere(website, (answers) =>
        ifThere(judge(answers), (found) =>
          siteIsAssumed && found.length > 0 && !isProven(answers) ? mayBeElsewhere : found,
        ),
      ),
    );
}

const isBookPage = ({ search }: WebsiteAnswers): boolean =>
  isThere(search) && pageFindings(search).length === 0;

export const bookPage = ofWebsite(({ search }) => ifThere(search, pageFindings));
export const checkoutPage = ofWebsite(
  ({ checkout }) => ifThere(checkout, pageFindings),
  isBookPage,
);

/** Judges each description in this format. One below the base address is surely this service's. */
export function described(format: DescriptionFormat): Judge {
  return ({ vehicleAnswers, siteIsAssumed }) =>
    ifThere(vehicleAnswers, ({ website }) =>
      ifThere(website, ({ places }) => {
        const found = places.filter(
          (place) => isThere(place.found) && place.found.format === format,
        );
        if (found.length === 0) return whyMissing(places, format);
        const judge = (judged: readonly SearchedPlace[]): Judgement =>
          joinJudgements(judged.map((place) => ifThere(place.found, descriptionFindings)));
        if (!siteIsAssumed) return judge(found);
        const ofInterface = judge(found.filter((place) => place.isOfInterface));
        if (isThere(ofInterface) && ofInterface.length > 0) return ofInterface;
        return ifThere(judge(found), (all) => (all.length > 0 ? mayBeElsewhere : all));
      }),
    );
}

function descriptionFindings(answer: ServiceAnswer): SmokeFinding[] {
  const { json: description, problem } = answer;
  if (problem !== undefined) return [failFinding(answer, 'a description', problem)];
  const openapi = fieldOf(description, 'openapi');
  const version = fieldOf(fieldOf(description, 'info'), 'version');
  const operations = operationsIn(description);
  const missing = endpoints.filter(
    (path) => !operations.some(({ method, path: other }) => other === path && method === 'get'),
  );
  const others = operations.filter(({ method }) => method !== 'get');
  return failFindings(answer, [
    { isMet: openapi === '3.0.3', expected: 'openapi: "3.0.3"', got: openapi },
    { isMet: version === '1.0.0', expected: 'info.version: "1.0.0"', got: version },
    { isMet: missing.length === 0, expected: `GET for ${missing.join(', ')}`, got: undefined },
    {
      isMet: others.length === 0,
      expected: 'only GET',
      got: others.map(({ path, method }) => `${path} ${method}`).join(', '),
    },
  ]);
}

/** Compares each description with the first one. */
export const sameAddresses = ofWebsite(({ places }) => {
  const readable = places.map(({ found }) => found).filter(isThere);
  const [first, ...others] = readable.filter(({ json }) => operationsIn(json).length > 0);
  if (first === undefined || others.length === 0)
    return skip('fewer than two OpenAPI descriptions were found');
  return others.flatMap((other) => differences(first, other));
});

/** A missing endpoint of the interface breaks another rule. */
function differences(first: Description, other: Description): SmokeFinding[] {
  const path = first.request.url.pathname;
  const bases = basesIn(first);
  const otherBases = basesIn(other);
  const areSame = bases.some((base) => otherBases.some((named) => areSameBase(base, named)));
  const areNamed = bases.length > 0 && otherBases.length > 0;
  const hrefs = (named: readonly NamedBase[]): string =>
    shorten(named.map(({ href }) => href).join(', '), 200);
  const further = furtherPaths(first);
  const otherFurther = furtherPaths(other);
  return [
    ...findingUnless(
      areSame || !areNamed,
      warnFinding(other, `the base of ${path}: ${hrefs(bases)}`, hrefs(otherBases)),
    ),
    ...findingUnless(
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
