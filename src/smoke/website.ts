/** Asks for the booking page and the descriptions that the operator publishes. */
import { addressOf, quoteParameters, tripParameters, type Parameters } from '../api/links.ts';
import type { Trip } from '../api/types.ts';
import { given, isPage, isThere, typeOf, unchecked, type Answer, type Asked, type Missing } from './asked.ts';
import { askManifest, findDescription, type Description, type DescriptionFormat } from './descriptions.ts';
import { showValue } from './display.ts';
import { failure, statusFindings, warning, type Finding } from './findings.ts';
import type { AskedQuotes } from './quotes.ts';
import type { Sender } from './sender.ts';

export interface Website {
  readonly search: Asked;
  readonly checkout: Asked;
  /** A search whose parameters would run as a script. */
  readonly hostile: Asked;
  readonly descriptions: Readonly<Record<DescriptionFormat, Description | Missing>>;
}

/** Would run unescaped, in text as well as in an attribute. */
export const element = '<script>smoke()</script>';
const script = `"'>${element}`;
const hostile = { drop_off_date: script, vehicle_id: script, insurance_id: script, accessory_ids: script };

/**
 * If the website was not named, it may be anywhere: it is only asked if the booking page is where the interface is, or the manifest, which
 * is published on the website.
 */
export async function askWebsite(
  send: Sender,
  trip: Trip | Missing,
  quotes: AskedQuotes | Missing,
  siteIsAssumed: boolean,
): Promise<Website | Missing> {
  const page = async (parameters: Parameters): Promise<Asked> =>
    given(await send.page(addressOf(send.siteUrl, '/book', parameters)), (answer) => onWebsite(answer, send.siteUrl));
  const search = await given(trip, (known) => page(tripParameters(known)));
  if (siteIsAssumed) {
    const [problem] = isThere(search) ? pageFindings(search) : [];
    if (!isThere(search)) return search;
    if (problem !== undefined && (await askManifest(send)) === undefined) {
      const hint = 'if the website is elsewhere, give site-url';
      return unchecked(`no booking page at ${send.siteUrl.origin} (${problem.got}): ${hint}`);
    }
  }
  return {
    search,
    checkout: await given(quotes, ({ selection, extras }) =>
      page(quoteParameters({ ...selection, ...(isThere(extras) && extras) })),
    ),
    hostile: await given(trip, (known) => page({ ...tripParameters(known), ...hostile })),
    descriptions: { yaml: await findDescription(send, 'yaml'), json: await findDescription(send, 'json') },
  };
}

function onWebsite(answer: Answer, siteUrl: URL): Asked {
  const isAway = answer.redirect !== undefined && answer.redirect.origin !== siteUrl.origin;
  return isAway ? unchecked('the booking page redirects to another website') : answer;
}

/** A redirect within the website that keeps the query leads to the page: it is not followed. */
export function isRedirected({ request, redirect }: Answer): boolean {
  const kept = [...request.url.searchParams].every(([name, value]) => redirect?.searchParams.get(name) === value);
  return redirect !== undefined && kept;
}

export function pageFindings(answer: Answer): Finding[] {
  if (isRedirected(answer)) return [];
  const found = statusFindings(answer, 200);
  if (found.length > 0) return found;
  const text = answer.text.trim();
  if (text === '') return [failure(answer, 'a web page', 'nothing in it')];
  if (isPage(answer)) return [];
  const type = showValue(typeOf(answer));
  // The document names no media type for it.
  const isMarkup = text.startsWith('<');
  return [isMarkup ? warning(answer, 'content-type: text/html', type) : failure(answer, 'a web page', type)];
}
