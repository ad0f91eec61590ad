/** Asks for the booking page and the descriptions that the operator publishes. */
import { parse } from 'yaml';
import { addressOf, quoteParameters, tripParameters, type Parameters } from '../api/links.ts';
import type { Selection } from '../api/types.ts';
import { given, isPage, typeOf, unchecked, type Answer, type Asked } from './asked.ts';
import { describe, failure, showValue, statusFindings, unless, warning, type Finding } from './findings.ts';
import type { Sender } from './sender.ts';

/** Characters. Parsing longer YAML can be made to take minutes; real descriptions have tens of thousands. */
const largest = 64 * 1024;

export async function askWebsite(send: Sender, selection: Selection) {
  const { siteUrl } = send;
  const page = async (parameters: Parameters): Promise<Asked> =>
    given(await send.page(addressOf(siteUrl, '/book', parameters)), (answer) => {
      const isAway = answer.redirect !== undefined && answer.redirect.origin !== siteUrl.origin;
      return isAway ? unchecked('the booking page redirects to another website') : answer;
    });
  const search = await page(tripParameters(selection));
  return {
    search,
    checkout: await page(quoteParameters(selection)),
    /** As parsed, as if both were JSON. */
    yaml: await findDescription(send, 'yaml'),
    json: await findDescription(send, 'json'),
  };
}

/** A redirect within the website leads to the page if it keeps the values, in its path or its query: it is not followed. */
function redirectFindings(answer: Answer, { pathname, search }: URL): Finding[] {
  const kept = (pathname + search).split(/[/?&=,]|%2c/i);
  const values = [...answer.request.url.searchParams.values()].flatMap((value) => value.split(','));
  const report = pathname === '/' && search === '' ? failure : warning;
  const wrong = report(answer, 'a page with the values of its address', `a redirect to ${showValue(pathname)}`);
  return unless(
    values.every((value) => kept.includes(value)),
    wrong,
  );
}

/** The document says that it is a page, and names no media type for it. */
export function pageFindings(answer: Answer): Finding[] {
  if (answer.redirect !== undefined) return redirectFindings(answer, answer.redirect);
  const found = statusFindings(answer, 200);
  if (found.length > 0) return found;
  const text = answer.text.trim();
  if (!text.startsWith('<')) return [failure(answer, 'a web page', showValue(text))];
  return unless(isPage(answer), warning(answer, 'content-type: text/html', showValue(typeOf(answer))));
}

/** The document does not say where the description is, so a file at the usual address may be another one. */
async function findDescription(send: Sender, format: 'yaml' | 'json'): Promise<Asked> {
  const usual = addressOf(send.siteUrl, `/openapi.${format}`);
  return given(await send.page(usual, '*/*'), (answer) => {
    const none = `no OpenAPI description in ${format} was found: ${usual.pathname} ${describe(answer)}`;
    if (!isDescription(answer)) return unchecked(none);
    if (answer.text.length > largest) return unchecked('the description is too long to parse');
    return format === 'json' ? answer : { ...answer, ...readYaml(answer.text) };
  });
}

function isDescription(answer: Answer): boolean {
  return answer.status === 200 && !isPage(answer) && /openapi"?\s*:\s*["']?\d|\/quotes/.test(answer.text);
}

function readYaml(text: string) {
  // Pretty errors, and looking for equal keys, take time that grows with the square of their number.
  const options = { schema: 'core', merge: true, logLevel: 'error', prettyErrors: false, uniqueKeys: false } as const;
  try {
    return { json: parse(text, { ...options, maxAliasCount: 100 }) as unknown, notJson: undefined };
  } catch (error) {
    // It has a mistake, is nested too deeply, or its aliases have no end.
    return { notJson: (error as Error).message };
  }
}
