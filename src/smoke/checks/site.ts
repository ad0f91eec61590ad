/** What the operator publishes for people and agents under site_url. */
import type { DefaultTreeAdapterMap } from 'parse5';
import { isPage, mediaTypeOf, textOf, type Exchange } from '../exchange.ts';
import { addressOf, quoteParameters, tripParameters, type Parameters } from '../../api/links.ts';
import { withinTime } from '../published.ts';
import { ContractError } from '../../errors.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { rules } from '../interface-document.ts';
import { findExtras, findQuoted, findTrip } from '../facts.ts';
import { failure, NotChecked, unless, unlessSkipped, warning, type Finding } from '../finding.ts';
import { describeResponse, fieldOf, isObject, statusFinding } from '../responses.ts';
import { loadManifest } from './openapi-description.ts';
import { openApiChecks } from './openapi.ts';

/** Would run unescaped, in text as well as in an attribute. */
const script = `"'><script>smoke()</script>`;
const mostRedirects = 3;
/** Characters of a page. A parser of a few kilobytes of text from outside takes long for megabytes. */
const mostParsed = 1_000_000;

export const siteChecks: readonly Check[] = [
  defineCheck('site-book', rules.book, 'the booking page shows a search', async (deployment) =>
    pageFindings(await searchPage(deployment)),
  ),
  defineCheck('site-checkout', rules.checkout, 'the booking page shows a checkout for a quote', async (deployment) => {
    const selection = await findQuoted(deployment);
    const extras = await unlessSkipped(findExtras(deployment));
    return pageFindings(await bookingPage(deployment, quoteParameters({ ...selection, ...extras })));
  }),
  defineCheck('site-book-escapes', rules.beside, 'the booking page escapes its parameters', async (deployment) => {
    const hostile = { drop_off_date: script, vehicle_id: script, insurance_id: script, accessory_ids: script };
    const exchange = await searchPage(deployment, hostile);
    const crashed = (exchange.response?.status ?? 500) >= 500;
    if (crashed) return [warning(exchange, 'a page', describeResponse(exchange))];
    const runs = await runsScript(textOf(exchange), 'smoke()');
    return unless(!runs, warning(exchange, 'its parameters escaped', 'a script that would run'));
  }),
  defineCheck('site-manifest', rules.manifest, 'a plugin manifest for agents is published', async (deployment) => {
    const { exchange, manifest } = await loadManifest(deployment);
    // Its address is not documented, so it may be elsewhere.
    if (manifest === undefined) throw new NotChecked(`no plugin manifest was found: ${describeResponse(exchange)}`);
    return [];
  }),
  ...openApiChecks,
].map((check) => ({ ...check, run: atWebsite(check.run) }));

/**
 * If the website was not named, it may be anywhere: the check runs only if the booking page is where the interface is. A manifest there
 * says that the website is too, so a booking page that is missing is likely to be a defect, but it is not certain.
 */
function atWebsite(run: Check['run']): Check['run'] {
  return async (deployment) => {
    const { siteIsAssumed, siteUrl } = deployment;
    if (!siteIsAssumed) return run(deployment);
    const [problem] = pageFindings(await searchPage(deployment));
    if (problem === undefined) return run(deployment);
    const { manifest } = await loadManifest(deployment);
    if (isObject(fieldOf(manifest, 'api'))) return (await run(deployment)).map(unlessElsewhere);
    throw new NotChecked(`no booking page at ${siteUrl.origin} (${problem.got}): ${elsewhere}`);
  };
}

const elsewhere = 'if the website is elsewhere, give site-url';

function unlessElsewhere(finding: Finding): Finding {
  return finding.severity === 'fail' ? { ...finding, severity: 'warn', got: `${finding.got}: ${elsewhere}` } : finding;
}

async function searchPage(deployment: Deployment, hostile: Parameters = {}): Promise<Exchange> {
  const { trip } = await findTrip(deployment);
  return bookingPage(deployment, { ...tripParameters(trip), ...hostile });
}

/** The website is not the interface: a wall against programs says nothing about it. */
const walls: readonly (number | undefined)[] = [401, 403];

async function bookingPage(deployment: Deployment, parameters: Parameters): Promise<Exchange> {
  const { search } = addressOf(deployment.siteUrl, '/book', parameters);
  const known = await farPage(deployment);
  const first = known
    ? await deployment.page(Object.assign(new URL(known.url), { search }), { cookie: known.cookie })
    : await deployment.page('/book', { parameters });
  const exchange = await follow(deployment, first);
  const { status } = exchange.response ?? {};
  if (walls.includes(status)) throw new NotChecked(`the website answered ${status} to this program`);
  return exchange;
}

/** The request at the end of several redirects that keep the query: going through them each time would take too many requests. */
async function farPage(deployment: Deployment): Promise<Exchange['request'] | undefined> {
  const { trip } = await findTrip(deployment);
  const first = await deployment.page('/book', { parameters: tripParameters(trip) });
  const { request } = await follow(deployment, first);
  const isFar = first.redirect !== undefined && first.redirect.href !== request.url.href;
  return isFar && request.url.search === first.request.url.search ? request : undefined;
}

/** Follows redirects within the website, with the cookies that they set. */
async function follow(deployment: Deployment, first: Exchange): Promise<Exchange> {
  let exchange = first;
  for (let hop = 0; exchange.redirect !== undefined; hop += 1) {
    const { origin, pathname, search } = exchange.redirect;
    if (origin !== deployment.siteUrl.origin) throw new NotChecked('the booking page redirects to another website');
    if (hop === mostRedirects) throw new NotChecked(`the booking page redirects more than ${hop} times`);
    const cookie = [exchange.request.cookie, exchange.cookie].filter((one) => one !== undefined).join('; ');
    exchange = await deployment.page(new URL(pathname + search, origin), cookie === '' ? {} : { cookie });
  }
  return exchange;
}

function pageFindings(exchange: Exchange): Finding[] {
  const problem = statusFinding(exchange, 200);
  if (problem !== undefined) return [problem];
  const [type, text] = [showValue(mediaTypeOf(exchange)), textOf(exchange).trim()];
  if (text === '') return [failure(exchange, 'a web page', 'nothing in it')];
  if (isPage(exchange)) return [];
  // The document names no media type for it.
  return [
    text.startsWith('<') ? warning(exchange, 'content-type: text/html', type) : failure(exchange, 'a web page', type),
  ];
}

/** True if the page has a script element with this text: one in a quoted attribute or in a comment is only text, as a parser knows. */
async function runsScript(page: string, text: string): Promise<boolean> {
  if (!page.includes(text)) return false;
  const { parse } = await import('parse5');
  return withinTime(() => hasScript(parse(page.slice(0, mostParsed)), text)).catch((error: unknown) => {
    throw error instanceof ContractError ? new NotChecked(error.problem) : error;
  });
}

function hasScript(page: DefaultTreeAdapterMap['node'], text: string): boolean {
  const pending = [page];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.nodeName === 'script' && 'childNodes' in node) {
      const content = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
      if (content.trim() === text) return true;
    }
    if ('content' in node) pending.push(node.content);
    // No call takes as many arguments as a page can have elements.
    if ('childNodes' in node) for (const child of node.childNodes) pending.push(child);
  }
  return false;
}
