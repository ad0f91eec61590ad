/** Asks for the booking page and the descriptions that the operator publishes. */
import { addressOf, quoteParameters, tripParameters, type Parameters } from '../api/links.ts';
import type { Selection } from '../api/types.ts';
import { ifThere, isPage, typeOf, unchecked } from './answers.ts';
import type { MaybeAnswer, ServiceAnswer } from './answers.ts';
import { findDescriptions, type SearchedPlace } from './descriptions.ts';
import {
  failFinding,
  showValue,
  statusFindings,
  findingUnless,
  warnFinding,
  type SmokeFinding,
} from './findings.ts';
import type { Sender } from './sender.ts';

export interface WebsiteAnswers {
  /** The booking page with a trip. */
  readonly search: MaybeAnswer;
  /** The booking page with a selection. */
  readonly checkout: MaybeAnswer;
  /** The places where descriptions were looked for. */
  readonly places: readonly SearchedPlace[];
}

export async function askWebsite(sender: Sender, selection: Selection): Promise<WebsiteAnswers> {
  const { siteUrl } = sender;
  const page = async (parameters: Parameters): Promise<MaybeAnswer> =>
    ifThere(await sender.page(addressOf(siteUrl, '/book', parameters)), (answer) => {
      const isAway = answer.redirect !== undefined && answer.redirect.origin !== siteUrl.origin;
      return isAway ? unchecked('the booking page redirects to another website') : answer;
    });
  const search = await page(tripParameters(selection));
  return {
    search,
    checkout: await page(quoteParameters(selection)),
    places: await findDescriptions(sender),
  };
}

/** The redirect is not followed: it is right if its path or its query keeps the values. */
function redirectFindings(answer: ServiceAnswer, { pathname, search }: URL): SmokeFinding[] {
  const parts = (pathname + search).split(/[/?&=,]|%2c/i);
  const values = [...answer.request.url.searchParams.values()].flatMap((value) => value.split(','));
  const report = pathname === '/' && search === '' ? failFinding : warnFinding;
  const wrong = report(
    answer,
    'a redirect that keeps the values of the address',
    `a redirect to ${showValue(pathname)}`,
  );
  return findingUnless(
    values.every((value) => parts.includes(value)),
    wrong,
  );
}

/** The document names no media type for pages. */
export function pageFindings(answer: ServiceAnswer): SmokeFinding[] {
  if (answer.redirect !== undefined) return redirectFindings(answer, answer.redirect);
  const found = statusFindings(answer, 200);
  if (found.length > 0) return found;
  const text = answer.text.trim();
  if (!text.startsWith('<')) return [failFinding(answer, 'a web page', showValue(text))];
  return findingUnless(
    isPage(answer),
    warnFinding(answer, 'content-type: text/html', showValue(typeOf(answer))),
  );
}
