/** What the operator publishes for people and agents under site_url. */
import { isPage, mediaTypeOf, textOf, type Exchange } from '../../api/exchange.ts';
import { quoteParameters, tripParameters } from '../../api/links.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { rules as document, type Rule } from '../document.ts';
import { findExtras, findSelection, findTrip } from '../facts.ts';
import { failure, note, SkipCheck, unless, unlessSkipped, warning, type Finding } from '../finding.ts';
import { describeResponse, isObject, bodyOf, statusFinding } from '../responses.ts';
import { openApiChecks } from './openapi.ts';
import { runsScript } from './script.ts';

/** Would run unescaped, in text as well as in an attribute. */
const script = `"'><script>smoke()</script>`;
const mostRedirects = 3;

export const siteChecks: readonly Check[] = [
  siteCheck('site-book', document.book, 'the booking page shows a search', async (deployment) => {
    const { trip } = await findTrip(deployment);
    return pageFindings(await follow(deployment, await deployment.page('/book', tripParameters(trip))));
  }),
  siteCheck('site-checkout', document.checkout, 'the booking page shows a checkout for a quote', async (deployment) => {
    const selection = await findSelection(deployment);
    const extras = await unlessSkipped(findExtras(deployment));
    const parameters = quoteParameters({ ...selection, ...extras });
    return pageFindings(await follow(deployment, await deployment.page('/book', parameters)));
  }),
  siteCheck('site-book-escapes', document.beside, 'the booking page escapes its parameters', async (deployment) => {
    const { trip } = await findTrip(deployment);
    const hostile = { drop_off_date: script, vehicle_id: script, insurance_id: script, accessory_ids: script };
    const first = await deployment.page('/book', { ...tripParameters(trip), ...hostile });
    const exchange = await follow(deployment, first);
    const crashed = (exchange.response?.status ?? 500) >= 500;
    if (crashed) return [warning(exchange, 'a page', describeResponse(exchange))];
    const runs = await runsScript(textOf(exchange), 'smoke()');
    return unless(!runs, warning(exchange, 'its parameters escaped', 'a script that would run'));
  }),
  siteCheck('site-manifest', document.manifest, 'a plugin manifest for agents is published', async (deployment) => {
    const exchange = await deployment.page('/.well-known/ai-plugin.json', {}, 'application/json');
    return unless(isObject(bodyOf(exchange)), elsewhere(exchange, 'a plugin manifest'));
  }),
  ...openApiChecks.map((check) => ({ ...check, run: atWebsite(check.run) })),
];

function siteCheck(id: `site-${string}`, rule: Rule, title: string, run: Check['run']): Check {
  return defineCheck(id, rule, title, atWebsite(run));
}

/** If the website was not named, it may be anywhere: the check runs only if the booking page is where the interface is. */
function atWebsite(run: Check['run']): Check['run'] {
  return async (deployment) => {
    if (deployment.siteIsAssumed) {
      const { trip } = await findTrip(deployment);
      const page = await follow(deployment, await deployment.page('/book', tripParameters(trip)));
      if (pageFindings(page).length > 0) {
        throw new SkipCheck(
          `no booking page at ${deployment.siteUrl.origin}: if the website is elsewhere, give site-url`,
        );
      }
    }
    return run(deployment);
  };
}

/** Follows redirects within the website. */
async function follow(deployment: Deployment, first: Exchange): Promise<Exchange> {
  let exchange = first;
  for (let hop = 0; hop < mostRedirects && exchange.redirect !== undefined; hop += 1) {
    const { origin, pathname, search } = exchange.redirect;
    if (origin !== deployment.siteUrl.origin) throw new SkipCheck('the booking page redirects to another website');
    exchange = await deployment.page(new URL(pathname + search, origin));
  }
  return exchange;
}

function pageFindings(exchange: Exchange): Finding[] {
  const problem = statusFinding(exchange, 200);
  if (problem !== undefined) return [problem];
  if (!isPage(exchange)) return [failure(exchange, 'a web page', showValue(mediaTypeOf(exchange)))];
  return textOf(exchange).trim() === '' ? [failure(exchange, 'a web page', 'nothing in it')] : [];
}

/** The document does not say where it is. */
function elsewhere(exchange: Exchange, what: string): Finding {
  return note(exchange, `${what}; its address is not documented`, describeResponse(exchange));
}
