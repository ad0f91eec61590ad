import type { Message } from './http.ts';
import type { OperatorOptions } from './options.ts';
import type { Service } from './service.ts';
import { sitePage, unknownPage, type SiteContext } from './site.ts';

/** Which part of the operator answers a request. */
export class Routes {
  readonly #service: Service;
  readonly #options: OperatorOptions;
  readonly #context: SiteContext;

  constructor(service: Service, options: OperatorOptions, context: SiteContext) {
    this.#service = service;
    this.#options = options;
    this.#context = context;
  }

  /** The answer of an endpoint, if the request is for one. */
  endpoint(request: Request): Message | undefined {
    const { pathname: path, search } = new URL(request.url);
    const inside = below(path, this.#options.basePath);
    return inside === undefined ? undefined : this.#service.answer(inside, new URLSearchParams(search), agent(request));
  }

  /** The answer of the website, if the request is for one of its addresses. */
  website(request: Request): Message | undefined {
    const { pathname: path, search } = new URL(request.url);
    const inside = below(path, this.#options.sitePath);
    if (inside === undefined) return undefined;
    const refused = this.#service.refusedPage(agent(request)) ?? guarded(inside, request, this.#options.bookGuard);
    const isNarrow = /openapi/.test(inside) && request.headers.get('accept')?.includes('*/*') !== true;
    if (isNarrow && this.#options.acceptDescription === 'everything') return NOT_ACCEPTABLE;
    return refused ?? sitePage(inside, search, this.#options, this.#context);
  }

  /** The answer for all other addresses. */
  notFound(request: Request): Message {
    const { pathname: path } = new URL(request.url);
    return unknownPage(below(path, this.#options.basePath) ?? path, this.#options, this.#context);
  }
}

const NOT_ACCEPTABLE: Message = { status: 406, type: 'text/plain', body: 'Not Acceptable' };

/** What the guard of the booking page answers. */
function guarded(path: string, { url, headers }: Request, guard: OperatorOptions['bookGuard']) {
  if (!path.endsWith('/book') || guard === 'none') return undefined;
  if (guard !== 'cookie') return { status: guard, type: 'text/html', body: '<h1>Are you a robot?</h1>' };
  if (headers.get('cookie') === 'visit=a1; theme=dark') return undefined;
  const cookies = ['visit=a1; Path=/; Expires=Tue, 01 Jan 2999 00:00:00 GMT; HttpOnly', 'theme=dark'];
  return { status: 302, type: 'text/html', body: '', headers: { Location: url, 'Set-Cookie': cookies.join(', ') } };
}

/** The rest of a path that is inside another one. */
function below(path: string, outer: string): string | undefined {
  if (path === outer) return '';
  return path.startsWith(`${outer}/`) ? path.slice(outer.length) : undefined;
}

function agent({ headers }: Request): string {
  return headers.get('user-agent') ?? '';
}
