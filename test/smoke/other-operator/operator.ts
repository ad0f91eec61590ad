import type { IncomingMessage } from 'node:http';
import { makeCatalogue } from './catalogue.ts';
import { Endpoints } from './endpoints.ts';
import { listen } from './http.ts';
import { defaults, type OperatorOptions } from './options.ts';
import { Routes } from './routes.ts';
import { Service } from './service.ts';

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
  const endpoints = new Endpoints(makeCatalogue(options), options, now);
  const routes = new Routes(new Service(endpoints, options, now), options, {
    baseUrl,
    siteUrl,
    datesRequired: options.extrasDates === 'required',
    vehicles: (query) => endpoints.free(query).map(({ name }) => name),
  });
  const requests: string[] = [];
  const record = ({ method = '', url = '' }: IncomingMessage) => void requests.push(`${method} ${url}`);
  if (website !== main) website.answerWith(record, (request) => routes.website(request) ?? routes.notFound(request));
  main.answerWith(record, (request) => {
    const page = () => (website === main ? routes.website(request) : undefined);
    return routes.endpoint(request) ?? page() ?? routes.notFound(request);
  });
  return { baseUrl, siteUrl, requests, close: async () => void (await Promise.all([main.close(), website.close()])) };
}
