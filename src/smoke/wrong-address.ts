/** Tells a website from the interface, before the checks call each of its answers a broken rule. */
import { usualBaseAddress } from '../api/base-address.ts';
import { isPage, type Exchange } from './exchange.ts';
import type { Deployment } from './deployment.ts';
import { showText } from './display.ts';
import { ObstacleError } from './finding.ts';
import { bodyOf } from './responses.ts';

/** The obstacle if no endpoint is under the base address; undefined if one is, or if the service cannot be asked. */
export async function findWrongAddress(deployment: Deployment): Promise<ObstacleError | undefined> {
  try {
    if (!isElsewhere(await deployment.api('/depots'))) return undefined;
    // A deployment whose depots are broken still refuses this request in its own words.
    if (!isElsewhere(await deployment.api('/vehicles/availability'))) return undefined;
    return new ObstacleError('wrong_address', describe(deployment));
  } catch (error) {
    // The checks ask again and report it.
    if (error instanceof ObstacleError) return undefined;
    throw error;
  }
}

function describe({ baseUrl }: Deployment): string {
  const problem = `the interface is not at ${showText(baseUrl.href, 200)}`;
  const usual = usualBaseAddress(baseUrl);
  return usual === undefined ? problem : `${problem}; often it is at ${showText(usual, 300)}`;
}

/** Not found, or a web page. */
function isElsewhere(exchange: Exchange): boolean {
  const status = exchange.response?.status;
  return status === 404 || (status === 200 && isPage(exchange) && bodyOf(exchange) === undefined);
}
