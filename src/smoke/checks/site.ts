/** What the operator publishes for people and agents under site_url. */
import { isPage, mediaTypeOf, textOf, type Exchange } from '../exchange.ts';
import { quoteParameters, tripParameters, type Parameters } from '../../api/links.ts';
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
const element = '<script>smoke()</script>';
const script = `"'>${element}`;

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
    if (isReached(exchange)) throw new NotChecked('the booking page is behind a redirect');
    if (exchange.redirect) return [];
    const crashed = (exchange.response?.status ?? 500) >= 500;
    if (crashed) return [warning(exchange, 'a page', describeResponse(exchange))];
    return unless(
      !runsScript(textOf(exchange)),
      warning(exchange, 'its parameters escaped', 'a script that would run'),
    );
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
  const exchange = await deployment.page('/book', { parameters });
  const { redirect, response } = exchange;
  if (walls.includes(response?.status))
    throw new NotChecked(`the website answered ${response?.status} to this program`);
  if (redirect && redirect.origin !== deployment.siteUrl.origin)
    throw new NotChecked('the booking page redirects to another website');
  return exchange;
}

/** A redirect within the website that keeps the query leads to the page: it is not followed. */
function isReached({ request, redirect }: Exchange): boolean {
  if (!redirect) return false;
  return [...request.url.searchParams].every(([name, value]) => redirect.searchParams.get(name) === value);
}

function pageFindings(exchange: Exchange): Finding[] {
  if (isReached(exchange)) return [];
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

/** In a quoted attribute it would only be text. */
function runsScript(page: string): boolean {
  return page.replace(/="[^"]*"|='[^']*'/g, '').includes(element);
}
