/**
 * For `operators add`: the two published deployments, as far as their public pages say it: the interface, the website
 * around it, and the redirects that such sites have, from the bare host to `www` and from http to
 * https.
 */
import type { Service } from '../../src/http/types.ts';
import { operatorService } from './operator.ts';
import { answer, plant } from './service.ts';

export interface Deployment {
  readonly host: string;
  /** Where the interface is. */
  readonly baseUrl: string;
  readonly service: Service;
}

interface DeploymentOptions {
  /** Without `www.`. */
  readonly domain: string;
  readonly title: string;
  /** Path → content type and text of the site's other pages. */
  readonly pages: Readonly<Record<string, readonly [type: string, text: string]>>;
  readonly depots?: readonly string[];
}

const html = 'text/html; charset=utf-8';
const limit = 100;

/** The site of a deployment, for the requests to all of its hosts. */
function deployment({ domain, title, pages, depots }: DeploymentOptions): Deployment {
  const host = `www.${domain}`;
  const site = `https://${host}`;
  const days = ['weekday', 'weekend'];
  const inner = operatorService({ days, ...(depots !== undefined && { depots }) });
  let used = 0;
  const service: Service = async (request) => {
    const url = new URL(request.url);
    if (url.origin === `http://${host}` || url.origin === `http://${domain}`)
      return moved(`https://${url.host}${url.pathname}${url.search}`);
    if (url.origin === `https://${domain}`) return moved(`${site}${url.pathname}${url.search}`);
    const page = pages[url.pathname];
    if (page !== undefined) return answer(200, page[1], { 'content-type': page[0] });
    if (!url.pathname.startsWith('/api/agent/'))
      return answer(404, `<!DOCTYPE html><title>404 | ${title}</title>`, { 'content-type': html });
    const path = url.pathname.slice('/api/agent'.length);
    const response = await inner(new Request(`${site}${path}${url.search}`));
    used += 1;
    // Most services of this kind send epoch milliseconds.
    response.headers.set('x-ratelimit-limit', String(limit));
    response.headers.set('x-ratelimit-remaining', String(Math.max(0, limit - used)));
    response.headers.set('x-ratelimit-reset', String(Date.now() + 60_000));
    return response;
  };
  return { host, baseUrl: `${site}/api/agent`, service };
}

function moved(location: string): Response {
  return answer(308, 'Redirecting...', { 'content-type': 'text/plain', location });
}

function description(server: string, paths: readonly string[]): string {
  const lines = paths.map((path) => `  ${path}:\n    get: {}`);
  return ['openapi: 3.0.3', 'servers:', `  - url: ${server}`, 'paths:', ...lines, ''].join('\n');
}

const paths = ['/depots', '/vehicles/availability', '/quotes'];
/** As one of the published descriptions has them. */
const sitePaths = paths.map((path) => `/api/agent${path}`);
const webPage = (text: string) => [html, `<!DOCTYPE html><title>${text}</title>`] as const;

/** Its documentation page, and the two descriptions that disagree on the base. */
export function luckyRentals(): Deployment {
  const site = 'https://www.luckyrentals.co.nz';
  const json = {
    openapi: '3.0.3',
    servers: [{ url: `${site}/api/agent` }],
    paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])),
  };
  return deployment({
    domain: 'luckyrentals.co.nz',
    title: 'Lucky Rentals',
    depots: ['Auckland Airport', 'Auckland City'],
    pages: {
      '/': webPage('Lucky Rentals'),
      '/book': webPage('Book'),
      '/docs': [
        html,
        '<!DOCTYPE html><p>Base: https://luckyrentals.co.nz/api/agent. 100 requests per 60 seconds.</p>',
      ],
      '/.well-known/openapi': ['application/json', JSON.stringify(json)],
      '/api/agent/openapi': ['application/yaml', description(`${site}/api/agent`, paths)],
      '/openapi.yaml': ['application/yaml', description(site, sitePaths)],
    },
  });
}

/** It has no documentation page. */
export function happyCampers(): Deployment {
  const site = 'https://www.happycampers.co.nz';
  return deployment({
    domain: 'happycampers.co.nz',
    title: 'Happy Campers',
    pages: {
      '/': webPage('Happy Campers'),
      '/book': webPage('Book'),
      '/openapi.yaml': ['application/yaml', description(site, sitePaths)],
    },
  });
}

/**
 * Plants a service at all addresses of a site, with http and https, with `www.` and without.
 * `requests` has whole addresses.
 *
 * @param host Of the site, with or without `www.`, with its port if there is one.
 */
export function plantSite(host: string, service: Service) {
  const requests: string[] = [];
  const bare = host.replace(/^www\./, '');
  const count: Service = (request) => {
    requests.push(request.url);
    return service(request);
  };
  for (const scheme of ['http', 'https'])
    for (const name of [bare, `www.${bare}`]) plant(count, new URL(`${scheme}://${name}`));
  return { requests: requests as readonly string[] };
}

/** Plants a deployment at all of its addresses. */
export function plantDeployment({ host, baseUrl, service }: Deployment) {
  return { ...plantSite(host, service), baseUrl };
}
