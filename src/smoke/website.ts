/** Asks for the booking page and the descriptions that the operator publishes. */
import { quoteParameters, tripParameters, type Parameters } from '../api/links.ts';
import type { Trip } from '../api/types.ts';
import { fieldOf, given, isObject, isPage, isThere, typeOf, unchecked } from './asked.ts';
import type { Answer, Asked, Missing } from './asked.ts';
import { askManifest, findDescription, type DescriptionFormat, type Found } from './descriptions.ts';
import { showValue } from './display.ts';
import { failure, statusFindings, warning, type Finding } from './findings.ts';
import type { AskedQuotes } from './quotes.ts';
import type { Sender } from './sender.ts';

export interface Website {
  /** The website may be elsewhere, so what is missing here is not certain to be a defect. */
  readonly isDoubtful: boolean;
  readonly search: Asked;
  readonly checkout: Asked;
  /** A search whose parameters would run as a script. */
  readonly hostile: Asked;
  readonly descriptions: Readonly<Record<DescriptionFormat, Found | Missing>>;
}

export const elsewhere = 'if the website is elsewhere, give site-url';
/** Would run unescaped, in text as well as in an attribute. */
export const element = '<script>smoke()</script>';
const script = `"'>${element}`;
const hostile = { drop_off_date: script, vehicle_id: script, insurance_id: script, accessory_ids: script };
/** The website is not the interface: a wall against programs says nothing about it. */
const walls: readonly (number | undefined)[] = [401, 403];

/**
 * If the website was not named, it may be anywhere: it is only asked if the booking page is where the interface is. A manifest there says
 * that the website is too, so a booking page that is missing is likely to be a defect, but it is not certain.
 */
export async function askWebsite(
  send: Sender,
  trip: Trip | Missing,
  quotes: AskedQuotes | Missing,
  siteIsAssumed: boolean,
): Promise<Website | Missing> {
  const page = async (parameters: Parameters): Promise<Asked> =>
    given(await send.page('/book', { parameters }), (answer) => reached(answer, send.siteUrl));
  const search = await given(trip, (known) => page(tripParameters(known)));
  if (siteIsAssumed && !isThere(search)) return search;
  const [problem] = isThere(search) ? pageFindings(search) : [];
  const isDoubtful = siteIsAssumed && problem !== undefined;
  if (isDoubtful && !isObject(fieldOf(await askManifest(send), 'api')))
    return unchecked(`no booking page at ${send.siteUrl.origin} (${problem.got}): ${elsewhere}`);
  return {
    isDoubtful,
    search,
    checkout: await given(quotes, ({ selection, extras }) =>
      page(quoteParameters({ ...selection, ...(isThere(extras) && extras) })),
    ),
    hostile: await given(trip, (known) => page({ ...tripParameters(known), ...hostile })),
    descriptions: { yaml: await findDescription(send, 'yaml'), json: await findDescription(send, 'json') },
  };
}

function reached(answer: Answer, siteUrl: URL): Asked {
  const { status, redirect } = answer;
  if (walls.includes(status)) return unchecked(`the website answered ${status} to this program`);
  const isAway = redirect !== undefined && redirect.origin !== siteUrl.origin;
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
