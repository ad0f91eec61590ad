/**
 * For `smoke`: services like the deployments that publish the interface: what they publish beside it, their
 * redirects and their web pages.
 */
import { stringify } from 'yaml';
import { createSandbox } from '../../src/sandbox/index.ts';
import type { ResetFormat } from '../../src/sandbox/index.ts';
import type { Service } from '../../src/http/types.ts';
import { answer, freeAddress, plant } from './service.ts';

const prefix = '/api/agent';
const endpoints = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{vehicleId}/accessories',
  '/vehicles/{vehicleId}/insurance-types',
  '/quotes',
];

/** A description as those deployments write it. */
function description(server: string | undefined, pathPrefix = '') {
  const paths = endpoints.map((path) => [
    pathPrefix + path,
    { get: { responses: { 200: { description: 'OK' } } } },
  ]);
  return {
    openapi: '3.0.3',
    info: { title: 'Agent API', version: '1.0.0' },
    ...(server !== undefined && { servers: [{ url: server }] }),
    paths: Object.fromEntries(paths) as Record<string, object>,
  };
}

export type Description = ReturnType<typeof description>;

/** Where the server is the interface, and where it is the whole site. */
export const ofInterface = (siteUrl: string): Description => description(siteUrl + prefix);
export const ofSite = (siteUrl: string): Description => description(siteUrl, prefix);
export const ofNoServer = (): Description => description(undefined);

type Files = Readonly<Record<string, () => Response>>;

export const yaml = (body: object, type = 'text/yaml'): Response =>
  new Response(stringify(body), { headers: { 'content-type': type } });
export const json = (body: object): Response => answer(200, body);
export const page = (text: string, status = 200): Response =>
  answer(status, `<!DOCTYPE html><html><body><pre>${text}</pre></body></html>`, {
    'content-type': 'text/html',
  });
const redirect = (status: number, location: string): Response =>
  new Response(null, { status, headers: { location } });

export interface DeploymentOptions {
  readonly variant: 'a' | 'b';
  readonly resetFormat: ResetFormat;
  /**
   * What is published, by its path. Everything else that is not of the interface is a web page that
   * says 404.
   */
  readonly files: (siteUrl: string) => Files;
  /** Changes an answer of the interface. */
  readonly change?: (path: string, answered: Response) => Response;
}

/**
 * Plants the deployment at the address of its website. The other address, which people type,
 * redirects there, as one without `www` does; so does a path with a slash at its end.
 */
export function deploy({
  variant,
  resetFormat,
  files,
  change = (_, answered) => answered,
}: DeploymentOptions) {
  const [site, other] = [freeAddress(), freeAddress()];
  const sandbox = createSandbox({ variant, resetFormat, port: Number(site.port) });
  const published = files(site.origin);
  const service: Service = async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.length > 1 && pathname.endsWith('/'))
      return redirect(308, pathname.slice(0, -1) + search);
    const file = published[pathname];
    if (file !== undefined) return file();
    if (pathname === '/book') return redirect(307, `/en/book${search}`);
    const isOfInterface = pathname.startsWith(`${prefix}/`) && pathname !== `${prefix}/openapi`;
    if (!isOfInterface) return page('This page could not be found.', 404);
    const answered = await sandbox.answer(request);
    const whole = pathname.endsWith('/depots') ? await withTwoDepots(answered) : answered;
    return change(pathname.slice(prefix.length), whole);
  };
  const { requests } = plant(service, site);
  plant(async ({ url }) => redirect(308, url.replace(other.origin, site.origin)), other);
  return {
    requests,
    siteUrl: site.origin,
    baseUrl: site.origin + prefix,
    otherBaseUrl: other.origin + prefix,
  };
}

interface Depot {
  readonly pickup_times: readonly object[];
  readonly drop_off_times: readonly object[];
}

async function withTwoDepots(answered: Response): Promise<Response> {
  const depots = (await answered.json()) as Depot[];
  const day = (times: readonly object[], name: string) =>
    times.filter((one) => 'day' in one && one.day === name).slice(0, 1);
  const shown = depots.slice(0, 2).map((depot) => ({
    ...depot,
    pickup_times: [...day(depot.pickup_times, 'weekday'), ...day(depot.pickup_times, 'weekend')],
    drop_off_times: [
      ...day(depot.drop_off_times, 'weekday'),
      ...day(depot.drop_off_times, 'weekend'),
    ],
    opening_hours_description: 'Weekdays 9am-5pm, Weekends 10am-4pm',
  }));
  return new Response(JSON.stringify(shown), answered);
}

/**
 * Three descriptions, of which two name another server than the third, and `/openapi.yaml` as YAML
 * or as a web page.
 */
export function withAllDescriptions(form: 'yaml' | 'page', more: Partial<DeploymentOptions> = {}) {
  return deploy({
    variant: 'a',
    resetFormat: 'epoch-ms',
    files: (siteUrl) => ({
      '/docs': () => page('Agent API'),
      '/openapi.yaml': () =>
        form === 'page' ? page(stringify(ofSite(siteUrl))) : yaml(ofSite(siteUrl)),
      '/.well-known/openapi': () => json(ofInterface(siteUrl)),
      [`${prefix}/openapi`]: () => yaml(ofInterface(siteUrl)),
    }),
    ...more,
  });
}

/** One description; charges calendar days. */
export function withOneDescription(more: Partial<DeploymentOptions> = {}) {
  return deploy({
    variant: 'b',
    resetFormat: 'iso',
    files: (siteUrl) => ({ '/openapi.yaml': () => yaml(ofInterface(siteUrl)) }),
    ...more,
  });
}
