import type { IncomingMessage } from 'node:http';
import { makeCatalogue } from './catalogue.ts';
import { Endpoints } from './endpoints.ts';
import { listen, type Message } from './http.ts';
import { defaults, type OperatorOptions } from './options.ts';
import { Service } from './service.ts';
import { sitePage, unknownPage } from './site.ts';

export interface OtherOperator {
  readonly baseUrl: URL;
  readonly siteUrl: URL;
  /** Method, path and query of each request, in order: `GET /depots`. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export type StartOptions = Partial<OperatorOptions> & {
  /** The operator's clock, in milliseconds since 1970. */
  readonly now?: () => number;
};

/** Starts an operator that keeps the document, and takes each freedom that the options name. */
export async function startOtherOperator({ now = Date.now, ...chosen }: StartOptions): Promise<OtherOperator> {
  const options = { ...defaults, ...chosen };
  const main = await listen(options, now);
  const website = options.separateSite ? await listen(options, now) : main;
  const baseUrl = new URL(main.origin + options.basePath);
  const siteUrl = new URL(website.origin + options.sitePath);
  const requests: string[] = [];
  const endpoints = new Endpoints(makeCatalogue(options), options, now);
  const service = new Service(endpoints, options, now);
  const context = {
    baseUrl,
    siteUrl,
    datesRequired: options.extrasDates === 'required',
    vehicles: (query: URLSearchParams) => endpoints.free(query).map(({ name }) => name),
  };
  const interfaceAnswer = (request: IncomingMessage): Message | undefined => {
    const { path, search } = split(request);
    const inside = below(path, options.basePath);
    return inside === undefined ? undefined : service.answer(inside, new URLSearchParams(search), agentOf(request));
  };
  const websiteAnswer = (request: IncomingMessage): Message | undefined => {
    const { path, search } = split(request);
    const inside = below(path, options.sitePath);
    if (inside === undefined) return undefined;
    return service.refusedPage(agentOf(request)) ?? sitePage(inside, search, options, context);
  };
  const notFound = (request: IncomingMessage): Message => {
    const { path } = split(request);
    return unknownPage(below(path, options.basePath) ?? path, options, context);
  };
  const record = ({ method = '', url = '' }: IncomingMessage) => void requests.push(`${method} ${url}`);
  if (website === main) main.answerWith(record, (request) => interfaceAnswer(request) ?? websiteAnswer(request) ?? notFound(request));
  else {
    main.answerWith(record, (request) => interfaceAnswer(request) ?? notFound(request));
    website.answerWith(record, (request) => websiteAnswer(request) ?? notFound(request));
  }
  return { baseUrl, siteUrl, requests, close: async () => void (await Promise.all([main.close(), website.close()])) };
}

function split({ url = '' }: IncomingMessage) {
  const [path = '', ...rest] = url.split('?');
  return { path, search: rest.length === 0 ? '' : `?${rest.join('?')}` };
}

/** The rest of a path that is inside another one. */
function below(path: string, outer: string): string | undefined {
  if (path === outer) return '';
  return path.startsWith(`${outer}/`) ? path.slice(outer.length) : undefined;
}

function agentOf({ headers }: IncomingMessage): string {
  return headers['user-agent'] ?? '';
}
