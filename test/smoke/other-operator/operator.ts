import { freeAddress, plant, type TestService } from '../../support/service.ts';
import { Endpoints } from './endpoints.ts';
import { writeJson } from './json.ts';
import { defaults, type OperatorOptions } from './options.ts';
import type { Message } from './pages.ts';
import { sitePage, unknownPage, type SiteContext } from './site.ts';

export interface OtherOperator extends Pick<TestService, 'requests'> {
  readonly baseUrl: URL;
  readonly siteUrl: URL;
}

export type StartOptions = Partial<OperatorOptions> & {
  /** The operator's clock, in milliseconds since 1970. */
  readonly now?: () => number;
};

/** Until the test ends, an operator that keeps the document, and takes each freedom that the options name. */
export function plantOtherOperator({ now = Date.now, ...chosen }: StartOptions): OtherOperator {
  const options = { ...defaults, ...chosen };
  const main = freeAddress();
  const website = options.separateSite ? freeAddress() : main;
  const baseUrl = new URL(options.basePath, main);
  const siteUrl = new URL(options.sitePath, website);
  const context: SiteContext = { options, baseUrl, siteUrl };
  const ask = endpointsOf(options, now);
  const page = (request: Request) => {
    const path = below(request, options.sitePath);
    return path === undefined ? undefined : sitePage(path, request, context);
  };
  const service = (...parts: readonly ((request: Request) => Message | undefined)[]) => {
    return async (request: Request) => {
      const answered = parts
        .map((part) => () => part(request))
        .reduce<Message | undefined>((got, part) => got ?? part(), undefined);
      const path = below(request, options.basePath) ?? new URL(request.url).pathname;
      return responseOf(answered ?? unknownPage(path, context), options, now());
    };
  };
  if (website !== main) plant(service(page), website);
  const { requests } = plant(website === main ? service(ask, page) : service(ask), main);
  return { baseUrl, siteUrl, requests };
}

/** The interface below the base address; undefined for an address that is none of its endpoints. */
function endpointsOf(options: OperatorOptions, now: () => number): (request: Request) => Message | undefined {
  const endpoints = new Endpoints(options, now);
  let left = 100;
  return (request) => {
    const path = below(request, options.basePath);
    const answer = path === undefined ? undefined : endpoints.answer(path, new URL(request.url).searchParams);
    if (answer === undefined) return undefined;
    left -= 1;
    const headers = {
      integers: { 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': String(left), 'X-RateLimit-Reset': '60' },
      none: {},
      lists: {
        'X-RateLimit-Limit': '100, 100;w=60',
        'X-RateLimit-Remaining': `${left}.0`,
        'X-RateLimit-Reset': 'soon',
      },
    }[options.limitHeaders];
    return { status: answer.status, type: options.jsonType, body: writeJson(answer.body, options), headers };
  };
}

function responseOf({ status, type, body, headers }: Message, { date }: OperatorOptions, now: number): Response {
  const all = { 'Content-Type': type, ...(date ? { Date: new Date(now).toUTCString() } : {}), ...headers };
  return new Response(body, { status, headers: all });
}

/** The rest of a path that is inside another one. */
function below({ url }: Request, outer: string): string | undefined {
  const path = new URL(url).pathname;
  if (path === outer) return '';
  return path.startsWith(`${outer}/`) ? path.slice(outer.length) : undefined;
}
