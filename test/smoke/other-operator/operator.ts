import { freeAddress, plant, type TestService } from '../../support/service.ts';
import { makeCatalogue } from './catalogue.ts';
import { Endpoints } from './endpoints.ts';
import { responseOf } from './http.ts';
import { defaults, type OperatorOptions } from './options.ts';
import { Routes } from './routes.ts';
import { Service } from './service.ts';

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
  const endpoints = new Endpoints(makeCatalogue(options), options, now);
  const routes = new Routes(new Service(endpoints, options, now), options, {
    baseUrl,
    siteUrl,
    datesRequired: options.extrasDates === 'required',
    vehicles: (query) => endpoints.free(query).map(({ name }) => name),
  });
  if (website !== main) {
    plant(async (request) => responseOf(routes.website(request) ?? routes.notFound(request), options, now()), website);
  }
  const { requests } = plant(async (request) => {
    const page = () => (website === main ? routes.website(request) : undefined);
    return responseOf(routes.endpoint(request) ?? page() ?? routes.notFound(request), options, now());
  }, main);
  return { baseUrl, siteUrl, requests };
}
