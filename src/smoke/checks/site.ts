/** What the operator publishes for people and agents under site_url. */
import { mediaTypeOf, textOf, type Exchange } from '../../api/exchange.ts';
import { tripParameters } from '../../api/links.ts';
import { defineCheck, type Check } from '../check.ts';
import { showValue } from '../display.ts';
import { findTrip } from '../facts.ts';
import { failure, warning, type Finding } from '../finding.ts';
import { describeResponse, objectFindings, statusFinding } from '../responses.ts';
import { openApiChecks } from './openapi.ts';

/** Would run unescaped, in text as well as in an attribute. */
const script = `"'><script>smoke()</script>`;

export const siteChecks: readonly Check[] = [
  defineCheck('site-book', 'Website search link', 'the booking page shows a search', async (deployment) => {
    const { trip } = await findTrip(deployment);
    return pageFindings(await deployment.page('/book', tripParameters(trip)));
  }),
  defineCheck(
    'site-book-escapes',
    'Website search link',
    'the booking page escapes its parameters',
    async (deployment) => {
      const { trip } = await findTrip(deployment);
      const hostile = { ...tripParameters(trip), drop_off_date: script, accessory_ids: script };
      const exchange = await deployment.page('/book', hostile);
      const crashed = (exchange.response?.status ?? 500) >= 500;
      if (crashed) return [failure(exchange, 'a page', describeResponse(exchange))];
      if (!textOf(exchange).includes('<script>smoke()')) return [];
      return [failure(exchange, 'its parameters escaped', 'a script that would run')];
    },
  ),
  defineCheck('site-manifest', 'Versioning', 'a plugin manifest for agents is published', async (deployment) => {
    const exchange = await deployment.page('/.well-known/ai-plugin.json', {}, 'application/json');
    const missing = notFoundFindings(exchange, 'a plugin manifest');
    return missing.length > 0 ? missing : objectFindings(exchange);
  }),
  ...openApiChecks,
  defineCheck('site-docs', 'Versioning', 'a documentation page is published', async (deployment) => {
    const exchange = await deployment.page('/docs');
    const missing = notFoundFindings(exchange, 'a documentation page');
    return missing.length > 0 ? missing : pageFindings(exchange);
  }),
];

function pageFindings(exchange: Exchange): Finding[] {
  const problem = statusFinding(exchange, 200);
  if (problem !== undefined) return [problem];
  const type = mediaTypeOf(exchange);
  if (type !== 'text/html') return [failure(exchange, 'a web page', showValue(type))];
  return textOf(exchange).trim() === '' ? [failure(exchange, 'a web page', 'nothing in it')] : [];
}

/** A warning only: the document does not say where the page is, so it may be at another address. */
function notFoundFindings(exchange: Exchange, what: string): Finding[] {
  const { response } = exchange;
  if (response !== undefined && response.status !== 404 && response.status !== 410) return [];
  return [warning(exchange, `${what}; its address is not documented`, describeResponse(exchange))];
}
